import type { ItemQuery } from '../contract/query.ts'
import { changesSince, type Review } from '../contract/review.ts'
import type { AmongItems, StoreQuery } from '../store/types.ts'
import type { ConnectionSession } from '../workspace/types.ts'

type Reviewed = Pick<ConnectionSession, 'reviews' | 'store'>

/**
 * A query as the store can carry it out: of marks it knows nothing, so that it is told which items have those that are
 * asked for.
 */
export async function withMarks(session: Reviewed, query: ItemQuery): Promise<StoreQuery> {
  const { marks } = query
  if (marks === null) return query
  const reviews = await session.reviews.list(query.campaignIds)
  const changed = marks.includes('changed') ? await changedIds(session, reviews) : new Set<string>()
  const wanted = new Set<string | null>(marks)
  const isWanted = ({ mark, campaignItemId }: Review): boolean =>
    wanted.has(mark ?? 'none') || changed.has(campaignItemId)
  // What has no mark is not listed anywhere: it is what is left when the others are taken out.
  const outside = wanted.has('none')
  const among: AmongItems = {
    campaignItemIds: reviews
      .filter((review) => isWanted(review) !== outside)
      .map(({ campaignItemId }) => campaignItemId),
    outside,
  }
  return { ...query, among: [among] }
}

/** Which of the reviewed items are others than they were. */
async function changedIds({ store }: Reviewed, reviews: readonly Review[]): Promise<ReadonlySet<string>> {
  const rows = await store.rowsOfItems(reviews.map(({ campaignItemId }) => campaignItemId))
  const was = new Map(reviews.map(({ campaignItemId, item }) => [campaignItemId, item]))
  const changed = rows.filter((row) => {
    const before = was.get(row.campaignItemId)
    return before !== undefined && changesSince(before, row).length > 0
  })
  return new Set(changed.map(({ campaignItemId }) => campaignItemId))
}
