import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { FacetValue, SortKey } from '../../electron/contract/query.ts'
import type { Selection } from '../lists/selection.ts'
import type { ShownResult } from '../lists/row-source.ts'

/** Which groups of a list are closed, by their values. */
export interface GridFolds {
  /** Another object after each change. */
  readonly closed: ReadonlySet<FacetValue>
  set(value: FacetValue, closed: boolean): void
}

/** What a grid, or a contact sheet, needs of its list. */
export interface GridList {
  readonly connectionId: string
  readonly query: { readonly sort: readonly SortKey[] }
  readonly result: ShownResult | null
  /** Position of the active row; null before there is one. */
  readonly active: number | null
  readonly activeRow: ItemRow | null
  readonly selection: Selection
  readonly selectedCount: number
  readonly folds: GridFolds
  /** Called with the visible rows. */
  viewed(first: number, last: number): void
  activate(position: number): void
  moveTo(position: number, extend: boolean): void
  select(position: number, mode: 'only' | 'toggle' | 'mark' | 'extend'): void
  toggleRange(first: number, last: number): void
  selectAll(): void
  invertSelection(): void
  clearSelection(): void
  sortBy(key: ColumnKey, additional: boolean): Promise<void>
}

/** Runs a command on the selection, the same in the grid and in the contact sheet. */
export function runSelectionCommand(
  list: GridList,
  command: 'mark' | 'selectAll' | 'invert' | 'escape',
): void {
  switch (command) {
    case 'mark':
      if (list.active !== null) list.select(list.active, 'mark')
      break
    case 'selectAll':
      list.selectAll()
      break
    case 'invert':
      list.invertSelection()
      break
    case 'escape':
      list.clearSelection()
  }
}
