import { isReviewSortKey, type SortKey } from '../../electron/contract/query.ts'
import type { messages } from '../../electron/contract/messages.ts'

export type ReviewOrder = keyof typeof messages.review.sort.orders

const KEYS: Readonly<Record<ReviewOrder, SortKey>> = {
  problems: { key: 'reviewMark', direction: 1 },
  ok: { key: 'reviewMark', direction: -1 },
  latest: { key: 'reviewedAt', direction: -1 },
  earliest: { key: 'reviewedAt', direction: 1 },
}

export const REVIEW_ORDERS = Object.keys(KEYS) as readonly ReviewOrder[]

/** Returns by which part of the reviews a list is sorted, or null. */
export function reviewOrder(sort: readonly SortKey[]): ReviewOrder | null {
  return (
    REVIEW_ORDERS.find((order) =>
      sort.some(({ key, direction }) => key === KEYS[order].key && direction === KEYS[order].direction),
    ) ?? null
  )
}

/** Returns a sort by reviews first (null: without them), then by the present columns. */
export function withReviewOrder(sort: readonly SortKey[], order: ReviewOrder | null): readonly SortKey[] {
  const columns = sort.filter(({ key }) => !isReviewSortKey(key))
  return order === null ? columns : [KEYS[order], ...columns]
}
