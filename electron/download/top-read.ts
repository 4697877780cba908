import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'
import type { OffsetRange } from './coverage.ts'
import { createOrderCheck, type ListOrder } from './order-check.ts'

/** One read of a list from its top, page by page, down to items older than a given time. */
export interface TopRead {
  /** Pages read so far. */
  readonly pages: number
  /** Items that were not staged before, or in another version. */
  readonly newOrAltered: number
  /** Items that the snapshot in use does not contain, or in another version. */
  readonly changed: number
  /** Of those, items that it does not contain. */
  readonly added: number
  /** Ids that were listed without a body. */
  readonly withoutData: number
  /** Latest count of the service. */
  readonly total: number | null
  /** Returns whether all responses contain this count. */
  hasConstantTotal(total: number | null): boolean
  readonly order: ListOrder
  /** Newest time on its first page, in milliseconds since 1970. */
  readonly newest: number | null
  /** Returns the next range, at most `maxLength` long; null once an older item or the end is reached. */
  next(maxLength: number): OffsetRange | null
  addPage(page: PageOutcome): void
}

const DEFAULT_FIRST_PAGE_SIZE = 100
const PAGE_GROWTH_FACTOR = 4

export interface TopOptions {
  /** Items to read at least, to check the order; default 0. */
  readonly minItems?: number
  /** Default 100. */
  readonly firstPageSize?: number
  /**
   * A time that the list contained, in milliseconds since 1970; its first item is not older. Default `since`.
   */
  readonly knownTime?: number
}

/**
 * Creates a read.
 * @param since in milliseconds since 1970; items with exactly this time are read again.
 */
export function createTopRead(
  since: number,
  { minItems = 0, firstPageSize = DEFAULT_FIRST_PAGE_SIZE, knownTime = since }: TopOptions = {},
): TopRead {
  const orderCheck = createOrderCheck()
  const totals: (number | null)[] = []
  let reachedOffset = 0
  let hasEnded = false
  let newOrAltered = 0
  let changed = 0
  let added = 0
  let withoutData = 0
  let startsTooOld = false
  let newest: number | null = null
  let limit = firstPageSize

  return {
    get pages() {
      return totals.length
    },
    get newOrAltered() {
      return newOrAltered
    },
    get changed() {
      return changed
    },
    get added() {
      return added
    },
    get withoutData() {
      return withoutData
    },
    hasConstantTotal: (total) => totals.every((count) => count === total),
    get total() {
      return totals.at(-1) ?? null
    },
    get order() {
      return startsTooOld ? 'broken' : orderCheck.order
    },
    get newest() {
      return newest
    },
    next(maxLength) {
      if (hasEnded) return null
      const length = Math.max(1, Math.min(limit, maxLength))
      // Pages share one item, as in a sweep.
      const start = reachedOffset > 0 && length > 1 ? reachedOffset - 1 : reachedOffset
      return { start, end: start + length }
    },
    addPage(page) {
      const { range } = page
      const end = (page.skip ?? range.start) + page.listed
      if (totals.length === 0) {
        newest = instantOf(page.newestUpdatedAt)
        // The item with that time still exists, or the count would be smaller, so it or a newer one comes
        // first.
        startsTooOld = newest === null || newest < knownTime
      }
      totals.push(page.totalCount)
      newOrAltered += page.fresh + page.altered
      changed += page.fresh - page.unchanged + page.altered
      added += page.added
      withoutData += page.withoutEntity.length
      orderCheck.addPage(page)
      const oldest = instantOf(page.oldestUpdatedAt)
      const isOlderReached = page.undated > 0 || (oldest !== null && oldest < since)
      const atEnd = page.totalCount !== null && end >= page.totalCount
      // A page without progress ends the read; the count reveals what is missing.
      hasEnded = (isOlderReached && end >= minItems) || atEnd || end <= reachedOffset
      reachedOffset = Math.max(reachedOffset, end)
      limit *= PAGE_GROWTH_FACTOR
    },
  }
}
