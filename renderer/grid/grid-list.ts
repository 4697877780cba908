import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { FacetValue, SortKey } from '../../electron/contract/query.ts'
import type { Selection } from '../lists/selection.ts'
import type { ListScroll, ShownResult } from '../lists/row-source.ts'

/** The collapsed groups of a list, by their values. */
export interface GridFolds {
  /** Replaced with each change. */
  readonly closed: ReadonlySet<FacetValue>
  set(value: FacetValue, closed: boolean): void
}

/** The list of a grid or a contact sheet. */
export interface GridList {
  readonly connectionId: string
  readonly query: { readonly sort: readonly SortKey[] }
  readonly result: ShownResult | null
  /** Index of the active row; null if there is none. */
  readonly active: number | null
  readonly activeRow: ItemRow | null
  readonly selection: Selection
  readonly selectedCount: number
  readonly folds: GridFolds
  /** Receives the visible rows. */
  setVisibleRows(first: number, last: number): void
  /** Reads the scroll offset by a function, until the returned one is called. */
  followScroll(read: () => ListScroll): () => void
  activate(index: number): void
  moveTo(index: number, extend: boolean): void
  select(index: number, mode: 'only' | 'toggle' | 'check' | 'extend'): void
  toggleRange(first: number, last: number): void
  selectAll(): void
  invertSelection(): void
  clearSelection(): void
  sortBy(key: ColumnKey, additional: boolean): Promise<void>
}

/** Runs a command on the selection, in the grid or the contact sheet. */
export function runSelectionCommand(
  list: GridList,
  command: 'check' | 'selectAll' | 'invert' | 'escape',
): void {
  switch (command) {
    case 'check':
      if (list.active !== null) list.select(list.active, 'check')
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
