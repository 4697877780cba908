import type { PageOutcome } from '../store/types.ts'

/** Measurements of one page. */
export interface PageSample {
  /** The `limit` that was sent. */
  readonly requested: number
  /** The `limit` that the response states; null if it states none. */
  readonly stated: number | null
  /** Number of ids that it listed. */
  readonly listed: number
  /** Records from the start of the page to the end of the list; null if unknown. */
  readonly toEnd: number | null
  /** From the request to the last byte, in milliseconds. */
  readonly tookMs: number
  /** Of the response. */
  readonly bytes: number
}

/**
 * Number of records to request. The maximum `limit` is not documented (service interface, section 8). The
 * size follows what the service applies, shrinks after refusals, time-outs and other failures, and grows while
 * full pages are fast, as far as the memory limit allows.
 */
export interface PageSize {
  readonly current: number
  /** Whether a page of this size was received; until then, pages are requested one at a time. */
  readonly isProven: boolean
  addSample(page: PageSample): void
  /** Halves the size after a refusal; returns false if that is impossible. */
  shrinkAfterRefusal(requested: number): boolean
  /** Shrinks the size after a time-out; returns false if that is impossible or has not helped. */
  shrinkAfterTimeout(requested: number): boolean
  /**
   * Returns to a size that worked after a failure that retries did not fix, or shrinks before the first page;
   * returns false if the size is not the cause.
   */
  shrinkAfterFailure(requested: number): boolean
}

export const INITIAL_PAGE_SIZE = 200
/** Larger pages are not faster, and cost memory on both sides. */
export const MAX_PAGE_SIZE = 1_000
/** A page is in memory several times: as bytes, as items and as rows. */
const TARGET_PAGE_BYTES = 8 * 1024 * 1024
/** After a faster page, the size at least doubles. */
const FAST_PAGE_MS = 1_000

/** Minimum after short pages that do not state a limit; gaps are filled anyway. */
const MIN_GUESSED_SIZE = 25
/** This many short pages in a row are a limit of the service rather than an accident. */
const SHORT_PAGES_BEFORE_SHRINKING = 3
/**
 * After this many time-outs, which take minutes, the size is not the cause. Before the first page, one is
 * enough.
 */
const MAX_CONSECUTIVE_TIMEOUTS = 2
const TIMEOUT_DIVISOR = 4

type JournalSample = Omit<PageSample, 'tookMs' | 'bytes'>

/** Returns the measurements that a journal contains. */
export function toPageSample({ range, skip, limit, listed, totalCount }: PageOutcome): JournalSample {
  const toEnd = totalCount === null ? null : Math.max(0, totalCount - (skip ?? range.start))
  return { requested: range.end - range.start, stated: limit, listed, toEnd }
}

/** Returns whether a page contains everything requested, or the rest of the list. */
function isFull({ requested, listed, toEnd }: JournalSample): boolean {
  return listed >= Math.min(requested, toEnd ?? Infinity)
}

/** Returns the smaller limit that the service applied; null if it applied the requested one. */
function appliedInstead(page: JournalSample): number | null {
  const { requested, stated, listed } = page
  if (isFull(page) || stated === null || stated < 1 || stated >= requested) return null
  return Math.max(stated, listed)
}

/**
 * Returns the initial and the maximum size after the pages of a journal. The maximum is the limit that the
 * service applied, or the largest size that was full more than once: larger ones were refused or took too
 * long, and trying them again may take minutes.
 */
function sizesAfter(journal: readonly PageOutcome[]): { readonly first: number; readonly max: number } {
  const pages = journal.filter(({ range, listed }) => range.part === 'sweep' && listed > 0).map(toPageSample)
  const last = pages.at(-1)
  if (last === undefined) return { first: INITIAL_PAGE_SIZE, max: MAX_PAGE_SIZE }
  const fullSizes = pages
    .filter(({ requested, listed }) => listed >= requested)
    .map(({ requested }) => requested)
  const largestFullSize = fullSizes.reduce((size, pageSize) => Math.max(size, pageSize), 0)
  const isConfirmed = fullSizes.filter((pageSize) => pageSize === largestFullSize).length > 1
  const max = pages.reduce(
    (size, page) => Math.min(size, appliedInstead(page) ?? size),
    isConfirmed ? Math.min(largestFullSize, MAX_PAGE_SIZE) : MAX_PAGE_SIZE,
  )
  return { first: Math.min(appliedInstead(last) ?? last.requested, max), max }
}

/** @param journal pages that an earlier run has staged. */
export function createPageSize(journal: readonly PageOutcome[] = []): PageSize {
  const { first: initial, max } = sizesAfter(journal)
  let current = initial
  let isProven = false
  let consecutiveShortPages = 0
  let largestShortPage = 0
  let timeoutsLeft = 1
  /** Whether a page arrived since the size shrank after a failure: a service that always fails is given up. */
  let mayShrinkAfterFailure = true
  /** Numbers of items of pages that arrived. */
  const received = new Set(
    journal
      .filter(({ range }) => range.part === 'sweep')
      .map(({ range, listed }) => Math.min(range.end - range.start, listed)),
  )
  /** Larger sizes were refused or not applied. */
  let ceiling = max

  function shrink(requested: number, divisor: number): void {
    limitTo(Math.max(1, Math.floor(requested / divisor)))
    isProven = false
  }

  function limitTo(size: number): void {
    current = Math.min(current, size)
    ceiling = Math.min(ceiling, current)
  }

  function grow(tookMs: number, pageLimit: number): void {
    if (tookMs >= FAST_PAGE_MS || current >= Math.min(ceiling, pageLimit)) return
    const fastSize = Math.floor((current * FAST_PAGE_MS) / Math.max(1, tookMs))
    current = Math.min(Math.max(fastSize, current * 2), ceiling, pageLimit)
    // Request one page first to see whether the service applies the new size.
    isProven = false
  }

  return {
    get current() {
      return current
    },
    get isProven() {
      return isProven
    },
    addSample(page) {
      const { requested, listed, tookMs, bytes } = page
      timeoutsLeft = MAX_CONSECUTIVE_TIMEOUTS
      mayShrinkAfterFailure = true
      received.add(Math.min(requested, listed))
      const pageLimit =
        listed === 0 ? Infinity : Math.max(1, Math.floor((listed * TARGET_PAGE_BYTES) / bytes))
      current = Math.min(current, pageLimit)
      if (isFull(page)) {
        if (requested < current) return
        // A service with a minimum page size sends more than requested.
        if (listed > requested) current = listed
        isProven = true
        consecutiveShortPages = 0
        largestShortPage = 0
        if (listed >= requested) grow(tookMs, pageLimit)
        return
      }
      const applied = appliedInstead(page)
      if (applied !== null) {
        limitTo(applied)
        isProven = true
        return
      }
      if (listed === 0) return
      consecutiveShortPages += 1
      largestShortPage = Math.max(largestShortPage, listed)
      if (consecutiveShortPages < SHORT_PAGES_BEFORE_SHRINKING) return
      limitTo(Math.max(largestShortPage, MIN_GUESSED_SIZE))
      isProven = true
      consecutiveShortPages = 0
      largestShortPage = 0
    },
    shrinkAfterRefusal(requested) {
      if (requested <= 1) return false
      shrink(requested, 2)
      return true
    },
    shrinkAfterTimeout(requested) {
      // Requests of an older, larger size do not count for the current one.
      if (requested > current) return true
      if (requested <= 1 || timeoutsLeft === 0) return false
      timeoutsLeft -= 1
      shrink(requested, TIMEOUT_DIVISOR)
      return true
    },
    shrinkAfterFailure(requested) {
      if (requested > current) return true
      const isFirstPage = received.size === 0
      const smaller = isFirstPage
        ? Math.floor(requested / TIMEOUT_DIVISOR)
        : Math.max(0, ...[...received].filter((size) => size < requested))
      if (smaller < 1 || !mayShrinkAfterFailure) return false
      mayShrinkAfterFailure = false
      limitTo(smaller)
      isProven = !isFirstPage
      return true
    },
  }
}
