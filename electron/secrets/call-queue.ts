/**
 * Runs calls one after the other. A call to the keychain may hang for as long as a prompt is open, and each one holds
 * a thread of Node's small pool; a few at once would stop all reading and writing of files.
 */
export class CallQueue {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when the call has ended, well or not. The call must see to its own failures. */
  run(call: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(call).catch(() => undefined)
    return this.#last
  }
}
