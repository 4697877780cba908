import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'

/**
 * Whether the list comes newest first: what tells that changes are found at its top. Items without a readable time
 * stand at its end; where they do not, or where nothing has a time, the order is `unknown`.
 */
export type ListOrder = 'descending' | 'broken' | 'unknown'

/** Watches the order of a sweep, down each page and from page to page. */
export interface OrderWatch {
  readonly order: ListOrder
  /** Newest time on the first page, in milliseconds since 1970: what changes afterwards is not older. */
  readonly mark: number | null
  enter(page: PageOutcome): void
}

/** Pages share one item; more than that, and the list moved between their answers. */
const SHARED = 1

export function createOrderWatch(): OrderWatch {
  let order: ListOrder = 'descending'
  let mark: number | null = null
  let begun = false
  let above: { readonly start: number; readonly newest: number | null; readonly undated: boolean } | null =
    null

  /** Whether a page below another one shows that the list as a whole is not in order. */
  function compare(newest: number | null, { place, repeated }: PageOutcome): ListOrder {
    if (above === null || newest === null || repeated > SHARED) return 'descending'
    // A gap that is filled later stands above what came before it.
    if (place.start < above.start) return 'descending'
    if (above.undated) return 'unknown'
    // What is newer than the mark was changed since, and may turn up anywhere.
    const old = mark === null || newest <= mark
    return old && above.newest !== null && newest > above.newest ? 'broken' : 'descending'
  }

  return {
    get order() {
      return begun && mark === null && order === 'descending' ? 'unknown' : order
    },
    get mark() {
      return mark
    },
    enter(page) {
      if (page.listed === 0) return
      const newest = instantOf(page.newestUpdatedAt)
      if (page.place.start === 0) {
        mark ??= newest
        begun = true
      }
      const found = page.order === 'descending' ? compare(newest, page) : page.order
      if (order !== 'broken' && found !== 'descending') order = found
      above = { start: page.place.start, newest, undated: page.undated > 0 }
    },
  }
}
