import { MAX_ID_LENGTH } from '../contract/clip-text.ts'
import {
  ARTWORK_SEPARATOR,
  columnKindOf,
  recordOf,
  STORED_COLUMN_KEYS,
  type ItemColumnKey,
} from '../contract/columns.ts'
import type { ItemRow } from '../contract/item.ts'

const SQL_NAMES = recordOf(STORED_COLUMN_KEYS, (key) =>
  key.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`),
)

/** Returns the name of a column in SQL. */
export function columnName(key: ItemColumnKey): string {
  return SQL_NAMES[key]
}

/** The columns that are decoded from an item's body. */
export const DECODED_COLUMNS = STORED_COLUMN_KEYS.filter((key) => key !== 'campaignItemId')

/** The columns of `items` that come from the body, in the order of `ItemColumns.values`. */
export const ITEM_COLUMN_NAMES = [...DECODED_COLUMNS.map(columnName), 'artwork_list', 'text_values']

/** Joins artwork names into one cell; null if there are none. */
export function joinArtworkNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(ARTWORK_SEPARATOR)
}

/** Returns the value of `artwork_list`: null if splitting `artwork_names` yields the same names. */
export function artworkListOf(names: readonly string[]): string | null {
  const isSplittable =
    names.length < 2
      ? names[0]?.includes(ARTWORK_SEPARATOR) !== true
      : names.every((name, index) => !name.includes(';') && !(index > 0 && name.startsWith(' ')))
  return isSplittable ? null : JSON.stringify(names)
}

/** Returns the artwork names from the columns `artwork_names` and `artwork_list`. */
export function artworkNamesOf(joined: string | null, list: string | null): readonly string[] {
  if (list !== null) return JSON.parse(list) as readonly string[]
  return joined === null ? [] : joined.split(ARTWORK_SEPARATOR)
}

/**
 * Returns SQL for a column of `items`, or for the text of a value that does not fit it (see `TextValues`).
 */
export function selectedColumn(key: ItemColumnKey): string {
  const name = `items.${columnName(key)}`
  const kind = columnKindOf(key)
  if (kind !== 'number' && kind !== 'boolean') return name
  return `iif(items.text_values IS NULL, ${name}, coalesce(items.text_values ->> '$.${key}', ${name}))`
}

/** A row that {@link ROW_SELECTION} selects. */
export type StoredRow = Record<'key' | ItemColumnKey, string | number | null>

/** Columns for {@link toItemRow}, to be selected from `items`. */
export const ROW_SELECTION = `items.key AS key, ${STORED_COLUMN_KEYS.map((key) => `${selectedColumn(key)} AS ${key}`).join(', ')}`

/** Longer than any value that the window receives; see `clipValues`. */
const MAX_ROW_TEXT_BYTES = MAX_ID_LENGTH + 100

/** The same for lists, with only the start of long values. */
export const CLIPPED_ROW_SELECTION = `items.key AS key, ${STORED_COLUMN_KEYS.map((key) => {
  const column = selectedColumn(key)
  return `iif(octet_length(${column}) > ${String(MAX_ROW_TEXT_BYTES)}, substr(${column}, 1, ${String(MAX_ROW_TEXT_BYTES)}), ${column}) AS ${key}`
}).join(', ')}`

const FLAGS = STORED_COLUMN_KEYS.filter((key) => columnKindOf(key) === 'boolean')

/** Converts the flags of a stored row to booleans. Changes and returns the same object. */
export function toItemRow(stored: StoredRow): ItemRow {
  const row: Record<string, string | number | boolean | null> = stored
  for (const key of FLAGS) if (typeof row[key] === 'number') row[key] = row[key] === 1
  return row as unknown as ItemRow
}
