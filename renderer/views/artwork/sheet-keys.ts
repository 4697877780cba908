import type { GroupLines } from '../../grid/group-lines.ts'
import type { KeyPress } from '../../../electron/contract/accelerators.ts'
import { commandOf } from '../../grid/keys.ts'

/** Keys with the same effect as in the grid. */
const SHARED = ['mark', 'open', 'selectAll', 'invert', 'copy', 'escape', 'menu', 'search'] as const

/**
 * A position in the lines of the sheet. Up and Down keep the column, also across headers and lines that are
 * too short for it, where the nearest item is active.
 */
export interface SheetPlace {
  readonly line: number
  /** Column, counted from 0; Infinity is the end. */
  readonly place: number
}

/** The effect of a key in the contact sheet. */
export type SheetCommand =
  | { readonly kind: 'go'; readonly to: SheetPlace; readonly extend: boolean }
  | { readonly kind: 'view' | (typeof SHARED)[number] }

export interface SheetCursor {
  readonly lines: GroupLines
  /** Null before there is one. */
  readonly at: SheetPlace | null
  /** Returns the target line of PageDown (1) and PageUp (-1). */
  readonly paged: (line: number, direction: 1 | -1) => number
}

/** Returns the target of a key; null for a key that does not move. */
export function goneTo(key: string, far: boolean, { lines, at, paged }: SheetCursor): SheetPlace | null {
  const last = lines.count - 1
  if (last < 0) return null
  const begin: SheetPlace = { line: 0, place: 0 }
  const end: SheetPlace = { line: last, place: Infinity }
  const { line, place } = at ?? begin
  const rows = lines.rowsAt(line)
  /** Column of the last item in the line. */
  const most = rows === null ? 0 : rows[1] - rows[0]
  const here = Math.min(place, most)
  switch (key) {
    case 'ArrowRight':
      if (at === null) return begin
      if (far || here < most) return { line, place: far ? most : here + 1 }
      return line < last ? { line: line + 1, place: 0 } : { line, place: most }
    case 'ArrowLeft':
      if (far || here > 0) return { line, place: far ? 0 : here - 1 }
      return line > 0 ? { line: line - 1, place: Infinity } : begin
    case 'ArrowDown':
      return far ? end : at === null ? begin : { line: Math.min(line + 1, last), place }
    case 'ArrowUp':
      return far ? begin : { line: Math.max(line - 1, 0), place }
    case 'PageDown':
      return far ? end : { line: paged(line, 1), place }
    case 'PageUp':
      return far ? begin : { line: paged(line, -1), place }
    case 'Home':
      return far ? begin : { line, place: 0 }
    case 'End':
      return far ? end : { line, place: most }
    default:
      return null
  }
}

/** Returns the index of the item at a position; null for a group header. */
export function itemAt(lines: GroupLines, { line, place }: SheetPlace): number | null {
  const rows = lines.rowsAt(line)
  return rows === null ? null : Math.min(rows[0] + place, rows[1])
}

const BY_LINES: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** Extends a selection from a header to the next items in the direction, if there are any. */
function pastHead(to: SheetPlace, keepsPlace: boolean, { lines, at }: SheetCursor): SheetPlace {
  const near =
    lines.rowsAt(to.line) === null ? lines.rowNear(to.line, to.line < (at?.line ?? 0) ? -1 : 1) : null
  if (near === null) return to
  const line = lines.lineOf(near)
  return { line, place: keepsPlace ? to.place : near - (lines.rowsAt(line)?.[0] ?? near) }
}

/** Returns the command of a key press, as in the grid where possible; null for another key. */
export function sheetCommandOf(press: KeyPress, cursor: SheetCursor): SheetCommand | null {
  if (press.altKey) return null
  const far = press.ctrlKey || press.metaKey
  const to = goneTo(press.key, far, cursor)
  if (to !== null) {
    const extend = press.shiftKey && cursor.at !== null
    const keepsPlace = !far && BY_LINES.has(press.key)
    return { kind: 'go', to: extend ? pastHead(to, keepsPlace, cursor) : to, extend }
  }
  if (press.key === 'Enter') return cursor.at === null ? null : { kind: 'view' }
  const row = cursor.at === null ? null : 0
  const command = commandOf(press, { row, column: 0, rows: 1, columns: 1, page: 1 })
  const kind = SHARED.find((each) => each === command?.kind)
  return kind === undefined ? null : { kind }
}
