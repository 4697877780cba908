import { isReviewSortKey, type SortKey } from '../../electron/contract/query.ts'
import type { reviewStrings } from '../../electron/contract/strings/review.ts'

export type ReviewOrder = keyof typeof reviewStrings.sort.orders

const KEYS: Readonly<Record<ReviewOrder, SortKey>> = {
  problems: { key: 'reviewMark', direction: 1 },
  ok: { key: 'reviewMark', direction: -1 },
  latest: { key: 'reviewedAt', direction: -1 },
  earliest: { key: 'reviewedAt', direction: 1 },
}

export const REVIEW_ORDERS = Object.keys(KEYS) as readonly ReviewOrder[]

/** By what of the marks a list is ordered; null: by nothing. */
export function reviewOrder(sort: readonly SortKey[]): ReviewOrder | null {
  return (
    REVIEW_ORDERS.find((order) =>
      sort.some(({ key, direction }) => key === KEYS[order].key && direction === KEYS[order].direction),
    ) ?? null
  )
}

/** By marks first (null: not by them), then by the columns that the list is sorted by already. */
export function withReviewOrder(sort: readonly SortKey[], order: ReviewOrder | null): readonly SortKey[] {
  const columns = sort.filter(({ key }) => !isReviewSortKey(key))
  return order === null ? columns : [KEYS[order], ...columns]
}
