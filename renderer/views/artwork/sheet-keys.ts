import type { GroupLines } from '../../grid/group-lines.ts'
import type { KeyPress } from '../../../electron/contract/accelerators.ts'
import { commandOf } from '../../grid/keys.ts'

/** Keys with the same effect as in the grid. */
const SHARED = ['mark', 'open', 'selectAll', 'invert', 'copy', 'escape', 'menu', 'search'] as const

/**
 * A position in the lines of the sheet. Up and Down keep the column, also across headers and lines that are
 * too short for it, where the nearest item is active.
 */
export interface SheetPosition {
  readonly line: number
  /** Column, counted from 0; Infinity is the end. */
  readonly column: number
}

/** The effect of a key in the contact sheet. */
export type SheetCommand =
  | { readonly kind: 'go'; readonly to: SheetPosition; readonly extend: boolean }
  | { readonly kind: 'view' | (typeof SHARED)[number] }

export interface SheetCursor {
  readonly lines: GroupLines
  /** Null before there is one. */
  readonly at: SheetPosition | null
  /** Returns the target line of PageDown (1) and PageUp (-1). */
  readonly paged: (line: number, direction: 1 | -1) => number
}

/** Returns the target of a key; null for a key that does not move. */
export function neighborOf(
  key: string,
  far: boolean,
  { lines, at, paged }: SheetCursor,
): SheetPosition | null {
  const last = lines.count - 1
  if (last < 0) return null
  const begin: SheetPosition = { line: 0, column: 0 }
  const end: SheetPosition = { line: last, column: Infinity }
  const { line, column } = at ?? begin
  const rows = lines.rowsAt(line)
  /** Column of the last item in the line. */
  const lastColumn = rows === null ? 0 : rows[1] - rows[0]
  const current = Math.min(column, lastColumn)
  switch (key) {
    case 'ArrowRight':
      if (at === null) return begin
      if (far || current < lastColumn) return { line, column: far ? lastColumn : current + 1 }
      return line < last ? { line: line + 1, column: 0 } : { line, column: lastColumn }
    case 'ArrowLeft':
      if (far || current > 0) return { line, column: far ? 0 : current - 1 }
      return line > 0 ? { line: line - 1, column: Infinity } : begin
    case 'ArrowDown':
      return far ? end : at === null ? begin : { line: Math.min(line + 1, last), column }
    case 'ArrowUp':
      return far ? begin : { line: Math.max(line - 1, 0), column }
    case 'PageDown':
      return far ? end : { line: paged(line, 1), column }
    case 'PageUp':
      return far ? begin : { line: paged(line, -1), column }
    case 'Home':
      return far ? begin : { line, column: 0 }
    case 'End':
      return far ? end : { line, column: lastColumn }
    default:
      return null
  }
}

/** Returns the index of the item at a position; null for a group header. */
export function itemAt(lines: GroupLines, { line, column }: SheetPosition): number | null {
  const rows = lines.rowsAt(line)
  return rows === null ? null : Math.min(rows[0] + column, rows[1])
}

const BY_LINES: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** Extends a selection from a header to the next items in the direction, if there are any. */
function pastHead(to: SheetPosition, keepsColumn: boolean, { lines, at }: SheetCursor): SheetPosition {
  const near =
    lines.rowsAt(to.line) === null ? lines.rowNear(to.line, to.line < (at?.line ?? 0) ? -1 : 1) : null
  if (near === null) return to
  const line = lines.lineOf(near)
  return { line, column: keepsColumn ? to.column : near - (lines.rowsAt(line)?.[0] ?? near) }
}

/** Returns the command of a key press, as in the grid where possible; null for another key. */
export function sheetCommandOf(press: KeyPress, cursor: SheetCursor): SheetCommand | null {
  if (press.altKey) return null
  const far = press.ctrlKey || press.metaKey
  const to = neighborOf(press.key, far, cursor)
  if (to !== null) {
    const extend = press.shiftKey && cursor.at !== null
    const keepsColumn = !far && BY_LINES.has(press.key)
    return { kind: 'go', to: extend ? pastHead(to, keepsColumn, cursor) : to, extend }
  }
  if (press.key === 'Enter') return cursor.at === null ? null : { kind: 'view' }
  const row = cursor.at === null ? null : 0
  const command = commandOf(press, { row, column: 0, rows: 1, columns: 1, page: 1 })
  const kind = SHARED.find((each) => each === command?.kind)
  return kind === undefined ? null : { kind }
}
