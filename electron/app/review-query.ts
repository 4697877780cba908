import { conditionsOf, isGroup } from '../contract/filter-tree.ts'
import type { FilterCondition, FilterGroup } from '../contract/filters.ts'
import { isReviewSortKey, type ItemQuery, type ReviewSortKey } from '../contract/query.ts'
import { changesSince, type Review, type ReviewMark } from '../contract/review.ts'
import type { IdFilter, ItemOrder, StoreFilterGroup, StoreQuery } from '../store/types.ts'
import type { ConnectionSession } from './types.ts'

/** A connection with its items and their marks. */
export type ReviewSession = Pick<ConnectionSession, 'reviews' | 'store'>

/**
 * Replaces the conditions and sort keys of a query that concern marks with ids of items, because the store
 * contains no marks.
 */
export async function withMarks(session: ReviewSession, query: ItemQuery): Promise<StoreQuery> {
  const { filters, sort } = query
  const conditions = conditionsOf(filters).filter(({ column }) => column === 'review')
  const keys = sort.map(({ key }) => key).filter(isReviewSortKey)
  if (conditions.length === 0 && keys.length === 0) return query
  const reviews = await session.reviews.list(query.campaignIds)
  const changed = await changedIdsFor(conditions, session, reviews)
  return {
    ...query,
    filters: replaceMarks(filters, reviews, changed),
    ...(keys.length === 0
      ? {}
      : { orders: Object.fromEntries(keys.map((key) => [key, ORDERS[key](reviews)])) }),
  }
}

/**
 * Replaces the conditions of filters that concern marks with ids, as {@link withMarks} does, but only of
 * these items.
 */
export async function rulesWithMarks(
  session: ReviewSession,
  rules: readonly FilterGroup[],
  campaignItemIds: readonly string[],
): Promise<readonly StoreFilterGroup[]> {
  const conditions = rules.flatMap((rule) => conditionsOf(rule)).filter(({ column }) => column === 'review')
  if (conditions.length === 0) return rules
  const reviews = await session.reviews.get(campaignItemIds)
  const changed = await changedIdsFor(conditions, session, reviews)
  return rules.map((rule) => replaceMarks(rule, reviews, changed))
}

function replaceMarks(
  { match, conditions }: FilterGroup,
  reviews: readonly Review[],
  changed: ReadonlySet<string>,
): StoreFilterGroup {
  return {
    match,
    conditions: conditions.map((node) => {
      if (isGroup(node)) return replaceMarks(node, reviews, changed)
      return node.column === 'review' && 'values' in node ? filterByMarks(node, reviews, changed) : node
    }),
  }
}

function filterByMarks(
  { operator, values }: Extract<FilterCondition, { readonly values: unknown }>,
  reviews: readonly Review[],
  changed: ReadonlySet<string>,
): IdFilter {
  const selectedMarks = new Set<unknown>(values)
  const matches = ({ mark, campaignItemId }: Review): boolean =>
    selectedMarks.has(mark ?? 'none') || (selectedMarks.has('changed') && changed.has(campaignItemId))
  // Items without a mark have no review, so they are selected by excluding all others.
  const excludesOthers = selectedMarks.has('none')
  return {
    campaignItemIds: reviews
      .filter((review) => matches(review) !== excludesOthers)
      .map(({ campaignItemId }) => campaignItemId),
    exclude: excludesOthers !== (operator === 'isNot'),
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

/** Returns {@link changedIds} if a condition depends on them. */
async function changedIdsFor(
  conditions: readonly FilterCondition[],
  session: ReviewSession,
  reviews: readonly Review[],
): Promise<ReadonlySet<string>> {
  const needsChanges = conditions.some(
    (condition) => 'values' in condition && condition.values.includes('changed'),
  )
  return needsChanges ? await changedIds(session, reviews) : new Set()
}

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
