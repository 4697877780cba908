import { existsSync } from 'node:fs'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { ALL_DONE, PROGRESS, type CallContext, type CancellationToken } from './protocol.ts'
import { OPERATIONS, type OperationsOn, type StoreReader, type StoreWriter } from './operations.ts'
import type { OpenStoreOptions } from './types.ts'
import { IdleTimer } from './idle-timer.ts'
import { WorkerClient } from './worker-client.ts'

type AnyFunction = (...parameters: never[]) => unknown
type Output<Operations, Name extends keyof Operations> = Operations[Name] extends AnyFunction
  ? Awaited<ReturnType<Operations[Name]>>
  : never
type Input<Operations, Name extends keyof Operations> = Operations[Name] extends AnyFunction
  ? Parameters<Operations[Name]>
  : never

const DEFAULT_READERS = 2

/** V8's default lets short-lived objects take 200 MB. This limit does not slow down the writer. */
const WRITER_LIMITS = { maxYoungGenerationSizeMb: 48 }
/** Queries create few objects that last. */
const READER_LIMITS = { maxYoungGenerationSizeMb: 12 }

/** Delay before the other threads start, in milliseconds. The first reader suffices to show the window. */
const OTHER_THREADS_DELAY_MS = 1_000

/** Manages the worker threads of a store and distributes calls to them. */
export class WorkerPool {
  readonly #logFile: string
  readonly #writer: WorkerClient
  readonly #readers: readonly WorkerClient[]
  /** A counter for each kind of query and slot; a newer query cancels the older one. */
  readonly #queryCounters = new Map<string, SharedArrayBuffer>()
  readonly #readerIndexes = new Map<string, number>()
  readonly #runningCalls = new Set<Promise<unknown>>()
  readonly #idleTimer: IdleTimer
  #otherThreadsTimer: NodeJS.Timeout | undefined
  #closing: Promise<void> | null = null
  #recovery: Promise<Fault | null> | null = null
  #nextResultNumber = 1

  constructor(options: OpenStoreOptions) {
    const { file, workerUrl } = options
    this.#logFile = `${file}-wal`
    this.#writer = new WorkerClient(workerUrl, { role: 'writer', file }, { limits: WRITER_LIMITS })
    const readers = Math.max(1, options.readers ?? DEFAULT_READERS)
    this.#readers = Array.from(
      { length: readers },
      () => new WorkerClient(workerUrl, { role: 'reader', file }, { limits: READER_LIMITS }),
    )
    this.#idleTimer = new IdleTimer(() => this.#rest())
  }

  /**
   * Opens the file. Returns the notice of a damaged file that was set aside. Only the first reader starts at
   * once, and prepares the file; the other threads start when needed, or a little later.
   */
  async open(): Promise<Fault | null> {
    const [first, ...otherReaders] = this.#readers
    const notice = await this.#requireWorker(first).start({ prepares: true })
    this.#otherThreadsTimer = setTimeout(() => {
      // A later call reports the same error.
      for (const worker of [this.#writer, ...otherReaders]) worker.start().catch(() => undefined)
    }, OTHER_THREADS_DELAY_MS).unref()
    this.#idleTimer.restart()
    return notice
  }

  /** Runs an operation in the writer. */
  async write<Name extends keyof StoreWriter>(
    method: Name,
    parameters: Input<StoreWriter, Name>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Output<StoreWriter, Name>> {
    return (await this.#track(() => this.#writer.call(method, parameters, {}, transfer))) as Output<
      StoreWriter,
      Name
    >
  }

  /** Runs an operation in its thread; queries use `query`. */
  async call(name: keyof StoreReader | keyof StoreWriter, parameters: readonly unknown[]): Promise<unknown> {
    switch (OPERATIONS[name]) {
      case 'writer':
        return this.#track(() => this.#writer.call(name, parameters))
      case 'anyReader':
        return this.#callReader(this.#readers.toSorted((a, b) => a.delay - b.delay)[0], name, parameters)
      case 'resultReader': {
        // Only this reader has the result.
        const [resultId] = parameters
        return this.#callReader(this.#readers[Number(resultId) % this.#readers.length], name, parameters)
      }
      case 'checksReader':
        return this.#callReader(this.#readers[this.#readerIndexOf('checks')], name, parameters)
      case 'changesReader':
        return this.#callReader(this.#readers[this.#readerIndexOf('changes')], name, parameters)
      case 'comparisonReader':
        return this.#callReader(this.#readers[this.#readerIndexOf('comparison')], name, parameters)
      case 'queryReader':
        throw new AppError('internal', { detail: `The query ${name} has no slot.` })
    }
  }

  /**
   * Runs a query of a slot and cancels an earlier one. A slot always uses the same reader, which has cached
   * what the query needs. With `onNextReader`, the next reader runs a long query, so that calls for earlier
   * results do not wait.
   */
  async query<Name extends OperationsOn<'queryReader'>>(
    method: Name,
    parameters: Input<StoreReader, Name>,
    slot: string,
    onNextReader = false,
  ): Promise<Output<StoreReader, Name>> {
    const readerIndex = (this.#readerIndexOf(slot) + Number(onNextReader)) % this.#readers.length
    const context: CallContext = {
      // A search cancels its preparation.
      cancellation: this.#cancelPrevious(`${method === 'prepareSearch' ? 'findItems' : method} ${slot}`),
      ...(method === 'openResult'
        ? { resultId: this.#nextResultNumber * this.#readers.length + readerIndex }
        : {}),
    }
    if (method === 'openResult') this.#nextResultNumber += 1
    return (await this.#callReader(this.#readers[readerIndex], method, parameters, context)) as Output<
      StoreReader,
      Name
    >
  }

  /**
   * Runs a call of a comparison in its reader. `openComparison` cancels an earlier comparison of the slot;
   * further reads do not, and are canceled with the comparison.
   */
  async compare<Name extends 'openComparison' | 'readComparison'>(
    method: Name,
    parameters: Input<StoreReader, Name>,
    slot: string,
  ): Promise<Output<StoreReader, Name>> {
    const counterName = comparisonCounter(slot)
    const cancellation =
      method === 'openComparison' ? this.#cancelPrevious(counterName) : this.#currentToken(counterName)
    const reader = this.#readers[this.#readerIndexOf('comparison')]
    return (await this.#callReader(reader, method, parameters, { cancellation })) as Output<StoreReader, Name>
  }

  /** Returns how much of the last query of a slot was done when it last reported it, from 0 to 1. */
  progressOf(method: OperationsOn<'queryReader'>, slot: string): number {
    const counter = this.#queryCounters.get(`${method} ${slot}`)
    return counter === undefined ? 0 : Atomics.load(new Int32Array(counter), PROGRESS) / ALL_DONE
  }

  /** Cancels the running comparison of a slot. */
  cancelComparison(slot: string): void {
    this.#cancelPrevious(comparisonCounter(slot))
  }

  close(): Promise<void> {
    this.#closing ??= this.#drain()
    return this.#closing
  }

  async terminate(): Promise<void> {
    clearTimeout(this.#otherThreadsTimer)
    await Promise.all([this.#writer, ...this.#readers].map((worker) => worker.terminate()))
  }

  /**
   * Ends all threads, and replaces the first reader, so that rows of the shown list are still read at once.
   * Returns false if the writer has work to do.
   */
  async #rest(): Promise<boolean> {
    // The end of a call restarts the timer.
    if (this.#runningCalls.size > 0) return true
    const [first, ...otherReaders] = this.#readers
    const isFirstUsed = first?.wasCalled === true
    await Promise.all([...otherReaders, ...(isFirstUsed ? [first] : [])].map((reader) => reader.suspend()))
    // The writer closes last, as in `#drain`.
    const isWriterResting = await this.#writer.suspend()
    if (isFirstUsed && this.#closing === null) await first.start()
    return isWriterResting
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#otherThreadsTimer)
    await Promise.allSettled([...this.#runningCalls, this.#idleTimer.stop()])
    // The writer closes last: with open readers it cannot empty the log into the file. It may have been
    // suspended with one open.
    await Promise.allSettled(this.#readers.map((reader) => reader.close()))
    if (existsSync(this.#logFile)) await Promise.allSettled([this.#writer.start()])
    await this.#writer.close()
  }

  /** Calls a reader with priority over exports. */
  #callReader(
    reader: WorkerClient | undefined,
    name: string,
    parameters: readonly unknown[],
    context?: CallContext,
  ): Promise<unknown> {
    return withForegroundPriority(() =>
      this.#track(() => this.#requireWorker(reader).call(name, parameters, context)),
    )
  }

  async #track(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#closing !== null) throw new AppError('shuttingDown')
    const running = this.#runOrRecover(work)
    this.#runningCalls.add(running)
    try {
      return await running
    } finally {
      this.#runningCalls.delete(running)
      this.#idleTimer.restart()
    }
  }

  async #runOrRecover(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#recovery !== null) await this.#recovery
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'cacheDamaged') throw error
      const fault = await this.#recover()
      throw fault === null ? error : AppError.from(fault)
    }
  }

  /** Terminates all workers, sets the damaged file aside and creates an empty one. */
  #recover(): Promise<Fault | null> {
    this.#recovery ??= (async () => {
      try {
        await this.terminate()
        return await this.#writer.start({ isDamaged: true })
      } finally {
        this.#recovery = null
      }
    })()
    return this.#recovery
  }

  #readerIndexOf(slot: string): number {
    let readerIndex = this.#readerIndexes.get(slot)
    if (readerIndex === undefined) {
      readerIndex = this.#readerIndexes.size % this.#readers.length
      this.#readerIndexes.set(slot, readerIndex)
    }
    return readerIndex
  }

  #cancelPrevious(name: string): CancellationToken {
    const { counter, value } = this.#currentToken(name)
    Atomics.store(new Int32Array(counter), PROGRESS, 0)
    Atomics.store(new Int32Array(counter), 0, value + 1)
    return { counter, value: value + 1 }
  }

  /** Returns a token that the next call of `#cancelPrevious` cancels. */
  #currentToken(name: string): CancellationToken {
    let counter = this.#queryCounters.get(name)
    if (counter === undefined) {
      counter = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
      this.#queryCounters.set(name, counter)
    }
    return { counter, value: Atomics.load(new Int32Array(counter), 0) }
  }

  #requireWorker(worker: WorkerClient | undefined): WorkerClient {
    if (worker === undefined) throw new AppError('notFound')
    return worker
  }
}

function comparisonCounter(slot: string): string {
  return `comparison ${slot}`
}

/** Number of store requests in progress, shared with export threads. */
const requests = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Shared memory of the number of requests; see `QueryYielder`. */
export const FOREGROUND_REQUESTS: SharedArrayBuffer = requests.buffer

/** Runs work that a caller waits for. Exports pause until it ends. */
export async function withForegroundPriority<Value>(work: () => Promise<Value>): Promise<Value> {
  addRequests(1)
  try {
    return await work()
  } finally {
    addRequests(-1)
  }
}

function addRequests(count: number): void {
  Atomics.add(requests, 0, count)
  Atomics.notify(requests, 0)
}
