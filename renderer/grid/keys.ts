import type { KeyPress } from '../../electron/contract/accelerators.ts'
import { commandOfPress, type PlainCommandId } from '../../electron/contract/commands.ts'

/** The effect of a key in the grid. Rows are counted from 0; -1 is the header. */
export type GridCommand =
  /** Moves to a row, and with `column` to that cell of it. */
  | { readonly kind: 'row'; readonly to: number; readonly extend: boolean; readonly column?: number }
  | { readonly kind: 'column'; readonly to: number }
  | { readonly kind: 'moveColumn'; readonly by: 1 | -1 }
  /** Freezes columns up to this column of the header; with false none. */
  | { readonly kind: 'freeze'; readonly on: boolean }
  | {
      readonly kind:
        | 'check'
        | 'open'
        | 'view'
        | 'selectAll'
        | 'invert'
        | 'copy'
        | 'copyCell'
        | 'escape'
        | 'menu'
        | 'search'
    }

export interface GridCursor {
  /** Active row, -1 in the header; null before there is one. */
  readonly row: number | null
  readonly column: number
  readonly rows: number
  readonly columns: number
  /** Number of rows for PageUp and PageDown. */
  readonly page: number
  /** Whether the next column is at the left of a column. */
  readonly isRightToLeft: boolean
}

function rowKey(key: string, far: boolean, { row, rows, page }: GridCursor): number | null {
  const last = rows - 1
  const from = row ?? -1
  if (key === 'ArrowDown') return far ? last : Math.min(from + 1, last)
  if (key === 'ArrowUp') return far ? Math.min(0, last) : Math.max(from - 1, -1)
  if (key === 'PageDown') return far ? last : Math.min(Math.max(from, 0) + page, last)
  if (key === 'PageUp') return far ? Math.min(0, last) : Math.max(Math.min(from, 0), from - page)
  if (far && key === 'Home') return Math.min(0, last)
  if (far && key === 'End') return last
  return null
}

/** Returns by how many columns an arrow key moves; null for another key. */
function stepOf(key: string, { isRightToLeft }: GridCursor): 1 | -1 | null {
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  return null
}

function columnKey(key: string, far: boolean, cursor: GridCursor): number | null {
  const { column, columns } = cursor
  const last = columns - 1
  const step = stepOf(key, cursor)
  if (step !== null) return far ? (step > 0 ? last : 0) : Math.min(Math.max(column + step, 0), last)
  if (!far && key === 'Home') return 0
  if (!far && key === 'End') return last
  return null
}

/** Returns the column of Ctrl+Home or Ctrl+End, which skip the check boxes. */
function cornerKey(key: string, { columns }: GridCursor): number | undefined {
  if (key === 'Home') return Math.min(1, columns - 1)
  return key === 'End' ? columns - 1 : undefined
}

/** Returns whether a key types a character to search for; a question mark opens the list of shortcuts. */
function isPrintable(key: string): boolean {
  return key !== '?' && /^[^\p{C}\p{Z}]\p{M}*$/u.test(key)
}

/** The grid commands of registered commands. */
const REGISTERED_COMMANDS: Readonly<Partial<Record<PlainCommandId, GridCommand>>> = {
  viewArtwork: { kind: 'view' },
  freezeColumns: { kind: 'freeze', on: true },
  unfreezeColumns: { kind: 'freeze', on: false },
  selectAll: { kind: 'selectAll' },
  invertSelection: { kind: 'invert' },
  copyRows: { kind: 'copy' },
  copyCell: { kind: 'copyCell' },
}

/** Returns the command of a key press, or null. */
export function commandOf(press: KeyPress, cursor: GridCursor): GridCommand | null {
  const far = press.ctrlKey || press.metaKey
  const { key } = press
  const id = commandOfPress(press, ['list'], null)
  const registered = id === null ? null : (REGISTERED_COMMANDS[id] ?? null)
  const step = stepOf(key, cursor)
  if (press.altKey && (step !== null || registered === null)) {
    if (cursor.row !== -1 || step === null) return null
    return registered ?? { kind: 'moveColumn', by: step }
  }
  // The row decides below whether there is an artwork to view.
  if (registered !== null && registered.kind !== 'view') return registered
  if (key === 'ContextMenu' || (key === 'F10' && press.shiftKey)) return { kind: 'menu' }
  const to = rowKey(key, far, cursor)
  if (to !== null) {
    const extend = press.shiftKey && to >= 0 && (cursor.row ?? -1) >= 0
    const corner = far ? cornerKey(key, cursor) : undefined
    return { kind: 'row', to, extend, ...(corner === undefined ? {} : { column: corner }) }
  }
  const column = columnKey(key, far, cursor)
  if (column !== null) return { kind: 'column', to: column }
  if (registered !== null) return (cursor.row ?? -1) < 0 ? null : registered
  if (far) return null
  if (key === ' ') return { kind: 'check' }
  if (key === 'Enter' || key === 'F2') return { kind: 'open' }
  if (key === 'Escape') return { kind: 'escape' }
  return isPrintable(key) ? { kind: 'search' } : null
}
