import type { Review } from '../contract/review.ts'
import type { ReviewFileCampaign, WrittenReview } from '../contract/review-file.ts'

/** The content of a review file. */
export interface ReviewFileContent {
  /** Empty if unknown. */
  readonly author: string
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly campaigns: readonly ReviewFileCampaign[]
  readonly reviews: readonly Review[]
}

export interface ReadReviewFile extends ReviewFileContent {
  /** Size of the file. */
  readonly bytes: number
}

export interface WriteTask {
  readonly kind: 'write'
  /** Absolute path. */
  readonly file: string
  /** Path of the reviews, which is opened read-only. */
  readonly reviewsFile: string
  /** The reviews to export: of a campaign, or of these items. */
  readonly scope: { readonly campaignId: string } | { readonly campaignItemIds: readonly string[] }
  readonly author: string
  readonly writtenAt: number
  /** Names of campaigns; those of exported reviews are written. */
  readonly campaigns: readonly ReviewFileCampaign[]
}

export interface ReadTask {
  readonly kind: 'read'
  readonly file: string
  /** Folder for the photos, named by hash; null to only check them. */
  readonly photoFolder: string | null
}

export type ReviewFileTask = WriteTask | ReadTask

/** The result of a task. */
export type ReviewFileTaskResult<Task extends ReviewFileTask> = Task extends WriteTask
  ? WrittenReview
  : ReadReviewFile

/** Message of the thread: a file that it is about to create, which is removed if the thread dies. */
export interface UnfinishedFile {
  readonly type: 'unfinished'
  readonly file: string
}
