import { tick } from 'svelte'
import type { PrintedListEntry } from '../../electron/contract/printed-list.ts'
import type { SharedWidths } from './column-widths.ts'
import type { ListCell } from './list-cells.ts'

export interface PrintedRow {
  /** One for each column of the list. */
  readonly cells: readonly ListCell[]
  readonly review: PrintedListEntry['review']
  /** Ready to be rendered; null if unavailable. */
  readonly picture: HTMLImageElement | null
}

/**
 * Rows of a table; the next one begins on a new page. The memory of a table grows with the square of its
 * pages: 5,000 rows of eleven columns took 2.4 GB.
 */
const ROWS_OF_TABLE = 1_000

/** A list, rendered in parts, which do not change afterwards. */
export class PrintedRows {
  /** The parts of each table. */
  tables = $state.raw<readonly (readonly (readonly PrintedRow[])[])[]>([[]])
  /** Widths of the columns; null until all rows are known. */
  widths = $state.raw<SharedWidths | null>(null)
  count = 0

  /** Resolves when it is rendered. */
  async add(piece: readonly PrintedRow[]): Promise<void> {
    if (piece.length === 0) throw new Error('There are fewer rows than there were to be.')
    const last = this.tables.at(-1) ?? []
    const rows = last.reduce((sum, { length }) => sum + length, 0)
    this.tables = rows < ROWS_OF_TABLE ? this.tables.with(-1, [...last, piece]) : [...this.tables, [piece]]
    this.count += piece.length
    await tick()
  }
}
