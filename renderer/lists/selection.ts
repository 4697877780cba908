import type { SelectionRanges } from '../../electron/contract/query.ts'

/**
 * Which rows of a result are selected, as ranges of positions: a million selected rows are one pair of
 * numbers. Everything here is pure; a selection is replaced, never changed.
 */
export interface Selection {
  /** First and last positions, both included; ascending, neither overlapping nor touching. */
  readonly ranges: SelectionRanges
  /** Where an extension with Shift begins; null before the first choice. */
  readonly anchor: number | null
  /** What was selected before the extension that is going on; Shift again replaces only the extension. */
  readonly base: SelectionRanges
  /** Made by a plain click: moving on with the keyboard lets it go, as a marked row never is. */
  readonly passing: boolean
}

type Range = readonly [number, number]

export const NO_SELECTION: Selection = { ranges: [], anchor: null, base: [], passing: false }

const between = (a: number, b: number): Range => (a <= b ? [a, b] : [b, a])

/** Sorts ranges and joins those that overlap or touch. */
export function normalize(ranges: SelectionRanges): SelectionRanges {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [first, last] of sorted) {
    const previous = joined.at(-1)
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else joined.push([first, last])
  }
  return joined
}

export function addRange(ranges: SelectionRanges, range: Range): SelectionRanges {
  return normalize([...ranges, range])
}

export function removeRange(ranges: SelectionRanges, [first, last]: Range): SelectionRanges {
  return ranges.flatMap(([from, to]): Range[] => {
    if (to < first || from > last) return [[from, to]]
    const kept: Range[] = []
    if (from < first) kept.push([from, first - 1])
    if (to > last) kept.push([last + 1, to])
    return kept
  })
}

/** Whether a position is in the ranges; by bisection, since every visible row asks. */
export function includes(ranges: SelectionRanges, position: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range === undefined) return false
    if (position < range[0]) high = middle - 1
    else if (position > range[1]) low = middle + 1
    else return true
  }
  return false
}

/** Whether all positions of a range are selected. */
export function includesAll(ranges: SelectionRanges, [first, last]: Range): boolean {
  return ranges.some(([from, to]) => from <= first && to >= last)
}

/** Number of selected rows. */
export function sizeOf(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** A plain click: this row and no other. */
export function selectOnly(position: number): Selection {
  return { ranges: [[position, position]], anchor: position, base: [], passing: true }
}

/** Ctrl-click, the checkbox or Space: this row more, or this row less. */
export function toggle(selection: Selection, position: number): Selection {
  const selected = includes(selection.ranges, position)
  const ranges = selected
    ? removeRange(selection.ranges, [position, position])
    : addRange(selection.ranges, [position, position])
  return { ranges, anchor: position, base: ranges, passing: false }
}

/** Some rows that follow one another more, or if all of them were selected, these rows less. */
export function toggleRange(selection: Selection, range: Range): Selection {
  const ranges = includesAll(selection.ranges, range)
    ? removeRange(selection.ranges, range)
    : addRange(selection.passing ? [] : selection.ranges, range)
  return { ranges, anchor: null, base: ranges, passing: false }
}

/** Space: as {@link toggle}, but a row that was only clicked is marked rather than let go. */
export function mark(selection: Selection, position: number): Selection {
  if (selection.passing && includes(selection.ranges, position)) {
    return { ranges: selection.ranges, anchor: position, base: selection.ranges, passing: false }
  }
  return toggle(selection.passing ? NO_SELECTION : selection, position)
}

/** Shift-click, Shift with an arrow, or dragging: from the anchor to here, in place of the last extension. */
export function extendTo(selection: Selection, from: number, to: number): Selection {
  const anchor = selection.anchor ?? from
  return {
    ranges: addRange(selection.base, between(anchor, to)),
    anchor,
    base: selection.base,
    passing: false,
  }
}

/** Everything in a result of `count` rows. */
export function selectAll(count: number): Selection {
  const ranges: SelectionRanges = count > 0 ? [[0, count - 1]] : []
  return { ranges, anchor: 0, base: ranges, passing: false }
}

/** Every row of a result of `count` rows that is not selected. */
export function invert(selection: Selection, count: number): Selection {
  const ranges: Range[] = []
  let next = 0
  for (const [first, last] of selection.ranges) {
    if (first > next) ranges.push([next, first - 1])
    next = last + 1
  }
  if (next < count) ranges.push([next, count - 1])
  return { ranges, anchor: null, base: ranges, passing: false }
}

export function isAll(ranges: SelectionRanges, count: number): boolean {
  const [first] = ranges
  return count > 0 && ranges.length === 1 && first?.[0] === 0 && first[1] === count - 1
}

/** The ranges of single positions, in any order, doubles allowed. */
export function rangesOf(positions: Iterable<number>): SelectionRanges {
  return normalize(Array.from(positions, (position): Range => [position, position]))
}
