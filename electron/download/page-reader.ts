import { AppError } from '../contract/app-error.ts'
import { ResponseTooLarge } from '../service/response-checks.ts'
import type { RequestOptions, ReadPermit } from '../service/types.ts'
import type { PageOutcome } from '../store/types.ts'
import type { OffsetRange } from './coverage.ts'
import { toPageSample, type PageSize } from './page-size.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Fetches and stages the pages of a list. */
export interface PageSource {
  fetch(limit: number, skip: number, options: RequestOptions): Promise<Bytes>
  /** Called for one page at a time. */
  stage(range: OffsetRange, bytes: Bytes): Promise<PageOutcome>
}

/** A pending request. */
export interface PageRequest {
  readonly range: OffsetRange
  /** Allows the response to be read to its end. */
  readonly allowBody: () => void
  /** Resolves only after `allowBody`. Never rejects. */
  readonly response: Promise<{ readonly bytes: Bytes; readonly tookMs: number } | { readonly error: unknown }>
}

/** Fetches single pages, retries where that may help, and adapts the page size. */
export interface PageReader {
  readonly pageSize: PageSize
  readonly signal: AbortSignal
  /** Requests a page, which is not read to its end before `receive`. `stop` cancels it. */
  request(range: OffsetRange, stop?: AbortSignal): PageRequest
  /**
   * Reads the response and stages it. Returns null if the range must be requested again, possibly as smaller
   * pages. Rejects with a failure that retries do not fix, and with `cancelled`.
   * @param onResponse called when the response is complete.
   */
  receive(request: PageRequest, onResponse?: () => void): Promise<PageOutcome | null>
}

/** Consecutive unreadable pages that are requested again. */
const MAX_UNREADABLE_PAGES = 2

export function createPageReader(source: PageSource, pageSize: PageSize, signal: AbortSignal): PageReader {
  let unreadable = 0

  function throwIfCancelled(): void {
    if (signal.aborted) throw new AppError('cancelled')
  }

  async function stage(range: OffsetRange, bytes: Bytes): Promise<PageOutcome | null> {
    try {
      const page = await source.stage(range, bytes)
      unreadable = 0
      return page
    } catch (error) {
      recordUnreadable(error)
      return null
    }
  }

  /** Throws the error if the page is not requested again. */
  function recordUnreadable(error: unknown): void {
    if (!(error instanceof AppError) || error.code !== 'badAnswer') throw error
    // A single item that is too large remains so.
    if (error instanceof ResponseTooLarge) throw error
    unreadable += 1
    if (unreadable > MAX_UNREADABLE_PAGES) throw error
  }

  return {
    pageSize,
    signal,
    request(range, stop = signal) {
      const start = performance.now()
      const { readPermit, grant, waitedMs } = createReadPermit()
      const response = source.fetch(range.end - range.start, range.start, { signal: stop, readPermit }).then(
        (bytes) => ({ bytes, tookMs: performance.now() - start - waitedMs() }),
        (error: unknown) => ({ error }),
      )
      return { range, allowBody: grant, response }
    },
    async receive({ range, allowBody, response }, onResponse) {
      allowBody()
      const result = await response
      throwIfCancelled()
      if ('error' in result) {
        if (!shrinkForRetry(result.error, range, pageSize)) recordUnreadable(result.error)
        return null
      }
      onResponse?.()
      const bytes = result.bytes.byteLength
      const page = await stage(range, result.bytes)
      throwIfCancelled()
      if (page !== null) pageSize.addSample({ ...toPageSample(page), tookMs: result.tookMs, bytes })
      return page
    },
  }
}

/** Creates the read permit of one page, which also measures how long the request was held back. */
function createReadPermit(): {
  readonly readPermit: ReadPermit
  readonly grant: () => void
  readonly waitedMs: () => number
} {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let isGranted = false
  let waitedMs = 0
  return {
    readPermit: {
      get isGranted() {
        return isGranted
      },
      granted: promise,
      recordWait(milliseconds) {
        waitedMs += milliseconds
      },
    },
    grant() {
      isGranted = true
      resolve(undefined)
    },
    waitedMs: () => waitedMs,
  }
}

/**
 * Shrinks the page size and returns true if a smaller page may succeed: after a refusal (400, or another
 * status such as 413), a time-out of the service (408, 504) or the client, a response that is too large, or an
 * error of the service (5xx) or an interruption that retries did not fix.
 * The causes of a 400 are not documented (service interface, section 7).
 */
function shrinkForRetry(error: unknown, range: OffsetRange, pageSize: PageSize): boolean {
  if (!(error instanceof AppError)) return false
  const limit = range.end - range.start
  if (isRefusedPage(error) || error instanceof ResponseTooLarge) return pageSize.shrinkAfterRefusal(limit)
  if (error.code === 'timeout') return pageSize.shrinkAfterTimeout(limit)
  // A service that requests a pause is busy.
  const isFailed = error.code === 'serviceFailed' && error.params.requestedWait === undefined
  if (isFailed || error.code === 'interrupted') return pageSize.shrinkAfterFailure(limit)
  return false
}

/** Returns whether the service refused a page, which may be due to its size or its offset. */
export function isRefusedPage(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'serviceBadRequest' || error.code === 'serviceStatus')
}
