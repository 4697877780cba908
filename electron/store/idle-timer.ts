/** Time without work after which threads end, in milliseconds. Memory should be free within a minute. */
const IDLE_TIMEOUT_MS = 40_000

/** Calls a function once after a time without work. */
export class IdleTimer {
  readonly #rest: () => Promise<boolean>
  #timeout: NodeJS.Timeout | undefined
  #isStopped = false
  #running: Promise<void> = Promise.resolve()

  /** @param rest frees memory; returns false if that must wait, and is then called again later */
  constructor(rest: () => Promise<boolean>) {
    this.#rest = rest
  }

  /** Waits from now on. Called after each piece of work. */
  restart(): void {
    if (this.#isStopped) return
    if (this.#timeout === undefined) this.#timeout = setTimeout(this.#run, IDLE_TIMEOUT_MS).unref()
    else this.#timeout.refresh()
  }

  /** Ends waiting for good. Resolves when the function does not run. */
  stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timeout)
    return this.#running
  }

  readonly #run = (): void => {
    // A later call reports the same error.
    this.#running = this.#rest().then(
      (isResting) => {
        if (!isResting) this.restart()
      },
      () => undefined,
    )
  }
}
