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
  /** Of the answer. */
  readonly bytes: number
}

/**
 * How many records to ask for. The greatest `limit` is not documented (service interface, section 8): it is
 * learned from what the service applies, made smaller when it refuses or takes too long, and greater while full pages
 * come back quickly, as far as they would still be quick if their time grew with their length, and as far as memory allows.
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
/** A page of this size is in memory several times over: as it was received, as its items, and as rows. */
const WANTED_PAGE_BYTES = 8 * 1024 * 1024
/** A page that comes sooner could have been longer, and at least twice as long. */
const QUICK_MS = 1_000

/** A short page that does not say what was applied never makes the size smaller than this: gaps are refilled. */
const SMALLEST_GUESS = 25
/** So many short pages in a row are a rule of the service rather than an accident. */
const SHORT_PAGES_BELIEVED = 3
/** Each time-out costs minutes: after so many in a row it is not the size. Before any page came, one is enough. */
const TIMEOUTS_IN_A_ROW = 2

type PageSeenInJournal = Omit<PageSeen, 'tookMs' | 'bytes'>

/** What a page tells, but for what its answer took. */
export function seenOf({ place, skip, limit, listed, totalCount }: PageOutcome): PageSeenInJournal {
  const toEnd = totalCount === null ? null : Math.max(0, totalCount - (skip ?? place.start))
  return { asked: place.end - place.start, stated: limit, listed, toEnd }
}

/** Whether a page held all that was asked for, or all that there is. */
function isFull({ asked, listed, toEnd }: PageSeenInJournal): boolean {
  return listed >= Math.min(asked, toEnd ?? Infinity)
}

/** The page size that the service says it applied instead of a greater one; null where it did not. */
function appliedInstead(page: PageSeenInJournal): number | null {
  const { asked, stated, listed } = page
  if (isFull(page) || stated === null || stated < 1 || stated >= asked) return null
  return Math.max(stated, listed)
}

/**
 * The size to go on with after the pages of a journal, and the greatest one to ask for: what the service has said that
 * it applied, else a size that came in full more than once, the greatest of all. Why it grew no further then, the
 * journal does not tell: a greater one was refused, or took too long. To learn that anew may cost minutes.
 */
function sizesAfter(journal: readonly PageOutcome[]): { readonly first: number; readonly most: number } {
  const pages = journal.filter(({ place, listed }) => place.part === 'sweep' && listed > 0).map(seenOf)
  const last = pages.at(-1)
  if (last === undefined) return { first: FIRST_PAGE_SIZE, most: LARGEST_PAGE_SIZE }
  const full = pages.filter(({ asked, listed }) => listed >= asked).map(({ asked }) => asked)
  const greatest = full.reduce((size, asked) => Math.max(size, asked), 0)
  const stayed = full.filter((asked) => asked === greatest).length > 1
  const most = pages.reduce(
    (size, page) => Math.min(size, appliedInstead(page) ?? size),
    stayed ? Math.min(greatest, LARGEST_PAGE_SIZE) : LARGEST_PAGE_SIZE,
  )
  return { first: Math.min(appliedInstead(last) ?? last.asked, most), most }
}

/** `journal`: the pages that an earlier run has staged; what they have shown is not tried again. */
export function createPageSize(journal: readonly PageOutcome[] = []): PageSize {
  const { first, most } = sizesAfter(journal)
  let current = first
  let proven = false
  let shortInARow = 0
  let longestShort = 0
  let timeoutsLeft = 1
  /** What has been refused, or was not applied, is not asked for again. */
  let ceiling = most

  function shrink(asked: number, by: number): void {
    settle(Math.max(1, Math.floor(asked / by)))
    proven = false
  }

  function settle(size: number): void {
    current = Math.min(current, size)
    ceiling = Math.min(ceiling, current)
  }

  function grow(tookMs: number, most: number): void {
    if (tookMs >= QUICK_MS || current >= Math.min(ceiling, most)) return
    const still = Math.floor((current * QUICK_MS) / Math.max(1, tookMs))
    current = Math.min(Math.max(still, current * 2), ceiling, most)
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
    learn(page) {
      const { asked, listed, tookMs, bytes } = page
      timeoutsLeft = TIMEOUTS_IN_A_ROW
      const most = listed === 0 ? Infinity : Math.max(1, Math.floor((listed * WANTED_PAGE_BYTES) / bytes))
      current = Math.min(current, most)
      if (isFull(page)) {
        if (asked < current) return
        // A service with a smallest page of its own sends more than was asked for.
        if (listed > asked) current = listed
        proven = true
        shortInARow = 0
        longestShort = 0
        if (listed >= asked) grow(tookMs, most)
        return
      }
      const applied = appliedInstead(page)
      if (applied !== null) {
        settle(applied)
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
