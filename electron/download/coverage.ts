/** Offsets from `start` up to, but not including, `end`. */
export interface OffsetRange {
  readonly start: number
  readonly end: number
}

/**
 * Tracks which offsets of a list have been read. Short pages leave gaps, and repeated pages are no progress.
 */
export interface Coverage {
  cover(start: number, end: number): void
  covers(offset: number): boolean
  /**
   * Returns the first uncovered range below `end` that is not in `busy`, at most `maxLength` long; null if
   * there is none.
   */
  firstGap(end: number, maxLength: number, busy?: readonly OffsetRange[]): OffsetRange | null
  /** Returns every uncovered range below `end`. */
  gaps(end: number): readonly OffsetRange[]
  /** Returns the covered ranges in ascending order. */
  ranges(): readonly OffsetRange[]
}

/** Returns the number of offsets in ranges that do not overlap. */
export function totalLength(ranges: readonly OffsetRange[]): number {
  return ranges.reduce((sum, range) => sum + range.end - range.start, 0)
}

export function createCoverage(): Coverage {
  // Disjoint, ascending and never adjacent.
  let covered: OffsetRange[] = []

  /** Returns the index of the first range that ends at or after `offset`. */
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
    let merged: OffsetRange = { start, end }
    for (let next = covered[to]; next !== undefined && next.start <= end; next = covered[to]) {
      merged = { start: Math.min(merged.start, next.start), end: Math.max(merged.end, next.end) }
      to += 1
    }
    covered = [...covered.slice(0, from), merged, ...covered.slice(to)]
  }

  function covers(offset: number): boolean {
    const range = covered[firstReaching(offset + 1)]
    return range !== undefined && range.start <= offset
  }

  function firstGap(end: number, maxLength: number, busy: readonly OffsetRange[] = []): OffsetRange | null {
    let start = 0
    for (;;) {
      if (start >= end) return null
      const at = start
      const next = covered[firstReaching(at + 1)]
      const inside =
        next !== undefined && next.start <= at
          ? next
          : busy.find((range) => range.start <= at && at < range.end)
      if (inside !== undefined) {
        start = inside.end
        continue
      }
      const barriers = busy.filter((range) => range.start > at).map((range) => range.start)
      return { start: at, end: Math.min(end, at + maxLength, next?.start ?? Infinity, ...barriers) }
    }
  }

  function gaps(end: number): readonly OffsetRange[] {
    const gaps: OffsetRange[] = []
    let start = 0
    for (const range of covered) {
      if (start >= end) break
      if (range.start > start) gaps.push({ start, end: Math.min(range.start, end) })
      start = range.end
    }
    if (start < end) gaps.push({ start, end })
    return gaps
  }

  return { cover, covers, firstGap, gaps, ranges: () => covered }
}
