import type { RowSource } from '../lists/row-source.ts'

/** Which of the slots of a page draws which line; see GridView. */
export interface SlotPlan {
  /** Number of slots. */
  readonly count: number
  /** So many lines that follow one another never share a slot, wherever they begin. */
  readonly together: number
  /** The slot of a line. */
  readonly of: (line: number) => number
}

/** How high the lines of a list are. Heights and offsets are CSS pixels of the whole list. */
export interface LineHeights {
  /** Number of lines. */
  readonly count: number
  /** Height of the lowest kind of lines. */
  readonly least: number
  /** Offset of a line's upper edge; for the number of lines, the height of all. */
  readonly offsetOf: (line: number) => number
  /** The line at an offset; the nearest one outside the list, which must not be empty. */
  readonly lineAt: (offset: number) => number
  /** Slots for all lines that can be seen at once in so much height. */
  readonly slotsFor: (height: number) => SlotPlan
}

/** The lines of a list, from which a view draws. */
export interface LineSource<Line> extends RowSource<Line> {
  /** Returns the heights of the lines; without it, each line is as high as a row. */
  readonly heights?: (rowHeight: number) => LineHeights
}

/** Lines that are all of one height. */
export class UniformHeights implements LineHeights {
  readonly count: number
  readonly least: number

  constructor(count: number, height: number) {
    this.count = count
    this.least = height
  }

  offsetOf(line: number): number {
    return line * this.least
  }

  lineAt(offset: number): number {
    return Math.min(Math.max(Math.floor(offset / this.least), 0), this.count - 1)
  }

  slotsFor(height: number): SlotPlan {
    const count = Math.min(this.count, mostTouched(height, this.least))
    return { count, together: count, of: (line) => line % count }
  }
}

/** So many lines of one height can touch a stretch of another at most. */
export function mostTouched(stretch: number, height: number): number {
  return Math.ceil(stretch / height) + 1
}

/** Lines that are at least partly between two offsets: first and last ones; null for an empty list. */
export function linesBetween(
  heights: LineHeights,
  from: number,
  to: number,
): { readonly first: number; readonly last: number } | null {
  if (heights.count === 0) return null
  const first = heights.lineAt(from)
  const at = heights.lineAt(to)
  // One that begins where the stretch ends is not in it.
  const last = heights.offsetOf(at) >= to ? at - 1 : at
  return { first, last: Math.max(first, last) }
}

/**
 * The nearest offset at which a line is entirely in view; the offset itself when it is already.
 * @param view its height, and how much of that is covered at the top.
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
