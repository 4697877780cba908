/** Limits calls to one per interval. */
export interface Throttle {
  /** Calls at once if the last call is older than the interval, otherwise at the end of the interval. */
  readonly schedule: () => void
  /** Cancels a scheduled call. */
  readonly cancel: () => void
}

export function createThrottle(call: () => void, intervalMs: number): Throttle {
  let timer: NodeJS.Timeout | null = null
  let lastAt = performance.now()

  function now(): void {
    timer = null
    lastAt = performance.now()
    call()
  }

  return {
    schedule() {
      if (timer !== null) return
      const wait = lastAt + intervalMs - performance.now()
      if (wait <= 0) now()
      else timer = setTimeout(now, wait)
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
