import type { Review, ReviewChange, ReviewMark } from './review.ts'
import type { ReviewDifference } from './review-merge.ts'

/** How the name of a file with a review ends, without the dot. */
export const REVIEW_FILE_EXTENSION = 'cdreview'

/** Characters of the name of whoever wrote a review. */
export const MAX_AUTHOR_LENGTH = 100

/** What a file with a review holds. */
export interface ReviewFileCounts {
  readonly items: number
  readonly marks: number
  readonly notes: number
  /** One that several items have counts once. */
  readonly photos: number
}

/** What was written to a file. */
export interface WrittenReview extends ReviewFileCounts {
  readonly fileName: string
  readonly bytes: number
}

/** What a file with these reviews holds. */
export function countsOf(reviews: readonly Review[]): ReviewFileCounts {
  return {
    items: reviews.length,
    marks: reviews.filter(({ mark }) => mark !== null).length,
    notes: reviews.filter(({ note }) => note !== '').length,
    photos: new Set(reviews.flatMap(({ photos }) => photos.map(({ hash }) => hash))).size,
  }
}

/** What of a connection is written to a file. */
export type ReviewFileScope =
  | { readonly kind: 'campaign'; readonly campaignId: string }
  /** Rows of a result, by their positions. */
  | {
      readonly kind: 'rows'
      readonly resultId: number
      readonly ranges: readonly (readonly [first: number, last: number])[]
    }

/** A campaign that a file tells of. */
export interface ReviewFileCampaign {
  readonly id: string
  readonly name: string | null
}

/** What a file with a review is, before anything of it is taken over. */
export interface ReviewFileLook {
  readonly fileName: string
  readonly bytes: number
  /** Empty: whoever wrote it gave no name. */
  readonly author: string
  /** In milliseconds since 1970. */
  readonly writtenAt: number
  readonly campaigns: readonly (ReviewFileCampaign & {
    /** The connection has, or knows of, this campaign. */
    readonly known: boolean
  })[]
  /** Items that it says something of. */
  readonly items: number
  readonly marks: Readonly<Record<ReviewMark, number>>
  readonly notes: number
  /** Pictures; one that several items have counts once. */
  readonly photos: number
  /** Items of which it says what is said here too. */
  readonly same: number
  /** Items that are in no copy here. */
  readonly absent: number
}

/** A difference, and what there is to be seen of its item. */
export interface ShownDifference extends ReviewDifference {
  /** It is in no copy here. */
  readonly absent: boolean
  /** What has changed of the item, as it is here, since they reviewed it. */
  readonly changes: readonly ReviewChange[]
}

/** A file that was looked at, and whose differences wait to be chosen from. */
export interface OpenedReviewFile {
  readonly openId: string
  readonly connectionId: string
  readonly look: ReviewFileLook
  /** Those that say something else first, then what is new, then what only mine has. */
  readonly differences: readonly ShownDifference[]
}
