import { AppError } from '../contract/app-error.ts'
import { formatWait, RETRY_MESSAGES, retryReason } from '../contract/strings/retry.ts'
import { REDIRECT_REASONS } from '../contract/strings/service.ts'
import { checkContentType, checkForm, statusFault } from './answers.ts'
import { normaliseBaseUrl } from './base-url.ts'
import { readBody } from './body.ts'
import { Deadline } from './deadline.ts'
import { Gate, type Pass } from './gate.ts'
import { checkKey } from './key.ts'
import { requiresCertificate } from './client-certificate-page.ts'
import { clientCertificateFault, networkFault, type Exchange } from './network-faults.ts'
import { wasReached, type OnReach } from './reach.ts'
import {
  backoffMs,
  DEFAULT_ATTEMPTS,
  DEFAULT_MAX_WAIT_MS,
  isWorthRetrying,
  retryAfterMs,
  SYSTEM_CLOCK,
  type Clock,
} from './retry.ts'
import { createOperations, OPERATION_PATHS } from './operations.ts'
import type { CampaignService, Fetch, RetryWait, RequestOptions, ServiceOptions, Turn } from './types.ts'

const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

interface Settings {
  readonly fetch: Fetch
  readonly gate: Gate
  readonly key: string
  readonly answerMs: number
  readonly idleMs: number
  readonly totalMs: number | undefined
  readonly attempts: number
  readonly baseDelayMs: number
  readonly longestDelayMs: number
  readonly onWait: (wait: RetryWait) => void
  readonly onReach: OnReach
}

/** An exchange that failed, with the time that the service asked to be left alone. */
interface Failure {
  readonly error: unknown
  /** Null when there was no answer, or a good one that could not be read. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

type Outcome = { readonly bytes: Uint8Array<ArrayBuffer> } | Failure

/**
 * Creates the operations over HTTP (service interface, 4). Throws at once for an address or a key that cannot
 * be used, before anything is sent.
 */
export function createService(options: ServiceOptions, clock: Clock = SYSTEM_CLOCK): CampaignService {
  const base = normaliseBaseUrl(options.baseUrl)
  checkKey(options.key)
  const settings: Settings = {
    fetch: options.fetch,
    gate: new Gate(clock, options.mostInFlight),
    key: options.key,
    answerMs: options.timeouts?.answerMs ?? 30_000,
    idleMs: options.timeouts?.idleMs ?? 30_000,
    totalMs: options.timeouts?.totalMs,
    attempts: options.retry?.attempts ?? DEFAULT_ATTEMPTS,
    baseDelayMs: options.retry?.baseDelayMs ?? 500,
    longestDelayMs: options.retry?.longestDelayMs ?? DEFAULT_MAX_WAIT_MS,
    onWait: options.onWait ?? (() => undefined),
    onReach: options.onReach ?? (() => undefined),
  }
  return createOperations<RequestOptions>(
    (name) =>
      async (input, request = {}) =>
        ask(settings, clock, new URL(base + OPERATION_PATHS[name](input)), request),
  )
}

async function ask(
  settings: Settings,
  clock: Clock,
  url: URL,
  { signal, turn, attempts = settings.attempts }: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const exchange: Exchange = { host: url.host, label: `GET ${url.pathname}` }
  const waitFor = async <Value>(waiting: Promise<Value>): Promise<Value> => {
    try {
      return await waiting
    } catch (cause) {
      throw new AppError('cancelled', { cause, detail: exchange.label })
    }
  }
  let failingSince: number | null = null
  const fail = (error: unknown, status: number | null): unknown => {
    const reached = error instanceof AppError ? wasReached(error.code, status) : null
    if (reached !== null) settings.onReach(reached, failingSince ?? clock.now())
    return error
  }
  for (let attempt = 1; ; attempt += 1) {
    // The time that is spent here counts towards no limit: the service has not been asked yet.
    const pass = await held(turn, waitFor(settings.gate.enter(signal, turn)))
    let outcome: Outcome
    try {
      outcome = await attemptOnce(settings, clock, url, exchange, { signal, turn, pass })
      learn(outcome, pass, settings, clock)
    } finally {
      pass.leave()
    }
    if ('bytes' in outcome) {
      settings.onReach(true, clock.now())
      return outcome.bytes
    }
    const { error, status } = outcome
    failingSince ??= clock.now()
    if (!(error instanceof AppError) || !isWorthRetrying(error) || attempt >= attempts)
      throw fail(error, status)
    const backoff = backoffMs(attempt, settings.baseDelayMs, settings.longestDelayMs, clock.random())
    const asked = outcome.retryAfterMs ?? 0
    // Coming back earlier than asked would only add to the load; waiting that long is for the person to decide.
    if (Math.max(backoff, asked) > settings.longestDelayMs) throw fail(error, status)
    const milliseconds = Math.max(backoff, asked)
    settings.onWait({
      milliseconds,
      message: RETRY_MESSAGES.attempt(
        retryReason(error.code, exchange.host, status),
        formatWait(milliseconds),
        attempt + 1,
        attempts,
      ),
    })
    // A longer time that the service asked for is waited at the gate, by every request of the connection.
    if (backoff > asked) await waitFor(clock.sleep(backoff, signal))
  }
}

/** Tells the turn how long this took. */
async function held<Value>(turn: Turn | undefined, waiting: Promise<Value>): Promise<Value> {
  const start = performance.now()
  const value = await waiting
  turn?.waited(performance.now() - start)
  return value
}

interface Way {
  readonly signal: AbortSignal | undefined
  readonly turn: Turn | undefined
  readonly pass: Pass
}

/**
 * Waits until the answer may be taken to its end. However long that is, it is not the service that is slow; should it lose its
 * patience, the answer is cut and asked for again.
 */
async function untilTurn({ turn, pass }: Way, deadline: Deadline): Promise<void> {
  if (turn === undefined || turn.hasCome) return
  pass.hold()
  await held(turn, deadline.within(turn.come))
  pass.goOn()
}

/** What an answer says about how much the service can bear. */
function learn(outcome: Outcome, pass: Pass, settings: Settings, clock: Clock): void {
  if ('bytes' in outcome) {
    pass.succeeded()
    return
  }
  if (outcome.status === 429 || outcome.status === 503) pass.tooMuch()
  const { retryAfterMs: asked } = outcome
  if (asked !== null && asked <= settings.longestDelayMs) settings.gate.holdUntil(clock.now() + asked)
}

async function attemptOnce(
  settings: Settings,
  clock: Clock,
  url: URL,
  exchange: Exchange,
  way: Way,
): Promise<Outcome> {
  const deadline = new Deadline(exchange, way.signal, settings.totalMs)
  try {
    if (deadline.reason !== null) throw deadline.reason
    const response = await follow(settings, url, exchange, deadline)
    if (response.status !== 200)
      return {
        error: (await requiresCertificate(response, deadline, settings.idleMs))
          ? clientCertificateFault(exchange, 'required', { word: String(response.status) })
          : statusFault(response.status, exchange),
        status: response.status,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
      }
    checkContentType(response.headers, exchange)
    const turn = (): Promise<void> => untilTurn(way, deadline)
    const bytes = await readBody(response, exchange, deadline, { idleMs: settings.idleMs, turn })
    checkForm(bytes, exchange)
    return { bytes }
  } catch (error) {
    return { error: deadline.reason ?? networkFault(error, exchange), status: null, retryAfterMs: null }
  } finally {
    deadline.end()
  }
}

/** Sends the request, and sends it on as long as the service's own origin says so; the key goes nowhere else. */
async function follow(
  settings: Settings,
  start: URL,
  exchange: Exchange,
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
    const response = await deadline.within(settings.fetch(request), settings.answerMs)
    if (response.type === 'opaqueredirect') throw redirected(exchange, undefined)
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null || !URL.canParse(location, url.href))
      return response
    const next = new URL(location, url)
    if (next.origin !== start.origin) throw redirected(exchange, REDIRECT_REASONS.elsewhere(next.host))
    if (redirects === MOST_REDIRECTS) throw redirected(exchange, REDIRECT_REASONS.endless)
    next.username = ''
    next.password = ''
    await response.body?.cancel()
    url = next
  }
}

function redirected({ host, label }: Exchange, reason: string | undefined): AppError {
  return new AppError('redirected', { detail: `${label} → redirect`, params: { host, reason } })
}
