/** The latest of several calls: each new one, or `cancel`, makes the earlier ones outdated. */
export class Latest {
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Starts a call, and returns a function that returns whether it is still the latest. */
  begin(): () => boolean {
    this.cancel()
    const turn = this.#turn
    return () => turn === this.#turn
  }

  /** Calls after a delay in milliseconds, unless it is outdated by then. */
  after(milliseconds: number, call: (isLatest: () => boolean) => unknown): void {
    this.#timer = setTimeout(call, milliseconds, this.begin())
  }

  readonly cancel = (): void => {
    clearTimeout(this.#timer)
    this.#turn += 1
  }
}

/**
 * Passes a result or error on, unless the returned function was called before. An effect that returns that
 * function receives only the result of its latest request.
 */
export function ignoreAfterDestroy<Result>(
  request: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: unknown) => void = () => undefined,
): () => void {
  let isDestroyed = false
  request.then(
    (result) => {
      if (!isDestroyed) onResult(result)
    },
    (error: unknown) => {
      if (!isDestroyed) onError(error)
    },
  )
  return () => {
    isDestroyed = true
  }
}
