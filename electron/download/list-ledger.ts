import { AppError } from '../contract/app-error.ts'
import { PAGE_REASONS } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCoverage, lengthOf, type Stretch } from './coverage.ts'

/** What a sweep through a list has brought. */
export interface ListReading {
  /** The latest count of the service; null as long as it has not given one. */
  readonly total: number | null
  /** Records below the count whose offsets no answer covered. */
  readonly missing: number
  /** Ids that were listed without their data, however often they were asked for. */
  readonly withoutData: number
  /** Whether every page brought what the first one had brought. */
  readonly onlyRepeats: boolean
}

/** The book that is kept over one sweep of a list: what came, what is still to be asked for, when to stop. */
export interface ListLedger {
  readonly total: number | null
  /** Why asking on is useless: nothing comes any more, or nothing new. */
  readonly exhausted: 'nothing' | 'repeats' | null
  /**
   * Whether each page shares an item with the pages before it. Then no item that kept its place among the others
   * slipped through between two pages, whatever was added or removed between their answers.
   */
  readonly continuous: boolean
  /** The next stretch to ask for, at most `longest` long, beside those that are `busy`; null: none is left. */
  next(longest: number, busy: readonly Stretch[]): Stretch | null
  /** Enters an answer. Throws `badAnswer` for a count beyond all sense. */
  enter(page: PageOutcome): void
  reading(): ListReading
}

/** Ids that a page listed without their data. */
interface Hollow {
  readonly stretch: Stretch
  readonly ids: ReadonlySet<string>
  readonly attempts: number
}

/** How many items each page shares with the one before it. */
const OVERLAP = 1
/** How often a stretch is asked for before it counts as missing. */
const ATTEMPTS = 3
/** How often pages that listed ids without their data are asked for again. */
const ATTEMPTS_FOR_DATA = 2
/** So many stretches missing in a row: nothing more is to be had. */
const MISSING_IN_A_ROW = 3
/** Pages without anything new that are always tolerated in a row. */
const REPEATS_TOLERATED = 10
/** A list may grow to this while it is read; what is beyond is left to the next download. */
const growthBound = (total: number): number => total * 2 + 10_000
/** No list is as long as that; such a count is an error of the service. */
const LONGEST_LIST = 100_000_000

export function createLedger(): ListLedger {
  /** Offsets that an answer covered. */
  const received = createCoverage()
  /** Those, and the ones that are not asked for any more. */
  const settled = createCoverage()
  const attempts = new Map<number, number>()
  let hollows: readonly Hollow[] = []

  let total: number | null = null
  let bound = LONGEST_LIST
  let seen = 0
  let pages = 0
  let missingInARow = 0
  let pagesWithoutNews = 0
  let repeats = 0
  let exhausted: ListLedger['exhausted'] = null
  let continuous = true

  const end = (): number => Math.min(total ?? Infinity, bound)

  function tellTotal(told: number | null): void {
    if (told === null) return
    if (told > LONGEST_LIST) {
      throw new AppError('badAnswer', { params: { reason: PAGE_REASONS.absurdCount } })
    }
    if (total === null) bound = growthBound(told)
    total = told
  }

  /** First offset that is not settled, at or after this one. */
  function firstOpen(from: number): number {
    return settled.firstGap(Infinity, 1, from > 0 ? [{ start: 0, end: from }] : [])?.start ?? Infinity
  }

  /** The answer came without the first record that was wanted. */
  function fruitless(wanted: number, asked: Stretch, page: PageOutcome): void {
    const tried = (attempts.get(wanted) ?? 0) + 1
    attempts.set(wanted, tried)
    if (tried < ATTEMPTS) return
    settled.cover(wanted, Math.max(asked.end, wanted + 1))
    missingInARow += 1
    if (missingInARow >= MISSING_IN_A_ROW) exhausted = page.repeated > 0 ? 'repeats' : 'nothing'
  }

  function countRepeats(page: PageOutcome): void {
    const news = page.seen - seen
    seen = page.seen
    if (page.listed === 0) return
    pages += 1
    pagesWithoutNews = news > 0 ? 0 : pagesWithoutNews + 1
    repeats = news > 0 ? 0 : repeats + page.listed
    // A change of the list moves at most the records that were read: more repeats than that are not drift, but
    // a service that ignores the offset.
    if (pagesWithoutNews >= REPEATS_TOLERATED && repeats > seen) exhausted = 'repeats'
  }

  function noteData(asked: Stretch, page: PageOutcome): void {
    const known = hollows.find(({ stretch }) => stretch.start === asked.start)
    if (known === undefined) {
      if (page.withoutEntity.length === 0) return
      const stretch = { start: asked.start, end: Math.max(asked.start + page.listed, asked.start + 1) }
      hollows = [...hollows, { stretch, ids: new Set(page.withoutEntity), attempts: 0 }]
      return
    }
    // Only those that had no data before: the others on the page have been staged.
    const ids = new Set(page.withoutEntity.filter((id) => known.ids.has(id)))
    const again = { stretch: { ...known.stretch, end: Math.min(known.stretch.end, asked.end) }, ids }
    const rest = { stretch: { start: asked.end, end: known.stretch.end }, ids: known.ids }
    hollows = hollows.flatMap((hollow) => {
      if (hollow !== known) return [hollow]
      return [
        ...(ids.size > 0 ? [{ ...again, attempts: known.attempts + 1 }] : []),
        ...(rest.stretch.end > rest.stretch.start ? [{ ...rest, attempts: known.attempts }] : []),
      ]
    })
  }

  /** The next gap, with the item before it. A last page asks for more than the count leaves: what is new. */
  function nextGap(longest: number, busy: readonly Stretch[]): Stretch | null {
    // What a page shares with the one before it is that one's to bring.
    const taken = busy.map(({ start, end: last }) => ({
      start: start > 0 && last - start > OVERLAP ? start + OVERLAP : start,
      end: last,
    }))
    const gap = settled.firstGap(Infinity, longest, taken)
    if (gap === null || gap.start >= end()) return null
    // Where a page brought no more than what it shared, the next one is asked for without.
    const shared = gap.start > 0 && longest > OVERLAP && !attempts.has(gap.start) ? OVERLAP : 0
    return { start: gap.start - shared, end: Math.min(gap.end, gap.start + longest - shared) }
  }

  return {
    get total() {
      return total
    },
    get exhausted() {
      return exhausted
    },
    get continuous() {
      return continuous
    },
    next(longest, busy) {
      if (exhausted !== null) return null
      const gap = nextGap(longest, busy)
      if (gap !== null) return gap
      const isBusy = (start: number): boolean => busy.some((stretch) => stretch.start === start)
      const hollow = hollows.find(
        ({ stretch, attempts: tried }) => tried < ATTEMPTS_FOR_DATA && !isBusy(stretch.start),
      )
      if (hollow === undefined) return null
      const { start, end: last } = hollow.stretch
      return { start, end: Math.min(last, start + longest) }
    },
    enter(page) {
      const { place } = page
      tellTotal(page.totalCount)
      const wanted = firstOpen(place.start)
      // Pages are entered from the top down: one with a gap before it shares nothing with what is to fill the gap.
      if (page.listed > 0 && place.start > 0 && (page.repeated === 0 || firstOpen(0) < place.start)) {
        continuous = false
      }
      const start = page.skip ?? place.start
      received.cover(start, start + page.listed)
      settled.cover(start, start + page.listed)
      noteData(place, page)
      countRepeats(page)
      const came = settled.covers(wanted)
      // A service that gives no count ends its list with a page that brings nothing.
      if (total === null && !came) bound = Math.min(bound, wanted)
      if (wanted >= end() || wanted >= place.end || came) missingInARow = 0
      else fruitless(wanted, place, page)
    },
    reading: () => ({
      total,
      missing: total === null ? 0 : lengthOf(received.gaps(total)),
      withoutData: new Set(hollows.flatMap(({ ids }) => [...ids])).size,
      onlyRepeats: pages > 2 && pagesWithoutNews === pages - 1,
    }),
  }
}
