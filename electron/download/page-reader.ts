import { AppError } from '../contract/app-error.ts'
import { AnswerTooLarge } from '../service/answers.ts'
import type { RequestOptions, Turn } from '../service/types.ts'
import type { PageOutcome } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import { seenOf, type PageSize } from './page-size.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Where the pages of a list come from and where they go. */
export interface PageRoute {
  fetch(limit: number, skip: number, options: RequestOptions): Promise<Bytes>
  /** Takes the pages one after the other. */
  stage(asked: Stretch, bytes: Bytes): Promise<PageOutcome>
}

/** A request that is under way. */
export interface Flight {
  readonly asked: Stretch
  /** Lets its answer be taken. */
  readonly giveTurn: () => void
  /** Comes only when the turn was given. Never rejects. */
  readonly answer: Promise<{ readonly bytes: Bytes; readonly tookMs: number } | { readonly error: unknown }>
}

/** Fetches single pages, with patience where that helps, and learns from them how long a page may be. */
export interface PageReader {
  readonly pageSize: PageSize
  readonly signal: AbortSignal
  /** Asks for a page, whose answer is not taken to its end before it is its turn to land. `stop` ends it early. */
  request(asked: Stretch, stop?: AbortSignal): Flight
  /**
   * Takes the answer and stages it, so that no other one need be in hand meanwhile; null when it is to be asked for
   * once more, perhaps in smaller pieces. Rejects with the failure that patience does not mend, and with `cancelled`.
   * `landing` is called when the answer has come.
   */
  land(flight: Flight, landing?: () => void): Promise<PageOutcome | null>
}

/** How often in a row an answer that cannot be read is asked for again. */
const UNREADABLE_FORGIVEN = 2

export function createPageReader(route: PageRoute, pageSize: PageSize, signal: AbortSignal): PageReader {
  let unreadable = 0

  function throwIfCancelled(): void {
    if (signal.aborted) throw new AppError('cancelled')
  }

  async function stage(asked: Stretch, bytes: Bytes): Promise<PageOutcome | null> {
    try {
      const page = await route.stage(asked, bytes)
      unreadable = 0
      return page
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'badAnswer') throw error
      unreadable += 1
      if (unreadable > UNREADABLE_FORGIVEN) throw error
      return null
    }
  }

  return {
    pageSize,
    signal,
    request(asked, stop = signal) {
      const start = performance.now()
      const { turn, give, heldMs } = createTurn()
      const answer = route.fetch(asked.end - asked.start, asked.start, { signal: stop, turn }).then(
        (bytes) => ({ bytes, tookMs: performance.now() - start - heldMs() }),
        (error: unknown) => ({ error }),
      )
      return { asked, giveTurn: give, answer }
    },
    async land({ asked, giveTurn, answer }, landing) {
      giveTurn()
      const come = await answer
      throwIfCancelled()
      if ('error' in come) {
        if (!isMendable(come.error, asked, pageSize)) throw come.error
        return null
      }
      landing?.()
      const bytes = come.bytes.byteLength
      const page = await stage(asked, come.bytes)
      throwIfCancelled()
      if (page !== null) pageSize.learn({ ...seenOf(page), tookMs: come.tookMs, bytes })
      return page
    },
  }
}

/** The turn of one page, and how long it was held back in all. */
function createTurn(): { readonly turn: Turn; readonly give: () => void; readonly heldMs: () => number } {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let hasCome = false
  let held = 0
  return {
    turn: {
      get hasCome() {
        return hasCome
      },
      come: promise,
      waited(milliseconds) {
        held += milliseconds
      },
    },
    give() {
      hasCome = true
      resolve(undefined)
    },
    heldMs: () => held,
  }
}

/**
 * Whether asking for less mends the failure: a refusal (400, or another status such as 413), a time-out, the
 * service's own (408, 504) or ours, or an answer that is too large. Which conditions cause a 400 is not documented
 * (service interface, section 7).
 */
function isMendable(error: unknown, asked: Stretch, pageSize: PageSize): boolean {
  if (!(error instanceof AppError)) return false
  const limit = asked.end - asked.start
  const isRefused = error.code === 'serviceBadRequest' || error.code === 'serviceStatus'
  if (isRefused || error instanceof AnswerTooLarge) return pageSize.refused(limit)
  if (error.code === 'timeout') return pageSize.tookTooLong(limit)
  return false
}
