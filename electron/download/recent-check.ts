import { instantOf } from '../store/decode-json.ts'
import type { DownloadStart, PageOutcome } from '../store/types.ts'
import { createCountTracker } from './count-tracker.ts'
import type { OffsetRange } from './coverage.ts'
import { createTopRead, type TopRead } from './top-read.ts'

/** Why recent changes are not sufficient, so that everything must be read. */
export type FullReadReason = 'removed' | 'beyond' | 'order' | 'many' | 'withoutData' | 'noCount' | 'unstable'

export type RecentStep =
  /** Read a page of the first read (round 0) or of a confirming one; `next` returns its range. */
  | { readonly to: 'page'; readonly round: number; readonly next: (maxLength: number) => OffsetRange | null }
  | { readonly to: 'complete'; readonly total: number }
  | { readonly to: 'full'; readonly reason: FullReadReason }

/**
 * Decides after each page of recent changes what to read next; like `CompletenessCheck`, it depends only on
 * the pages and their order. The list is read newest first, down to items older than the newest item of the
 * complete snapshot. One page with all changes is the list at one moment; after several, the top is read
 * again until a read finds nothing new. If the service then counts the items of the snapshot and the new
 * ones, nothing was deleted, or added further down. Otherwise, everything must be read.
 */
export interface RecentCheck {
  addPage(page: PageOutcome): void
  next(): RecentStep
  /** Returns the read that checks, after an interruption, whether the result still holds. */
  recheck(): Extract<RecentStep, { to: 'page' }>
}

/** This many items are not sorted by chance. */
const MIN_ITEMS_FOR_ORDER = 20
/** Reads of the top after the first one. */
const MAX_ROUNDS = 8

interface Round {
  readonly number: number
  readonly read: TopRead
  readonly since: number
  readonly previousTotal: number | null
}

/** Returns null if the snapshot has no newest time to start from. */
export function createRecentCheck(
  snapshot: NonNullable<DownloadStart['completeSnapshot']>,
): RecentCheck | null {
  const snapshotTime = instantOf(snapshot.newestUpdatedAt)
  if (snapshotTime === null) return null
  const counts = createCountTracker()
  const read = createTopRead(snapshotTime, { minItems: MIN_ITEMS_FOR_ORDER })
  const first: Round = { number: 0, read, since: snapshotTime, previousTotal: null }
  let rounds: readonly Round[] = [first]

  const latest = (): Round => rounds.at(-1) ?? first
  const sum = (of: (reading: TopRead) => number): number =>
    rounds.reduce((total, round) => total + of(round.read), 0)

  function createRound(): Round {
    const { number, since, read: before } = latest()
    const next = Math.max(since, before.newest ?? since)
    return { number: number + 1, read: createTopRead(next), since: next, previousTotal: counts.latest }
  }

  function page(round: Round): Extract<RecentStep, { to: 'page' }> {
    return { to: 'page', round: round.number, next: (maxLength) => round.read.next(maxLength) }
  }

  function isStable(round: Round): boolean {
    const { pages, newOrAltered, newest } = round.read
    if (round.number === 0) return pages === 1
    return (
      newOrAltered === 0 &&
      round.read.hasConstantTotal(round.previousTotal) &&
      (pages === 1 || newest === round.since)
    )
  }

  /** Returns why the pages cannot prove completeness; null while they can. */
  function findFullReadReason(): FullReadReason | null {
    if (latest().read.pages === 0) return null
    const { latest: total } = counts
    if (total === null) return 'noCount'
    if (counts.hasDecreased || total < snapshot.itemCount + sum(({ added }) => added)) return 'removed'
    if (rounds.some((round) => round.read.order !== 'descending')) return 'order'
    return sum(({ withoutData }) => withoutData) > 0 ? 'withoutData' : null
  }

  return {
    addPage(enteredPage) {
      if (enteredPage.range.round > latest().number) rounds = [...rounds, createRound()]
      counts.add(enteredPage.totalCount, true)
      latest().read.addPage(enteredPage)
    },
    next() {
      const reason = findFullReadReason()
      if (reason !== null) return { to: 'full', reason }
      const round = latest()
      if (round.read.next(1) !== null) {
        const many = sum(({ changed }) => changed) > snapshot.itemCount / 2
        return many ? { to: 'full', reason: 'many' } : page(round)
      }
      if (!isStable(round)) {
        return round.number < MAX_ROUNDS ? page(createRound()) : { to: 'full', reason: 'unstable' }
      }
      const total = snapshot.itemCount + sum(({ added }) => added)
      return total === counts.latest ? { to: 'complete', total } : { to: 'full', reason: 'beyond' }
    },
    recheck: () => page(createRound()),
  }
}
