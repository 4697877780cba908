/** Passes on at most one call in a span of time, the first one after a span. */
export interface Throttle {
  /** Calls soon: at once when the last call is long enough ago, else at the end of the span. */
  readonly soon: () => void
  /** Forgets a call that was to come. */
  readonly never: () => void
}

export function createThrottle(call: () => void, spanMs: number): Throttle {
  let timer: NodeJS.Timeout | null = null
  let lastAt = performance.now()

  function now(): void {
    timer = null
    lastAt = performance.now()
    call()
  }

  return {
    soon() {
      if (timer !== null) return
      const wait = lastAt + spanMs - performance.now()
      if (wait <= 0) now()
      else timer = setTimeout(now, wait)
    },
    never() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
