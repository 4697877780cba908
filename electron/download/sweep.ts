import type { PageOutcome } from '../store/types.ts'
import type { SweepProgress } from './sweep-progress.ts'
import { isRefusedPage, type PageRequest, type PageReader } from './page-reader.ts'

/** Limits the load on the service and the memory. */
const MAX_CONCURRENT_PAGES = 4

/** Processes a page; `enough` ends the sweep, and so does an error. */
export type OnPage = (page: PageOutcome) => 'more' | 'enough' | Promise<'more' | 'enough'>

/**
 * Reads a list page by page until `progress` returns no further range. Pages are staged from the top down, so
 * that each joins the previous one. While one is staged, the next ones are requested, but none is read to its
 * end: at most one fetched page is not yet stored. If the service refuses even one item after others, the
 * sweep ends (`endAtRefusal`). Rejects with the first other failure that retries do not fix, and with
 * `cancelled`.
 */
export async function sweep(
  reader: PageReader,
  progress: Pick<SweepProgress, 'next' | 'total' | 'endAtRefusal'>,
  onPage: OnPage,
): Promise<void> {
  const requests: PageRequest[] = []
  const stop = new AbortController()
  const signal = AbortSignal.any([reader.signal, stop.signal])

  /** Requests as many pages as allowed, besides the one that is being staged. */
  function requestPages(staging: PageRequest | null): void {
    const { pageSize } = reader
    const busy = staging === null ? [] : [staging.range]
    // Until the count and the page size are known, each page determines where the next one starts.
    const isSequential = progress.total === null || !pageSize.isProven
    if (isSequential && staging !== null) return
    for (;;) {
      const range = progress.next(pageSize.current, [...busy, ...requests.map((request) => request.range)])
      if (range === null) break
      // A page that is requested again comes first, because the others must join it.
      const isFirst = requests.length > 0 && requests.every((request) => range.start < request.range.start)
      if (requests.length >= (isSequential ? 1 : MAX_CONCURRENT_PAGES) && !isFirst) break
      requests.push(reader.request(range, signal))
    }
    requests.sort((a, b) => a.range.start - b.range.start)
  }

  try {
    for (;;) {
      requestPages(null)
      const request = requests.shift()
      if (request === undefined) return
      const page = await reader
        .receive(request, () => requestPages(request))
        .catch((error: unknown) => {
          if (isRefusedPage(error) && progress.endAtRefusal(request.range.start)) return 'end' as const
          throw error
        })
      if (page === 'end' || (page !== null && (await onPage(page)) === 'enough')) return
    }
  } finally {
    stop.abort()
    await Promise.all(requests.map((request) => request.response))
  }
}
