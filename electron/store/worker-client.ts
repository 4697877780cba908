import { once } from 'node:events'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import { threadLanguage } from './thread-language.ts'
import type { Response, CallContext, Request, SavedResult, WorkerStart } from './protocol.ts'

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

export interface WorkerClientOptions {
  readonly limits?: ResourceLimits
  /** Fault code for a thread that has crashed; default `cacheUnavailable`. */
  readonly crashedCode?: FaultCode
}

type StartOptions = Partial<Pick<WorkerStart, 'isDamaged' | 'prepares'>>
type ThreadStart = Pick<WorkerStart, 'role' | 'file'>

const NO_CONTEXT: CallContext = {}

/** Time for a worker to exit after it has closed its file, in milliseconds. */
const EXIT_TIMEOUT_MS = 2_000

/**
 * Runs a worker thread and tracks its pending calls. If the thread crashes, they reject with
 * `cacheUnavailable` (or `crashedCode`), and the next call restarts it.
 */
export class WorkerClient {
  readonly #url: URL
  readonly #start: ThreadStart
  readonly #options: WorkerClientOptions
  readonly #pending = new Map<number, PendingCall>()
  #worker: Worker | null = null
  #ready: Promise<Fault | null> | null = null
  /** The language with which the worker was started. */
  #language = threadLanguage().language
  #sequence = 0
  #load = 0
  #wasCalled = false
  #suspension: Promise<boolean> | null = null
  /** Results of a suspended thread, for the next one. */
  #results: readonly SavedResult[] = []

  constructor(url: URL, start: ThreadStart, options: WorkerClientOptions = {}) {
    this.#url = url
    this.#start = start
    this.#options = options
  }

  /** For how many calls a further one would wait. Starting the worker takes longer than most calls. */
  get delay(): number {
    return this.#load + Number(this.#ready === null)
  }

  /** Whether the running worker was called. */
  get wasCalled(): boolean {
    return this.#wasCalled
  }

  /** Starts the worker unless it is running. Returns the notice of a damaged file that was set aside. */
  start(options: StartOptions = {}): Promise<Fault | null> {
    if (this.#suspension !== null) {
      const startLater = (): Promise<Fault | null> => this.start(options)
      return this.#suspension.then(startLater, startLater)
    }
    this.#ready ??= this.#launch(options)
    return this.#ready
  }

  /** Calls a method of the worker, and starts the worker if it is not running. */
  async call(
    method: string,
    parameters: readonly unknown[],
    context: CallContext = NO_CONTEXT,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    if (this.#load === 0 && this.#language !== threadLanguage().language) await this.#suspendNow()
    this.#load += 1
    try {
      await this.start()
      this.#wasCalled = true
      return await this.#send(method, parameters, context, transfer)
    } finally {
      this.#load -= 1
    }
  }

  /**
   * Lets the worker close its file and exit, and terminates it only if it does not: terminating threads has
   * crashed a process.
   */
  async close(): Promise<void> {
    await this.#suspension?.catch(() => undefined)
    if (this.#ready === null) return
    try {
      await this.call('close', [])
      await this.#exited()
    } finally {
      await this.terminate()
    }
  }

  /**
   * Lets the worker end, which frees all its memory; the next call starts it again. Its results outlive it.
   * Returns false if it has work to do.
   */
  suspend(): Promise<boolean> {
    return this.#suspendOnce(false)
  }

  /** Lets the worker end even if it has idle work to do. Has no effect during a download, or if it fails. */
  async #suspendNow(): Promise<void> {
    await this.#suspendOnce(true).catch(() => undefined)
  }

  #suspendOnce(now: boolean): Promise<boolean> {
    this.#suspension ??= this.#suspend(now).finally(() => {
      this.#suspension = null
    })
    return this.#suspension
  }

  async #suspend(now: boolean): Promise<boolean> {
    if (this.#ready === null) return true
    if (this.#worker === null || this.#load > 0) return false
    await this.#ready
    const results = (await this.#send('suspend', [now], NO_CONTEXT)) as readonly SavedResult[] | null
    if (results === null) return false
    this.#results = results
    await this.#exited()
    await this.terminate()
    return true
  }

  /** Waits until a worker that has closed its file has exited, or the time is up. */
  async #exited(): Promise<void> {
    if (this.#worker === null) return
    try {
      await once(this.#worker, 'exit', { signal: AbortSignal.timeout(EXIT_TIMEOUT_MS) })
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
    }
  }

  /** Terminates the worker immediately. */
  async terminate(): Promise<void> {
    const worker = this.#worker
    this.#forget(worker)
    await worker?.terminate()
  }

  async #launch({ isDamaged = false, prepares = false }: StartOptions): Promise<Fault | null> {
    const results = this.#results
    this.#results = []
    this.#language = threadLanguage().language
    const workerData: WorkerStart = { ...this.#start, isDamaged, prepares, results }
    let worker: Worker
    try {
      worker = new Worker(this.#url, {
        workerData,
        transferList: results.map(({ keys }) => keys.buffer),
        resourceLimits: this.#options.limits ?? {},
      })
    } catch (cause) {
      this.#ready = null
      throw new AppError(this.#options.crashedCode ?? 'cacheUnavailable', {
        cause,
        detail: 'The worker could not be started.',
      })
    }
    this.#worker = worker
    return await new Promise<Fault | null>((resolve, reject) => {
      worker.on('message', (response: Response) => {
        if (response.kind === 'ready') {
          resolve(response.notice)
        } else if (response.kind === 'failed') {
          reject(AppError.from(response.fault))
          this.#forget(worker)
        } else {
          this.#settle(response)
        }
      })
      worker.on('error', (cause) => {
        reject(this.#crashError(cause))
        this.#forget(worker, cause)
      })
      worker.on('exit', () => {
        reject(this.#crashError())
        this.#forget(worker)
      })
    })
  }

  #send(
    method: string,
    parameters: readonly unknown[],
    context: CallContext,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    this.#sequence += 1
    const request: Request = { sequence: this.#sequence, method, parameters, context }
    return new Promise((resolve, reject) => {
      const worker = this.#worker
      if (worker === null) throw this.#crashError()
      this.#pending.set(request.sequence, { resolve, reject })
      try {
        worker.postMessage(request, transfer)
      } catch (cause) {
        this.#pending.delete(request.sequence)
        throw new AppError('internal', { cause, detail: 'A request could not be sent to the store.' })
      }
    })
  }

  #settle(response: Extract<Response, { readonly sequence: number }>): void {
    const pending = this.#pending.get(response.sequence)
    if (pending === undefined) return
    this.#pending.delete(response.sequence)
    if (response.kind === 'value') pending.resolve(response.value)
    else pending.reject(AppError.from(response.fault))
  }

  /** Rejects the calls of a worker that has ended. Has no effect if another worker has replaced it. */
  #forget(worker: Worker | null, cause?: unknown): void {
    if (worker === null || worker !== this.#worker) return
    this.#worker = null
    this.#ready = null
    this.#wasCalled = false
    const pendingCalls = [...this.#pending.values()]
    this.#pending.clear()
    for (const pending of pendingCalls) pending.reject(this.#crashError(cause))
  }

  #crashError(cause?: unknown): AppError {
    return new AppError(this.#options.crashedCode ?? 'cacheUnavailable', {
      cause,
      params: { reason: messages.reasons.cache.stopped },
      detail: cause instanceof Error ? `The worker crashed: ${cause.message}` : 'The worker crashed.',
    })
  }
}
