import { commandOf, type KeyPress } from '../../grid/keys.ts'

/** What keys mean in the grid and here alike. */
const SHARED = ['mark', 'open', 'selectAll', 'invert', 'copy', 'escape', 'menu', 'search'] as const

/** What a key means in the contact sheet. Positions are counted from 0. */
export type SheetCommand =
  | { readonly kind: 'go'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'view' | (typeof SHARED)[number] }

export interface SheetCursor {
  /** Position of the active item; null before there is one. */
  readonly at: number | null
  readonly count: number
  /** Items beside one another. */
  readonly columns: number
  /** Lines that PageUp and PageDown move by. */
  readonly page: number
}

/** Where a key leads among so many items in lines; null for a key that leads nowhere. */
export function goneTo(key: string, far: boolean, { at, count, columns, page }: SheetCursor): number | null {
  const last = count - 1
  if (last < 0) return null
  const from = at ?? 0
  const begin = from - (from % columns)
  /** Down by lines; from the line before the last, which may be longer, to the end of that. */
  const down = (lines: number): number => {
    const to = from + lines * columns
    if (to <= last) return to
    const lastLine = last - (last % columns)
    return begin === lastLine ? from : Math.min(lastLine + (from % columns), last)
  }
  const up = (lines: number): number => from - Math.min(lines, begin / columns) * columns
  switch (key) {
    case 'ArrowRight':
      return far ? Math.min(begin + columns - 1, last) : Math.min(at === null ? 0 : from + 1, last)
    case 'ArrowLeft':
      return far ? begin : Math.max(from - 1, 0)
    case 'ArrowDown':
      return far ? last : at === null ? 0 : down(1)
    case 'ArrowUp':
      return far ? 0 : up(1)
    case 'PageDown':
      return far ? last : down(page)
    case 'PageUp':
      return far ? 0 : up(page)
    case 'Home':
      return far ? 0 : begin
    case 'End':
      return far ? last : Math.min(begin + columns - 1, last)
    default:
      return null
  }
}

/** What a key asks for, as in the grid where the same can be done there; null for a key that is none of the sheet's. */
export function sheetCommandOf(press: KeyPress, cursor: SheetCursor): SheetCommand | null {
  if (press.altKey) return null
  const far = press.ctrlKey || press.metaKey
  const to = goneTo(press.key, far, cursor)
  if (to !== null) return { kind: 'go', to, extend: press.shiftKey && cursor.at !== null }
  if (press.key === 'Enter') return cursor.at === null ? null : { kind: 'view' }
  const command = commandOf(press, { row: cursor.at, column: 0, rows: cursor.count, columns: 1, page: 1 })
  const kind = SHARED.find((each) => each === command?.kind)
  return kind === undefined ? null : { kind }
}
