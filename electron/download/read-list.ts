import { AppError } from '../contract/app-error.ts'
import type { PageOutcome } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import {
  createLedger,
  type LedgerOptions,
  type ListLedger,
  type ListProgress,
  type ListReading,
} from './list-ledger.ts'
import type { PageSize } from './page-size.ts'

/** Where the pages of a list come from and where they go. */
export interface PageRoute {
  fetch(limit: number, skip: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  /** Takes the pages one after the other, as far as possible in the order of the list. */
  stage(bytes: Uint8Array<ArrayBuffer>, asked: Stretch): Promise<PageOutcome>
  /**
   * Judges and counts a page. What it throws ends the reading; `enough` ends it because nothing more is needed.
   */
  page(page: PageOutcome, progress: ListProgress): 'more' | 'enough' | Promise<'more' | 'enough'>
}

export interface ReadOptions extends LedgerOptions {
  readonly pageSize: PageSize
  readonly signal: AbortSignal
}

/** Pages in flight at most, so that neither the service nor the memory is flooded. */
const PAGES_IN_FLIGHT = 4
/** How often an answer that cannot be read is asked for again. */
const UNREADABLE_FORGIVEN = 2

interface Flight {
  readonly asked: Stretch
  readonly answer: Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: unknown }>
}

/**
 * Reads a list page by page until every offset below the service's count is covered by an answer. It ends
 * whatever the service does: what cannot be had is asked for a bounded number of times and then told as
 * missing. While one page is staged, the next ones are fetched. Rejects with the first failure that patience
 * does not mend, and with `cancelled`.
 */
export async function readList(route: PageRoute, options: ReadOptions): Promise<ListReading> {
  const { pageSize, signal } = options
  const ledger = createLedger(options)
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const flights: Flight[] = []
  let unreadable = 0

  /** Asks for as many pages as may be in flight, beside the one that is `landing`. */
  function takeOff(landing: Flight | null): void {
    const busy = landing === null ? [] : [landing.asked]
    // Before the count and the size are known, each page decides where the next one begins.
    const alone = ledger.total === null || !pageSize.proven
    if (alone && landing !== null) return
    while (flights.length < (alone ? 1 : PAGES_IN_FLIGHT)) {
      const asked = ledger.next(pageSize.current, [...busy, ...flights.map((flight) => flight.asked)])
      if (asked === null) return
      const answer = route.fetch(asked.end - asked.start, asked.start, stopped).then(
        (bytes) => ({ bytes }),
        (error: unknown) => ({ error }),
      )
      flights.push({ asked, answer })
    }
  }

  /** Null when the answer could not be read and is to be asked for once more. */
  async function stage(bytes: Uint8Array<ArrayBuffer>, asked: Stretch): Promise<PageOutcome | null> {
    try {
      return await route.stage(bytes, asked)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'badAnswer') throw error
      unreadable += 1
      if (unreadable > UNREADABLE_FORGIVEN) throw error
      return null
    }
  }

  try {
    for (;;) {
      takeOff(null)
      const flight = flights.shift()
      if (flight === undefined) break
      const answer = await flight.answer
      throwIfCancelled(signal)
      if ('error' in answer) {
        if (!mendable(answer.error, flight.asked, pageSize)) throw answer.error
        continue
      }
      takeOff(flight)
      const page = await stage(answer.bytes, flight.asked)
      throwIfCancelled(signal)
      if (page === null) continue
      ledger.enter(flight.asked, page)
      learnSize(pageSize, flight.asked, page, ledger)
      if ((await route.page(page, ledger)) === 'enough' || ledger.exhausted) break
    }
    return ledger.reading()
  } finally {
    stop.abort()
    await Promise.all(flights.map((flight) => flight.answer))
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled')
}

/**
 * Whether asking for less mends the failure: a refusal (400, or another status such as 413), or a time-out. Which
 * conditions cause a 400 is not documented (service interface, section 7).
 */
function mendable(error: unknown, asked: Stretch, pageSize: PageSize): boolean {
  if (!(error instanceof AppError)) return false
  const limit = asked.end - asked.start
  if (error.code === 'serviceBadRequest' || error.code === 'serviceStatus') return pageSize.refused(limit)
  if (error.code === 'timeout') return pageSize.tookTooLong(limit)
  return false
}

function learnSize(pageSize: PageSize, asked: Stretch, page: PageOutcome, ledger: ListLedger): void {
  const start = page.skip ?? asked.start
  pageSize.learn({
    asked: asked.end - asked.start,
    stated: page.limit,
    listed: page.listed,
    toEnd: ledger.total === null ? null : Math.max(0, ledger.total - start),
  })
}
