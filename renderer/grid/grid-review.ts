import type { ItemRow } from '../../electron/contract/item.ts'
import { changesSince, type Review, type ReviewMark } from '../../electron/contract/review.ts'
import { messages } from '../../electron/contract/messages.ts'

/** The reviews of items, which the grid shows next to the check boxes. */
export interface GridReview {
  readonly get: (campaignItemId: string) => Review | null
  readonly has: (campaignItemId: string) => boolean
  readonly request: (campaignItemId: string) => void
  /** Marks the selection, as the keys do. */
  readonly mark: (mark: ReviewMark | null) => void
  /** Handles a key over a row. Returns whether it did. */
  readonly handleKey: (event: KeyboardEvent) => boolean
}

/** The shown part of an item's review. */
export interface RowReview {
  readonly mark: ReviewMark | null
  readonly noted: boolean
  /** Number of photos. */
  readonly photos: number
  /** Whether the item has changed since. */
  readonly changed: boolean
  /** Describes all of it; empty if there is none. */
  readonly text: string
}

const NOTHING: RowReview = { mark: null, noted: false, photos: 0, changed: false, text: '' }

export function rowReview(review: GridReview | null, row: ItemRow | null): RowReview {
  const itemReview = row === null ? null : (review?.get(row.campaignItemId) ?? null)
  if (row === null || itemReview === null) return NOTHING
  const changed = changesSince(itemReview.item, row).length > 0
  return {
    mark: itemReview.mark,
    noted: itemReview.note !== '',
    photos: itemReview.photos.length,
    changed,
    text: reviewText(itemReview, changed),
  }
}

/** Describes the review of a row for screen readers. */
function reviewText(
  { mark, note, photos }: Pick<Review, 'mark' | 'note' | 'photos'>,
  changed: boolean,
): string {
  const { markNames, row } = messages.review
  return [
    ...(mark === null ? [] : [markNames[mark]]),
    ...(note === '' ? [] : [row.note]),
    ...(photos.length === 0 ? [] : [messages.reviewPhotos.photos({ count: photos.length })]),
    ...(changed ? [row.changed] : []),
  ].join(', ')
}
