import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import type { PictureChoice } from '../contract/pictures.ts'
import { createFetchQueue } from './fetch-queue.ts'
import type { PictureLists } from './lists.ts'
import type { PictureFetcher, FetchedPicture } from './picture-fetcher.ts'
import type { PictureStatus, PictureCache, PictureCounts, PictureToFetch } from './types.ts'

/** Pictures that a run has on their way at the same time; of files, which are large, fewer. */
const MAX_CONCURRENT = { thumbnails: 6, full: 3 } as const
/** After so many failures in a row a run asks a host no more. */
const MAX_HOST_FAILURES = 12
const PAGE_SIZE = 500

export interface FetchOptions {
  readonly cache: PictureCache
  readonly lists: PictureLists
  readonly fetchIntoCache: PictureFetcher
  readonly campaignId: string
  readonly choice: Exclude<PictureChoice, 'none'>
  readonly signal: AbortSignal
  /** Told how many are here, and of how many. */
  readonly onProgress: (here: number, total: number) => void
}

const NO_PICTURES: PictureCounts = { total: 0, here: 0, bytes: 0, missing: [] }

/** What one host may be to blame for; anything else ends the run. */
const HOST_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'offline',
  'unreachable',
  'timeout',
  'interrupted',
  'tls',
  'proxyFailed',
  'clientCertificate',
  'addressInvalid',
  'badAnswer',
  'captivePortal',
  'serviceTooMany',
  'serviceFailed',
])

/**
 * Fetches the pictures of a campaign that are not here. Gives how things stand then. Pictures of a host that
 * fails are noted as missing, and those of other hosts are fetched. Rejects when a host that has sent
 * pictures fails too often in a row, as without a network, when no host sends any, and with `cancelled`; what
 * was fetched is kept.
 */
export async function fetchPictures(work: FetchOptions): Promise<PictureCounts> {
  const { cache, campaignId, choice } = work
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  if (!(await work.lists.update(campaignId, choice))) return NO_PICTURES
  const { total, here } = await cache.counts(campaignId)
  let present = here
  const hosts = new Hosts()
  const backlog = createFetchQueue(() => {
    stop.abort()
  })
  work.onProgress(present, total)

  async function fetchOne({ address, itemKey, artworkIndex }: PictureToFetch): Promise<void> {
    const host = hostOf(address)
    if (hosts.isGivenUp(host)) {
      backlog.add(0, cache.fail(address, 'notFetched'))
      return
    }
    const place = { itemKey, artworkIndex, size: choice === 'full' ? 'full' : 'thumbnail' } as const
    let obtained: FetchedPicture
    try {
      obtained = await work.fetchIntoCache(address, place, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || !HOST_FAULTS.has(error.code)) throw error
      hosts.noteFailure(host, error)
      backlog.add(0, cache.fail(address, 'notFetched'))
      return
    }
    hosts.noteAnswer(host)
    backlog.add(obtained.bytes, obtained.written.then(count))
  }

  function count(found: PictureStatus): void {
    if (found !== null && 'picture' in found) present += 1
    work.onProgress(present, total)
  }

  const missing = listMissing(work)
  const fetchInTurn = async (): Promise<void> => {
    try {
      // A generator that is asked by several gives each of them another one.
      for (
        let next = await missing.next();
        next.done !== true && !signal.aborted;
        next = await missing.next()
      ) {
        await fetchOne(next.value)
        await backlog.waitForSpace()
      }
    } catch (error) {
      // What ends one of them ends all.
      stop.abort()
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT[choice] }, fetchInTurn))
  const kept = await Promise.allSettled([backlog.drain()])
  const failed = [...kept, ...ends].find((end) => end.status === 'rejected')
  if (work.signal.aborted) throw new AppError('cancelled')
  if (failed !== undefined) throw failed.reason
  hosts.requireAnswer()
  return cache.counts(campaignId)
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** What a run knows of the hosts of its pictures. */
class Hosts {
  readonly #failures = new Map<string, number>()
  readonly #answered = new Set<string>()
  readonly #givenUp = new Map<string, AppError>()

  isGivenUp(host: string): boolean {
    return this.#givenUp.has(host)
  }

  noteAnswer(host: string): void {
    this.#answered.add(host)
    this.#failures.delete(host)
  }

  /** Throws the error when it is likely to be the network, and not this host. */
  noteFailure(host: string, error: AppError): void {
    const failures = (this.#failures.get(host) ?? 0) + 1
    this.#failures.set(host, failures)
    if (failures < MAX_HOST_FAILURES) return
    if (error.retryable && this.#answered.has(host)) throw error
    this.#givenUp.set(host, error)
  }

  /** Throws the error of a host that was given up, unless any host has answered. */
  requireAnswer(): void {
    const [error] = this.#givenUp.values()
    if (error !== undefined && this.#answered.size === 0) throw error
  }
}

async function* listMissing({ cache, campaignId }: FetchOptions): AsyncGenerator<PictureToFetch, void> {
  const pageBehind = (after: string): Promise<readonly PictureToFetch[]> => {
    const page = cache.listMissing(campaignId, after, PAGE_SIZE)
    // Told where the page is taken; that may never be.
    page.catch(() => undefined)
    return page
  }
  for (let coming = pageBehind(''); ;) {
    const page = await coming
    const last = page.at(-1)
    if (last === undefined) return
    // On its way while this one is fetched.
    coming = pageBehind(last.identity)
    yield* page
  }
}
