import type { ItemRow } from '../../electron/contract/item.ts'
import type { ItemMark, ItemQuery, ItemResult, SelectionRanges } from '../../electron/contract/query.ts'

/** Rows that a list can show: it requests what is in view and is notified when more has arrived. */
export interface RowSource<Row> {
  readonly count: number
  /** The row, or undefined while it has not come. */
  get(position: number): Row | undefined
  /**
   * Says what is in view, and which way it moves: 1 down, -1 up, 0 neither, null by leaps, so that nothing is
   * likely to be next. Replaces what was said before.
   */
  want(first: number, last: number, direction: 1 | 0 | -1 | null): void
  /** As {@link want}, for rows in view that do not all follow one another: first and last ones, ascending. */
  wantRanges(ranges: SelectionRanges, direction: 1 | 0 | -1 | null): void
  /** Calls `listener` with the positions that have come, until the returned function is called. */
  onRows(listener: (first: number, last: number) => void): () => void
}

/** An empty list. */
export const NO_ROWS: RowSource<never> = {
  count: 0,
  get: () => undefined,
  want: () => undefined,
  wantRanges: () => undefined,
  onRows: () => () => undefined,
}

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
