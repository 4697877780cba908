import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { CallContext, CancellationToken } from './protocol.ts'
import { OPERATIONS, type OperationsOn, type StoreReader, type StoreWriter } from './operations.ts'
import type { OpenStoreOptions } from './types.ts'
import { withForegroundPriority } from './foreground-priority.ts'
import { WorkerClient } from './worker-client.ts'

type AnyFunction = (...parameters: never[]) => unknown
type Output<Side, Name extends keyof Side> = Side[Name] extends AnyFunction
  ? Awaited<ReturnType<Side[Name]>>
  : never
type Input<Side, Name extends keyof Side> = Side[Name] extends AnyFunction ? Parameters<Side[Name]> : never

const DEFAULT_READERS = 2

/**
 * Left alone, the engine lets the short-lived objects of a writer take up to two hundred megabytes before it
 * clears them away. With this it is no slower.
 */
const WRITER_LIMITS = { maxYoungGenerationSizeMb: 48 }

/** What a window shows first is asked of one reader: the others take no time from it, in milliseconds. */
const OTHERS_AFTER_MS = 1_000

/** The worker threads of one store, and which of them does what. */
export class WorkerPool {
  readonly #writer: WorkerClient
  readonly #readers: readonly WorkerClient[]
  /** Counter of turns for each kind of query and slot: a newer turn ends the older one, wherever it is. */
  readonly #turns = new Map<string, SharedArrayBuffer>()
  readonly #readerOfSlot = new Map<string, number>()
  readonly #running = new Set<Promise<unknown>>()
  #startingOthers: NodeJS.Timeout | undefined
  #closing: Promise<void> | null = null
  #recovery: Promise<Fault | null> | null = null
  #nextResult = 1

  constructor(options: OpenStoreOptions) {
    const { file, workerUrl } = options
    this.#writer = new WorkerClient(workerUrl, { role: 'writer', file }, { limits: WRITER_LIMITS })
    const readers = Math.max(1, options.readers ?? DEFAULT_READERS)
    this.#readers = Array.from(
      { length: readers },
      () => new WorkerClient(workerUrl, { role: 'reader', file }),
    )
  }

  /**
   * Starts the threads; gives what opening the file brought to light. The first reader starts beside the
   * writer and opens the file when that is done with it; the others follow when they are wanted, or a little
   * later.
   */
  async open(): Promise<Fault | null> {
    const opened = this.#writer.start()
    const [first, ...others] = this.#readers
    const [notice] = await Promise.all([opened, this.#required(first).start({ after: opened })])
    this.#startingOthers = setTimeout(() => {
      // Why one could not, it says again when it is asked for something.
      for (const reader of others) reader.start().catch(() => undefined)
    }, OTHERS_AFTER_MS).unref()
    return notice
  }

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

  /** Carries out an operation in the thread of its route; queries have their own function. */
  async call(name: keyof StoreReader | keyof StoreWriter, parameters: readonly unknown[]): Promise<unknown> {
    switch (OPERATIONS[name]) {
      case 'writer':
        return this.#track(() => this.#writer.call(name, parameters))
      case 'anyReader':
        return this.#answer(this.#readers.toSorted((a, b) => a.load - b.load)[0], name, parameters)
      case 'resultReader': {
        // Only the reader that keeps the result can answer.
        const [resultId] = parameters
        return this.#answer(this.#readers[Number(resultId) % this.#readers.length], name, parameters)
      }
      case 'checksReader':
        return this.#answer(this.#readers[this.#readerFor('checks')], name, parameters)
      case 'changesReader':
        return this.#answer(this.#readers[this.#readerFor('changes')], name, parameters)
      case 'queryReader':
        throw new AppError('internal', { detail: `The query ${name} has no slot.` })
    }
  }

  /**
   * A query of a slot. It takes the slot's turn, and goes to the slot's reader, whose memory serves it; with
   * `aside` to the one after it, which has the time for a long one while the other goes on to answer for
   * earlier results.
   */
  async query<Name extends OperationsOn<'queryReader'>>(
    method: Name,
    parameters: Input<StoreReader, Name>,
    slot: string,
    aside = false,
  ): Promise<Output<StoreReader, Name>> {
    const at = (this.#readerFor(slot) + Number(aside)) % this.#readers.length
    const context: CallContext = {
      turn: this.#takeTurn(`${method} ${slot}`),
      ...(method === 'openResult' ? { resultId: this.#nextResult * this.#readers.length + at } : {}),
    }
    if (method === 'openResult') this.#nextResult += 1
    return (await this.#answer(this.#readers[at], method, parameters, context)) as Output<StoreReader, Name>
  }

  close(): Promise<void> {
    this.#closing ??= this.#drain()
    return this.#closing
  }

  async terminate(): Promise<void> {
    clearTimeout(this.#startingOthers)
    await Promise.all([this.#writer, ...this.#readers].map((worker) => worker.terminate()))
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#startingOthers)
    await Promise.allSettled(this.#running)
    // The writer goes last: only when the readers are gone can it empty the log into the file.
    await Promise.allSettled(this.#readers.map((reader) => reader.close()))
    await this.#writer.close()
  }

  /** Calls a reader with priority, because somebody waits for its answer. */
  #answer(
    reader: WorkerClient | undefined,
    name: string,
    parameters: readonly unknown[],
    context?: CallContext,
  ): Promise<unknown> {
    return withForegroundPriority(() =>
      this.#track(() => this.#required(reader).call(name, parameters, context)),
    )
  }

  async #track(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#closing !== null) throw new AppError('shuttingDown')
    const running = this.#attempt(work)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  async #attempt(work: () => Promise<unknown>): Promise<unknown> {
    if (this.#recovery !== null) await this.#recovery
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'cacheDamaged') throw error
      const fault = await this.#recover()
      throw fault === null ? error : AppError.from(fault)
    }
  }

  /**
   * The file turned out to be damaged while in use: ends every worker, sets it aside and begins an empty one.
   */
  #recover(): Promise<Fault | null> {
    this.#recovery ??= (async () => {
      try {
        await this.terminate()
        return await this.#writer.start({ damaged: true })
      } finally {
        this.#recovery = null
      }
    })()
    return this.#recovery
  }

  #readerFor(slot: string): number {
    let at = this.#readerOfSlot.get(slot)
    if (at === undefined) {
      at = this.#readerOfSlot.size % this.#readers.length
      this.#readerOfSlot.set(slot, at)
    }
    return at
  }

  #takeTurn(slot: string): CancellationToken {
    let counter = this.#turns.get(slot)
    if (counter === undefined) {
      counter = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
      this.#turns.set(slot, counter)
    }
    return { counter, value: Atomics.add(new Int32Array(counter), 0, 1) + 1 }
  }

  #required(worker: WorkerClient | undefined): WorkerClient {
    if (worker === undefined) throw new AppError('notFound')
    return worker
  }
}
