/**
 * Time that a thread has to notice a cancellation before it is terminated. Terminating one while it loads the
 * database's native module would end the whole process.
 */
export const GRACE_MS = 2_000

/**
 * Shared memory by which an export is canceled, and its output throttled, while the export thread is busy and
 * cannot receive messages.
 */
export class ExportControl {
  readonly #cells: Int32Array<SharedArrayBuffer>

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared)
  }

  static share(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  }

  cancel(): void {
    Atomics.store(this.#cells, CANCELLED, 1)
    this.pieceTaken()
  }

  isCancelled(): boolean {
    return Atomics.load(this.#cells, CANCELLED) === 1
  }

  /** Counts one more piece of output as taken. */
  pieceTaken(): void {
    Atomics.add(this.#cells, TAKEN, 1)
    Atomics.notify(this.#cells, TAKEN)
  }

  /** Blocks the export thread until at least `count` pieces were taken, or the export was canceled. */
  waitUntilTaken(count: number): void {
    for (;;) {
      const taken = Atomics.load(this.#cells, TAKEN)
      if (taken >= count || this.isCancelled()) return
      Atomics.wait(this.#cells, TAKEN, taken)
    }
  }
}

const CANCELLED = 0
const TAKEN = 1
