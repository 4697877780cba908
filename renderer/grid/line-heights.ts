import type { RowSource } from '../lists/row-source.ts'

/** Assigns the lines to the slots of a page; see GridView. */
export interface SlotPlan {
  /** Number of slots. */
  readonly count: number
  /** This number of consecutive lines never share a slot, wherever they begin. */
  readonly together: number
  /** The slot of a line. */
  readonly of: (line: number) => number
}

/** Heights and offsets of the lines of a list, in CSS pixels of the whole list. */
export interface LineHeights {
  /** Number of lines. */
  readonly count: number
  /** Height of the smallest lines. */
  readonly min: number
  /** Returns the offset of a line's upper edge; for the number of lines, the height of all. */
  readonly offsetOf: (line: number) => number
  /** Returns the line at an offset; the nearest one outside the list, which must not be empty. */
  readonly lineAt: (offset: number) => number
  /** Returns slots for all lines that can be visible at once in a height. */
  readonly slotsFor: (height: number) => SlotPlan
}

/** The lines of a list, from which a view draws. */
export interface LineSource<Line> extends RowSource<Line> {
  /** Returns the heights of the lines; if absent, each line is as high as a row. */
  readonly heights?: (rowHeight: number) => LineHeights
}

/** Lines of equal height. */
export class UniformHeights implements LineHeights {
  readonly count: number
  readonly min: number

  constructor(count: number, height: number) {
    this.count = count
    this.min = height
  }

  offsetOf(line: number): number {
    return line * this.min
  }

  lineAt(offset: number): number {
    return Math.min(Math.max(Math.floor(offset / this.min), 0), this.count - 1)
  }

  slotsFor(height: number): SlotPlan {
    const count = Math.min(this.count, maxOverlappingLines(height, this.min))
    return { count, together: count, of: (line) => line % count }
  }
}

/** Returns the maximum number of lines of one height that overlap a range of another. */
export function maxOverlappingLines(stretch: number, height: number): number {
  return Math.ceil(stretch / height) + 1
}

/** Returns the first and last line that are at least partly between two offsets; null for an empty list. */
export function linesBetween(
  heights: LineHeights,
  from: number,
  to: number,
): { readonly first: number; readonly last: number } | null {
  if (heights.count === 0) return null
  const first = heights.lineAt(from)
  const lastLine = heights.lineAt(to)
  // A line that begins at the end of the range is not in it.
  const last = heights.offsetOf(lastLine) >= to ? lastLine - 1 : lastLine
  return { first, last: Math.max(first, last) }
}

/**
 * Returns the nearest scroll offset at which a line is completely visible.
 * @param view its height, and how much of it is covered at the top
 */
export function revealLine(
  heights: LineHeights,
  content: number,
  view: { readonly height: number; readonly covered: number },
  line: number,
): number {
  const top = heights.offsetOf(line)
  const bottom = heights.offsetOf(line + 1)
  if (top < content + view.covered) return Math.max(0, top - view.covered)
  if (bottom > content + view.height) return bottom - view.height
  return content
}
