import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCoverage, totalLength, type OffsetRange } from './coverage.ts'

/** Result of a sweep through a list. */
export interface SweepResult {
  /** Latest count of the service; null if it has not sent one. */
  readonly total: number | null
  /** Offsets below the count that no page covered. */
  readonly missing: number
  /** Ids that were listed without a body in every attempt. */
  readonly withoutData: number
  /** Whether every page repeats the first one. */
  readonly onlyRepeats: boolean
}

/** Tracks one sweep of a list: received pages, the next range to request, and when to stop. */
export interface SweepProgress {
  readonly total: number | null
  /** Why further requests are useless: pages are empty, only repeat items, or are refused. */
  readonly exhausted: 'nothing' | 'repeats' | 'refused' | null
  /**
   * Whether each page shares an item with the pages before it. Then no unchanged item was missed between two
   * pages, whatever was added or deleted between their responses.
   */
  readonly isContinuous: boolean
  /** Returns the next range to request, at most `maxLength` long and not in `busy`; null if none is left. */
  next(maxLength: number, busy: readonly OffsetRange[]): OffsetRange | null
  /** Adds a page. Throws `badAnswer` for an absurd count. */
  addPage(page: PageOutcome): void
  /**
   * Ends the sweep where the service refuses even one item, such as at an offset beyond its limit. The rest
   * is missing. Returns false if no page was received before, or nothing would be missing.
   */
  endAtRefusal(start: number): boolean
  result(): SweepResult
}

/** Ids that a page listed without a body. */
interface MissingBodies {
  readonly range: OffsetRange
  readonly ids: ReadonlySet<string>
  readonly attempts: number
}

/** Items that each page shares with the previous one. */
const OVERLAP = 1
/** Requests for a range before it counts as missing. */
const MAX_ATTEMPTS = 3
/** Repeated requests for a page that listed ids without bodies. */
const MAX_BODY_ATTEMPTS = 2
/** After this many missing ranges in a row, the sweep stops. */
const MAX_CONSECUTIVE_MISSING = 3
/** Consecutive pages without new items that are always accepted. */
const MAX_PAGES_WITHOUT_NEW_ITEMS = 10
/** Length to which a list may grow during the sweep; the next download reads the rest. */
const maxLengthAfterGrowth = (total: number): number => total * 2 + 10_000
/** A longer count is an error of the service. */
const MAX_LIST_LENGTH = 100_000_000

export function createSweepProgress(): SweepProgress {
  const received = createCoverage()
  /** The received ranges, and those that are no longer requested. */
  const settled = createCoverage()
  const attempts = new Map<number, number>()
  let missingBodies: readonly MissingBodies[] = []

  let total: number | null = null
  let maxEnd = MAX_LIST_LENGTH
  let seen = 0
  let pages = 0
  let consecutiveMissing = 0
  let pagesWithoutNewItems = 0
  let repeats = 0
  let exhausted: SweepProgress['exhausted'] = null
  let isContinuous = true

  const end = (): number => Math.min(total ?? Infinity, maxEnd)

  function updateTotal(count: number | null): void {
    if (count === null) return
    if (count > MAX_LIST_LENGTH) {
      throw new AppError('badAnswer', { params: { reason: messages.reasons.answer.absurdCount } })
    }
    if (total === null) maxEnd = maxLengthAfterGrowth(count)
    total = count
  }

  /** Returns the first unsettled offset at or after `from`. */
  function firstUnsettled(from: number): number {
    return settled.firstGap(Infinity, 1, from > 0 ? [{ start: 0, end: from }] : [])?.start ?? Infinity
  }

  /** Records a page that lacks the first offset it was requested for. */
  function recordFailedAttempt(start: number, requested: OffsetRange, page: PageOutcome): void {
    const attemptCount = (attempts.get(start) ?? 0) + 1
    attempts.set(start, attemptCount)
    if (attemptCount < MAX_ATTEMPTS) return
    settled.cover(start, Math.max(requested.end, start + 1))
    consecutiveMissing += 1
    if (consecutiveMissing >= MAX_CONSECUTIVE_MISSING) exhausted = page.repeated > 0 ? 'repeats' : 'nothing'
  }

  function countRepeats(page: PageOutcome): void {
    const newItems = page.seen - seen
    seen = page.seen
    if (page.listed === 0) return
    pages += 1
    pagesWithoutNewItems = newItems > 0 ? 0 : pagesWithoutNewItems + 1
    repeats = newItems > 0 ? 0 : repeats + page.listed
    // A change of the list moves at most the records that were read. More repeats mean that the service
    // ignores the offset.
    if (pagesWithoutNewItems >= MAX_PAGES_WITHOUT_NEW_ITEMS && repeats > seen) exhausted = 'repeats'
  }

  function updateMissingBodies(requested: OffsetRange, page: PageOutcome): void {
    const retried = missingBodies.find(({ range }) => range.start === requested.start)
    if (retried === undefined) {
      if (page.withoutEntity.length === 0) return
      const range = {
        start: requested.start,
        end: Math.max(requested.start + page.listed, requested.start + 1),
      }
      missingBodies = [...missingBodies, { range, ids: new Set(page.withoutEntity), attempts: 0 }]
      return
    }
    // Other items of the page have been staged already.
    const ids = new Set(page.withoutEntity.filter((id) => retried.ids.has(id)))
    const requestedPart = {
      range: { ...retried.range, end: Math.min(retried.range.end, requested.end) },
      ids,
    }
    const rest = { range: { start: requested.end, end: retried.range.end }, ids: retried.ids }
    missingBodies = missingBodies.flatMap((entry) => {
      if (entry !== retried) return [entry]
      return [
        ...(ids.size > 0 ? [{ ...requestedPart, attempts: retried.attempts + 1 }] : []),
        ...(rest.range.end > rest.range.start ? [{ ...rest, attempts: retried.attempts }] : []),
      ]
    })
  }

  /**
   * Returns the next gap with the item before it. The last page may exceed the count, to include new items.
   */
  function nextGap(maxLength: number, busy: readonly OffsetRange[]): OffsetRange | null {
    // The shared item belongs to the previous page.
    const busyRanges = busy.map(({ start, end: last }) => ({
      start: start > 0 && last - start > OVERLAP ? start + OVERLAP : start,
      end: last,
    }))
    const gap = settled.firstGap(Infinity, maxLength, busyRanges)
    if (gap === null || gap.start >= end()) return null
    // If a page contained only the shared item, the next request omits it.
    const shared = gap.start > 0 && maxLength > OVERLAP && !attempts.has(gap.start) ? OVERLAP : 0
    return { start: gap.start - shared, end: Math.min(gap.end, gap.start + maxLength - shared) }
  }

  return {
    get total() {
      return total
    },
    get exhausted() {
      return exhausted
    },
    get isContinuous() {
      return isContinuous
    },
    next(maxLength, busy) {
      if (exhausted !== null) return null
      const gap = nextGap(maxLength, busy)
      if (gap !== null) return gap
      const isBusy = (start: number): boolean => busy.some((range) => range.start === start)
      const missing = missingBodies.find(
        ({ range, attempts: attemptCount }) => attemptCount < MAX_BODY_ATTEMPTS && !isBusy(range.start),
      )
      if (missing === undefined) return null
      const { start, end: last } = missing.range
      return { start, end: Math.min(last, start + maxLength) }
    },
    addPage(page) {
      const { range } = page
      updateTotal(page.totalCount)
      const firstUnsettledOffset = firstUnsettled(range.start)
      // Pages are added from the top down, so a page after a gap shares nothing with the page that fills it.
      if (page.listed > 0 && range.start > 0 && (page.repeated === 0 || firstUnsettled(0) < range.start)) {
        isContinuous = false
      }
      const start = page.skip ?? range.start
      received.cover(start, start + page.listed)
      settled.cover(start, start + page.listed)
      updateMissingBodies(range, page)
      countRepeats(page)
      const isReceived = settled.covers(firstUnsettledOffset)
      // Without a count, an empty page ends the list.
      if (total === null && !isReceived) maxEnd = Math.min(maxEnd, firstUnsettledOffset)
      if (firstUnsettledOffset >= end() || firstUnsettledOffset >= range.end || isReceived)
        consecutiveMissing = 0
      else recordFailedAttempt(firstUnsettledOffset, range, page)
    },
    endAtRefusal(start) {
      if (total === null || start >= total || received.covers(start)) return false
      exhausted = 'refused'
      return true
    },
    result: () => ({
      total,
      missing: total === null ? 0 : totalLength(received.gaps(total)),
      withoutData: new Set(missingBodies.flatMap(({ ids }) => [...ids])).size,
      onlyRepeats: pages > 2 && pagesWithoutNewItems === pages - 1,
    }),
  }
}
