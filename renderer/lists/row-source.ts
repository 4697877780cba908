import type { ItemRow } from '../../electron/contract/item.ts'
import type { UnseenChange, ItemQuery, ItemResult, SelectionRanges } from '../../electron/contract/query.ts'

/** Rows that a list can show: it requests what is in view and is notified when more has arrived. */
export interface RowSource<Row> {
  readonly count: number
  /** Returns the row, or undefined while it is loading. */
  get(index: number): Row | undefined
  /**
   * Requests the visible rows, with the direction of the movement: 1 down, -1 up, 0 none, null for jumps,
   * after which no row is likely to be next. Replaces the previous request.
   */
  request(first: number, last: number, direction: 1 | 0 | -1 | null): void
  /** Requests as {@link request} does, for visible rows that are not all consecutive: ascending ranges. */
  requestRanges(ranges: SelectionRanges, direction: 1 | 0 | -1 | null): void
  /** Calls `listener` with the indexes of loaded rows until the returned function is called. */
  onRows(listener: (first: number, last: number) => void): () => void
}

/** An empty list. */
export const NO_ROWS: RowSource<never> = {
  count: 0,
  get: () => undefined,
  request: () => undefined,
  requestRanges: () => undefined,
  onRows: () => () => undefined,
}

/** The scroll offset of a list, in CSS pixels. */
export interface ListScroll {
  readonly top: number
  readonly left: number
  /** Height of all lines. */
  readonly height: number
}

/** The scroll target of a list with a new result. */
export type GridTarget =
  | { readonly kind: 'top' }
  /** Keeps the scroll offset relative to a row whose index has changed. */
  | { readonly kind: 'shift'; readonly from: number; readonly to: number }
  | { readonly kind: 'reveal'; readonly index: number }
  /** Makes this row the first visible one. */
  | { readonly kind: 'at'; readonly index: number }
  /**
   * Restores a scroll offset. If the list is not as high as it was, this row becomes the first visible one.
   */
  | { readonly kind: 'restore'; readonly index: number; readonly scroll: ListScroll }

/** The rows of a grid. */
export interface GridResult<Row> {
  readonly count: number
  /** Null without groups. */
  readonly groups: ItemResult['groups']
  readonly query: {
    /** The column of the groups. */
    readonly group: string | null
  }
  readonly rows: RowSource<Row>
  readonly target: GridTarget
}

/** A result of items with its query and rows. */
export interface ShownResult extends ItemResult, GridResult<ItemRow> {
  readonly query: ItemQuery
  /** Returns the unseen change of an item by the last downloads, if its row is loaded. */
  readonly unseenChangeOf: (key: number) => UnseenChange | undefined
}
