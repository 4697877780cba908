import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import { createOrderWatch, type ListOrder } from './order.ts'

/** One reading of a list from its top, page after page, down to what is older than a mark. */
export interface TopReading {
  /** Pages that it took so far. */
  readonly pages: number
  /** Items that the download did not have before, or not in this form. */
  readonly news: number
  /** Items that the copy in use does not hold, or not in this form. */
  readonly changed: number
  /** Of those, items that it does not hold. */
  readonly added: number
  /** Ids that it listed without their data. */
  readonly withoutData: number
  /** The latest count of the service. */
  readonly total: number | null
  /** Whether all its answers gave this count. */
  counted(total: number | null): boolean
  readonly order: ListOrder
  /** Newest time on its first page, in milliseconds since 1970. */
  readonly newest: number | null
  /** The next page to ask for, at most `longest` long; null when an older item, or the end, was reached. */
  next(longest: number): Stretch | null
  enter(page: PageOutcome): void
}

/** Enough for the changes of a while. */
const FIRST_PAGE = 100
const GROWTH = 4

export interface TopOptions {
  /** How many items to read at least, for the list to show that it is in order; 0 when left out. */
  readonly least?: number
  /** Length of the first page; 100 when left out. */
  readonly firstPage?: number
  /** A time that the list had, in milliseconds since 1970: its first item is not older; `mark` when left out. */
  readonly known?: number
}

/** `mark` in milliseconds since 1970; items of that very time are read again. */
export function createTopReading(
  mark: number,
  { least = 0, firstPage = FIRST_PAGE, known = mark }: TopOptions = {},
): TopReading {
  const watch = createOrderWatch()
  const totals: (number | null)[] = []
  let reached = 0
  let ended = false
  let news = 0
  let changed = 0
  let added = 0
  let withoutData = 0
  let falls = false
  let newest: number | null = null
  let limit = firstPage

  return {
    get pages() {
      return totals.length
    },
    get news() {
      return news
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
    counted: (total) => totals.every((told) => told === total),
    get total() {
      return totals.at(-1) ?? null
    },
    get order() {
      return falls ? 'broken' : watch.order
    },
    get newest() {
      return newest
    },
    next(longest) {
      if (ended) return null
      const length = Math.max(1, Math.min(limit, longest))
      // One item of the page before is read again, as in a sweep.
      const start = reached > 0 && length > 1 ? reached - 1 : reached
      return { start, end: start + length }
    },
    enter(page) {
      const { place } = page
      const end = (page.skip ?? place.start) + page.listed
      if (totals.length === 0) {
        newest = instantOf(page.newestUpdatedAt)
        // The item of that time is there still, or the list would be shorter: it, or a newer one, comes first.
        falls = newest === null || newest < known
      }
      totals.push(page.totalCount)
      news += page.fresh + page.altered
      changed += page.fresh - page.unchanged + page.altered
      added += page.added
      withoutData += page.withoutEntity.length
      watch.enter(page)
      const oldest = instantOf(page.oldestUpdatedAt)
      const older = page.undated > 0 || (oldest !== null && oldest < mark)
      const atEnd = page.totalCount !== null && end >= page.totalCount
      // A page that leads no further ends the reading: what it lacks, the count shows.
      ended = (older && end >= least) || atEnd || end <= reached
      reached = Math.max(reached, end)
      limit *= GROWTH
    },
  }
}
