import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import { createCounts, type Counts } from './counts.ts'
import { createLedger, type ListLedger } from './list-ledger.ts'
import { createOrderWatch, type OrderWatch } from './order.ts'
import { createTopReading, type TopReading } from './top.ts'

/** Why a list could not be read in full, with what the sentence needs. */
export type Shortcoming =
  | { readonly why: 'noCount' | 'repeats' | 'countUnsteady' }
  | { readonly why: 'invalidCount'; readonly stated: string }
  | { readonly why: 'withoutData'; readonly items: number }
  | { readonly why: 'counts' | 'restless'; readonly expected: number; readonly received: number }

/** What is to be done next. */
export type Step =
  /** Items that a discovery kept are to be staged. */
  | { readonly to: 'discovered' }
  | { readonly to: 'sweep'; readonly ledger: ListLedger }
  /** A page of a reading of the top; `next` gives which, of at most that length. */
  | { readonly to: 'top'; readonly round: number; readonly next: (longest: number) => Stretch | null }
  | { readonly to: 'pass'; readonly pass: number }
  | { readonly to: 'seal'; readonly total: number }
  | { readonly to: 'giveUp'; readonly total: number | null; readonly shortcoming: Shortcoming }

/**
 * Judges the reading of a whole list, page by page, and says what is to be done next. It depends on nothing but the
 * pages that were entered, in their order: a journal that is entered again leads to the same state.
 *
 * A list is called complete when its pages prove that the copy is the list as it was at one moment:
 * 1. *One page* held all of it.
 * 2. *Newest first.* The sweep was in order and continuous, so that everything that kept its place was on a page; what
 *    was changed or added since the sweep's first page is not older than the newest item of that page, and was found
 *    by reading the top down to there, again and again until a reading brought nothing. The service never counted
 *    fewer than before, and counts as many different items as were seen: nothing that was seen is gone, and nothing
 *    that is there was not seen. The copy is the list of the last reading's first answer.
 * 3. *Twice the same.* A second sweep found every item that it saw as an earlier one had left it, and as many as the
 *    service counted all the while: each was there when the one ended and the other began. This needs no order.
 * 4. *Discovered.* A discovery swept the list of all campaigns, in order and continuously, and its items of this campaign
 *    take the place of the first sweep in 2: what was changed or added since is not older than the newest item of the
 *    discovery's first page. The first reading of the top gives the count.
 *
 * Where none of these holds, another pass begins, a bounded number of times. See
 * docs/decisions/0015-completeness.md.
 */
export interface Judgement {
  readonly pass: number
  /** Different items that this pass has seen. */
  readonly seen: number
  /** The latest count of the service. */
  readonly total: number | null
  /** Whether this pass has shown that the order of the list proves nothing. */
  readonly unordered: boolean
  enter(page: PageOutcome): void
  next(): Step
  /** A page of this pass begins it too. */
  beginPass(number: number): void
  /** What to ask for to see, after an interruption, whether what was proven then is so still. */
  lookAgain(): Extract<Step, { to: 'top' }>
}

/** Sweeps at most; the last one is made whole, whatever it shows. */
const MOST_PASSES = 5
/** Passes that end as soon as they cannot prove anything any more. */
const PASSES_CUT_SHORT = 3
/** Readings of the top at most in one pass: a list that has not been quiet once by then does not keep still. */
const MOST_ROUNDS = 8

/** The usual reading of the top after a discovery finds nothing new, and one item shows that. */
const FIRST_PAGE_AFTER_DISCOVERY = 10

/** What was staged of a discovery. */
interface DiscoveredPart {
  readonly isLast: boolean
  /** Newest time on the discovery's first page, in milliseconds since 1970. */
  readonly mark: number
  /** Newest time of the campaign's items. */
  readonly newest: number
}

/** What one pass has shown. */
interface Pass {
  readonly number: number
  /** The discovery that takes the place of the sweep; null: there is a sweep. */
  discovered: DiscoveredPart | null
  readonly ledger: ListLedger
  readonly order: OrderWatch
  readonly counts: Counts
  seen: number
  pages: number
  /** Items of the sweep that the download did not have before, or not in this form. */
  news: number
  /** The only page of the sweep held the whole list. */
  snapshot: boolean
  /** The latest reading of the top. */
  top: Round | null
}

interface Round {
  readonly number: number
  readonly reading: TopReading
  /** How far down it reads, in milliseconds since 1970. */
  readonly mark: number
  /** What the service counted before it. */
  readonly before: number | null
}

const NOTHING_DISCOVERED: DiscoveredPart = { isLast: false, mark: -Infinity, newest: -Infinity }

function createPass(number: number): Pass {
  return {
    number,
    discovered: null,
    ledger: createLedger(),
    order: createOrderWatch(),
    counts: createCounts(),
    seen: 0,
    pages: 0,
    news: 0,
    snapshot: false,
    top: null,
  }
}

function createRound({ top, order, counts, discovered }: Pass): Round {
  // What an earlier reading had on its first page was the newest then: what changed since is not older.
  const first = discovered?.mark ?? order.mark ?? -Infinity
  const mark = Math.max(top?.mark ?? -Infinity, top?.reading.newest ?? first)
  // The mark of a discovery may be the time of another campaign's item.
  const options =
    discovered === null
      ? {}
      : {
          known: Math.max(discovered.newest, top?.reading.newest ?? -Infinity),
          firstPage: FIRST_PAGE_AFTER_DISCOVERY,
        }
  return {
    number: (top?.number ?? 0) + 1,
    reading: createTopReading(mark, options),
    mark,
    before: counts.latest,
  }
}

/** Whether a reading of the top has shown that nothing changed since the one before. */
function isQuiet({ reading, mark, before }: Round): boolean {
  // A discovery does not count the items of one campaign.
  const isSameCount = reading.counted(before ?? reading.total)
  const unchanged = reading.news === 0 && reading.withoutData === 0 && isSameCount
  // Several pages are not one moment: then nothing may have been newer than what the one before began with.
  return unchanged && (reading.pages === 1 || reading.newest === mark)
}

/**
 * `known`: items of the complete copy in use; before it is emptied, the service is asked twice. `discovered`: the first
 * pass begins with items that a discovery kept.
 */
export function createJudgement(known: number, discovered = false): Judgement {
  let pass = createPass(1)
  if (discovered) pass.discovered = NOTHING_DISCOVERED
  let earlier: Pass | null = null
  /** Items that all passes together have brought. */
  let staged = 0
  /** What the service stated last in the place of a count. */
  let stated: string | null = null

  function isOrdered(): boolean {
    const { order, top, discovered: part } = pass
    return (
      (part !== null || order.order === 'descending') && (top === null || top.reading.order === 'descending')
    )
  }

  /** Whether this pass cannot prove anything any more. */
  function isCutShort(): boolean {
    return pass.counts.decreased && pass.number <= PASSES_CUT_SHORT
  }

  /** Whether the sweep found everything as an earlier one had left it. */
  function isRepetition(): boolean {
    return (
      earlier !== null &&
      pass.news === 0 &&
      pass.counts.steady &&
      earlier.counts.latest === pass.counts.latest
    )
  }

  function afterSweep(): Step {
    const { total, missing, withoutData } = pass.ledger.reading()
    if (total === null) return giveUp(stated === null ? { why: 'noCount' } : { why: 'invalidCount', stated })
    const { top } = pass
    const whole = missing === 0 && withoutData === 0 && pass.ledger.exhausted === null
    const proven = whole && pass.seen === total && (pass.snapshot || isRepetition())
    if (
      proven &&
      (top === null ? total > 0 || known === 0 : isQuiet(top) || (total === 0 && isStillEmpty(top)))
    ) {
      return { to: 'seal', total }
    }
    if (proven && total === 0 && top === null) return reading(createRound(pass))
    const provable = whole && isOrdered() && pass.ledger.continuous && !pass.counts.decreased
    return provable ? afterTop() : afterPass()
  }

  function afterDiscovered({ isLast }: DiscoveredPart): Step {
    if (!isLast) return { to: 'discovered' }
    const { top, counts, number } = pass
    if (top === null) return reading(createRound(pass))
    if (isOrdered() && !counts.decreased && counts.latest !== null) {
      if (!isQuiet(top) && top.number < MOST_ROUNDS) return reading(createRound(pass))
      if (isQuiet(top) && counts.latest === pass.seen) return { to: 'seal', total: pass.seen }
    }
    return { to: 'pass', pass: number + 1 }
  }

  function isStillEmpty({ reading: { news, total } }: Round): boolean {
    return news === 0 && total === 0
  }

  function afterTop(): Step {
    const { top } = pass
    if (top === null) return reading(createRound(pass))
    if (isQuiet(top)) {
      return pass.counts.latest === pass.seen ? { to: 'seal', total: pass.seen } : afterPass()
    }
    if (top.number < MOST_ROUNDS) return reading(createRound(pass))
    return giveUp(top.reading.news === 0 ? { why: 'countUnsteady' } : restless())
  }

  /** The pass has proven nothing: another one, unless it would only be the same again. */
  function afterPass(): Step {
    const another = { to: 'pass', pass: pass.number + 1 } as const
    if (isCutShort()) return another
    const nothingNew = pass.news === 0 && (pass.top?.reading.news ?? 0) === 0
    const same = nothingNew && earlier?.seen === pass.seen
    if (pass.number < MOST_PASSES && !same) return another
    const { withoutData, onlyRepeats } = pass.ledger.reading()
    if (withoutData > 0) return giveUp({ why: 'withoutData', items: withoutData })
    if (onlyRepeats || pass.ledger.exhausted === 'repeats') return giveUp({ why: 'repeats' })
    if (!same) return giveUp(restless())
    return giveUp(pass.counts.steady ? { why: 'counts', ...numbers() } : { why: 'countUnsteady' })
  }

  function numbers(): { readonly expected: number; readonly received: number } {
    return { expected: pass.counts.latest ?? 0, received: staged }
  }

  function restless(): Shortcoming {
    return { why: 'restless', ...numbers() }
  }

  function reading(round: Round): Extract<Step, { to: 'top' }> {
    return { to: 'top', round: round.number, next: (longest) => round.reading.next(longest) }
  }

  function giveUp(shortcoming: Shortcoming): Step {
    return { to: 'giveUp', total: pass.counts.latest, shortcoming }
  }

  function beginPass(number: number): void {
    if (number <= pass.number) return
    earlier = pass
    pass = createPass(number)
  }

  function enterDiscovered({ discovery, newestUpdatedAt, fresh, altered }: PageOutcome): void {
    const { isLast, mark } = discovery ?? NOTHING_DISCOVERED
    const newest = Math.max(pass.discovered?.newest ?? -Infinity, instantOf(newestUpdatedAt) ?? -Infinity)
    pass.discovered = { isLast, mark, newest }
    pass.news += fresh + altered
  }

  function enterSweep(page: PageOutcome): void {
    pass.ledger.enter(page)
    pass.order.enter(page)
    pass.pages += 1
    pass.news += page.fresh + page.altered
    const { totalCount, listed, place } = page
    pass.snapshot = pass.pages === 1 && place.start === 0 && totalCount !== null && listed >= totalCount
  }

  return {
    get pass() {
      return pass.number
    },
    get seen() {
      return pass.seen
    },
    get total() {
      return pass.counts.latest
    },
    get unordered() {
      return pass.discovered === null && pass.order.order !== 'descending'
    },
    enter(page) {
      const { place } = page
      beginPass(place.pass)
      if (place.part === 'top' && place.round > (pass.top?.number ?? 0)) pass.top = createRound(pass)
      if (place.part !== 'discovery') pass.counts.enter(page.totalCount, place.part === 'top')
      pass.seen = page.seen
      staged = page.staged
      stated = page.invalidCount ?? null
      if (place.part === 'top') pass.top?.reading.enter(page)
      else if (place.part === 'discovery') enterDiscovered(page)
      else enterSweep(page)
    },
    next() {
      const { ledger, top, discovered: part } = pass
      if (part !== null) {
        return top !== null && top.reading.next(1) !== null ? reading(top) : afterDiscovered(part)
      }
      if (top === null && !isCutShort() && ledger.next(1, []) !== null) return { to: 'sweep', ledger }
      if (top !== null && top.reading.next(1) !== null) return reading(top)
      return afterSweep()
    },
    beginPass,
    lookAgain: () => reading(createRound(pass)),
  }
}
