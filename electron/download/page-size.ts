import type { PageOutcome } from '../store/types.ts'

/** What a page turned out to be, for {@link PageSize.learn}. */
export interface PageSeen {
  /** The `limit` that was sent. */
  readonly asked: number
  /** The `limit` that the answer says was applied; null when it says none. */
  readonly stated: number | null
  /** Ids that it listed. */
  readonly listed: number
  /** Records from the page's beginning to the end of the list; null when unknown. */
  readonly toEnd: number | null
  /** From the request to the last byte of the answer, in milliseconds. */
  readonly tookMs: number
}

/**
 * How many records to ask for. The greatest `limit` is not documented (service interface, section 8): it is
 * learned from what the service applies, made smaller when it refuses or takes too long, and greater while full pages
 * come back quickly.
 */
export interface PageSize {
  readonly current: number
  /** Whether a page of this size has come; until then pages are asked for one at a time. */
  readonly proven: boolean
  learn(page: PageSeen): void
  /** Makes it smaller after a refusal of `asked`; false when it cannot become smaller. */
  refused(asked: number): boolean
  /** Makes it much smaller after a time-out; false when it cannot, or when that has not helped. */
  tookTooLong(asked: number): boolean
}

export const FIRST_PAGE_SIZE = 200
/** Greater pages bring nothing more, and cost memory on both sides. */
export const LARGEST_PAGE_SIZE = 1_000
/** A page that comes sooner could have been twice as long. */
const QUICK_MS = 1_000

/** A short page that does not say what was applied never makes the size smaller than this: gaps are refilled. */
const SMALLEST_GUESS = 25
/** So many short pages in a row are a rule of the service rather than an accident. */
const SHORT_PAGES_BELIEVED = 3
/** Each time-out costs minutes: after so many in a row it is not the size. Before any page came, one is enough. */
const TIMEOUTS_IN_A_ROW = 2

/** The page size to go on with after these pages. */
export function sizeAfter(pages: readonly PageOutcome[]): number {
  const last = pages.findLast(({ place, listed }) => place.part === 'sweep' && listed > 0)
  if (last === undefined) return FIRST_PAGE_SIZE
  const asked = last.place.end - last.place.start
  const size = last.limit !== null && last.limit >= 1 ? Math.min(asked, last.limit) : asked
  return Math.max(1, Math.min(size, LARGEST_PAGE_SIZE))
}

export function createPageSize(first: number = FIRST_PAGE_SIZE): PageSize {
  let current = first
  let proven = false
  let shortInARow = 0
  let longestShort = 0
  let timeoutsLeft = 1
  /** What has been refused, or was not applied, is not asked for again. */
  let ceiling = LARGEST_PAGE_SIZE

  function shrink(asked: number, by: number): void {
    settle(Math.max(1, Math.floor(asked / by)))
    proven = false
  }

  function settle(most: number): void {
    current = Math.min(current, most)
    ceiling = Math.min(ceiling, current)
  }

  function grow(tookMs: number): void {
    if (tookMs >= QUICK_MS || current >= ceiling) return
    current = Math.min(current * 2, ceiling)
    // One page at a time shows what the service makes of it.
    proven = false
  }

  return {
    get current() {
      return current
    },
    get proven() {
      return proven
    },
    learn({ asked, stated, listed, toEnd, tookMs }) {
      timeoutsLeft = TIMEOUTS_IN_A_ROW
      const full = Math.min(asked, toEnd ?? Infinity)
      if (listed >= full) {
        if (asked < current) return
        // A service with a smallest page of its own sends more than was asked for.
        if (listed > asked) current = listed
        proven = true
        shortInARow = 0
        longestShort = 0
        if (listed >= asked) grow(tookMs)
        return
      }
      if (stated !== null && stated >= 1 && stated < asked) {
        settle(Math.max(stated, listed))
        proven = true
        return
      }
      if (listed === 0) return
      shortInARow += 1
      longestShort = Math.max(longestShort, listed)
      if (shortInARow < SHORT_PAGES_BELIEVED) return
      settle(Math.max(longestShort, SMALLEST_GUESS))
      proven = true
      shortInARow = 0
      longestShort = 0
    },
    refused(asked) {
      if (asked <= 1) return false
      shrink(asked, 2)
      return true
    },
    tookTooLong(asked) {
      // Pages that were in flight at the older, greater size say nothing about the present one.
      if (asked > current) return true
      if (asked <= 1 || timeoutsLeft === 0) return false
      timeoutsLeft -= 1
      shrink(asked, 4)
      return true
    },
  }
}
