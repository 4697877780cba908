import { CHANGE_COLUMN_KEYS } from '../contract/changes.ts'
import type { ChangesCsvOptions } from '../contract/export-options.ts'
import { CHANGE_COLUMN_LABELS } from '../contract/strings/columns.ts'
import type { StoredValue } from '../store/types.ts'
import { createTableEncoder, headingsOf, type CellValue, type CsvEncoder, type Delimiter } from './csv.ts'

const VALUE_COLUMNS: readonly number[] = [
  CHANGE_COLUMN_KEYS.indexOf('old'),
  CHANGE_COLUMN_KEYS.indexOf('new'),
]

/** An encoder for a file with changes, whose rows hold the columns of {@link CHANGE_COLUMN_KEYS}. */
export function createChangesEncoder(options: ChangesCsvOptions, delimiter: Delimiter): CsvEncoder {
  const encoder = createTableEncoder({
    delimiter,
    preset: options.preset,
    headings: headingsOf(CHANGE_COLUMN_KEYS, options.header, CHANGE_COLUMN_LABELS),
  })
  return {
    head: () => encoder.head(),
    rows: (rows) => encoder.rows(rows.map(readable)),
  }
}

function readable(row: readonly CellValue[]): readonly CellValue[] {
  return row.map((value, column) =>
    VALUE_COLUMNS.includes(column) && typeof value === 'string' ? readableValue(value) : value,
  )
}

/**
 * A value that is given as JSON text, as a cell shows it: texts without their quotes, numbers as numbers, everything
 * else as it is written. A number that a double cannot hold keeps its digits.
 */
function readableValue(json: string): StoredValue {
  if (json.startsWith('"')) return JSON.parse(json) as string
  const number = Number(json)
  return String(number) === json ? number : json
}
