import { instantOf } from '../store/decode-json.ts'
import type { PageOutcome } from '../store/types.ts'
import type { OffsetRange } from './coverage.ts'
import { createCountTracker, type CountTracker } from './count-tracker.ts'
import { createSweepProgress, type SweepProgress } from './sweep-progress.ts'
import { createOrderCheck, type OrderCheck } from './order-check.ts'
import { createTopRead, type TopRead } from './top-read.ts'

/** Why a list could not be read in full, with the values for its message. */
export type IncompleteReason =
  | { readonly code: 'noCount' | 'repeats' | 'countUnsteady' }
  | { readonly code: 'invalidCount'; readonly stated: string }
  | { readonly code: 'withoutData'; readonly items: number }
  | { readonly code: 'counts' | 'unstable'; readonly expected: number; readonly received: number }

/** The next step of a download. */
export type Step =
  /** Stage items that a discovery has stored. */
  | { readonly to: 'discovered' }
  | { readonly to: 'sweep'; readonly progress: SweepProgress }
  /** Read a page of the top; `next` returns its range, at most `maxLength` long. */
  | { readonly to: 'top'; readonly round: number; readonly next: (maxLength: number) => OffsetRange | null }
  | { readonly to: 'pass'; readonly pass: number }
  | { readonly to: 'complete'; readonly total: number }
  | { readonly to: 'incomplete'; readonly total: number | null; readonly reason: IncompleteReason }

/**
 * Decides after each page of a list what to read next, and whether the list is complete. The result depends
 * only on the pages and their order, so replaying a journal leads to the same state.
 *
 * A list is complete if its pages prove that the snapshot equals the list at one moment:
 * 1. *One page* contained the whole list.
 * 2. *Newest first.* The sweep was in order and continuous, so it contains every unchanged item. Items that
 *    were changed or added since are not older than the newest item of the sweep's first page; they were
 *    found by reading the top down to that time until a read found nothing new. The count never decreased and
 *    equals the number of distinct items seen. The snapshot is the list at the first response of the last
 *    read.
 * 3. *Twice the same.* A second sweep found each item unchanged, and as many items as the service counted
 *    throughout. This needs no order.
 * 4. *Discovered.* The items of this campaign that a discovery has stored replace the first sweep in 2. The
 *    first read of the top provides the count.
 *
 * If no proof is possible, another pass starts, up to a limit. See docs/decisions/0015-completeness.md.
 */
export interface CompletenessCheck {
  readonly pass: number
  /** Distinct items seen in this pass. */
  readonly seen: number
  /** Whether the list is not in order, so that the order proves nothing. */
  readonly isUnordered: boolean
  addPage(page: PageOutcome): void
  next(): Step
  /** Starts a pass; a page of a new pass does so too. */
  beginPass(number: number): void
  /** Returns the read that checks, after an interruption, whether a proof still holds. */
  recheck(): Extract<Step, { to: 'top' }>
}

/** The last pass is never aborted. */
const MAX_PASSES = 5
/** Passes that may end as soon as a proof is impossible. */
const MAX_ABORTED_PASSES = 3
/** Reads of the top in one pass; a list that was never stable by then keeps changing. */
const MAX_ROUNDS = 8

/** Usually nothing is new after a discovery, which one item shows. */
const FIRST_PAGE_SIZE_AFTER_DISCOVERY = 10

/** Staged items of a discovery. */
interface DiscoveredPart {
  readonly isLast: boolean
  /** Newest time on the discovery's first page, in milliseconds since 1970. */
  readonly newestOnFirstPage: number
  /** Newest time of the campaign's items. */
  readonly newestItem: number
}

/** State of one pass. */
interface Pass {
  readonly number: number
  /** The discovery that replaces the sweep; null if there is a sweep. */
  discovered: DiscoveredPart | null
  readonly progress: SweepProgress
  readonly order: OrderCheck
  readonly counts: CountTracker
  seen: number
  pages: number
  /** Items of the sweep that were not staged before, or in another version. */
  newOrAltered: number
  /** The only page of the sweep contains the whole list. */
  isSinglePage: boolean
  /** The latest read of the top. */
  top: Round | null
}

interface Round {
  readonly number: number
  readonly read: TopRead
  /** Time down to which it reads, in milliseconds since 1970. */
  readonly since: number
  /** Count of the service before it. */
  readonly previousTotal: number | null
}

const NOTHING_DISCOVERED: DiscoveredPart = {
  isLast: false,
  newestOnFirstPage: -Infinity,
  newestItem: -Infinity,
}

function createPass(number: number): Pass {
  return {
    number,
    discovered: null,
    progress: createSweepProgress(),
    order: createOrderCheck(),
    counts: createCountTracker(),
    seen: 0,
    pages: 0,
    newOrAltered: 0,
    isSinglePage: false,
    top: null,
  }
}

function createRound({ top, order, counts, discovered }: Pass): Round {
  // Items that changed since an earlier read are not older than the newest item of its first page.
  const first = discovered?.newestOnFirstPage ?? order.newestTime ?? -Infinity
  const since = Math.max(top?.since ?? -Infinity, top?.read.newest ?? first)
  // The newest time of a discovery may belong to another campaign.
  const options =
    discovered === null
      ? {}
      : {
          knownTime: Math.max(discovered.newestItem, top?.read.newest ?? -Infinity),
          firstPageSize: FIRST_PAGE_SIZE_AFTER_DISCOVERY,
        }
  return {
    number: (top?.number ?? 0) + 1,
    read: createTopRead(since, options),
    since,
    previousTotal: counts.latest,
  }
}

/** Returns whether a read of the top shows that nothing changed since the previous one. */
function isStable({ read, since, previousTotal }: Round): boolean {
  // A discovery does not count the items of one campaign.
  const isSameCount = read.hasConstantTotal(previousTotal ?? read.total)
  const unchanged = read.newOrAltered === 0 && read.withoutData === 0 && isSameCount
  // Several pages are not one moment, so nothing may be newer than the start of the previous read.
  return unchanged && (read.pages === 1 || read.newest === since)
}

/**
 * Creates the check for one download.
 * @param knownItems of the complete snapshot in use; before it is emptied, the list is read twice.
 * @param isDiscovered whether the first pass starts with items that a discovery has stored.
 */
export function createCompletenessCheck(knownItems: number, isDiscovered = false): CompletenessCheck {
  let pass = createPass(1)
  if (isDiscovered) pass.discovered = NOTHING_DISCOVERED
  let previousPass: Pass | null = null
  /** Items of all passes together. */
  let staged = 0
  /** Value that the service sent last instead of a count. */
  let invalidCount: string | null = null

  function isOrdered(): boolean {
    const { order, top, discovered: discoveredPart } = pass
    return (
      (discoveredPart !== null || order.order === 'descending') &&
      (top === null || top.read.order === 'descending')
    )
  }

  /** Returns whether this pass can no longer prove anything and is not one of the last. */
  function shouldAbortPass(): boolean {
    return pass.counts.hasDecreased && pass.number <= MAX_ABORTED_PASSES
  }

  /** Returns whether the sweep found every item as the previous pass did. */
  function isRepetition(): boolean {
    return (
      previousPass !== null &&
      pass.newOrAltered === 0 &&
      pass.counts.isConstant &&
      previousPass.counts.latest === pass.counts.latest
    )
  }

  function nextAfterSweep(): Step {
    const { total, missing, withoutData } = pass.progress.result()
    if (total === null)
      return incompleteStep(
        invalidCount === null ? { code: 'noCount' } : { code: 'invalidCount', stated: invalidCount },
      )
    const { top } = pass
    const isWhole = missing === 0 && withoutData === 0 && pass.progress.exhausted === null
    const isProven = isWhole && pass.seen === total && (pass.isSinglePage || isRepetition())
    if (
      isProven &&
      (top === null ? total > 0 || knownItems === 0 : isStable(top) || (total === 0 && isStillEmpty(top)))
    ) {
      return { to: 'complete', total }
    }
    if (isProven && total === 0 && top === null) return topStep(createRound(pass))
    const isProvable = isWhole && isOrdered() && pass.progress.isContinuous && !pass.counts.hasDecreased
    return isProvable ? nextAfterTop() : nextAfterPass()
  }

  function nextAfterDiscovered({ isLast }: DiscoveredPart): Step {
    if (!isLast) return { to: 'discovered' }
    const { top, counts, number } = pass
    if (top === null) return topStep(createRound(pass))
    if (isOrdered() && !counts.hasDecreased && counts.latest !== null) {
      if (!isStable(top) && top.number < MAX_ROUNDS) return topStep(createRound(pass))
      if (isStable(top) && counts.latest === pass.seen) return { to: 'complete', total: pass.seen }
    }
    return { to: 'pass', pass: number + 1 }
  }

  function isStillEmpty({ read: { newOrAltered, total } }: Round): boolean {
    return newOrAltered === 0 && total === 0
  }

  function nextAfterTop(): Step {
    const { top } = pass
    if (top === null) return topStep(createRound(pass))
    if (isStable(top)) {
      return pass.counts.latest === pass.seen ? { to: 'complete', total: pass.seen } : nextAfterPass()
    }
    if (top.number < MAX_ROUNDS) return topStep(createRound(pass))
    return incompleteStep(top.read.newOrAltered === 0 ? { code: 'countUnsteady' } : unstableReason())
  }

  /** Starts another pass, unless it would only repeat this one. */
  function nextAfterPass(): Step {
    // Another pass would be refused at the same offset.
    if (pass.progress.exhausted === 'refused') return incompleteStep({ code: 'counts', ...itemCounts() })
    const nextPass = { to: 'pass', pass: pass.number + 1 } as const
    if (shouldAbortPass()) return nextPass
    const nothingNew = pass.newOrAltered === 0 && (pass.top?.read.newOrAltered ?? 0) === 0
    const isRepeated = nothingNew && previousPass?.seen === pass.seen
    if (pass.number < MAX_PASSES && !isRepeated) return nextPass
    const { withoutData, onlyRepeats } = pass.progress.result()
    if (withoutData > 0) return incompleteStep({ code: 'withoutData', items: withoutData })
    if (onlyRepeats || pass.progress.exhausted === 'repeats') return incompleteStep({ code: 'repeats' })
    if (!isRepeated) return incompleteStep(unstableReason())
    return incompleteStep(
      pass.counts.isConstant ? { code: 'counts', ...itemCounts() } : { code: 'countUnsteady' },
    )
  }

  function itemCounts(): { readonly expected: number; readonly received: number } {
    return { expected: pass.counts.latest ?? 0, received: staged }
  }

  function unstableReason(): IncompleteReason {
    return { code: 'unstable', ...itemCounts() }
  }

  function topStep(round: Round): Extract<Step, { to: 'top' }> {
    return { to: 'top', round: round.number, next: (maxLength) => round.read.next(maxLength) }
  }

  function incompleteStep(reason: IncompleteReason): Step {
    return { to: 'incomplete', total: pass.counts.latest, reason }
  }

  function beginPass(number: number): void {
    if (number <= pass.number) return
    previousPass = pass
    pass = createPass(number)
  }

  function addDiscovered({ discovery, newestUpdatedAt, fresh, altered }: PageOutcome): void {
    const newestItem = Math.max(
      pass.discovered?.newestItem ?? -Infinity,
      instantOf(newestUpdatedAt) ?? -Infinity,
    )
    const { isLast = false, mark: newestOnFirstPage = -Infinity } = discovery ?? {}
    pass.discovered = { isLast, newestOnFirstPage, newestItem }
    pass.newOrAltered += fresh + altered
  }

  function addSweepPage(page: PageOutcome): void {
    pass.progress.addPage(page)
    pass.order.addPage(page)
    pass.pages += 1
    pass.newOrAltered += page.fresh + page.altered
    const { totalCount, listed, range } = page
    pass.isSinglePage = pass.pages === 1 && range.start === 0 && totalCount !== null && listed >= totalCount
  }

  return {
    get pass() {
      return pass.number
    },
    get seen() {
      return pass.seen
    },
    get isUnordered() {
      return pass.discovered === null && pass.order.order !== 'descending'
    },
    addPage(page) {
      const { range } = page
      beginPass(range.pass)
      if (range.part === 'top' && range.round > (pass.top?.number ?? 0)) pass.top = createRound(pass)
      if (range.part !== 'discovery') pass.counts.add(page.totalCount, range.part === 'top')
      pass.seen = page.seen
      staged = page.staged
      invalidCount = page.invalidCount ?? null
      if (range.part === 'top') pass.top?.read.addPage(page)
      else if (range.part === 'discovery') addDiscovered(page)
      else addSweepPage(page)
    },
    next() {
      const { progress, top, discovered: discoveredPart } = pass
      if (discoveredPart !== null) {
        return top !== null && top.read.next(1) !== null ? topStep(top) : nextAfterDiscovered(discoveredPart)
      }
      if (top === null && !shouldAbortPass() && progress.next(1, []) !== null)
        return { to: 'sweep', progress }
      if (top !== null && top.read.next(1) !== null) return topStep(top)
      return nextAfterSweep()
    },
    beginPass,
    recheck: () => topStep(createRound(pass)),
  }
}
