import { isReviewSortKey, type ItemQuery, type ReviewSortKey } from '../contract/query.ts'
import { changesSince, type Review, type ReviewFilter, type ReviewMark } from '../contract/review.ts'
import type { IdFilter, ItemOrder, StoreQuery } from '../store/types.ts'
import type { ConnectionSession } from './types.ts'

type ReviewSession = Pick<ConnectionSession, 'reviews' | 'store'>

/**
 * Replaces the conditions and sort keys of a query that concern marks with ids of items, because the store
 * contains no marks.
 */
export async function withMarks(session: ReviewSession, query: ItemQuery): Promise<StoreQuery> {
  const { marks, sort } = query
  const keys = sort.map(({ key }) => key).filter(isReviewSortKey)
  if (marks === null && keys.length === 0) return query
  const reviews = await session.reviews.list(query.campaignIds)
  return {
    ...query,
    ...(marks === null ? {} : { idFilters: [await filterByMarks(session, reviews, marks)] }),
    ...(keys.length === 0
      ? {}
      : { orders: Object.fromEntries(keys.map((key) => [key, ORDERS[key](reviews)])) }),
  }
}

async function filterByMarks(
  session: ReviewSession,
  reviews: readonly Review[],
  marks: readonly ReviewFilter[],
): Promise<IdFilter> {
  const changed = marks.includes('changed') ? await changedIds(session, reviews) : new Set<string>()
  const selectedMarks = new Set<string | null>(marks)
  const matches = ({ mark, campaignItemId }: Review): boolean =>
    selectedMarks.has(mark ?? 'none') || changed.has(campaignItemId)
  // Items without a mark have no review, so they are selected by excluding all others.
  const exclude = selectedMarks.has('none')
  return {
    campaignItemIds: reviews
      .filter((review) => matches(review) !== exclude)
      .map(({ campaignItemId }) => campaignItemId),
    exclude,
  }
}

/** Open issues come before completed reviews. */
const BY_MARK: readonly ReviewMark[] = ['problem', 'question', 'ok']

const ORDERS: Readonly<Record<ReviewSortKey, (reviews: readonly Review[]) => ItemOrder>> = {
  reviewMark: (reviews) => BY_MARK.map((mark) => idsOf(reviews.filter((review) => review.mark === mark))),
  reviewedAt: (reviews) => {
    const byTime = Map.groupBy(reviews, ({ markedAt }) => markedAt)
    const times = [...byTime.keys()].filter((time) => time !== null).sort((one, other) => one - other)
    return times.map((time) => idsOf(byTime.get(time) ?? []))
  },
}

const idsOf = (reviews: readonly Review[]): readonly string[] =>
  reviews.map(({ campaignItemId }) => campaignItemId)

/** Returns the ids of the reviewed items that changed after their review. */
async function changedIds(
  { store }: ReviewSession,
  reviews: readonly Review[],
): Promise<ReadonlySet<string>> {
  const rows = await store.rowsOfItems(reviews.map(({ campaignItemId }) => campaignItemId))
  const reviewedValues = new Map(reviews.map(({ campaignItemId, item }) => [campaignItemId, item]))
  const changed = rows.filter((row) => {
    const values = reviewedValues.get(row.campaignItemId)
    return values !== undefined && changesSince(values, row).length > 0
  })
  return new Set(changed.map(({ campaignItemId }) => campaignItemId))
}
