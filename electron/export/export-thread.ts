import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { END } from './messages.ts'

/** A thread that nobody needs is kept so long for the next export, in milliseconds. */
const IDLE_MS = 60_000
/** One that was told to end and has not after so long is ended, in milliseconds. */
const END_TIMEOUT_MS = 2_000

/**
 * What a row leaves behind is cleared away often: else it takes some eighty megabytes more, and no time less. The limit of
 * the old generation is far beyond what an export holds; V8 lets garbage grow the less there the lower it is.
 */
const LIMITS = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 512 }

/** A new exporting thread, which takes one assignment after the other until it is told to end. */
export function createExportThread(workerUrl: URL): Worker {
  const worker = new Worker(workerUrl, { name: 'export', resourceLimits: LIMITS })
  // What ends a thread while nobody listens is told by its end alone.
  worker.on('error', () => undefined)
  return worker
}

/**
 * An exporting thread that is kept between exports: starting one, and doing everything for the first time in it, takes
 * longer than writing ten thousand rows.
 */
export class ReusableExportThread {
  readonly #workerUrl: URL
  #idle: Worker | null = null
  #patience: NodeJS.Timeout | undefined

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /** The thread that was kept, or a new one; it belongs to whoever takes it. */
  take(): Worker {
    const worker = this.#idle ?? createExportThread(this.#workerUrl)
    worker.ref()
    this.#forget()
    return worker
  }

  /** Takes back a thread that is done with everything, for the next export. */
  giveBack(worker: Worker): void {
    if (this.#idle !== null) {
      worker.postMessage(END)
      return
    }
    this.#idle = worker
    worker.unref()
    worker.once('exit', this.#forget)
    this.#patience = setTimeout(() => void this.close(), IDLE_MS).unref()
  }

  /** Ends the thread that is kept, if there is one. */
  async close(): Promise<void> {
    const worker = this.#idle
    this.#forget()
    if (worker === null) return
    const ended = once(worker, 'exit', { signal: AbortSignal.timeout(END_TIMEOUT_MS) })
    worker.postMessage(END)
    await ended.catch(() => worker.terminate())
  }

  readonly #forget = (): void => {
    clearTimeout(this.#patience)
    this.#idle?.off('exit', this.#forget)
    this.#idle = null
  }
}
