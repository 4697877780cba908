import { AppError } from '../../../contract/app-error.ts'
import { offsetAfterKey, NO_DIGITS, ROW_END } from '../../../store/packed-rows.ts'
import type { PackedRows } from '../../../store/types.ts'
import { MAX_DIGITS, type CellBuffer } from './cell-buffer.ts'
import type { CsvFormat } from './writer.ts'
import type { CsvValues } from './values.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'

/** A column of packed rows. */
interface PackedColumn {
  readonly column: TableColumn
  readonly isNumber: boolean
  /** Whether its values stand in the file as they are, as far as their characters allow. */
  readonly isPlain: boolean
}

/**
 * Lines of a CSV file from packed rows: a cell is copied where it can be, and made of its value where not.
 */
export class PackedLines {
  readonly #columns: readonly PackedColumn[]
  readonly #delimiter: string
  readonly #cells: CellBuffer
  readonly #values: CsvValues

  constructor(
    { columns, style }: Pick<CsvFormat, 'columns' | 'style'>,
    cells: CellBuffer,
    values: CsvValues,
  ) {
    this.#columns = columns.map((column) => ({
      column,
      isNumber: column.kind === 'number' || column.kind === 'boolean',
      isPlain:
        column.kind === 'text' ||
        (column.kind === 'number' && column.words === null) ||
        (column.kind === 'dateTime' && style.dates !== 'local'),
    }))
    this.#delimiter = style.delimiter
    this.#cells = cells
    this.#values = values
  }

  /**
   * Throws `notFound` and `cacheDamaged` where rows are none of these items, or not in form.
   * @param endLine is called behind the last cell of a line, with the number of bytes before its first.
   */
  write(rows: PackedRows, endLine: (start: number) => void): void {
    const { starts, keys, bytes } = rows
    let next = 0
    for (let index = 0; index < keys.length; index += 1) {
      const start = this.#cells.length
      next = this.#line(rows, index, offsetAfterKey(bytes, starts?.[index] ?? next, keys[index] ?? 0))
      endLine(start)
    }
  }

  /** Gives the place behind the row. */
  #line(rows: PackedRows, index: number, start: number): number {
    const { bytes } = rows
    let at = start
    for (let place = 0; place < this.#columns.length; place += 1) {
      if (place > 0) this.#cells.ascii(this.#delimiter)
      const column = this.#columns[place]
      if (column === undefined) break
      const copied = column.isPlain ? this.#cells.packed(bytes, at, column.isNumber) : -1
      if (copied >= 0) at = copied + 1
      else {
        const end = endOfCell(bytes, at)
        const value = column.isNumber ? numberOf(rows, index, place, at, end) : textOf(bytes, at, end)
        if (value === null) this.#cells.empty()
        else this.#values.write(value, column.column)
        at = end + 1
      }
    }
    if (bytes[at - 1] !== ROW_END) throw new AppError('cacheDamaged', { detail: 'A text is not in UTF-8.' })
    return at
  }
}

function endOfCell(bytes: Uint8Array, start: number): number {
  let end = start
  while ((bytes[end] ?? ROW_END) < ROW_END) end += 1
  return end
}

/** Null: there is none. */
function numberOf(rows: PackedRows, index: number, place: number, start: number, end: number): CellValue {
  const { bytes } = rows
  if (start === end) return null
  if (bytes[start] === NO_DIGITS || end - start > MAX_DIGITS) return rows.valuesOf(index)[place] ?? null
  const first = (bytes[start] ?? 0) - 0x30
  return end - start === 1 ? first : Number(bytes.toString('latin1', start, end))
}

function textOf(bytes: Buffer, start: number, end: number): CellValue {
  return start === end ? null : bytes.toString('utf8', start, end)
}
