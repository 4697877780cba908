import type { Review } from '../contract/review.ts'
import type { ReviewFileCampaign, WrittenReview } from '../contract/review-file.ts'

/** What a file with a review says. */
export interface ReviewFileContent {
  /** Empty: whoever wrote it gave no name. */
  readonly author: string
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly campaigns: readonly ReviewFileCampaign[]
  readonly reviews: readonly Review[]
}

/** A file as it was read. */
export interface ReadReviewFile extends ReviewFileContent {
  /** Of the file itself. */
  readonly bytes: number
}

export interface WriteTask {
  readonly kind: 'write'
  /** Where to; absolute. */
  readonly file: string
  /** Reviews to write from, opened read-only. */
  readonly reviewsFile: string
  /** What is written of them: all of a campaign, or these items. */
  readonly of: { readonly campaignId: string } | { readonly campaignItemIds: readonly string[] }
  readonly author: string
  readonly writtenAt: number
  /** Names of campaigns; those that reviews are of are written. */
  readonly campaigns: readonly ReviewFileCampaign[]
}

export interface ReadTask {
  readonly kind: 'read'
  readonly file: string
  /** Folder that gets the pictures, named by their content; null: they are only checked. */
  readonly photosTo: string | null
}

export type ExchangeTask = WriteTask | ReadTask

/** What a thread gives for its task. */
export type ExchangeResult<Task extends ExchangeTask> = Task extends WriteTask
  ? WrittenReview
  : ReadReviewFile

/** Message of the thread: a file that it is about to create, which is removed if the thread dies. */
export interface UnfinishedFile {
  readonly type: 'unfinished'
  readonly file: string
}
