import { CHECK_WIDTH, frozenWidth, MIN_WIDTH, type GridColumn, type PlacedColumn } from './column-layout.ts'

/** Class of the cells of a column that is partly hidden by an edge of the view; see grid.css. */
type ClipClass = 'clip-start' | 'clip-end' | 'clip-start clip-end' | 'clip-away'

/** Columns that are partly hidden by the edges of a view that is scrolled sideways. */
export interface ColumnClipping {
  /** Classes of the cut columns. Columns are counted from 1, as for the active cell. */
  readonly classes: ReadonlyMap<number, ClipClass>
  /** Hidden width of the column that is partly under the frozen ones, in CSS pixels. */
  readonly start: number
  /** Hidden width of the column that is partly beyond the end of the view, in CSS pixels. */
  readonly end: number
}

/** What the clipping of a column depends on. */
export type ClippableColumn = Pick<PlacedColumn<string>, 'frozenAt' | 'style' | 'width'>

export const NO_CLIPPING: ColumnClipping = { classes: new Map(), start: 0, end: 0 }

/** Minimum width for a character and an ellipsis, in CSS pixels. The dot of a status needs more. */
const MIN_VISIBLE: Readonly<Partial<Record<GridColumn['style'], number>>> = { status: MIN_WIDTH + 12 }

/** Zooming causes fractions of a pixel, which hide nothing. */
const MIN_HIDDEN = 0.5

/**
 * Returns which columns are cut by the edges of a view, and by how much.
 * @param scrolled how far the view is scrolled from its start, in CSS pixels
 * @param available width of the view, in CSS pixels
 */
export function clippedColumns(
  columns: readonly ClippableColumn[],
  scrolled: number,
  available: number,
  checkWidth: number = CHECK_WIDTH,
): ColumnClipping {
  const viewStart = scrolled + frozenWidth(columns, checkWidth)
  const viewEnd = scrolled + available
  const classes = new Map<number, ClipClass>()
  const hidden = { start: 0, end: 0 }
  let columnStart = checkWidth
  for (const [index, { width, frozenAt, style }] of columns.entries()) {
    const atStart = Math.max(0, viewStart - columnStart)
    const atEnd = Math.max(0, columnStart + width - viewEnd)
    columnStart += width
    if (frozenAt !== null || atStart + atEnd <= MIN_HIDDEN || atStart >= width || atEnd >= width) continue
    if (width - atStart - atEnd < (MIN_VISIBLE[style] ?? MIN_WIDTH)) {
      classes.set(index + 1, 'clip-away')
      continue
    }
    if (atStart > MIN_HIDDEN) hidden.start = atStart
    if (atEnd > MIN_HIDDEN) hidden.end = atEnd
    classes.set(
      index + 1,
      atEnd <= MIN_HIDDEN ? 'clip-start' : atStart <= MIN_HIDDEN ? 'clip-end' : 'clip-start clip-end',
    )
  }
  return { classes, ...hidden }
}

/** Returns whether the same columns are cut at the same edges, regardless of the hidden widths. */
export function hasSameClasses(one: ColumnClipping, other: ColumnClipping): boolean {
  return (
    one.classes.size === other.classes.size &&
    [...one.classes].every(([column, name]) => other.classes.get(column) === name)
  )
}
