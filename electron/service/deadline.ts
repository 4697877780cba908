import { AppError } from '../contract/app-error.ts'
import type { RequestContext } from './network-faults.ts'

/**
 * Total time that a request may wait for the network, in milliseconds. Without it, a response that arrives in
 * tiny chunks would never end.
 */
export const DEFAULT_TOTAL_TIMEOUT_MS = 600_000

/**
 * Time limits of one request: for each wait and for all of them together. It aborts its signal after a
 * time-out and when the caller cancels; waits end at once even if the network ignores the signal.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #requestContext: RequestContext
  readonly #callerSignal: AbortSignal | undefined
  /** Rejects when the signal is aborted. */
  readonly #aborted: Promise<never>
  /** Rest of the total, in milliseconds. */
  #remainingMs: number

  /** @param totalMs limit of all limited waits together, in milliseconds. */
  constructor(
    requestContext: RequestContext,
    callerSignal: AbortSignal | undefined,
    totalMs = DEFAULT_TOTAL_TIMEOUT_MS,
  ) {
    this.#requestContext = requestContext
    this.#callerSignal = callerSignal
    this.#remainingMs = totalMs
    const { signal } = this
    this.#aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as AppError), { once: true }),
    )
    // It may be aborted while nothing is awaited.
    this.#aborted.catch(() => undefined)
    if (callerSignal?.aborted === true) this.#cancel()
    callerSignal?.addEventListener('abort', this.#cancel, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly #cancel = (): void =>
    this.#controller.abort(new AppError('cancelled', { detail: this.#requestContext.label }))

  /**
   * Waits for work. Rejects with `timeout` after `limitMs` or at the end of the total, and with `cancelled`
   * if the caller cancels. Without `limitMs`, there is no limit, and the wait does not count towards the
   * total.
   */
  async waitFor<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    // A chunk that is already there would win against a timer.
    if (limitMs !== undefined && this.#remainingMs <= 0) this.#timeOut(limitMs)
    const start = performance.now()
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => this.#timeOut(limitMs), Math.max(0, Math.min(limitMs, this.#remainingMs)))
    try {
      return await Promise.race([this.#aborted, work])
    } finally {
      clearTimeout(timer)
      if (limitMs !== undefined) this.#remainingMs -= performance.now() - start
    }
  }

  #timeOut(limitMs: number): void {
    const { host, label } = this.#requestContext
    const detail =
      limitMs > this.#remainingMs
        ? `${label} → no complete answer in time`
        : `${label} → no answer for ${String(limitMs)} ms`
    this.#controller.abort(new AppError('timeout', { detail, params: { host } }))
  }

  /** Why the request was aborted; null if it was not. */
  get reason(): AppError | null {
    return this.signal.aborted ? (this.signal.reason as AppError) : null
  }

  /** Detaches from the caller's signal after a complete response. */
  detach(): void {
    this.#callerSignal?.removeEventListener('abort', this.#cancel)
  }

  /** Aborts what is still pending and detaches from the caller's signal. */
  end(): void {
    this.detach()
    this.#controller.abort(new AppError('cancelled', { detail: this.#requestContext.label }))
  }
}
