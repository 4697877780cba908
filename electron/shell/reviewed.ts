import type { ItemRow } from '../contract/item.ts'
import { changesSince, type Review, type ReviewCounts, type ReviewMark } from '../contract/review.ts'
import type { ConnectionSession } from '../workspace/types.ts'

/** What was found of an item, and the item as it is now; null: it is in no copy. */
export interface Reviewed {
  readonly review: Review
  readonly row: ItemRow | null
}

/** Reviews of a campaign (null: of all), each with its item. */
export async function reviewed(
  { store, reviews }: Pick<ConnectionSession, 'store' | 'reviews'>,
  campaignId: string | null,
): Promise<readonly Reviewed[]> {
  const all = await reviews.list(campaignId === null ? null : [campaignId])
  const rows = await store.rowsOfItems(all.map(({ campaignItemId }) => campaignItemId))
  const rowOf = new Map(rows.map((row) => [row.campaignItemId, row]))
  return all.map((review) => ({ review, row: rowOf.get(review.campaignItemId) ?? null }))
}

/** What was found of the items that are there. */
export function countReviewed(all: readonly Reviewed[]): ReviewCounts {
  const there = all.flatMap(({ review, row }) => (row === null ? [] : [{ review, row }]))
  const marked = (wanted: ReviewMark): number => there.filter(({ review }) => review.mark === wanted).length
  return {
    marks: { ok: marked('ok'), problem: marked('problem'), question: marked('question') },
    changed: there.filter(({ review, row }) => changesSince(review.item, row).length > 0).length,
  }
}
