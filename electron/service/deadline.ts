import { AppError } from '../contract/app-error.ts'
import type { Exchange } from './network-faults.ts'

/**
 * The life of one exchange: aborted by the caller's signal, or when something takes longer than it may. Its own
 * signal stops the network; waiting ends at once even where the network does not listen.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #exchange: Exchange
  readonly #outer: AbortSignal | undefined

  constructor(exchange: Exchange, outer: AbortSignal | undefined) {
    this.#exchange = exchange
    this.#outer = outer
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
   * The work's outcome, or a rejection with `timeout` after `limitMs` (left out: never) or `cancelled` when the caller
   * gave up.
   */
  async within<T>(work: Promise<T>, limitMs?: number): Promise<T> {
    const { signal } = this
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            this.#timeOut(limitMs)
          }, limitMs)
    let onAbort: () => void = () => undefined
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => {
        reject(signal.reason as AppError)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
    })
    try {
      return await Promise.race([work, aborted])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  #timeOut(limitMs: number): void {
    const { host, label } = this.#exchange
    const detail = `${label} → no answer for ${String(limitMs)} ms`
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
