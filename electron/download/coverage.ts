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
    const firstIndex = firstReaching(start)
    let endIndex = firstIndex
    let merged: OffsetRange = { start, end }
    for (let next = covered[endIndex]; next !== undefined && next.start <= end; next = covered[endIndex]) {
      merged = { start: Math.min(merged.start, next.start), end: Math.max(merged.end, next.end) }
      endIndex += 1
    }
    covered = [...covered.slice(0, firstIndex), merged, ...covered.slice(endIndex)]
  }

  function covers(offset: number): boolean {
    const range = covered[firstReaching(offset + 1)]
    return range !== undefined && range.start <= offset
  }

  function firstGap(end: number, maxLength: number, busy: readonly OffsetRange[] = []): OffsetRange | null {
    let start = 0
    for (;;) {
      if (start >= end) return null
      const offset = start
      const next = covered[firstReaching(offset + 1)]
      const covering =
        next !== undefined && next.start <= offset
          ? next
          : busy.find((range) => range.start <= offset && offset < range.end)
      if (covering !== undefined) {
        start = covering.end
        continue
      }
      const barriers = busy.filter((range) => range.start > offset).map((range) => range.start)
      return { start: offset, end: Math.min(end, offset + maxLength, next?.start ?? Infinity, ...barriers) }
    }
  }

  function gaps(end: number): readonly OffsetRange[] {
    const uncovered: OffsetRange[] = []
    let start = 0
    for (const range of covered) {
      if (start >= end) break
      if (range.start > start) uncovered.push({ start, end: Math.min(range.start, end) })
      start = range.end
    }
    if (start < end) uncovered.push({ start, end })
    return uncovered
  }

  return { cover, covers, firstGap, gaps, ranges: () => covered }
}
