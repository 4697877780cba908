import type { FacetValue, SortDirection } from '../../electron/contract/query.ts'
import type { Selection, SelectMode } from '../lists/selection.ts'
import type { ListScroll } from '../lists/row-source.ts'

/** The collapsed groups of a list, by their values. */
export interface GridFolds {
  /** Replaced with each change. */
  readonly closed: ReadonlySet<FacetValue>
  set(value: FacetValue, closed: boolean): void
}

/** A sort key of a grid, which may have no column. */
export interface GridSort {
  readonly key: string
  readonly direction: SortDirection
}

/** The list of a grid or a contact sheet: its active row, selection and collapsed groups. */
export interface GridList {
  readonly result: { readonly count: number } | null
  /** Index of the active row; null if there is none. */
  readonly active: number | null
  readonly selection: Selection
  readonly selectedCount: number
  readonly folds: GridFolds
  /** Receives the visible rows. */
  setVisibleRows(first: number, last: number): void
  /** Reads the scroll offset by a function, until the returned one is called. */
  followScroll(read: () => ListScroll): () => void
  activate(index: number): void
  moveTo(index: number, extend: boolean): void
  select(index: number, mode: SelectMode): void
  toggleRange(first: number, last: number): void
  selectAll(): void
  invertSelection(): void
  clearSelection(): void
}

/** The list of a grid, which the headers of its columns sort. */
export interface SortedList<Key extends string> extends GridList {
  readonly query: { readonly sort: readonly GridSort[] }
  sortBy(key: Key, additional: boolean): Promise<void>
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
