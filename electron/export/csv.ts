import { columnKindOf } from '../contract/columns.ts'
import type { ValueLabel } from '../contract/connection.ts'
import {
  isReviewColumnKey,
  type CsvOptions,
  type ExportPreset,
  type HeaderStyle,
} from '../contract/export-options.ts'
import { fieldText, fieldValueKind, isFieldKey, type FieldValue } from '../contract/fields.ts'
import { strings } from '../contract/strings/items.ts'
import type { StoredValue } from '../store/types.ts'
import { CellBuffer, type Delimiter } from './cell-buffer.ts'

export type { Delimiter }

export interface CsvFormat {
  readonly options: CsvOptions
  readonly delimiter: Delimiter
  /** The header's words, where `options.header` is `labels`; a column without one is called by its key. */
  readonly columnLabels: Readonly<Record<string, string>>
  /** Names of item statuses, where `options.statuses` is `names`. */
  readonly statusLabels: readonly ValueLabel[]
}

/** A value as the cache holds it or as the window shows it. */
export type CellValue = StoredValue | boolean

/** Turns rows into the bytes of a CSV file (RFC 4180: CRLF, quotes doubled), batch by batch. */
export interface CsvEncoder {
  /** What stands before the first row: byte order mark and header, as far as they are asked for. */
  head(): Uint8Array<ArrayBuffer>
  /**
   * The lines of these rows, each ended by CRLF. A row has a value for each column, in their order. A lone
   * surrogate, which UTF-8 cannot hold, becomes U+FFFD; every other character stays as it is.
   */
  rows(rows: readonly (readonly CellValue[])[]): Uint8Array<ArrayBuffer>
}

const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\ufeff'
const BOOLEAN_WORDS: ReadonlyMap<number, string> = new Map([
  [0, 'false'],
  [1, 'true'],
])

/** A number in plain decimal digits, whatever its size: no exponent, no grouping, a point. */
function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/u.exec(text) ?? []
  const shift = Number(exponent)
  // JavaScript writes an exponent from 1e21 up and below 1e-6, where all digits are on one side of the point.
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** An encoder for a file with items. `format.options.columns` must not be empty. */
export function createCsvEncoder(format: CsvFormat): CsvEncoder {
  const { options, delimiter, columnLabels, statusLabels } = format
  const named = options.statuses === 'names' ? statusLabels.filter(({ name }) => name !== '') : []
  const statusNames = new Map(named.map(({ value, name }) => [value, name]))
  return createTableEncoder({
    delimiter,
    preset: options.preset,
    headings: headingsOf(options.columns, options.header, columnLabels),
    words: options.columns.map((key) => {
      if (!isReviewColumnKey(key) && columnKindOf(key) === 'boolean') return BOOLEAN_WORDS
      return key === 'status' && statusNames.size > 0 ? statusNames : null
    }),
    fields: options.columns.map(isFieldKey),
  })
}

/** The cells of a first line; null for a file without one. */
export function headingsOf(
  columns: readonly string[],
  header: HeaderStyle,
  labels: Readonly<Record<string, string>>,
): readonly string[] | null {
  if (header === 'none') return null
  return header === 'keys' ? columns : columns.map((key) => labels[key] ?? key)
}

/** A file of any columns. */
export interface TableFormat {
  readonly delimiter: Delimiter
  readonly preset: ExportPreset
  readonly headings: readonly string[] | null
  /** For each column what its numbers stand for, where they stand for words; may be left out. */
  readonly words?: readonly (ReadonlyMap<number, string> | null)[]
  /** For each column whether its texts are values of a field, which say by themselves what they are; may be left out. */
  readonly fields?: readonly boolean[]
}

export function createTableEncoder(format: TableFormat): CsvEncoder {
  return new Encoder(format)
}

class Encoder implements CsvEncoder {
  readonly #format: TableFormat
  readonly #cells: CellBuffer
  readonly #words: readonly (ReadonlyMap<number, string> | null)[]
  readonly #fields: readonly boolean[]

  constructor(format: TableFormat) {
    this.#format = format
    this.#cells = new CellBuffer(format.delimiter)
    this.#words = format.words ?? []
    this.#fields = format.fields ?? []
  }

  head(): Uint8Array<ArrayBuffer> {
    const { preset, delimiter, headings } = this.#format
    const cells = this.#cells
    cells.clear()
    if (preset === 'excel') cells.raw(BYTE_ORDER_MARK)
    if (headings === null) return cells.take()
    for (const [index, heading] of headings.entries()) {
      if (index > 0) cells.ascii(delimiter)
      cells.text(heading)
    }
    cells.ascii(LINE_END)
    return cells.take()
  }

  rows(rows: readonly (readonly CellValue[])[]): Uint8Array<ArrayBuffer> {
    this.#cells.clear()
    for (const row of rows) this.#line(row)
    return this.#cells.take()
  }

  #line(row: readonly CellValue[]): void {
    const cells = this.#cells
    const { delimiter } = this.#format
    const start = cells.length
    for (let column = 0; column < row.length; column += 1) {
      if (column > 0) cells.ascii(delimiter)
      const value = row[column] ?? null
      if (value === null) continue
      if (typeof value === 'string' && this.#fields[column] === true) this.#field(value)
      else if (typeof value === 'string') cells.text(value)
      else if (typeof value === 'boolean') cells.ascii(value ? 'true' : 'false')
      else this.#number(value, this.#words[column] ?? null)
    }
    // A line with nothing on it is skipped by many readers, so that a row would vanish.
    if (cells.length === start) cells.ascii('""')
    cells.ascii(LINE_END)
  }

  /** Numbers and flags stand as the service sent them; none of their signs begins a formula. */
  #field(value: FieldValue): void {
    const kind = fieldValueKind(value)
    if (kind === 'number' || kind === 'boolean') this.#cells.ascii(value)
    else this.#cells.text(fieldText(value, strings))
  }

  #number(value: number, words: ReadonlyMap<number, string> | null): void {
    const word = words?.get(value)
    if (word === undefined) this.#cells.ascii(plainDecimal(value))
    else this.#cells.text(word)
  }
}
