/** Offsets from `start` up to, but not with, `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * Which offsets of a list have been read. Progress is counted by what was covered, not by pages asked for: so a
 * page that comes short leaves a gap that is seen, and a repeated page is no progress.
 */
export interface Coverage {
  cover(start: number, end: number): void
  covers(offset: number): boolean
  /**
   * The first uncovered stretch below `end` that touches none of `busy`, at most `longest` long; null when
   * there is none.
   */
  firstGap(end: number, longest: number, busy?: readonly Stretch[]): Stretch | null
  /** Every uncovered stretch below `end`. */
  gaps(end: number): readonly Stretch[]
  /** What is covered, in ascending order. */
  stretches(): readonly Stretch[]
}

/** How many offsets the stretches hold; they must not overlap. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.end - stretch.start, 0)
}

export function createCoverage(): Coverage {
  // Disjoint, ascending, never touching each other.
  let covered: Stretch[] = []

  /** Index of the first stretch that ends at or after `offset`. */
  function firstReaching(offset: number): number {
    let low = 0
    let high = covered.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((covered[middle]?.end ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  function cover(start: number, end: number): void {
    if (!(end > start)) return
    const from = firstReaching(start)
    let to = from
    let merged: Stretch = { start, end }
    for (let next = covered[to]; next !== undefined && next.start <= end; next = covered[to]) {
      merged = { start: Math.min(merged.start, next.start), end: Math.max(merged.end, next.end) }
      to += 1
    }
    covered = [...covered.slice(0, from), merged, ...covered.slice(to)]
  }

  function covers(offset: number): boolean {
    const stretch = covered[firstReaching(offset + 1)]
    return stretch !== undefined && stretch.start <= offset
  }

  function firstGap(end: number, longest: number, busy: readonly Stretch[] = []): Stretch | null {
    let start = 0
    for (;;) {
      if (start >= end) return null
      const at = start
      const next = covered[firstReaching(at + 1)]
      const inside =
        next !== undefined && next.start <= at
          ? next
          : busy.find((stretch) => stretch.start <= at && at < stretch.end)
      if (inside !== undefined) {
        start = inside.end
        continue
      }
      const barriers = busy.filter((stretch) => stretch.start > at).map((stretch) => stretch.start)
      return { start: at, end: Math.min(end, at + longest, next?.start ?? Infinity, ...barriers) }
    }
  }

  function gaps(end: number): readonly Stretch[] {
    const found: Stretch[] = []
    let start = 0
    for (const stretch of covered) {
      if (start >= end) break
      if (stretch.start > start) found.push({ start, end: Math.min(stretch.start, end) })
      start = stretch.end
    }
    if (start < end) found.push({ start, end })
    return found
  }

  return { cover, covers, firstGap, gaps, stretches: () => covered }
}
