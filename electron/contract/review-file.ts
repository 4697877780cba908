import * as v from 'valibot'
import { campaignIdSchema, resultIdSchema, text, type ReadonlyOutput } from './base-schemas.ts'
import { selectionRangesSchema } from './query.ts'
import type { Review, ReviewChange, ReviewMark } from './review.ts'
import type { ReviewDifference } from './review-merge.ts'

/** Extension of review files without the dot. */
export const REVIEW_FILE_EXTENSION = 'cdreview'

/** Length of an author's name. */
export const MAX_AUTHOR_LENGTH = 100
export const authorSchema = text(MAX_AUTHOR_LENGTH)

/** Counts of a review file. */
export interface ReviewFileCounts {
  readonly items: number
  readonly marks: number
  readonly notes: number
  /** A shared photo counts once. */
  readonly photos: number
}

/** An exported review file. */
export interface WrittenReview extends ReviewFileCounts {
  readonly fileName: string
  readonly bytes: number
}

/** Returns the counts of a file with these reviews. */
export function countReviews(reviews: readonly Review[]): ReviewFileCounts {
  return {
    items: reviews.length,
    marks: reviews.filter(({ mark }) => mark !== null).length,
    notes: reviews.filter(({ note }) => note !== '').length,
    photos: new Set(reviews.flatMap(({ photos }) => photos.map(({ hash }) => hash))).size,
  }
}

/** The reviews to export: of a campaign, or of rows of a result by index. */
export const reviewFileScopeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('campaign'), campaignId: campaignIdSchema }),
  v.strictObject({ kind: v.literal('rows'), resultId: resultIdSchema, ranges: selectionRangesSchema }),
])
export type ReviewFileScope = ReadonlyOutput<typeof reviewFileScopeSchema>

/** A campaign in a review file. */
export interface ReviewFileCampaign {
  readonly id: string
  readonly name: string | null
}

/** The content of a review file before it is merged. */
export interface ReviewFileInfo {
  readonly fileName: string
  readonly bytes: number
  /** Empty if unknown. */
  readonly author: string
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly campaigns: readonly (ReviewFileCampaign & {
    /** Whether the connection has this campaign. */
    readonly known: boolean
  })[]
  /** Number of reviewed items. */
  readonly items: number
  readonly marks: Readonly<Record<ReviewMark, number>>
  readonly notes: number
  /** Number of photos; a shared one counts once. */
  readonly photos: number
  /** Number of items whose reviews are equal here. */
  readonly same: number
  /** Number of items that are in no snapshot here. */
  readonly absent: number
}

/** A difference with details of its item. */
export interface ShownDifference extends ReviewDifference {
  /** Whether the item is in no snapshot here. */
  readonly absent: boolean
  /** Changes of the item here since it was reviewed there. */
  readonly changes: readonly ReviewChange[]
}

/** A review file that was read and not merged yet. */
export interface OpenedReviewFile {
  readonly openId: string
  readonly connectionId: string
  readonly info: ReviewFileInfo
  /** Conflicts first, then additions, then reviews with more content here. */
  readonly differences: readonly ShownDifference[]
}
