import { AppError } from '../contract/app-error.ts'
import { readBody } from '../service/body.ts'
import { Deadline } from '../service/deadline.ts'
import { RequestLimiter } from '../service/request-limiter.ts'
import { LocalAddressRefused } from '../service/local-addresses.ts'
import { causeOf, networkFault, type RequestContext } from '../service/network-faults.ts'
import { MAX_REDIRECTS, redirectTarget } from '../service/response-checks.ts'
import { retryAfterMs, SYSTEM_CLOCK, type Clock } from '../service/retry.ts'
import { sendWithRetries, type Outcome } from '../service/send-with-retries.ts'
import type { Fetch, Timeouts } from '../service/types.ts'
import { MAX_PICTURE_BYTES, type PictureProblem } from '../contract/pictures.ts'

/** Concurrent requests to one host, not counting downloads. */
export const MAX_CONCURRENT_PICTURES = 6

export interface PictureFetchOptions {
  /** Base address of the connection; only its origin receives the key. */
  readonly baseUrl: string
  /** Without a key, pictures are requested without one. */
  readonly key: () => Promise<string | null>
  /** The network of the connection, for the host of the service. */
  readonly fetch: Fetch
  /** The network for other hosts; rejects with `LocalAddressRefused` for local addresses. */
  readonly fetchFromOtherHosts: Fetch
  readonly timeouts?: Timeouts
  readonly retry?: { readonly attempts?: number; readonly baseDelayMs?: number; readonly maxDelayMs?: number }
  readonly maxBytes?: number
}

/**
 * Whether a picture is fetched to be viewed at once, or in advance. The one that is viewed last is requested
 * first: the others may be in rows that were scrolled out of view.
 */
export type PicturePurpose = 'view' | 'advance'

/**
 * Fetches the bytes at an address without checking them. Rejects with {@link PictureRefused} after a
 * permanent failure, with the `AppError` of the network or the service otherwise, and with `cancelled`.
 */
export type FetchPicture = (
  address: string,
  signal: AbortSignal,
  purpose: PicturePurpose,
) => Promise<Uint8Array<ArrayBuffer>>

/** A permanent failure to fetch a picture. */
export class PictureRefused extends Error {
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(`A picture was refused: ${problem}.`)
    this.name = 'PictureRefused'
    this.problem = problem
  }
}

/** Creates a client with a limiter for each host, which obeys `Retry-After`. */
export function createPictureFetch(options: PictureFetchOptions, clock: Clock = SYSTEM_CLOCK): FetchPicture {
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 30_000 } = options.retry ?? {}
  const { origin: ownOrigin, hostname: ownHost } = new URL(options.baseUrl)
  const limiters = new Map<string, RequestLimiter>()

  function limiterOf({ origin }: URL): RequestLimiter {
    const limiter = limiters.get(origin) ?? new RequestLimiter(clock, MAX_CONCURRENT_PICTURES)
    limiters.set(origin, limiter)
    return limiter
  }

  return async (address, signal, purpose) => {
    const url = parsePictureUrl(address, ownOrigin)
    const requestContext: RequestContext = { host: url.host, label: 'GET picture' }
    const limiter = limiterOf(url)
    const outcome = await sendWithRetries({
      ...{ requestContext, clock, limiter, signal, attempts, baseDelayMs, maxDelayMs },
      acquire: () => limiter.acquire(signal, undefined, purpose === 'view'),
      send: () => attemptOnce(url, requestContext, signal),
    })
    if ('bytes' in outcome) return outcome.bytes
    throw outcome.error
  }

  async function attemptOnce(
    url: URL,
    requestContext: RequestContext,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const deadline = new Deadline(requestContext, signal, options.timeouts?.totalMs)
    try {
      if (deadline.reason !== null) throw deadline.reason
      const response = await fetchFollowingRedirects(url, deadline)
      const { status } = response
      if (status === 200) {
        const bytes = await readPicture(response, requestContext, deadline)
        deadline.detach()
        return { bytes }
      }
      deadline.end()
      return {
        error: statusError(status, requestContext),
        status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      }
    } catch (error) {
      const problem =
        deadline.reason ?? (error instanceof PictureRefused ? error : toPictureError(error, requestContext))
      deadline.end()
      return { error: problem, status: null, retryAfterMs: null }
    }
  }

  /**
   * Sends the request and follows redirects, with the key until a redirect leaves the connection's origin,
   * even if a later one returns there.
   */
  async function fetchFollowingRedirects(start: URL, deadline: Deadline): Promise<Response> {
    let url = start
    let isOwn = true
    for (let redirects = 0; ; redirects += 1) {
      isOwn &&= url.origin === ownOrigin
      const key = isOwn ? await options.key() : null
      const request = new Request(url, {
        headers: { accept: 'image/*, application/pdf', ...(key === null ? {} : { authorization: key }) },
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: deadline.signal,
      })
      const send = url.hostname === ownHost ? options.fetch : options.fetchFromOtherHosts
      const response = await deadline.waitFor(send(request), options.timeouts?.responseMs ?? 30_000)
      const next = redirectTarget(response, url)
      if (next === null) return response
      if (redirects === MAX_REDIRECTS) throw new PictureRefused('badAddress')
      await response.body?.cancel()
      url = parsePictureUrl(next.href, ownOrigin)
    }
  }

  async function readPicture(
    response: Response,
    requestContext: RequestContext,
    deadline: Deadline,
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readBody(response, requestContext, deadline, {
        idleMs: options.timeouts?.idleMs ?? 30_000,
        maxBytes: options.maxBytes ?? MAX_PICTURE_BYTES,
      })
    } catch (error) {
      // The body reader reports only its size limit as `badAnswer`.
      throw error instanceof AppError && error.code === 'badAnswer' ? new PictureRefused('tooLarge') : error
    }
  }
}

/**
 * Parses an address: https, or http at the connection's origin. Throws `badAddress` for any other.
 */
function parsePictureUrl(address: string, ownOrigin: string): URL {
  if (!URL.canParse(address)) throw new PictureRefused('badAddress')
  const url = new URL(address)
  const isOwn = url.origin === ownOrigin && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isOwn) throw new PictureRefused('badAddress')
  if (url.username !== '' || url.password !== '') throw new PictureRefused('badAddress')
  return url
}

function toPictureError(error: unknown, requestContext: RequestContext): unknown {
  return causeOf(error, LocalAddressRefused) === null
    ? networkFault(error, requestContext)
    : new PictureRefused('badAddress')
}

function statusError(status: number, { host, label }: RequestContext): Error {
  if (status === 404 || status === 410) return new PictureRefused('notFound')
  if (status === 401 || status === 403) return new PictureRefused('forbidden')
  if (status !== 408 && status !== 429 && status < 500) return new PictureRefused('notFetched')
  const code = status === 429 ? 'serviceTooMany' : 'serviceFailed'
  return new AppError(code, { detail: `${label} → ${String(status)}`, params: { host, status } })
}
