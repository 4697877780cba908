import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

/** Pause per time of work: an export gets at least a tenth of the time, however many queries there are. */
const PAUSE_PER_WORK = 9
/** Longest pause for one query, in milliseconds. */
const MAX_PAUSE_MS = 1_000
/** Queries follow each other closely: the export continues after this time without one, in milliseconds. */
const QUIET_MS = 4
/** Interval at which a pause checks for cancellation, in milliseconds. */
const CHECK_INTERVAL_MS = 20

/**
 * Pauses an export while the store answers queries: a person waits for those. The export and its compression
 * would otherwise take two cores of the processor.
 */
export class QueryYielder {
  readonly #queries: Int32Array<SharedArrayBuffer>
  readonly #isCancelled: () => boolean
  /** Milliseconds left for pauses. */
  #left = MAX_PAUSE_MS
  #since = performance.now()

  /** @param precedence `PRECEDENCE` of the process. */
  constructor(precedence: SharedArrayBuffer, isCancelled: () => boolean) {
    this.#queries = new Int32Array(precedence)
    this.#isCancelled = isCancelled
  }

  /** Blocks the thread while there are queries. Call it every few milliseconds of work. */
  yieldToQueries(): void {
    if (Atomics.load(this.#queries, 0) === 0) return
    const start = performance.now()
    this.#left = Math.min(MAX_PAUSE_MS, this.#left + (start - this.#since) * PAUSE_PER_WORK)
    this.#waitUntil(start + this.#left)
    this.#since = performance.now()
    this.#left -= this.#since - start
  }

  #waitUntil(end: number): void {
    for (;;) {
      const left = end - performance.now()
      if (left <= 0 || this.#isCancelled()) return
      const queries = Atomics.load(this.#queries, 0)
      const longest = Math.min(left, queries === 0 ? QUIET_MS : CHECK_INTERVAL_MS)
      if (Atomics.wait(this.#queries, 0, queries, longest) === 'timed-out' && queries === 0) return
    }
  }
}

/**
 * Lowers the priority of the calling thread for good. Only Linux has priorities of single threads
 * (setpriority(2), "C library/kernel differences"); does nothing elsewhere, and where it is not allowed.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    // A priority that is even lower stays.
    setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // The thread keeps its priority.
  }
}
