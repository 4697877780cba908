import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { END } from './messages.ts'

/** Time for which an idle thread is kept for the next export, in milliseconds. */
const IDLE_MS = 60_000
/** Time after which a thread that does not end is terminated, in milliseconds. */
const END_TIMEOUT_MS = 2_000

/**
 * A small young generation saves some eighty megabytes and costs no time. The limit of the old generation is
 * far beyond what an export needs; V8 lets less garbage accumulate below a lower one.
 */
const LIMITS = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 512 }

/** Creates an export thread, which runs one export after the other until it receives `END`. */
export function createExportThread(workerUrl: URL): Worker {
  const worker = new Worker(workerUrl, { name: 'export', resourceLimits: LIMITS })
  // Without a listener an error of an idle thread would end the process; its exit is noticed anyway.
  worker.on('error', () => undefined)
  return worker
}

/**
 * Keeps an export thread between exports: starting and warming up one takes longer than writing ten thousand
 * rows.
 */
export class ReusableExportThread {
  readonly #workerUrl: URL
  #idle: Worker | null = null
  #timeout: NodeJS.Timeout | undefined

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  /** Returns the idle thread, or a new one. */
  take(): Worker {
    const worker = this.#idle ?? createExportThread(this.#workerUrl)
    worker.ref()
    this.#forget()
    return worker
  }

  /** Keeps an idle thread for the next export. */
  release(worker: Worker): void {
    if (this.#idle !== null) {
      worker.postMessage(END)
      return
    }
    this.#idle = worker
    worker.unref()
    worker.once('exit', this.#forget)
    this.#timeout = setTimeout(() => void this.close(), IDLE_MS).unref()
  }

  /** Ends the idle thread, if there is one. */
  async close(): Promise<void> {
    const worker = this.#idle
    this.#forget()
    if (worker === null) return
    const ended = once(worker, 'exit', { signal: AbortSignal.timeout(END_TIMEOUT_MS) })
    worker.postMessage(END)
    await ended.catch(() => worker.terminate())
  }

  readonly #forget = (): void => {
    clearTimeout(this.#timeout)
    this.#idle?.off('exit', this.#forget)
    this.#idle = null
  }
}
