import { instantOf } from '../store/decode-json.ts'
import type { BegunDownload, PageOutcome } from '../store/types.ts'
import { createCounts } from './counts.ts'
import type { Stretch } from './coverage.ts'
import { createTopReading, type TopReading } from './top.ts'

/** Why the changes alone do not do, so that everything is read. */
export type FullReason = 'removed' | 'beyond' | 'order' | 'many' | 'withoutData' | 'noCount' | 'restless'

export type RecentStep =
  /** A page of the first reading (round 0) or of one that closes it; `next` gives which, of at most that length. */
  | { readonly to: 'page'; readonly round: number; readonly next: (longest: number) => Stretch | null }
  | { readonly to: 'seal'; readonly total: number }
  | { readonly to: 'full'; readonly why: FullReason }

/**
 * Judges the reading of what has changed since a copy was sealed, page by page; like `Judgement`, by nothing but the
 * pages in their order. The list is read newest first, down to what is older than the newest item of the copy. Where
 * one page held all of that, it shows the list at one moment; where it took several, the top is read again until a
 * reading brings nothing. Nothing was removed, and nothing was added further down, when the service then counts what
 * the copy held and what was found to be new. Otherwise everything has to be read.
 */
export interface RecentJudgement {
  enter(page: PageOutcome): void
  next(): RecentStep
  /** What to ask for to see, after an interruption, whether what was found then is so still. */
  lookAgain(): Extract<RecentStep, { to: 'page' }>
}

/** So many items do not come newest first by chance. */
const ENOUGH_TO_SHOW_ORDER = 20
/** Readings of the top at most, after the first one. */
const MOST_ROUNDS = 8

interface Round {
  readonly number: number
  readonly reading: TopReading
  readonly mark: number
  readonly before: number | null
}

/** Null when the copy's seal does not tell from where on changes are new. */
export function createRecentJudgement(seal: NonNullable<BegunDownload['seal']>): RecentJudgement | null {
  const sealedAt = instantOf(seal.newestUpdatedAt)
  if (sealedAt === null) return null
  const counts = createCounts()
  const reading = createTopReading(sealedAt, { least: ENOUGH_TO_SHOW_ORDER })
  const first: Round = { number: 0, reading, mark: sealedAt, before: null }
  let rounds: readonly Round[] = [first]

  const latest = (): Round => rounds.at(-1) ?? first
  const sum = (of: (reading: TopReading) => number): number =>
    rounds.reduce((total, round) => total + of(round.reading), 0)

  function createRound(): Round {
    const { number, mark, reading: before } = latest()
    const next = Math.max(mark, before.newest ?? mark)
    return { number: number + 1, reading: createTopReading(next), mark: next, before: counts.latest }
  }

  function page(round: Round): Extract<RecentStep, { to: 'page' }> {
    return { to: 'page', round: round.number, next: (longest) => round.reading.next(longest) }
  }

  function isQuiet(round: Round): boolean {
    const { pages, news, newest } = round.reading
    if (round.number === 0) return pages === 1
    return news === 0 && round.reading.counted(round.before) && (pages === 1 || newest === round.mark)
  }

  /** Why the pages so far cannot lead to a seal; null as long as they can. */
  function whyFull(): FullReason | null {
    if (latest().reading.pages === 0) return null
    const { latest: total } = counts
    if (total === null) return 'noCount'
    if (counts.decreased || total < seal.itemCount + sum(({ added }) => added)) return 'removed'
    if (rounds.some((round) => round.reading.order !== 'descending')) return 'order'
    return sum(({ withoutData }) => withoutData) > 0 ? 'withoutData' : null
  }

  return {
    enter(entered) {
      if (entered.place.round > latest().number) rounds = [...rounds, createRound()]
      counts.enter(entered.totalCount, true)
      latest().reading.enter(entered)
    },
    next() {
      const why = whyFull()
      if (why !== null) return { to: 'full', why }
      const round = latest()
      if (round.reading.next(1) !== null) {
        const many = sum(({ changed }) => changed) > seal.itemCount / 2
        return many ? { to: 'full', why: 'many' } : page(round)
      }
      if (!isQuiet(round)) {
        return round.number < MOST_ROUNDS ? page(createRound()) : { to: 'full', why: 'restless' }
      }
      const total = seal.itemCount + sum(({ added }) => added)
      return total === counts.latest ? { to: 'seal', total } : { to: 'full', why: 'beyond' }
    },
    lookAgain: () => page(createRound()),
  }
}
