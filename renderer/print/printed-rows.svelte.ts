import { tick } from 'svelte'
import type { PrintedListEntry } from '../../electron/contract/printed-list.ts'
import type { SharedWidths } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'

export interface PrintedRow {
  /** One for each column of the list. */
  readonly cells: readonly ListCell[]
  readonly review: PrintedListEntry['review']
  /** Ready to be drawn; null where there is none that can be. */
  readonly picture: HTMLImageElement | null
}

/**
 * Rows of one table; the next begins on a new page. The memory that a table takes grows with the square of
 * its pages: 5,000 rows of eleven columns took 2.4 GB in one.
 */
const ROWS_OF_TABLE = 1_000

/** What of a list is drawn, piece by piece: what stands there once is not looked at again. */
export class PrintedRows {
  /** The pieces of each table. */
  tables = $state.raw<readonly (readonly (readonly PrintedRow[])[])[]>([[]])
  /** How wide the columns are; null as long as not all rows are known. */
  widths = $state.raw<SharedWidths | null>(null)
  count = 0

  /** Resolves when it is drawn. */
  async add(piece: readonly PrintedRow[]): Promise<void> {
    if (piece.length === 0) throw new Error('There are fewer rows than there were to be.')
    const last = this.tables.at(-1) ?? []
    const rows = last.reduce((sum, { length }) => sum + length, 0)
    this.tables = rows < ROWS_OF_TABLE ? this.tables.with(-1, [...last, piece]) : [...this.tables, [piece]]
    this.count += piece.length
    await tick()
  }
}
