import type { CsvStyle } from '../contract/csv-style.ts'
import { fieldText, fieldValueKind, type FieldValue } from '../contract/fields.ts'
import { strings } from '../contract/strings/items.ts'
import { CellBuffer } from './cell-buffer.ts'
import { plainDecimal } from './decimal.ts'
import { BYTE_ORDER_MARKS, encoded } from './encoding.ts'
import { momentOf, momentText } from './moment.ts'
import type { CellValue, TableColumn } from './table.ts'
import type { TableWriter } from './types.ts'

export interface CsvFormat {
  readonly columns: readonly TableColumn[]
  /** Whether the first line has the headings. */
  readonly hasHeader: boolean
  readonly style: CsvStyle
}

const LINE_ENDS: Readonly<Record<CsvStyle['lineEnd'], string>> = { crlf: '\r\n', lf: '\n' }

/** What is written for false and for true. */
const FLAGS: Readonly<Record<CsvStyle['flags'], readonly [no: string, yes: string]>> = {
  trueFalse: ['false', 'true'],
  yesNo: ['no', 'yes'],
  oneZero: ['0', '1'],
}

/**
 * A CSV file (RFC 4180, as far as its style keeps to that). A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD;
 * every other character stays as it is. `format.columns` must not be empty.
 */
export class CsvWriter implements TableWriter {
  readonly #format: CsvFormat
  readonly #cells: CellBuffer
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #lineEnd: string
  readonly #flags: readonly [no: string, yes: string]

  constructor(format: CsvFormat, write: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#format = format
    this.#cells = new CellBuffer(format.style)
    this.#write = write
    this.#lineEnd = LINE_ENDS[format.style.lineEnd]
    this.#flags = FLAGS[format.style.flags]
  }

  begin(): void {
    const { style, hasHeader, columns } = this.#format
    const mark = BYTE_ORDER_MARKS[style.encoding]
    if (mark.length > 0) this.#write(Uint8Array.from(mark))
    if (!hasHeader) return
    for (const [index, { heading }] of columns.entries()) {
      if (index > 0) this.#cells.ascii(style.delimiter)
      this.#cells.text(heading)
    }
    this.#cells.ascii(this.#lineEnd)
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
    this.#write(encoded(piece, this.#format.style.encoding))
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
      else this.#value(value, columns[index])
    }
    // A line with nothing on it is skipped by many readers, so that a row would vanish.
    if (cells.length === start) cells.ascii('""')
    cells.ascii(this.#lineEnd)
  }

  #value(value: Exclude<CellValue, null>, column: TableColumn | undefined): void {
    if (typeof value === 'boolean') this.#flag(value)
    else if (typeof value === 'number') this.#number(value, column)
    else if (column?.kind === 'any') this.#field(value)
    else if (column?.kind === 'dateTime') this.#moment(value)
    else this.#cells.text(value)
  }

  #flag(value: boolean): void {
    this.#cells.word(this.#flags[value ? 1 : 0])
  }

  #moment(text: string): void {
    const moment = this.#format.style.dates === 'local' ? momentOf(text) : null
    this.#cells.text(moment === null ? text : momentText(moment))
  }

  /** Numbers stand as they were sent, none of their signs begins a formula; large ones of ours are made plain. */
  #field(value: FieldValue): void {
    switch (fieldValueKind(value)) {
      case 'boolean':
        this.#flag(value === 'true')
        return
      case 'number':
        this.#digits(String(Number(value)) === value ? plainDecimal(Number(value)) : value)
        return
      case 'text':
        this.#moment(fieldText(value, strings))
        return
      case 'whole':
        this.#cells.text(value)
    }
  }

  #number(value: number, column: TableColumn | undefined): void {
    if (column?.kind === 'boolean' && (value === 0 || value === 1)) {
      this.#flag(value === 1)
      return
    }
    const word = column?.words?.get(value)
    if (word === undefined) this.#digits(plainDecimal(value))
    else this.#cells.text(word)
  }

  #digits(digits: string): void {
    const { decimalMark } = this.#format.style
    this.#cells.word(decimalMark === '.' ? digits : digits.replace('.', decimalMark))
  }
}
