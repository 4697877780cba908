import { AppError } from '../contract/app-error.ts'
import type { RequestContext } from './network-faults.ts'
import type { RequestLimiter, RequestSlot } from './request-limiter.ts'
import { formatWait } from './retry-messages.ts'
import { backoffMs, shouldRetry, type Clock } from './retry.ts'

/** A failed attempt, with the delay that the service requested. */
export interface Failure {
  readonly error: unknown
  /** Null if there was no response, or a successful one that could not be read. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

/** The outcome of one attempt. */
export type Outcome = { readonly bytes: Uint8Array<ArrayBuffer> } | Failure

export interface RetryOptions {
  readonly requestContext: RequestContext
  readonly clock: Clock
  readonly limiter: RequestLimiter
  readonly signal: AbortSignal | undefined
  /** The first one included. */
  readonly attempts: number
  readonly baseDelayMs: number
  readonly maxDelayMs: number
  /** Waits for a slot of the limiter. */
  readonly acquire: () => Promise<RequestSlot>
  readonly send: (slot: RequestSlot) => Promise<Outcome>
  /** Called before each pause, with the number of the failed attempt. */
  readonly onRetry?: (
    failure: Failure & { readonly error: AppError },
    waitMs: number,
    attempt: number,
  ) => void
}

/**
 * Sends a request, and repeats it after temporary failures with growing pauses. Returns the last outcome,
 * with the time of the first failure in milliseconds since 1970; rejects with `cancelled` while it waits.
 */
export async function sendWithRetries(
  options: RetryOptions,
): Promise<Exclude<Outcome, Failure> | (Failure & { readonly failingSince: number })> {
  const { clock, limiter, maxDelayMs } = options
  let failingSince: number | null = null
  for (let attempt = 1; ; attempt += 1) {
    // Waiting here counts towards no time limit, because nothing has been sent.
    const slot = await withCancelledFault(options.acquire(), options)
    let outcome: Outcome
    try {
      outcome = await options.send(slot)
      if ('bytes' in outcome) {
        slot.reportSuccess()
        return outcome
      }
      if (outcome.status === 429 || outcome.status === 503) slot.reportOverload()
      const { retryAfterMs } = outcome
      if (retryAfterMs !== null && retryAfterMs <= maxDelayMs) limiter.pauseUntil(clock.now() + retryAfterMs)
    } finally {
      slot.release()
    }
    const { error } = outcome
    failingSince ??= clock.now()
    const requestedMs = outcome.retryAfterMs ?? 0
    if (!(error instanceof AppError) || !shouldRetry(error)) return { ...outcome, failingSince }
    // Retrying earlier than requested would add to the load; whether to wait longer is up to the person.
    if (requestedMs > maxDelayMs)
      return {
        ...outcome,
        error: error.as(error.code, { requestedWait: formatWait(requestedMs) }),
        failingSince,
      }
    if (attempt >= options.attempts) return { ...outcome, failingSince }
    const backoff = backoffMs(attempt, options.baseDelayMs, maxDelayMs, clock.random())
    options.onRetry?.({ ...outcome, error }, Math.max(backoff, requestedMs), attempt)
    // A longer delay that the service requested applies to all requests, in the limiter.
    if (backoff > requestedMs) await withCancelledFault(clock.sleep(backoff, options.signal), options)
  }
}

async function withCancelledFault<Value>(
  work: Promise<Value>,
  { requestContext }: { readonly requestContext: RequestContext },
): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new AppError('cancelled', { cause, detail: requestContext.label })
  }
}
