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

  function run(): void {
    timer = null
    lastAt = performance.now()
    call()
  }

  return {
    schedule() {
      if (timer !== null) return
      const waitMs = lastAt + intervalMs - performance.now()
      if (waitMs <= 0) run()
      else timer = setTimeout(run, waitMs)
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
