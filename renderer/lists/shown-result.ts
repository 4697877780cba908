import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemMark, ItemQuery, ItemResult } from '../../electron/contract/query.ts'
import type { RowSource } from './row-pages.ts'

/** Where a grid goes with a new result. */
export type GridTarget =
  | { readonly kind: 'top' }
  /** Stays where it is, so that what was at one position is at another now at the same height. */
  | { readonly kind: 'shift'; readonly from: number; readonly to: number }
  | { readonly kind: 'reveal'; readonly position: number }
  /** With this row as the first in view. */
  | { readonly kind: 'at'; readonly position: number }

/** A result together with its rows and the query that it answers. */
export interface ShownResult extends ItemResult {
  readonly query: ItemQuery
  readonly rows: RowSource<ItemRow>
  readonly target: GridTarget
  /** What the last downloads did to an item and was not seen yet, for rows that have come. */
  readonly markOf: (key: number) => ItemMark | undefined
}
