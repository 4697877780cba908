/** Items a second over the last seconds. */
export interface Rate {
  /** Tells how many items there are now; both grow. */
  tell(items: number, now: number): void
  /** Null while it is too early to tell. */
  perSecond(now: number): number | null
}

const WINDOW_MS = 5_000
const EARLIEST_MS = 500

/** Times in milliseconds of a clock that never runs backwards. */
export function createRate(start: number): Rate {
  let samples: { readonly at: number; readonly items: number }[] = [{ at: start, items: 0 }]

  return {
    tell(items, now) {
      samples.push({ at: now, items })
      // One sample older than the window stays as the point to count from.
      const oldest = samples.findLastIndex((sample) => sample.at <= now - WINDOW_MS)
      if (oldest > 0) samples = samples.slice(oldest)
    },
    perSecond(now) {
      const first = samples[0]
      const last = samples.at(-1)
      if (first === undefined || last === undefined || last.items <= first.items) return null
      const elapsed = now - first.at
      return elapsed < EARLIEST_MS ? null : ((last.items - first.items) * 1_000) / elapsed
    },
  }
}
