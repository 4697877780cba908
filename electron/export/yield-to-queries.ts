/** Pause relative to work: an export gets at least a tenth of the time. */
const PAUSE_PER_WORK = 9
/** Maximum pause for one query, in milliseconds. */
const MAX_PAUSE_MS = 1_000
/** Time without a query before the export continues, in milliseconds. */
const QUIET_MS = 4
/** Interval of checks for cancellation during a pause, in milliseconds. */
const CHECK_INTERVAL_MS = 20

/**
 * Pauses an export while the store answers queries, because an export with its compression takes two cores.
 */
export class QueryYielder {
  readonly #requestCount: Int32Array<SharedArrayBuffer>
  readonly #isCancelled: () => boolean
  /** Milliseconds for which the export may pause. */
  #remainingMs = MAX_PAUSE_MS
  #workStart = performance.now()

  /** @param foregroundRequests `FOREGROUND_REQUESTS` of the process */
  constructor(foregroundRequests: SharedArrayBuffer, isCancelled: () => boolean) {
    this.#requestCount = new Int32Array(foregroundRequests)
    this.#isCancelled = isCancelled
  }

  /** Blocks the thread while there are queries. Call it every few milliseconds of work. */
  yieldToQueries(): void {
    if (Atomics.load(this.#requestCount, 0) === 0) return
    const start = performance.now()
    this.#remainingMs = Math.min(MAX_PAUSE_MS, this.#remainingMs + (start - this.#workStart) * PAUSE_PER_WORK)
    this.#waitUntil(start + this.#remainingMs)
    this.#workStart = performance.now()
    this.#remainingMs -= this.#workStart - start
  }

  #waitUntil(end: number): void {
    for (;;) {
      const remaining = end - performance.now()
      if (remaining <= 0 || this.#isCancelled()) return
      const queries = Atomics.load(this.#requestCount, 0)
      const timeout = Math.min(remaining, queries === 0 ? QUIET_MS : CHECK_INTERVAL_MS)
      if (Atomics.wait(this.#requestCount, 0, queries, timeout) === 'timed-out' && queries === 0) return
    }
  }
}
