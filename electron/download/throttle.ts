/** Passes on at most one call in a span of time, and always the last one. */
export interface Throttle {
  /** Calls soon: at once when the last call is long enough ago, else at the end of the span. */
  readonly soon: () => void
  /** Calls now, and forgets a call that was to come. */
  readonly now: () => void
}

export function createThrottle(call: () => void, spanMs: number): Throttle {
  let timer: NodeJS.Timeout | null = null
  let lastAt = -Infinity

  function now(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    lastAt = performance.now()
    call()
  }

  return {
    now,
    soon() {
      if (timer !== null) return
      const wait = lastAt + spanMs - performance.now()
      if (wait <= 0) now()
      else timer = setTimeout(now, wait)
    },
  }
}
