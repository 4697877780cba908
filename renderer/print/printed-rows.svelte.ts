import type { PrintedListEntry } from '../../electron/contract/printed-list.ts'
import type { SharedWidths } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'

export interface PrintedRow {
  /** One for each column of the list. */
  readonly cells: readonly ListCell[]
  readonly review: PrintedListEntry['review']
  /** Ready to be rendered, or its address in a preview; null if unavailable. */
  readonly picture: HTMLImageElement | string | null
  readonly quantity: number
}

/** A page of a list. */
export interface PrintedPage {
  /** From 1. */
  readonly number: number
  readonly rows: readonly PrintedRow[]
  /** The sum below the rows; null: none. */
  readonly total: { readonly count: number; readonly quantity: number; readonly isWhole: boolean } | null
}

/** The pages of a list. */
export class PrintedPages {
  pages = $state.raw<readonly PrintedPage[]>([])
  /** Number of all pages. */
  count = $state(0)
  /** Height of a normal row, in CSS pixels. */
  rowHeight = $state(0)
  readonly widths: SharedWidths

  constructor(widths: SharedWidths) {
    this.widths = widths
  }
}
