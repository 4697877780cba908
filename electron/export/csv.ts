import type { ExportPreset } from '../contract/export-options.ts'
import { fieldText, fieldValueKind, type FieldValue } from '../contract/fields.ts'
import { strings } from '../contract/strings/items.ts'
import { CellBuffer, type Delimiter } from './cell-buffer.ts'
import { plainDecimal } from './decimal.ts'
import type { CellValue, TableColumn } from './table.ts'
import type { TableWriter } from './types.ts'

export interface CsvFormat {
  readonly columns: readonly TableColumn[]
  /** Whether the first line has the headings. */
  readonly hasHeader: boolean
  readonly preset: ExportPreset
  readonly delimiter: Delimiter
}

const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\ufeff'

/**
 * A CSV file (RFC 4180: CRLF, quotes doubled). A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD; every other
 * character stays as it is. `format.columns` must not be empty.
 */
export class CsvWriter implements TableWriter {
  readonly #format: CsvFormat
  readonly #cells: CellBuffer
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(format: CsvFormat, write: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#format = format
    this.#cells = new CellBuffer(format.delimiter)
    this.#write = write
  }

  begin(): void {
    const { preset, delimiter, hasHeader, columns } = this.#format
    const cells = this.#cells
    if (preset === 'excel') cells.raw(BYTE_ORDER_MARK)
    if (hasHeader) {
      for (const [index, { heading }] of columns.entries()) {
        if (index > 0) cells.ascii(delimiter)
        cells.text(heading)
      }
      cells.ascii(LINE_END)
    }
    this.#flush()
  }

  rows(rows: readonly (readonly CellValue[])[]): void {
    for (const row of rows) this.#line(row)
    this.#flush()
  }

  end(): void {
    // A file of lines ends with the last of them.
  }

  #flush(): void {
    if (this.#cells.length === 0) return
    const piece = this.#cells.take()
    this.#cells.clear()
    this.#write(piece)
  }

  #line(row: readonly CellValue[]): void {
    const cells = this.#cells
    const { delimiter, columns } = this.#format
    const start = cells.length
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) cells.ascii(delimiter)
      const value = row[index] ?? null
      if (value === null) continue
      const column = columns[index]
      if (typeof value === 'string' && column?.kind === 'any') this.#field(value)
      else if (typeof value === 'string') cells.text(value)
      else if (typeof value === 'boolean') cells.ascii(value ? 'true' : 'false')
      else this.#number(value, column)
    }
    // A line with nothing on it is skipped by many readers, so that a row would vanish.
    if (cells.length === start) cells.ascii('""')
    cells.ascii(LINE_END)
  }

  /** Numbers and flags stand as they were sent, none of their signs begins a formula; large ones of ours are made plain. */
  #field(value: FieldValue): void {
    const kind = fieldValueKind(value)
    if (kind === 'boolean') this.#cells.ascii(value)
    else if (kind === 'number')
      this.#cells.ascii(String(Number(value)) === value ? plainDecimal(Number(value)) : value)
    else this.#cells.text(fieldText(value, strings))
  }

  #number(value: number, column: TableColumn | undefined): void {
    if (column?.kind === 'boolean' && (value === 0 || value === 1)) {
      this.#cells.ascii(value === 1 ? 'true' : 'false')
      return
    }
    const word = column?.words?.get(value)
    if (word === undefined) this.#cells.ascii(plainDecimal(value))
    else this.#cells.text(word)
  }
}
