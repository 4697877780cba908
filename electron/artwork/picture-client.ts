import { AppError } from '../contract/app-error.ts'
import { readBody } from '../service/body.ts'
import { Deadline } from '../service/deadline.ts'
import { RequestLimiter } from '../service/request-limiter.ts'
import { LocalAddressRefused } from '../service/local-addresses.ts'
import { causeOf, networkFault, type RequestContext } from '../service/network-faults.ts'
import { backoffMs, retryAfterMs, SYSTEM_CLOCK, type Clock } from '../service/retry.ts'
import type { Fetch, Timeouts } from '../service/types.ts'
import { MAX_PICTURE_BYTES } from '../contract/pictures.ts'
import { PictureRefused } from './problem.ts'

/** Pictures that are on their way from one host at the same time, apart from the pages of a download. */
export const MAX_CONCURRENT_PICTURES = 6
const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export interface PictureFetchOptions {
  /** Base address of the connection; its origin alone is sent the key. */
  readonly baseUrl: string
  /** Null as long as there is none: then pictures are asked for without it. */
  readonly key: () => Promise<string | null>
  /** The network of the connection, for the service's own host. */
  readonly fetch: Fetch
  /** The network for other hosts; rejects with `LocalAddressRefused` where none may be connected to. */
  readonly fetchElsewhere: Fetch
  readonly timeouts?: Timeouts
  readonly retry?: {
    readonly attempts?: number
    readonly baseDelayMs?: number
    readonly maxDelayMs?: number
  }
  readonly maxBytes?: number
}

/**
 * The bytes at an address, whatever they are. Rejects with {@link PictureRefused} where it makes no sense to
 * try again, with the `AppError` of the network or the service where it may, and with `cancelled`.
 */
export type FetchPicture = (address: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

type Outcome =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly error: unknown; readonly busy: boolean; readonly retryAfterMs: number | null }

/** Fetches pictures with a limit of its own for each host, and obeys `Retry-After`. */
export function createPictureFetch(options: PictureFetchOptions, clock: Clock = SYSTEM_CLOCK): FetchPicture {
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 30_000 } = options.retry ?? {}
  const { origin: ownOrigin, hostname: ownHost } = new URL(options.baseUrl)
  const gates = new Map<string, RequestLimiter>()

  function gateOf({ origin }: URL): RequestLimiter {
    const gate = gates.get(origin) ?? new RequestLimiter(clock, MAX_CONCURRENT_PICTURES)
    gates.set(origin, gate)
    return gate
  }

  return async (address, signal) => {
    const url = parsePictureUrl(address, ownOrigin)
    const exchange: RequestContext = { host: url.host, label: 'GET picture' }
    const gate = gateOf(url)
    for (let attempt = 1; ; attempt += 1) {
      const pass = await unlessCancelled(gate.acquire(signal))
      let outcome: Outcome
      try {
        outcome = await attemptOnce(url, exchange, signal)
        if ('bytes' in outcome) pass.reportSuccess()
        else if (outcome.busy) pass.reportOverload()
      } finally {
        pass.release()
      }
      if ('bytes' in outcome) return outcome.bytes
      const { error, retryAfterMs: asked } = outcome
      const isFinal = error instanceof PictureRefused || !(error instanceof AppError) || !error.retryable
      if (isFinal || attempt >= attempts || (asked ?? 0) > maxDelayMs) throw error
      if (asked !== null) gate.pauseUntil(clock.now() + asked)
      const backoff = backoffMs(attempt, baseDelayMs, maxDelayMs, clock.random())
      if (backoff > (asked ?? 0)) await unlessCancelled(clock.sleep(backoff, signal))
    }
  }

  async function attemptOnce(url: URL, exchange: RequestContext, signal: AbortSignal): Promise<Outcome> {
    const deadline = new Deadline(exchange, signal, options.timeouts?.totalMs)
    try {
      if (deadline.reason !== null) throw deadline.reason
      const response = await follow(url, deadline)
      const { status } = response
      if (status === 200) {
        const bytes = await bodyOf(response, exchange, deadline)
        deadline.detach()
        return { bytes }
      }
      deadline.end()
      return {
        error: statusProblem(status, exchange),
        busy: status === 429 || status === 503,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      }
    } catch (error) {
      const known = deadline.reason ?? (error instanceof PictureRefused ? error : failureOf(error, exchange))
      deadline.end()
      return { error: known, busy: false, retryAfterMs: null }
    }
  }

  /**
   * Sends the request, and sends it on to where it may go: with the key as long as it stays at the
   * connection's own origin. What another origin leads to is asked for without it, also when that leads back.
   */
  async function follow(start: URL, deadline: Deadline): Promise<Response> {
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
      const send = url.hostname === ownHost ? options.fetch : options.fetchElsewhere
      const response = await deadline.within(send(request), options.timeouts?.responseMs ?? 30_000)
      const location = response.headers.get('location')
      if (!REDIRECTS.has(response.status) || location === null || !URL.canParse(location, url.href))
        return response
      if (redirects === MOST_REDIRECTS) throw new PictureRefused('badAddress')
      await response.body?.cancel()
      url = parsePictureUrl(new URL(location, url).href, ownOrigin)
    }
  }

  async function bodyOf(
    response: Response,
    exchange: RequestContext,
    deadline: Deadline,
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readBody(response, exchange, deadline, {
        idleMs: options.timeouts?.idleMs ?? 30_000,
        maxBytes: options.maxBytes ?? MAX_PICTURE_BYTES,
      })
    } catch (error) {
      // What reading itself objects to is the size.
      throw error instanceof AppError && error.code === 'badAnswer' ? new PictureRefused('tooLarge') : error
    }
  }
}

/**
 * Pictures come by https; by http only from the connection's own origin. Throws `badAddress` for any other.
 */
function parsePictureUrl(address: string, ownOrigin: string): URL {
  if (!URL.canParse(address)) throw new PictureRefused('badAddress')
  const url = new URL(address)
  const isOwn = url.origin === ownOrigin && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isOwn) throw new PictureRefused('badAddress')
  if (url.username !== '' || url.password !== '') throw new PictureRefused('badAddress')
  return url
}

function failureOf(error: unknown, exchange: RequestContext): unknown {
  return causeOf(error, LocalAddressRefused) === null
    ? networkFault(error, exchange)
    : new PictureRefused('badAddress')
}

function statusProblem(status: number, { host, label }: RequestContext): Error {
  if (status === 404 || status === 410) return new PictureRefused('notFound')
  if (status === 401 || status === 403) return new PictureRefused('forbidden')
  if (status !== 408 && status !== 429 && status < 500) return new PictureRefused('notFetched')
  const code = status === 429 ? 'serviceTooMany' : 'serviceFailed'
  return new AppError(code, { detail: `${label} → ${String(status)}`, params: { host, status } })
}

async function unlessCancelled<Value>(waiting: Promise<Value>): Promise<Value> {
  try {
    return await waiting
  } catch (cause) {
    throw new AppError('cancelled', { cause })
  }
}
