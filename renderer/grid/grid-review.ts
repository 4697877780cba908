import type { ItemRow } from '../../electron/contract/item.ts'
import { changesSince, type Review, type ReviewMark } from '../../electron/contract/review.ts'
import { reviewStrings } from '../../electron/contract/strings/review.ts'

/** What the person found of items, as the grid shows it beside the check boxes. */
export interface GridReview {
  readonly of: (campaignItemId: string) => Review | null
  readonly knows: (campaignItemId: string) => boolean
  readonly want: (campaignItemId: string) => void
  /** Marks what is chosen, as the keys do. */
  readonly mark: (mark: ReviewMark | null) => void
  /** Answers a key over a row; gives whether it was one of a review's. */
  readonly pressed: (event: KeyboardEvent) => boolean
}

/** What is shown of an item's review. */
export interface RowReview {
  readonly mark: ReviewMark | null
  readonly noted: boolean
  /** How many it has. */
  readonly photos: number
  /** The item is another than it was. */
  readonly changed: boolean
  /** All of it in words; empty when there is nothing. */
  readonly text: string
}

const NOTHING: RowReview = { mark: null, noted: false, photos: 0, changed: false, text: '' }

export function rowReview(review: GridReview | null, row: ItemRow | null): RowReview {
  const found = row === null ? null : (review?.of(row.campaignItemId) ?? null)
  if (row === null || found === null) return NOTHING
  const changed = changesSince(found.item, row).length > 0
  return {
    mark: found.mark,
    noted: found.note !== '',
    photos: found.photos.length,
    changed,
    text: reviewStrings.row(found, changed),
  }
}
