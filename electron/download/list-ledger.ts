import { AppError } from '../contract/app-error.ts'
import { PAGE_REASONS } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCoverage, lengthOf, type Stretch } from './coverage.ts'

export interface ListProgress {
  /** The latest count of the service; null as long as it has not given one. */
  readonly total: number | null
  /** The list got shorter while it was read, so that records may have slipped past unseen. */
  readonly shrank: boolean
}

/** What reading a list has brought. */
export interface ListReading extends ListProgress {
  /** Records below the count whose offsets no answer covered. */
  readonly missing: number
  /** Stretches of the pages that listed ids without their data. */
  readonly withoutData: readonly Stretch[]
}

/** The book that is kept over one reading of a list: what came, what is still to be asked for, when to stop. */
export interface ListLedger extends ListProgress {
  /** Whether asking on is useless: nothing comes any more, or nothing new. */
  readonly exhausted: boolean
  /** The next stretch to ask for, at most `longest` long, that touches none of `busy`; null: none is left. */
  next(longest: number, busy: readonly Stretch[]): Stretch | null
  /** Enters the answer to the request for `asked`. Throws `badAnswer` for a count beyond all sense. */
  enter(asked: Stretch, page: PageOutcome): void
  reading(): ListReading
}

export interface LedgerOptions {
  /** The only stretches to read; left out: everything. */
  readonly only?: readonly Stretch[] | undefined
  /** The count that an earlier reading was told. */
  readonly total?: number | null | undefined
}

/** How often a stretch is asked for before it counts as missing. */
const ATTEMPTS = 3
/** So many stretches missing in a row: nothing more is to be had. */
const MISSING_IN_A_ROW = 3
/** Pages without anything new that are always tolerated in a row. */
const REPEATS_TOLERATED = 25
/** A list may grow to this while it is read; what is beyond is left to the next download. */
const growthBound = (total: number): number => total * 2 + 10_000
/** No list is as long as that; such a count is an error of the service. */
const LONGEST_LIST = 100_000_000

export function createLedger(options: LedgerOptions = {}): ListLedger {
  /** Offsets that an answer covered. */
  const received = createCoverage()
  /** Those, and the ones that are not asked for (any more). */
  const settled = createCoverage()
  const withoutData = createCoverage()
  const attempts = new Map<number, number>()

  let total = options.total ?? null
  let bound = total === null ? LONGEST_LIST : growthBound(total)
  let shrank = false
  let missingInARow = 0
  let pagesWithoutNews = 0
  let repeats = 0
  let exhausted = false

  if (options.only !== undefined) {
    let start = 0
    for (const stretch of options.only) {
      settled.cover(start, stretch.start)
      start = stretch.end
    }
    settled.cover(start, Infinity)
  }

  const end = (): number => Math.min(total ?? Infinity, bound)

  function tellTotal(told: number | null): void {
    if (told === null) return
    if (told > LONGEST_LIST) {
      throw new AppError('badAnswer', { params: { reason: PAGE_REASONS.absurdCount } })
    }
    if (total === null) bound = growthBound(told)
    else if (told < total) shrank = true
    total = told
  }

  /** The answer came without the first record that was asked for. */
  function fruitless(asked: Stretch): void {
    const tried = (attempts.get(asked.start) ?? 0) + 1
    attempts.set(asked.start, tried)
    if (tried < ATTEMPTS) return
    settled.cover(asked.start, asked.end)
    missingInARow += 1
    if (missingInARow >= MISSING_IN_A_ROW) exhausted = true
  }

  function countRepeats(page: PageOutcome): void {
    if (page.listed === 0) return
    pagesWithoutNews = page.fresh > 0 ? 0 : pagesWithoutNews + 1
    repeats = page.fresh > 0 ? 0 : repeats + page.listed
    // A change of the list moves at most the records that were read: more repeats than that are not drift, but
    // a service that ignores the offset.
    if (pagesWithoutNews >= REPEATS_TOLERATED && repeats > page.staged) exhausted = true
  }

  return {
    get total() {
      return total
    },
    get shrank() {
      return shrank
    },
    get exhausted() {
      return exhausted
    },
    next(longest, busy) {
      if (exhausted) return null
      // A last page asks for more than the count leaves, so that it brings along what was added meanwhile.
      const gap = settled.firstGap(Infinity, longest, busy)
      return gap !== null && gap.start < end() ? gap : null
    },
    enter(asked, page) {
      tellTotal(page.totalCount)
      const start = page.skip ?? asked.start
      received.cover(start, start + page.listed)
      settled.cover(start, start + page.listed)
      if (page.withoutEntity.length > 0) withoutData.cover(start, start + page.listed)
      countRepeats(page)
      // A service that gives no count ends its list with an empty page.
      if (total === null && page.listed === 0) bound = Math.min(bound, asked.start)
      if (asked.start >= end() || settled.covers(asked.start)) missingInARow = 0
      else fruitless(asked)
    },
    reading: () => ({
      total,
      missing: total === null ? 0 : lengthOf(received.gaps(total)),
      withoutData: withoutData.stretches(),
      shrank,
    }),
  }
}
