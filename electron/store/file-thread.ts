import { AppError } from '../contract/app-error.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import { IdleTimer } from './idle-timer.ts'
import type { WorkerStart } from './protocol.ts'
import { WorkerClient } from './worker-client.ts'

export interface FileThreadOptions {
  /** The worker's script: bundled in the application, the source in tests. */
  readonly workerUrl: URL
  readonly start: Pick<WorkerStart, 'role' | 'file'>
  /** Fault code for a damaged file. */
  readonly damagedCode: FaultCode
  /** Fault code for a thread that has crashed; default `cacheUnavailable`. */
  readonly crashedCode?: FaultCode
  /** Called when a damaged file was set aside. */
  readonly onNotice?: (notice: Fault) => void
}

/**
 * Runs a worker thread for one file, which starts with the first call. If the file turns out to be damaged,
 * that call fails, the file is set aside, and the next call uses an empty file. Ends when it is idle.
 */
export class FileThread {
  readonly #options: FileThreadOptions
  readonly #client: WorkerClient
  readonly #idleTimer: IdleTimer
  #lastNotice: Fault | null = null
  #wasStarted = false
  #recovery: Promise<void> | null = null
  #closing: Promise<void> | null = null

  constructor(options: FileThreadOptions) {
    const { workerUrl, start, crashedCode } = options
    this.#options = options
    this.#client = new WorkerClient(workerUrl, start, crashedCode === undefined ? {} : { crashedCode })
    this.#idleTimer = new IdleTimer(() => this.#client.suspend())
  }

  /** Whether a call was made, so that the file may exist. */
  get wasStarted(): boolean {
    return this.#wasStarted
  }

  /** Calls a method of the worker. Throws `shuttingDown` after `close`. */
  async call(
    method: string,
    parameters: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    if (this.#closing !== null) throw new AppError('shuttingDown')
    await this.#recovery
    try {
      await this.#start(false)
      return await this.#client.call(method, parameters, {}, transfer)
    } catch (error) {
      if (error instanceof AppError && error.code === this.#options.damagedCode) await this.#recover()
      throw error
    } finally {
      this.#idleTimer.restart()
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#idleTimer.stop().then(() => this.#client.close())
    return this.#closing
  }

  async #start(damaged: boolean): Promise<void> {
    this.#wasStarted = true
    const notice = await this.#client.start({ isDamaged: damaged })
    // A running thread returns the same notice again.
    if (notice === null || notice === this.#lastNotice) return
    this.#lastNotice = notice
    this.#options.onNotice?.(notice)
  }

  #recover(): Promise<void> {
    this.#recovery ??= this.#client
      .terminate()
      .then(() => this.#start(true))
      .finally(() => {
        this.#recovery = null
      })
    return this.#recovery
  }
}
