import { once } from 'node:events'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { CACHE_REASONS } from '../contract/strings/store.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import { OPEN, type Answer, type CallContext, type Request, type WorkerStart } from './protocol.ts'

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

export interface WorkerClientOptions {
  readonly limits?: ResourceLimits
  /** What a thread that died is told as; left out: the cache cannot be opened. */
  readonly died?: FaultCode
}

interface StartOptions {
  /** The file was found damaged while it was in use: it is to be set aside. */
  readonly damaged?: boolean
  /** The worker starts now, and opens the file after this. */
  readonly after?: Promise<unknown>
}

const NO_CONTEXT: CallContext = {}

/** A worker that has closed its file and has not ended after so long is ended, in milliseconds. */
const MAX_END_MS = 2_000

/**
 * One worker thread and the calls that it has not answered yet. When it dies, those calls reject with
 * `cacheUnavailable` (or what was chosen for it), and the next call starts it anew.
 */
export class WorkerClient {
  readonly #url: URL
  readonly #start: Omit<WorkerStart, 'damaged'>
  readonly #options: WorkerClientOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #ready: Promise<Fault | null> | null = null
  #sequence = 0
  #load = 0

  constructor(url: URL, start: Omit<WorkerStart, 'damaged'>, options: WorkerClientOptions = {}) {
    this.#url = url
    this.#start = start
    this.#options = options
  }

  /** Calls that wait for an answer, from the moment they are made. */
  get load(): number {
    return this.#load
  }

  /** Starts the worker unless it runs; gives what opening the file brought to light. */
  start(how: StartOptions = {}): Promise<Fault | null> {
    this.#ready ??= this.#launch(how)
    return this.#ready
  }

  async call(
    method: string,
    parameters: readonly unknown[],
    context: CallContext = NO_CONTEXT,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    this.#load += 1
    try {
      await this.start()
      this.#sequence += 1
      return await this.#send({ sequence: this.#sequence, method, parameters, context }, transfer)
    } finally {
      this.#load -= 1
    }
  }

  /**
   * Lets the worker close its file and exit. A process was once seen to crash while its threads
   * ended; that it came of ending them from outside is a guess, so that is done only to one that does not
   * end.
   */
  async close(): Promise<void> {
    if (this.#ready === null) return
    const worker = this.#worker
    const ended = worker === null ? null : once(worker, 'exit', { signal: AbortSignal.timeout(MAX_END_MS) })
    // Closing may have to wait behind other work; a patience that ends meanwhile is looked at afterwards.
    ended?.catch(() => undefined)
    try {
      await this.call('close', [])
      await ended
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
    } finally {
      await this.terminate()
    }
  }

  /** Ends the worker at once, whatever it does. */
  async terminate(): Promise<void> {
    const worker = this.#worker
    this.#bury(worker)
    await worker?.terminate()
  }

  async #launch({ damaged = false, after }: StartOptions): Promise<Fault | null> {
    const workerData: WorkerStart = { ...this.#start, damaged }
    let worker: Worker
    try {
      worker = new Worker(this.#url, { workerData, resourceLimits: this.#options.limits ?? {} })
    } catch (cause) {
      this.#ready = null
      throw new AppError(this.#options.died ?? 'cacheUnavailable', {
        cause,
        detail: 'The worker could not be started.',
      })
    }
    this.#worker = worker
    // Whoever gave what it waits for ends it when that fails.
    void Promise.resolve(after).then(
      () => {
        worker.postMessage(OPEN)
      },
      () => undefined,
    )
    return await new Promise<Fault | null>((resolve, reject) => {
      worker.on('message', (answer: Answer) => {
        if (answer.kind === 'ready') {
          resolve(answer.notice)
        } else if (answer.kind === 'failed') {
          reject(AppError.from(answer.fault))
          this.#bury(worker)
        } else {
          this.#settle(answer)
        }
      })
      worker.on('error', (cause) => {
        reject(this.#died(cause))
        this.#bury(worker, cause)
      })
      worker.on('exit', () => {
        reject(this.#died())
        this.#bury(worker)
      })
    })
  }

  #send(request: Request, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker
      if (worker === null) throw this.#died()
      this.#pending.set(request.sequence, { resolve, reject })
      try {
        worker.postMessage(request, transfer)
      } catch (cause) {
        this.#pending.delete(request.sequence)
        throw new AppError('internal', { cause, detail: 'A request could not be sent to the store.' })
      }
    })
  }

  #settle(answer: Extract<Answer, { readonly sequence: number }>): void {
    const pending = this.#pending.get(answer.sequence)
    if (pending === undefined) return
    this.#pending.delete(answer.sequence)
    if (answer.kind === 'value') pending.resolve(answer.value)
    else pending.reject(AppError.from(answer.fault))
  }

  /** Forgets a worker that is gone; one that was replaced meanwhile leaves its successor alone. */
  #bury(worker: Worker | null, cause?: unknown): void {
    if (worker === null || worker !== this.#worker) return
    this.#worker = null
    this.#ready = null
    const abandoned = [...this.#pending.values()]
    this.#pending.clear()
    for (const pending of abandoned) pending.reject(this.#died(cause))
  }

  #died(cause?: unknown): AppError {
    return new AppError(this.#options.died ?? 'cacheUnavailable', {
      cause,
      params: { reason: CACHE_REASONS.stopped },
      detail: cause instanceof Error ? `The worker died: ${cause.message}` : 'The worker died.',
    })
  }
}
