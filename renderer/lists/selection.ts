import type { SelectionRanges } from '../../electron/contract/query.ts'

/**
 * The selected rows of a result as ranges of indexes: a million selected rows are one pair of numbers. All
 * functions here are pure and return a new selection.
 */
export interface Selection {
  /** First and last indexes, both included; ascending, neither overlapping nor adjacent. */
  readonly ranges: SelectionRanges
  /** Start of an extension with Shift; null without a selection. */
  readonly anchor: number | null
  /** The selection before the current extension, which the next Shift-click replaces. */
  readonly base: SelectionRanges
  /** Whether it comes from a plain click: unlike a checked row, moving by keyboard deselects it. */
  readonly transient: boolean
}

type Range = readonly [number, number]

export const NO_SELECTION: Selection = { ranges: [], anchor: null, base: [], transient: false }

const between = (a: number, b: number): Range => (a <= b ? [a, b] : [b, a])

/** Sorts ranges and joins overlapping and adjacent ones. */
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
    const rest: Range[] = []
    if (from < first) rest.push([from, first - 1])
    if (to > last) rest.push([last + 1, to])
    return rest
  })
}

/** Returns whether a row is in the ranges. Uses bisection, because every visible row calls it. */
export function includes(ranges: SelectionRanges, index: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range === undefined) return false
    if (index < range[0]) high = middle - 1
    else if (index > range[1]) low = middle + 1
    else return true
  }
  return false
}

/** Returns whether all rows of a range are selected. */
export function includesAll(ranges: SelectionRanges, [first, last]: Range): boolean {
  return ranges.some(([from, to]) => from <= first && to >= last)
}

/** Returns the number of selected rows. */
export function sizeOf(ranges: SelectionRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Selects only this row, for a plain click. */
export function selectOnly(index: number): Selection {
  return { ranges: [[index, index]], anchor: index, base: [], transient: true }
}

/** Adds or removes a row, for a Ctrl-click or the check box. */
export function toggle(selection: Selection, index: number): Selection {
  const selected = includes(selection.ranges, index)
  const ranges = selected
    ? removeRange(selection.ranges, [index, index])
    : addRange(selection.ranges, [index, index])
  return { ranges, anchor: index, base: ranges, transient: false }
}

/** Adds consecutive rows, or removes them if all are selected. */
export function toggleRange(selection: Selection, range: Range): Selection {
  const ranges = includesAll(selection.ranges, range)
    ? removeRange(selection.ranges, range)
    : addRange(selection.transient ? [] : selection.ranges, range)
  return { ranges, anchor: null, base: ranges, transient: false }
}

/**
 * Adds or removes a row as {@link toggle} does, for Space; a row that was only clicked is checked instead.
 */
export function check(selection: Selection, index: number): Selection {
  if (selection.transient && includes(selection.ranges, index)) {
    return { ranges: selection.ranges, anchor: index, base: selection.ranges, transient: false }
  }
  return toggle(selection.transient ? NO_SELECTION : selection, index)
}

/**
 * Extends the selection from the anchor to a row, for a Shift-click, Shift with an arrow key, or a drag.
 * Replaces the previous extension.
 */
export function extendTo(selection: Selection, from: number, to: number): Selection {
  const anchor = selection.anchor ?? from
  return {
    ranges: addRange(selection.base, between(anchor, to)),
    anchor,
    base: selection.base,
    transient: false,
  }
}

/** How a press selects a row: alone, added or removed, checked, or up to it from the anchor. */
export type SelectMode = 'only' | 'toggle' | 'check' | 'extend'

/**
 * Selects a row.
 * @param from the row that was active before
 */
export function selectRow(selection: Selection, index: number, mode: SelectMode, from: number): Selection {
  switch (mode) {
    case 'only':
      return selectOnly(index)
    case 'toggle':
      return toggle(selection, index)
    case 'check':
      return check(selection, index)
    case 'extend':
      return extendTo(selection, from, index)
  }
}

/**
 * Returns the selection after the keyboard moved from a row to another. A row that was only clicked is
 * deselected.
 */
export function moveSelection(selection: Selection, from: number, to: number, extend: boolean): Selection {
  if (extend) return extendTo({ ...selection, anchor: selection.anchor ?? from }, from, to)
  return selection.transient ? NO_SELECTION : { ...selection, anchor: null, base: selection.ranges }
}

/** Selects all rows of a result with `count` rows. */
export function selectAll(count: number): Selection {
  const ranges: SelectionRanges = count > 0 ? [[0, count - 1]] : []
  return { ranges, anchor: 0, base: ranges, transient: false }
}

/** Selects the rows of a result with `count` rows that are not selected. */
export function invert(selection: Selection, count: number): Selection {
  const ranges: Range[] = []
  let next = 0
  for (const [first, last] of selection.ranges) {
    if (first > next) ranges.push([next, first - 1])
    next = last + 1
  }
  if (next < count) ranges.push([next, count - 1])
  return { ranges, anchor: null, base: ranges, transient: false }
}

export function isAll(ranges: SelectionRanges, count: number): boolean {
  const [first] = ranges
  return count > 0 && ranges.length === 1 && first?.[0] === 0 && first[1] === count - 1
}

/** Returns ranges for indexes in any order, with duplicates. */
export function rangesOf(indexes: Iterable<number>): SelectionRanges {
  return normalize(Array.from(indexes, (index): Range => [index, index]))
}
