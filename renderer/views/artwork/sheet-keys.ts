import type { GroupLines } from '../../grid/group-lines.ts'
import type { KeyPress } from '../../../electron/contract/accelerators.ts'
import { commandOf } from '../../grid/keys.ts'

/** Keys with the same effect as in the grid. */
const SHARED_COMMANDS = ['check', 'open', 'selectAll', 'invert', 'copy', 'escape', 'menu', 'search'] as const

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
  | { readonly kind: 'view' | (typeof SHARED_COMMANDS)[number] }

export interface SheetCursor {
  readonly lines: GroupLines
  /** Null: no item is active. */
  readonly position: SheetPosition | null
  /** Returns the target line of PageDown (1) and PageUp (-1). */
  readonly pageTarget: (line: number, direction: 1 | -1) => number
}

/**
 * Returns the target of a key; null for a key that does not move.
 * @param toEdge whether Ctrl or Command is pressed, which moves to the edge
 */
export function neighborOf(
  key: string,
  toEdge: boolean,
  { lines, position, pageTarget }: SheetCursor,
): SheetPosition | null {
  const lastLine = lines.count - 1
  if (lastLine < 0) return null
  const first: SheetPosition = { line: 0, column: 0 }
  const last: SheetPosition = { line: lastLine, column: Infinity }
  const { line, column } = position ?? first
  const rows = lines.rowsAt(line)
  /** Column of the last item in the line. */
  const lastColumn = rows === null ? 0 : rows[1] - rows[0]
  const current = Math.min(column, lastColumn)
  switch (key) {
    case 'ArrowRight':
      if (position === null) return first
      if (toEdge || current < lastColumn) return { line, column: toEdge ? lastColumn : current + 1 }
      return line < lastLine ? { line: line + 1, column: 0 } : { line, column: lastColumn }
    case 'ArrowLeft':
      if (toEdge || current > 0) return { line, column: toEdge ? 0 : current - 1 }
      return line > 0 ? { line: line - 1, column: Infinity } : first
    case 'ArrowDown':
      return toEdge ? last : position === null ? first : { line: Math.min(line + 1, lastLine), column }
    case 'ArrowUp':
      return toEdge ? first : { line: Math.max(line - 1, 0), column }
    case 'PageDown':
      return toEdge ? last : { line: pageTarget(line, 1), column }
    case 'PageUp':
      return toEdge ? first : { line: pageTarget(line, -1), column }
    case 'Home':
      return toEdge ? first : { line, column: 0 }
    case 'End':
      return toEdge ? last : { line, column: lastColumn }
    default:
      return null
  }
}

/** Returns the index of the item at a position; null for a group header. */
export function itemAt(lines: GroupLines, { line, column }: SheetPosition): number | null {
  const rows = lines.rowsAt(line)
  return rows === null ? null : Math.min(rows[0] + column, rows[1])
}

const LINE_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** Returns the nearest item in the direction of a move to a header, if there is one. */
function skipHeader(
  to: SheetPosition,
  keepsColumn: boolean,
  { lines, position }: SheetCursor,
): SheetPosition {
  const nearestRow =
    lines.rowsAt(to.line) === null ? lines.rowNear(to.line, to.line < (position?.line ?? 0) ? -1 : 1) : null
  if (nearestRow === null) return to
  const line = lines.lineOf(nearestRow)
  return { line, column: keepsColumn ? to.column : nearestRow - (lines.rowsAt(line)?.[0] ?? nearestRow) }
}

/**
 * Returns the command of a key press, as in the grid where possible; null for another key.
 * @param press with the arrow keys as they are from left to right
 */
export function sheetCommandOf(press: KeyPress, cursor: SheetCursor): SheetCommand | null {
  if (press.altKey) return null
  const toEdge = press.ctrlKey || press.metaKey
  const to = neighborOf(press.key, toEdge, cursor)
  if (to !== null) {
    const extend = press.shiftKey && cursor.position !== null
    const keepsColumn = !toEdge && LINE_KEYS.has(press.key)
    return { kind: 'go', to: extend ? skipHeader(to, keepsColumn, cursor) : to, extend }
  }
  if (press.key === 'Enter') return cursor.position === null ? null : { kind: 'view' }
  const row = cursor.position === null ? null : 0
  const command = commandOf(press, { row, column: 0, rows: 1, columns: 1, page: 1, isRightToLeft: false })
  const kind = SHARED_COMMANDS.find((shared) => shared === command?.kind)
  return kind === undefined ? null : { kind }
}
