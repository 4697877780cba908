import type { Review, ReviewedItem, ReviewMark } from '../contract/review.ts'
import type { ReadHandle } from '../store/database/handles.ts'

type ReviewTuple = readonly [
  campaignItemId: string,
  campaignId: string | null,
  mark: string | null,
  markedAt: number | null,
  note: string,
  item: string,
]

const SELECTION = 'SELECT campaign_item_id, campaign_id, mark, marked_at, note, item FROM reviews'

/** Reviews of these items, as far as there are any. */
export function reviewsOf(handle: ReadHandle, campaignItemIds: readonly string[]): readonly Review[] {
  return handle
    .tuples<ReviewTuple>(`${SELECTION} WHERE campaign_item_id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(campaignItemIds))
    .map(asReview)
}

/** All reviews of items of these campaigns (null: of all), those that were marked last first. */
export function listReviews(handle: ReadHandle, campaignIds: readonly string[] | null): readonly Review[] {
  const order = 'ORDER BY marked_at DESC, campaign_item_id'
  if (campaignIds === null) return handle.tuples<ReviewTuple>(`${SELECTION} ${order}`).all().map(asReview)
  return handle
    .tuples<ReviewTuple>(`${SELECTION} WHERE campaign_id IN (SELECT value FROM json_each(?)) ${order}`)
    .all(JSON.stringify(campaignIds))
    .map(asReview)
}

function asReview([campaignItemId, campaignId, mark, markedAt, note, item]: ReviewTuple): Review {
  return {
    campaignItemId,
    campaignId,
    mark: mark as ReviewMark | null,
    markedAt,
    note,
    item: JSON.parse(item) as ReviewedItem,
  }
}
