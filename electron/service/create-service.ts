import { AppError } from '../contract/app-error.ts'
import { formatWait, RETRY_MESSAGES, retryReason } from '../contract/strings/retry.ts'
import { REDIRECT_REASONS } from '../contract/strings/service.ts'
import {
  checkContentType,
  checkJsonObject,
  statusFault,
  MAX_REDIRECTS,
  redirectTarget,
} from './response-checks.ts'
import { checkKey, normalizeBaseUrl } from './address-and-key.ts'
import { readBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { RequestLimiter, type RequestSlot } from './request-limiter.ts'
import { requiresCertificate } from './client-certificate-page.ts'
import { clientCertificateFault, networkFault, type RequestContext } from './network-faults.ts'
import { wasReached, type OnReachability } from './reach.ts'
import {
  backoffMs,
  DEFAULT_ATTEMPTS,
  DEFAULT_MAX_WAIT_MS,
  shouldRetry,
  retryAfterMs,
  SYSTEM_CLOCK,
  type Clock,
} from './retry.ts'
import { createOperations, OPERATION_PATHS } from './operations.ts'
import type {
  CampaignService,
  Fetch,
  RetryWait,
  RequestOptions,
  ServiceOptions,
  ReadPermit,
} from './types.ts'

interface Settings {
  readonly fetch: Fetch
  readonly limiter: RequestLimiter
  readonly key: string
  readonly responseMs: number
  readonly idleMs: number
  readonly totalMs: number | undefined
  readonly attempts: number
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  readonly onWait: (wait: RetryWait) => void
  readonly onReachability: OnReachability
}

/** A failed attempt, with the delay that the service requested. */
interface Failure {
  readonly error: unknown
  /** Null if there was no response, or a successful one that could not be read. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

type Outcome = { readonly bytes: Uint8Array<ArrayBuffer> } | Failure

/**
 * Creates the operations over HTTP (service interface, 4). Throws for an address or a key that cannot be
 * used, before any request.
 */
export function createService(options: ServiceOptions, clock: Clock = SYSTEM_CLOCK): CampaignService {
  const base = normalizeBaseUrl(options.baseUrl)
  checkKey(options.key)
  const settings: Settings = {
    fetch: options.fetch,
    limiter: new RequestLimiter(clock, options.maxConcurrent),
    key: options.key,
    responseMs: options.timeouts?.responseMs ?? 30_000,
    idleMs: options.timeouts?.idleMs ?? 30_000,
    totalMs: options.timeouts?.totalMs,
    attempts: options.retry?.attempts ?? DEFAULT_ATTEMPTS,
    baseDelayMs: options.retry?.baseDelayMs ?? 500,
    maxDelayMs: options.retry?.maxDelayMs ?? DEFAULT_MAX_WAIT_MS,
    onWait: options.onWait ?? (() => undefined),
    onReachability: options.onReachability ?? (() => undefined),
  }
  return createOperations<RequestOptions>(
    (name) =>
      async (input, request = {}) =>
        sendWithRetries(settings, clock, new URL(base + OPERATION_PATHS[name](input)), request),
  )
}

async function sendWithRetries(
  settings: Settings,
  clock: Clock,
  url: URL,
  { signal, readPermit, attempts = settings.attempts }: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const requestContext: RequestContext = { host: url.host, label: `GET ${url.pathname}` }
  const waitFor = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } catch (cause) {
      throw new AppError('cancelled', { cause, detail: requestContext.label })
    }
  }
  let failingSince: number | null = null
  const fail = (error: unknown, status: number | null): unknown => {
    const reached = error instanceof AppError ? wasReached(error.code, status) : null
    if (reached !== null) settings.onReachability(reached, failingSince ?? clock.now())
    return error
  }
  for (let attempt = 1; ; attempt += 1) {
    // Waiting here counts towards no time limit, because nothing has been sent.
    const slot = await measureWait(readPermit, waitFor(settings.limiter.acquire(signal, readPermit)))
    let outcome: Outcome
    try {
      outcome = await attemptOnce(settings, clock, url, requestContext, { signal, readPermit, slot })
      adjustLimiter(outcome, slot, settings, clock)
    } finally {
      slot.release()
    }
    if ('bytes' in outcome) {
      settings.onReachability(true, clock.now())
      return outcome.bytes
    }
    const { error, status } = outcome
    failingSince ??= clock.now()
    if (!(error instanceof AppError) || !shouldRetry(error) || attempt >= attempts) throw fail(error, status)
    const backoff = backoffMs(attempt, settings.baseDelayMs, settings.maxDelayMs, clock.random())
    const requestedMs = outcome.retryAfterMs ?? 0
    // Retrying earlier than requested would add to the load; whether to wait longer is up to the person.
    if (Math.max(backoff, requestedMs) > settings.maxDelayMs) throw fail(error, status)
    const milliseconds = Math.max(backoff, requestedMs)
    settings.onWait({
      milliseconds,
      message: RETRY_MESSAGES.attempt(
        retryReason(error.code, requestContext.host, status),
        formatWait(milliseconds),
        attempt + 1,
        attempts,
      ),
    })
    // A longer delay that the service requested applies to all requests, in the limiter.
    if (backoff > requestedMs) await waitFor(clock.sleep(backoff, signal))
  }
}

/** Records the duration of a wait in the read permit. */
async function measureWait<Value>(permit: ReadPermit | undefined, work: Promise<Value>): Promise<Value> {
  const start = performance.now()
  const value = await work
  permit?.recordWait(performance.now() - start)
  return value
}

interface AttemptOptions {
  readonly signal: AbortSignal | undefined
  readonly readPermit: ReadPermit | undefined
  readonly slot: RequestSlot
}

/**
 * Waits until the response may be read to its end, without a time limit. If the service closes the connection
 * meanwhile, the request is repeated.
 */
async function waitForReadPermit({ readPermit, slot }: AttemptOptions, deadline: Deadline): Promise<void> {
  if (readPermit === undefined || readPermit.isGranted) return
  slot.startWaiting()
  await measureWait(readPermit, deadline.within(readPermit.granted))
  slot.stopWaiting()
}

/** Adapts the limiter to the outcome of a request. */
function adjustLimiter(outcome: Outcome, slot: RequestSlot, settings: Settings, clock: Clock): void {
  if ('bytes' in outcome) {
    slot.reportSuccess()
    return
  }
  if (outcome.status === 429 || outcome.status === 503) slot.reportOverload()
  const { retryAfterMs: delayMs } = outcome
  if (delayMs !== null && delayMs <= settings.maxDelayMs) settings.limiter.pauseUntil(clock.now() + delayMs)
}

async function attemptOnce(
  settings: Settings,
  clock: Clock,
  url: URL,
  requestContext: RequestContext,
  options: AttemptOptions,
): Promise<Outcome> {
  const deadline = new Deadline(requestContext, options.signal, settings.totalMs)
  try {
    if (deadline.reason !== null) throw deadline.reason
    const response = await follow(settings, url, requestContext, deadline)
    if (response.status !== 200)
      return {
        error: (await requiresCertificate(response, deadline, settings.idleMs))
          ? clientCertificateFault(requestContext, 'required', { word: String(response.status) })
          : statusFault(response.status, requestContext),
        status: response.status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      }
    checkContentType(response.headers, requestContext)
    const waitForPermit = (): Promise<void> => waitForReadPermit(options, deadline)
    const bytes = await readBody(response, requestContext, deadline, {
      idleMs: settings.idleMs,
      waitForPermit,
    })
    checkJsonObject(bytes, requestContext)
    return { bytes }
  } catch (error) {
    return { error: deadline.reason ?? networkFault(error, requestContext), status: null, retryAfterMs: null }
  } finally {
    deadline.end()
  }
}

/** Sends the request and follows redirects within the service's origin, to which alone the key is sent. */
async function follow(
  settings: Settings,
  start: URL,
  requestContext: RequestContext,
  deadline: Deadline,
): Promise<Response> {
  let url = start
  for (let redirects = 0; ; redirects += 1) {
    const request = new Request(url, {
      method: 'GET',
      headers: { accept: 'application/json', authorization: settings.key },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: deadline.signal,
    })
    const response = await deadline.within(settings.fetch(request), settings.responseMs)
    if (response.type === 'opaqueredirect') throw redirected(requestContext, undefined)
    const next = redirectTarget(response, url)
    if (next === null) return response
    if (next.origin !== start.origin) throw redirected(requestContext, REDIRECT_REASONS.elsewhere(next.host))
    if (redirects === MAX_REDIRECTS) throw redirected(requestContext, REDIRECT_REASONS.endless)
    next.username = ''
    next.password = ''
    await response.body?.cancel()
    url = next
  }
}

function redirected({ host, label }: RequestContext, reason: string | undefined): AppError {
  return new AppError('redirected', { detail: `${label} → redirect`, params: { host, reason } })
}
