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

/** Artwork names in one cell; null without any. */
export function joinArtworkNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(ARTWORK_SEPARATOR)
}

/** Returns the value of `artwork_list`: null where `artwork_names` can be taken apart into the same names. */
export function artworkListOf(names: readonly string[]): string | null {
  const isSplittable =
    names.length < 2
      ? names[0]?.includes(ARTWORK_SEPARATOR) !== true
      : names.every((name, at) => !name.includes(';') && !(at > 0 && name.startsWith(' ')))
  return isSplittable ? null : JSON.stringify(names)
}

/** The names of an item's artworks, from the columns `artwork_names` and `artwork_list`. */
export function artworkNamesOf(joined: string | null, list: string | null): readonly string[] {
  if (list !== null) return JSON.parse(list) as readonly string[]
  return joined === null ? [] : joined.split(ARTWORK_SEPARATOR)
}

/** A column of `items` in SQL, with the text of a value that it cannot hold itself; see `TextValues`. */
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

/** Much longer than what the window receives of a value; see `clipValues`. */
const MAX_LISTED_LENGTH = MAX_ID_LENGTH + 100

/** The same for a list, which shows long texts clipped: only the starts of the values are selected. */
export const LISTED_ROW_SELECTION = `items.key AS key, ${STORED_COLUMN_KEYS.map((key) => {
  const column = selectedColumn(key)
  return `iif(octet_length(${column}) > ${String(MAX_LISTED_LENGTH)}, substr(${column}, 1, ${String(MAX_LISTED_LENGTH)}), ${column}) AS ${key}`
}).join(', ')}`

const FLAGS = STORED_COLUMN_KEYS.filter((key) => columnKindOf(key) === 'boolean')

/** Turns the flags of a stored row, which are 1 and 0, into booleans, and returns the same object. */
export function toItemRow(stored: StoredRow): ItemRow {
  const row: Record<string, string | number | boolean | null> = stored
  for (const key of FLAGS) if (typeof row[key] === 'number') row[key] = row[key] === 1
  return row as unknown as ItemRow
}
