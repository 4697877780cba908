import { AppError } from '../contract/app-error.ts'
import { shownName } from '../contract/clip-text.ts'
import type { FaultParams } from '../contract/fault-message.ts'
import { messages } from '../contract/messages.ts'
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
import { clientCertificateFault, mayBeSent, networkFault, type RequestContext } from './network-faults.ts'
import { wasReached, type OnReachability } from './reachability.ts'
import { formatWait, retryReason } from './retry-messages.ts'
import { DEFAULT_ATTEMPTS, DEFAULT_MAX_WAIT_MS, retryAfterMs, SYSTEM_CLOCK, type Clock } from './retry.ts'
import { sendWithRetries, type Outcome } from './send-with-retries.ts'
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
      async (input, requestOptions = {}) =>
        request(settings, clock, new URL(base + OPERATION_PATHS[name](input)), requestOptions),
  )
}

async function request(
  settings: Settings,
  clock: Clock,
  url: URL,
  { signal, readPermit, attempts = settings.attempts }: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { limiter, baseDelayMs, maxDelayMs, onReachability } = settings
  const requestContext: RequestContext = { host: url.host, label: `GET ${url.pathname}` }
  const { fetch, keyMayBeSent } = observeSending(settings.fetch, requestContext)
  const outcome = await sendWithRetries({
    ...{ requestContext, clock, limiter, signal, attempts, baseDelayMs, maxDelayMs },
    acquire: () => measureWait(readPermit, limiter.acquire(signal, readPermit)),
    send: (slot) =>
      attemptOnce({ ...settings, fetch }, clock, url, requestContext, { signal, readPermit, slot }),
    onRetry: ({ error, status }, milliseconds, attempt) => {
      const reason = retryReason(error.code, { ...error.params, host: requestContext.host, status })
      settings.onWait({
        milliseconds,
        message: messages.retry.attempt({
          reason,
          wait: formatWait(milliseconds),
          attempt: attempt + 1,
          attempts,
        }),
      })
    },
  })
  if ('bytes' in outcome) {
    onReachability(true, clock.now())
    return outcome.bytes
  }
  const { error, status, failingSince } = outcome
  const reached = error instanceof AppError ? wasReached(error.code, status) : null
  if (reached !== null) onReachability(reached, failingSince)
  if (error instanceof AppError && !mayBeSent(error) && keyMayBeSent())
    throw error.as(error.code, { keyMayBeSent: true })
  throw error
}

/** Observes whether an attempt, or a request before a redirect, may have reached the service with the key. */
function observeSending(
  fetch: Fetch,
  requestContext: RequestContext,
): { readonly fetch: Fetch; readonly keyMayBeSent: () => boolean } {
  let isSent = false
  return {
    fetch: async (httpRequest) => {
      try {
        const response = await fetch(httpRequest)
        isSent = true
        return response
      } catch (error) {
        isSent ||= mayBeSent(networkFault(error, requestContext))
        throw error
      }
    },
    keyMayBeSent: () => isSent,
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
async function waitForReadPermit(
  readPermit: ReadPermit,
  slot: RequestSlot,
  deadline: Deadline,
): Promise<void> {
  if (readPermit.isGranted) return
  slot.startWaiting()
  await measureWait(readPermit, deadline.waitFor(readPermit.granted))
  slot.stopWaiting()
}

async function attemptOnce(
  settings: Settings,
  clock: Clock,
  url: URL,
  requestContext: RequestContext,
  options: AttemptOptions,
): Promise<Outcome> {
  const deadline = new Deadline(requestContext, options.signal, settings.totalMs)
  let isComplete = false
  try {
    if (deadline.reason !== null) throw deadline.reason
    const response = await fetchFollowingRedirects(settings, url, requestContext, deadline)
    if (response.status !== 200)
      return {
        error: (await requiresCertificate(response, deadline, settings.idleMs))
          ? clientCertificateFault(requestContext, 'required', { errorText: String(response.status) })
          : statusFault(response.status, requestContext),
        status: response.status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      }
    checkContentType(response.headers, requestContext)
    const { readPermit } = options
    const bytes = await readBody(response, requestContext, deadline, {
      idleMs: settings.idleMs,
      ...(readPermit && { waitForPermit: () => waitForReadPermit(readPermit, options.slot, deadline) }),
    })
    checkJsonObject(bytes, requestContext)
    isComplete = true
    return { bytes }
  } catch (error) {
    return { error: deadline.reason ?? networkFault(error, requestContext), status: null, retryAfterMs: null }
  } finally {
    // Aborting a complete response takes as long as sending its request.
    if (isComplete) deadline.detach()
    else deadline.end()
  }
}

/** Sends the request and follows redirects within the service's origin, to which alone the key is sent. */
async function fetchFollowingRedirects(
  settings: Settings,
  start: URL,
  requestContext: RequestContext,
  deadline: Deadline,
): Promise<Response> {
  let url = start
  for (let redirects = 0; ; redirects += 1) {
    const httpRequest = new Request(url, {
      method: 'GET',
      headers: { accept: 'application/json', authorization: settings.key },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: deadline.signal,
    })
    const response = await deadline.waitFor(settings.fetch(httpRequest), settings.responseMs)
    if (response.type === 'opaqueredirect') throw redirectFault(requestContext, {})
    const next = redirectTarget(response, url)
    if (next === null) return response
    if (next.origin !== start.origin) throw redirectFault(requestContext, { reason: shownName(next.host) })
    if (redirects === MAX_REDIRECTS) throw redirectFault(requestContext, { endlessRedirects: true })
    next.username = ''
    next.password = ''
    await response.body?.cancel()
    url = next
  }
}

function redirectFault({ host, label }: RequestContext, params: FaultParams): AppError {
  return new AppError('redirected', { detail: `${label} → redirect`, params: { host, ...params } })
}
