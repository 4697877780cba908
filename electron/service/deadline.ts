import { AppError } from '../contract/app-error.ts'
import type { Exchange } from './network-faults.ts'

/**
 * Milliseconds that an exchange may wait for the network in all. Enough for the largest answers on a slow line; an answer
 * that drips would otherwise never end, because each piece comes within its own limit.
 */
export const DEFAULT_TOTAL_MS = 600_000

/**
 * The life of one exchange: aborted by the caller's signal, or when something takes longer than it may, by itself or
 * together with what came before. Its own signal stops the network; waiting ends at once even where the network does not
 * listen.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #exchange: Exchange
  readonly #outer: AbortSignal | undefined
  /** Milliseconds that are left of the total. */
  #leftMs: number

  /** @param totalMs milliseconds that all limited waiting may take together. */
  constructor(exchange: Exchange, outer: AbortSignal | undefined, totalMs = DEFAULT_TOTAL_MS) {
    this.#exchange = exchange
    this.#outer = outer
    this.#leftMs = totalMs
    if (outer?.aborted === true) this.#cancel()
    outer?.addEventListener('abort', this.#cancel, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly #cancel = (): void => {
    this.#controller.abort(new AppError('cancelled', { detail: this.#exchange.label }))
  }

  /**
   * The work's outcome, or a rejection with `timeout` after `limitMs` (left out: never, and it does not count towards the
   * total) or when the total is used up, or with `cancelled` when the caller gave up.
   */
  async within<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    const { signal } = this
    // A piece that comes at once would always be faster than a timer.
    if (limitMs !== undefined && this.#leftMs <= 0) this.#timeOut(limitMs)
    const start = performance.now()
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(
            () => {
              this.#timeOut(limitMs)
            },
            Math.max(0, Math.min(limitMs, this.#leftMs)),
          )
    let onAbort: () => void = () => undefined
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        reject(signal.reason as AppError)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
    })
    try {
      return await Promise.race([aborted, work])
    } finally {
      clearTimeout(timer)
      if (limitMs !== undefined) this.#leftMs -= performance.now() - start
      signal.removeEventListener('abort', onAbort)
    }
  }

  #timeOut(limitMs: number): void {
    const { host, label } = this.#exchange
    const detail =
      limitMs > this.#leftMs
        ? `${label} → no complete answer in time`
        : `${label} → no answer for ${String(limitMs)} ms`
    this.#controller.abort(new AppError('timeout', { detail, params: { host } }))
  }

  /** Why the exchange was ended from here; null when it was not. */
  get reason(): AppError | null {
    return this.signal.aborted ? (this.signal.reason as AppError) : null
  }

  /** The exchange has come to its own end, so that nothing is left to be stopped: lets go of the caller's signal. */
  letGo(): void {
    this.#outer?.removeEventListener('abort', this.#cancel)
  }

  /** Stops what is still on the way and lets go of the caller's signal. */
  end(): void {
    this.letGo()
    this.#controller.abort(new AppError('cancelled', { detail: this.#exchange.label }))
  }
}
