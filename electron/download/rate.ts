/** Items per second over the last seconds. */
export interface Rate {
  /** Records the current number of items; it and the time only grow. */
  record(items: number, now: number): void
  /** Returns null while it is too early for a value. */
  perSecond(now: number): number | null
}

const WINDOW_MS = 5_000
const MIN_ELAPSED_MS = 500

/** @param start in milliseconds of a monotonic clock. */
export function createRate(start: number): Rate {
  let samples: { readonly time: number; readonly items: number }[] = [{ time: start, items: 0 }]

  return {
    record(items, now) {
      samples.push({ time: now, items })
      // One sample older than the window is the baseline.
      const oldest = samples.findLastIndex((sample) => sample.time <= now - WINDOW_MS)
      if (oldest > 0) samples = samples.slice(oldest)
    },
    perSecond(now) {
      const first = samples[0]
      const last = samples.at(-1)
      if (first === undefined || last === undefined || last.items <= first.items) return null
      const elapsed = now - first.time
      return elapsed < MIN_ELAPSED_MS ? null : ((last.items - first.items) * 1_000) / elapsed
    },
  }
}
