import { CONNECTIVITY_FAULTS } from '../service/reachability.ts'
import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import type { PictureChoice } from '../contract/pictures.ts'
import { createFetchQueue } from './fetch-queue.ts'
import type { PictureLists } from './lists.ts'
import type { PictureFetcher, FetchedPicture } from './picture-fetcher.ts'
import type { PictureStatus, PictureCache, PictureCounts, PictureToFetch } from './types.ts'

/** Concurrent requests of a run; fewer for files, which are large. */
const MAX_CONCURRENT = { thumbnails: 6, full: 3 } as const
/** Consecutive failures after which a run skips a host. */
const MAX_HOST_FAILURES = 12
const PAGE_SIZE = 500

export interface FetchOptions {
  readonly cache: PictureCache
  readonly lists: PictureLists
  readonly fetchIntoCache: PictureFetcher
  readonly campaignId: string
  readonly choice: Exclude<PictureChoice, 'none'>
  readonly signal: AbortSignal
  readonly onProgress: (available: number, total: number) => void
}

const NO_PICTURES: PictureCounts = { total: 0, available: 0, bytes: 0, missing: [] }

/** Failures that may concern one host only; any other ends the run. */
const HOST_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  ...CONNECTIVITY_FAULTS,
  'addressInvalid',
  'badAnswer',
  'serviceTooMany',
  'serviceFailed',
])

/**
 * Fetches the missing pictures of a campaign and returns the new counts. Pictures of a failing host are
 * stored as missing, and those of other hosts are fetched. Rejects if a host that has sent pictures fails too
 * often in a row while no other host sends any, as without a network, if no host ever sends any, and with
 * `cancelled`; fetched pictures stay in the cache.
 */
export async function fetchPictures(options: FetchOptions): Promise<PictureCounts> {
  const { cache, campaignId, choice } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  if (!(await options.lists.update(campaignId, choice))) return NO_PICTURES
  const { total, available } = await cache.counts(campaignId)
  let availableCount = available
  const hosts = new HostFailures()
  const queue = createFetchQueue(() => stop.abort())
  options.onProgress(availableCount, total)

  async function fetchOne({ address, itemKey, artworkIndex }: PictureToFetch): Promise<void> {
    const host = hostOf(address)
    if (hosts.isSkipped(host)) {
      queue.add(0, cache.fail(address, 'notFetched'))
      return
    }
    const ref = { itemKey, artworkIndex, size: choice === 'full' ? 'full' : 'thumbnail' } as const
    let fetched: FetchedPicture
    try {
      fetched = await options.fetchIntoCache(address, ref, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || !HOST_FAULTS.has(error.code)) throw error
      hosts.recordFailure(host, error)
      queue.add(0, cache.fail(address, 'notFetched'))
      return
    }
    hosts.recordSuccess(host)
    queue.add(fetched.bytes, fetched.written.then(recordStatus))
  }

  function recordStatus(status: PictureStatus): void {
    if (status !== null && 'picture' in status) availableCount += 1
    options.onProgress(availableCount, total)
  }

  const missing = listMissing(options)
  const fetchNext = async (): Promise<void> => {
    try {
      // Several workers share the generator.
      for (
        let next = await missing.next();
        next.done !== true && !signal.aborted;
        next = await missing.next()
      ) {
        await fetchOne(next.value)
        await queue.waitForSpace()
      }
    } catch (error) {
      // A failure of one worker ends all.
      stop.abort()
      throw error
    }
  }
  const results = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT[choice] }, fetchNext))
  const writes = await Promise.allSettled([queue.drain()])
  const failure = [...writes, ...results].find((result) => result.status === 'rejected')
  if (options.signal.aborted) throw new AppError('cancelled')
  if (failure !== undefined) throw failure.reason
  hosts.requireSuccess()
  return cache.counts(campaignId)
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Tracks the failures of each host. */
class HostFailures {
  /** Consecutive failures, and the successes of all hosts before the first of them. */
  readonly #failures = new Map<string, { readonly count: number; readonly successes: number }>()
  readonly #succeeded = new Set<string>()
  #successes = 0
  readonly #skipped = new Map<string, AppError>()

  isSkipped(host: string): boolean {
    return this.#skipped.has(host)
  }

  recordSuccess(host: string): void {
    this.#succeeded.add(host)
    this.#successes += 1
    this.#failures.delete(host)
  }

  /** Throws the error if the network is the likely cause, and not this host. */
  recordFailure(host: string, error: AppError): void {
    const { count = 0, successes = this.#successes } = this.#failures.get(host) ?? {}
    this.#failures.set(host, { count: count + 1, successes })
    if (count + 1 < MAX_HOST_FAILURES) return
    const othersSucceed = this.#successes > successes
    if (error.retryable && this.#succeeded.has(host) && !othersSucceed) throw error
    this.#skipped.set(host, error)
  }

  /** Throws the error of a skipped host, unless any host has sent a picture. */
  requireSuccess(): void {
    const [error] = this.#skipped.values()
    if (error !== undefined && this.#succeeded.size === 0) throw error
  }
}

async function* listMissing({ cache, campaignId }: FetchOptions): AsyncGenerator<PictureToFetch, void> {
  const pageAfter = (after: string): Promise<readonly PictureToFetch[]> => {
    const page = cache.listMissing(campaignId, after, PAGE_SIZE)
    // Handled where the page is awaited, which may never happen.
    page.catch(() => undefined)
    return page
  }
  for (let nextPage = pageAfter(''); ;) {
    const page = await nextPage
    const last = page.at(-1)
    if (last === undefined) return
    // Requested while the pictures of this page are fetched.
    nextPage = pageAfter(last.identity)
    yield* page
  }
}
