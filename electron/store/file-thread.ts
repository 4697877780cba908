import { AppError } from '../contract/app-error.ts'
import type { Fault, FaultCode } from '../contract/faults.ts'
import type { WorkerStart } from './protocol.ts'
import { WorkerClient } from './worker-client.ts'

export interface FileThreadOptions {
  /** The thread's script: built in the application, the source in tests. */
  readonly workerUrl: URL
  readonly start: Omit<WorkerStart, 'damaged'>
  /** What the thread says of a damaged file. */
  readonly damaged: FaultCode
  /** What is said of a thread that died; left out: the cache cannot be opened. */
  readonly died?: FaultCode
  /** Told what opening the file brought to light: a damaged one that was set aside. */
  readonly onNotice?: (notice: Fault) => void
}

/**
 * A thread with one file, which starts with the first call. A file that turns out to be damaged
 * while it is in use fails that call; it is set aside, and the next one finds an empty one.
 */
export class FileThread {
  readonly #options: FileThreadOptions
  readonly #client: WorkerClient
  #told: Fault | null = null
  #begun = false
  #recovery: Promise<void> | null = null
  #closing: Promise<void> | null = null

  constructor(options: FileThreadOptions) {
    const { workerUrl, start, died } = options
    this.#options = options
    this.#client = new WorkerClient(workerUrl, start, died === undefined ? {} : { died })
  }

  /** It was asked for something, so that there may be a file by now. */
  get begun(): boolean {
    return this.#begun
  }

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
      if (error instanceof AppError && error.code === this.#options.damaged) await this.#recover()
      throw error
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#client.close()
    return this.#closing
  }

  async #start(damaged: boolean): Promise<void> {
    this.#begun = true
    const notice = await this.#client.start({ damaged })
    // A thread that runs gives the same again.
    if (notice === null || notice === this.#told) return
    this.#told = notice
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
