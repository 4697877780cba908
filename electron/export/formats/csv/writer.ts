import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { AlterationCount } from '../format.ts'
import { CellBuffer } from './cell-buffer.ts'
import { CsvValues } from './values.ts'
import { BYTE_ORDER_MARKS, encode } from './encoding.ts'
import { PackedLines } from './packed-lines.ts'
import type { PackedRows } from '../../../store/types.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { TableWriter } from '../../types.ts'

export interface CsvFormat {
  readonly columns: readonly TableColumn[]
  /** Whether the first line has the headings. */
  readonly hasHeader: boolean
  readonly style: CsvStyle
  readonly timeZone?: TimeZoneChoice | undefined
}

const LINE_ENDS: Readonly<Record<CsvStyle['lineEnd'], string>> = { crlf: '\r\n', lf: '\n' }

/**
 * Writes a CSV file (RFC 4180, section 2, unless its style differs). Lone surrogates become U+FFFD.
 * `format.columns` must not be empty.
 */
export class CsvWriter implements TableWriter {
  readonly #format: CsvFormat
  readonly #cells: CellBuffer
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #values: CsvValues
  readonly #lineEnd: string
  /** Set if most cells can be copied. */
  readonly writePackedRows?: (rows: PackedRows) => void

  /** @param altered counts the cells that differ from the data. */
  constructor(
    format: CsvFormat,
    write: (bytes: Uint8Array<ArrayBuffer>) => void,
    altered: AlterationCount | null = null,
  ) {
    this.#format = format
    this.#cells = new CellBuffer(format.style, altered)
    this.#write = write
    this.#lineEnd = LINE_ENDS[format.style.lineEnd]
    this.#values = new CsvValues(format.style, this.#cells, format.timeZone)
    const { quotes, encoding } = format.style
    if (quotes !== 'needed' || encoding === 'windows1252') return
    const lines = new PackedLines(format, this.#cells, this.#values)
    this.writePackedRows = (rows) => {
      lines.write(rows, this.#endLine)
      this.#flush()
    }
  }

  begin(): void {
    const { style, hasHeader, columns } = this.#format
    const byteOrderMark = BYTE_ORDER_MARKS[style.encoding]
    if (byteOrderMark.length > 0) this.#write(Uint8Array.from(byteOrderMark))
    if (!hasHeader) return
    for (const [index, { heading }] of columns.entries()) {
      if (index > 0) this.#cells.ascii(style.delimiter)
      this.#cells.text(heading)
    }
    this.#cells.ascii(this.#lineEnd)
    this.#flush()
  }

  writeRows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows) this.#line(row)
    this.#flush()
  }

  end(): void {
    // Nothing follows the last line.
  }

  #flush(): void {
    if (this.#cells.length === 0) return
    const chunk = this.#cells.take()
    this.#cells.clear()
    this.#write(encode(chunk, this.#format.style.encoding))
  }

  #line(row: readonly CellValue[]): void {
    const cells = this.#cells
    const { delimiter } = this.#format.style
    const { columns } = this.#format
    const start = cells.length
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) cells.ascii(delimiter)
      const value = row[index] ?? null
      if (value === null) cells.empty()
      else this.#values.write(value, columns[index])
    }
    this.#endLine(start)
  }

  readonly #endLine = (start: number): void => {
    const cells = this.#cells
    // Many programs skip empty lines, which would lose a row.
    if (cells.length === start) cells.ascii('""')
    cells.ascii(this.#lineEnd)
  }
}
