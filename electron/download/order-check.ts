import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'

/**
 * Whether the list is sorted newest first, so that changes are at its top. Items without a valid time belong
 * at its end; if they are elsewhere, or if no item has a time, the order is `unknown`.
 */
export type ListOrder = 'descending' | 'broken' | 'unknown'

/** Checks the order of a sweep, within each page and from page to page. */
export interface OrderCheck {
  readonly order: ListOrder
  /** Newest time on the first page, in milliseconds since 1970; later changes are not older. */
  readonly newestTime: number | null
  addPage(page: PageOutcome): void
}

/** Items that consecutive pages share. More of them mean that the list moved in between. */
const SHARED_ITEMS = 1

export function createOrderCheck(): OrderCheck {
  let order: ListOrder = 'descending'
  let newestTime: number | null = null
  let hasStarted = false
  let pageAbove: {
    readonly start: number
    readonly newest: number | null
    readonly undated: boolean
  } | null = null

  /** Returns the order of a page relative to the page above it. */
  function compare(newest: number | null, { range, repeated }: PageOutcome): ListOrder {
    if (pageAbove === null || newest === null || repeated > SHARED_ITEMS) return 'descending'
    // A gap that is filled later is above the previous page.
    if (range.start < pageAbove.start) return 'descending'
    if (pageAbove.undated) return 'unknown'
    // Items newer than the first page changed since then, and may be anywhere.
    const isUnchanged = newestTime === null || newest <= newestTime
    return isUnchanged && pageAbove.newest !== null && newest > pageAbove.newest ? 'broken' : 'descending'
  }

  return {
    get order() {
      return hasStarted && newestTime === null && order === 'descending' ? 'unknown' : order
    },
    get newestTime() {
      return newestTime
    },
    addPage(page) {
      if (page.listed === 0) return
      const newest = instantOf(page.newestUpdatedAt)
      if (page.range.start === 0) {
        newestTime ??= newest
        hasStarted = true
      }
      const pageOrder = page.order === 'descending' ? compare(newest, page) : page.order
      if (order !== 'broken' && pageOrder !== 'descending') order = pageOrder
      pageAbove = { start: page.range.start, newest, undated: page.undated > 0 }
    },
  }
}
