/**
 * Returns a function that returns whether another event is allowed: at most `count` in any period of
 * `periodMs` milliseconds.
 * @param now returns the time in milliseconds from a monotonic clock
 */
export function createRateLimit(count: number, periodMs: number, now: () => number): () => boolean {
  const accepted: number[] = []
  return () => {
    const time = now()
    while (accepted[0] !== undefined && time - accepted[0] >= periodMs) accepted.shift()
    if (accepted.length >= count) return false
    accepted.push(time)
    return true
  }
}
