/** A window that does not answer is not worth keeping a person waiting for longer than this. */
const LONGEST_MS = 300

/** The windows' last word: before the application ends, each may still keep what has not been saved. */
export class Farewell {
  #heard: () => void = () => undefined

  /** Announces the end by `announce`; resolves when a window has said that it is ready, or after a moment. */
  async wait(announce: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#heard = () => {
      resolve(undefined)
    }
    const timer = setTimeout(this.#heard, LONGEST_MS)
    announce()
    await promise
    clearTimeout(timer)
  }

  /** A window is ready. */
  hear(): void {
    this.#heard()
  }
}
