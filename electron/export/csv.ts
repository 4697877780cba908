import { ITEM_COLUMN_KINDS, type ItemColumnKey } from '../contract/columns.ts'
import type { ValueLabel } from '../contract/connection.ts'
import type { CsvOptions } from '../contract/export-options.ts'
import type { ItemRow } from '../contract/item.ts'
import { guardFormula } from './formula-guard.ts'

export type Delimiter = ',' | ';' | '\t'

export interface CsvFormat {
  readonly options: CsvOptions
  readonly delimiter: Delimiter
  /** The header's words, where `options.header` is `labels`; a column without one is called by its key. */
  readonly columnLabels: Readonly<Record<string, string>>
  /** Names of item statuses, where `options.statuses` is `names`. */
  readonly statusLabels: readonly ValueLabel[]
}

/** Turns rows into the bytes of a CSV file (RFC 4180: CRLF, quotes doubled), batch by batch. */
export interface CsvEncoder {
  /** What stands before the first row: byte order mark and header, as far as they are asked for. */
  head(): Buffer
  /**
   * The lines of these rows, each ended by CRLF. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD;
   * every other character stays as it is.
   */
  rows(rows: readonly ItemRow[]): Buffer
}

type CellWriter = (value: string | number | boolean) => string

const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\ufeff'

/**
 * What must stand in quotes: the delimiter, quotes and line breaks (RFC 4180, section 2.6); text that begins
 * or ends with a blank, which some readers would cut off; and NUL, of which RFC 4180 knows nothing.
 */
const QUOTED: Readonly<Record<Delimiter, RegExp>> = {
   
  ',': /[",\r\n\0]|^\s|\s$/u,
   
  ';': /[";\r\n\0]|^\s|\s$/u,
   
  '\t': /["\t\r\n\0]|^\s|\s$/u,
}

/** A number in plain decimal digits, whatever its size: no exponent, no grouping, a point. */
function plainDecimal(value: number): string {
  const text = String(value)
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/u.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] = parts
  const shift = Number(exponent)
  // JavaScript writes an exponent from 1e21 up and below 1e-6, where all digits are on one side of the point.
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

function textWriter(delimiter: Delimiter): CellWriter {
  const quoted = QUOTED[delimiter]
  return (value) => {
    const text = guardFormula(String(value))
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
}

function numberWriter(): CellWriter {
  return (value) => (typeof value === 'number' ? plainDecimal(value) : String(value))
}

/** Writes the person's name for a status; the number where they gave none. A name is text like any other. */
function statusNameWriter(labels: readonly ValueLabel[], text: CellWriter): CellWriter {
  const names = new Map(
    labels.filter(({ name }) => name !== '').map(({ value, name }) => [value, text(name)]),
  )
  const number = numberWriter()
  return (value) => (typeof value === 'number' ? names.get(value) : undefined) ?? number(value)
}

function writerFor(key: ItemColumnKey, format: CsvFormat, text: CellWriter): CellWriter {
  if (key === 'status' && format.options.statuses === 'names')
    return statusNameWriter(format.statusLabels, text)
  switch (ITEM_COLUMN_KINDS[key]) {
    case 'number':
      return numberWriter()
    case 'boolean':
      return String
    // A date is written as the service sent it, so it is text from outside like any other.
    case 'dateTime':
    case 'text':
      return text
  }
}

/** An encoder for one file. `format.options.columns` must not be empty. */
export function createCsvEncoder(format: CsvFormat): CsvEncoder {
  const { options, delimiter } = format
  const text = textWriter(delimiter)
  const columns = options.columns.map((key) => ({ key, write: writerFor(key, format, text) }))
  // A line with nothing on it is skipped by many readers, so that a row would vanish.
  const emptyLine = columns.length === 1 ? '""' : ''

  const line = (row: ItemRow): string => {
    let cells = ''
    let separator = ''
    for (const { key, write } of columns) {
      const value = row[key]
      cells += value === null ? separator : separator + write(value)
      separator = delimiter
    }
    return cells === '' ? emptyLine : cells
  }

  return {
    head() {
      const mark = options.preset === 'excel' ? BYTE_ORDER_MARK : ''
      if (options.header === 'none') return Buffer.from(mark)
      const names = options.columns.map((key) =>
        text(options.header === 'keys' ? key : (format.columnLabels[key] ?? key)),
      )
      return Buffer.from(mark + names.join(delimiter) + LINE_END)
    },
    rows(rows) {
      let lines = ''
      for (const row of rows) lines += line(row) + LINE_END
      return Buffer.from(lines)
    },
  }
}
