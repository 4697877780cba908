import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { END } from './messages.ts'

/** Idle time after which a thread ends, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000
/** Time for a thread to exit before it is terminated, in milliseconds. */
const EXIT_TIMEOUT_MS = 2_000

/**
 * A small young generation saves 80 MB at no cost in time. The old generation is limited because V8 then
 * collects garbage earlier.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 512 }

/** Creates an export thread, which runs exports one after the other until it receives `END`. */
export function createExportThread(workerUrl: URL): Worker {
  const worker = new Worker(workerUrl, { name: 'export', resourceLimits: RESOURCE_LIMITS })
  // Without a listener, an error of an idle thread would end the process.
  worker.on('error', () => undefined)
  return worker
}

/** Reuses an export thread, because starting one takes longer than writing ten thousand rows. */
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
    this.#clearIdle()
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
    worker.once('exit', this.#clearIdle)
    this.#timeout = setTimeout(() => void this.close(), IDLE_TIMEOUT_MS).unref()
  }

  /** Ends the idle thread, if there is one. */
  async close(): Promise<void> {
    const worker = this.#idle
    this.#clearIdle()
    if (worker === null) return
    const exited = once(worker, 'exit', { signal: AbortSignal.timeout(EXIT_TIMEOUT_MS) })
    worker.postMessage(END)
    await exited.catch(() => worker.terminate())
  }

  readonly #clearIdle = (): void => {
    clearTimeout(this.#timeout)
    this.#idle?.off('exit', this.#clearIdle)
    this.#idle = null
  }
}
