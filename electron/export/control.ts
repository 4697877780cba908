/**
 * How long a thread that is deep in a query may take to notice a cancellation before it is stopped by force: long enough
 * that this is not done to one that is only just loading the database's native part, which would end the whole process.
 */
export const GRACE_MS = 2_000

/**
 * What the thread that started an export tells the exporting thread while that one is busy and cannot receive
 * messages: "stop", and how many pieces of output have been taken.
 */
export class ExportControl {
  readonly #cells: Int32Array<SharedArrayBuffer>

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared)
  }

  static share(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  }

  /** Asks the exporting thread to stop at once. */
  cancel(): void {
    Atomics.store(this.#cells, CANCELLED, 1)
    this.pieceTaken()
  }

  isCancelled(): boolean {
    return Atomics.load(this.#cells, CANCELLED) === 1
  }

  /** Tells the exporting thread that one more piece of output was taken. */
  pieceTaken(): void {
    Atomics.add(this.#cells, TAKEN, 1)
    Atomics.notify(this.#cells, TAKEN)
  }

  /** Blocks the exporting thread until at least `count` pieces were taken, or it was cancelled. */
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
