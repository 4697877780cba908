import type { PageOutcome } from '../store/types.ts'
import type { ListLedger } from './list-ledger.ts'
import type { Flight, PageReader } from './page-reader.ts'

/** Pages in flight at most, so that neither the service nor the memory is flooded. */
const PAGES_IN_FLIGHT = 4

/** Enters a page; `enough` ends the sweep because nothing more is needed. What it throws ends it too. */
export type EnterPage = (page: PageOutcome) => 'more' | 'enough' | Promise<'more' | 'enough'>

/**
 * Reads a list page by page until its ledger has nothing more to ask for. Pages are staged from the top down, so that
 * each can be seen to join the one before. While one is staged, the next ones are asked for and their answers begin, but
 * no other one is taken: of all pages that have been fetched, at most one is not stored. Rejects with the first failure
 * that patience does not mend, and with `cancelled`.
 */
export async function sweep(
  reader: PageReader,
  ledger: Pick<ListLedger, 'next' | 'total'>,
  enter: EnterPage,
): Promise<void> {
  const flights: Flight[] = []
  const stop = new AbortController()
  const stopped = AbortSignal.any([reader.signal, stop.signal])

  /** Asks for as many pages as may be in flight, beside the one that is `landing`. */
  function takeOff(landing: Flight | null): void {
    const { pageSize } = reader
    const busy = landing === null ? [] : [landing.asked]
    // Before the count and the size are known, each page decides where the next one begins.
    const alone = ledger.total === null || !pageSize.proven
    if (alone && landing !== null) return
    for (;;) {
      const asked = ledger.next(pageSize.current, [...busy, ...flights.map((flight) => flight.asked)])
      if (asked === null) break
      // A page that has to be asked for again comes first: the others wait to be joined to it.
      const isFirst = flights.length > 0 && flights.every((flight) => asked.start < flight.asked.start)
      if (flights.length >= (alone ? 1 : PAGES_IN_FLIGHT) && !isFirst) break
      flights.push(reader.request(asked, stopped))
    }
    flights.sort((a, b) => a.asked.start - b.asked.start)
  }

  try {
    for (;;) {
      takeOff(null)
      const flight = flights.shift()
      if (flight === undefined) return
      const page = await reader.land(flight, () => {
        takeOff(flight)
      })
      if (page !== null && (await enter(page)) === 'enough') return
    }
  } finally {
    stop.abort()
    await Promise.all(flights.map((flight) => flight.answer))
  }
}
