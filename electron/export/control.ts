/**
 * Time for a thread to notice a cancellation before it is terminated, in milliseconds. Terminating it while
 * it loads the database's native module would end the process.
 */
export const CANCEL_TIMEOUT_MS = 2_000

/**
 * Shared memory to cancel an export, and to throttle its output, while the export thread is busy and cannot
 * receive messages.
 */
export class ExportControl {
  readonly #cells: Int32Array<SharedArrayBuffer>

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared)
  }

  /** Allocates the memory. */
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  }

  /** Cancels the export. Returns false, and has no effect, if its files are being replaced. */
  cancel(): boolean {
    const earlierState = Atomics.compareExchange(this.#cells, STATE, RUNNING, CANCELLED)
    this.confirmChunk()
    return earlierState !== REPLACING
  }

  isCancelled(): boolean {
    return Atomics.load(this.#cells, STATE) === CANCELLED
  }

  /** Prevents a cancellation, which would leave some of several files replaced. Returns false after one. */
  startReplacing(): boolean {
    return Atomics.compareExchange(this.#cells, STATE, RUNNING, REPLACING) !== CANCELLED
  }

  /** Counts a chunk of output as received. */
  confirmChunk(): void {
    Atomics.add(this.#cells, RECEIVED_CHUNKS, 1)
    Atomics.notify(this.#cells, RECEIVED_CHUNKS)
  }

  /** Blocks the export thread until `count` chunks were received or the export was canceled. */
  waitForChunks(count: number): void {
    for (;;) {
      const received = Atomics.load(this.#cells, RECEIVED_CHUNKS)
      if (received >= count || this.isCancelled()) return
      Atomics.wait(this.#cells, RECEIVED_CHUNKS, received)
    }
  }
}

/** Indexes of the cells. */
const STATE = 0
const RECEIVED_CHUNKS = 1

/** Values of the state. */
const RUNNING = 0
const CANCELLED = 1
const REPLACING = 2
