import { AppError } from '../../../contract/app-error.ts'
import { offsetAfterKey, NO_DIGITS, ROW_END } from '../../../store/packed-rows.ts'
import type { PackedRows } from '../../../store/types.ts'
import { MAX_EXACT_DIGITS, type CellBuffer } from './cell-buffer.ts'
import type { CsvFormat } from './writer.ts'
import type { CsvValues } from './values.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'

/** A column of packed rows. */
interface PackedColumn {
  readonly column: TableColumn
  readonly isNumber: boolean
  /** Whether its values can be copied, depending on their characters. */
  readonly isPlain: boolean
}

/** Writes packed rows as CSV lines. Cells are copied if possible, else written from their values. */
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
        (column.kind === 'number' && column.nameOf === null) ||
        (column.kind === 'dateTime' && style.dates !== 'local'),
    }))
    this.#delimiter = style.delimiter
    this.#cells = cells
    this.#values = values
  }

  /**
   * Writes rows. Throws `notFound` and `cacheDamaged` if they are not these items, or invalid.
   * @param endLine called after the last cell of a line with the length before its first
   */
  write(rows: PackedRows, endLine: (start: number) => void): void {
    const { starts, keys, bytes } = rows
    let nextOffset = 0
    for (let index = 0; index < keys.length; index += 1) {
      const start = this.#cells.length
      nextOffset = this.#line(
        rows,
        index,
        offsetAfterKey(bytes, starts?.[index] ?? nextOffset, keys[index] ?? 0),
      )
      endLine(start)
    }
  }

  /** Writes a line and returns the offset after the row. */
  #line(rows: PackedRows, index: number, start: number): number {
    const { bytes } = rows
    let offset = start
    for (let columnIndex = 0; columnIndex < this.#columns.length; columnIndex += 1) {
      if (columnIndex > 0) this.#cells.ascii(this.#delimiter)
      const column = this.#columns[columnIndex]
      if (column === undefined) break
      const copiedEnd = column.isPlain ? this.#cells.copyPacked(bytes, offset, column.isNumber) : -1
      if (copiedEnd >= 0) offset = copiedEnd + 1
      else {
        const end = endOfCell(bytes, offset)
        const value = column.isNumber
          ? numberOf(rows, index, columnIndex, offset, end)
          : textOf(bytes, offset, end)
        if (value === null) this.#cells.empty()
        else this.#values.write(value, column.column)
        offset = end + 1
      }
    }
    if (bytes[offset - 1] !== ROW_END)
      throw new AppError('cacheDamaged', { detail: 'A text is not valid UTF-8.' })
    return offset
  }
}

function endOfCell(bytes: Uint8Array, start: number): number {
  let end = start
  while ((bytes[end] ?? ROW_END) < ROW_END) end += 1
  return end
}

function numberOf(
  rows: PackedRows,
  index: number,
  columnIndex: number,
  start: number,
  end: number,
): CellValue {
  const { bytes } = rows
  if (start === end) return null
  if (bytes[start] === NO_DIGITS || end - start > MAX_EXACT_DIGITS)
    return rows.valuesOf(index)[columnIndex] ?? null
  const first = (bytes[start] ?? 0) - 0x30
  return end - start === 1 ? first : Number(bytes.toString('latin1', start, end))
}

function textOf(bytes: Buffer, start: number, end: number): CellValue {
  return start === end ? null : bytes.toString('utf8', start, end)
}
