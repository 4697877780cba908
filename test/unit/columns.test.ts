import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import {
  ARTWORK_SEPARATOR,
  columnKindOf,
  columnsIn,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  STORED_COLUMN_KEYS,
  type ColumnKind,
  type ItemColumnKey,
} from '../../electron/contract/columns.ts'
import { columnOfPath } from '../../electron/contract/changes.ts'
import { changesSince, reviewedItem, type ReviewedItem } from '../../electron/contract/review.ts'
import { columnOfField, FIELD_KEYS } from '../../electron/contract/search-fields.ts'
import { messages } from '../../electron/contract/messages.ts'
import { WriteHandle } from '../../electron/store/database/handles.ts'
import { migrate } from '../../electron/store/database/migrate.ts'
import { decodeItem } from '../../electron/store/decode-item.ts'
import type { JsonObject } from '../../electron/store/decode-json.ts'
import { isCoded } from '../../electron/store/index-columns.ts'
import { columnName, DECODED_COLUMNS, ITEM_COLUMN_NAMES } from '../../electron/store/item-columns.ts'
import { FILTER_COLUMNS } from '../../renderer/state/filter-names.ts'
import { reviewedRow } from '../support/reviews.ts'

/** For each kind, a value and what is stored of it. */
const VALUES: Readonly<Record<ColumnKind, readonly [sent: unknown, stored: unknown]>> = {
  text: ['Text', 'Text'],
  number: [7, 7],
  boolean: [true, 1],
  dateTime: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
}

/** An item with only this value, at this path. */
const itemWith = (path: readonly string[], value: unknown): JsonObject =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value) as JsonObject

function storedOf(key: ItemColumnKey, item: JsonObject): unknown {
  const { values } = decodeItem(item, () => JSON.stringify(item))
  return values[ITEM_COLUMN_NAMES.indexOf(columnName(key))]
}

describe('the column registry', () => {
  it('has a label for each column', () => {
    for (const key of ITEM_COLUMN_KEYS) expect(messages.columns.items[key], key).not.toBe('')
    expect(Object.keys(messages.columns.items).sort()).toEqual([...ITEM_COLUMN_KEYS].sort())
  })

  it('has one position for each column in a list', () => {
    for (const order of [
      'all',
      'default',
      'filters',
      'details',
      'facts',
      'groups',
      'changes',
      'coded',
    ] as const) {
      const positions = columnsIn(order).map((key) => ITEM_COLUMNS[key].positions[order])
      expect(new Set(positions).size, order).toBe(positions.length)
    }
    expect([...ITEM_COLUMN_KEYS].sort()).toEqual([...STORED_COLUMN_KEYS].sort())
    expect(FILTER_COLUMNS).toEqual(expect.arrayContaining([...ITEM_COLUMN_KEYS]))
  })

  it('has one path, and one name in searches, for each column', () => {
    const paths = ITEM_COLUMN_KEYS.map((key) => ITEM_COLUMNS[key].path.join('.'))
    expect(new Set(paths).size).toBe(paths.length)
    const names = FIELD_KEYS.map(([name]) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    for (const [name, key] of FIELD_KEYS) expect(columnOfField(name)).toBe(key)
  })

  it('has no path with a name that every object has', () => {
    for (const key of ITEM_COLUMN_KEYS)
      for (const name of ITEM_COLUMNS[key].path) expect(name in {}, `${key}: ${name}`).toBe(false)
  })

  it('has a column in the database for each column', () => {
    const database = new Database(':memory:')
    migrate(new WriteHandle(database))
    const names = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('items')
    expect(names).toEqual(
      expect.arrayContaining([...STORED_COLUMN_KEYS.map(columnName), ...ITEM_COLUMN_NAMES]),
    )
    database.close()
  })

  it('decodes each column from its path', () => {
    for (const key of DECODED_COLUMNS.filter((each) => each !== 'artworkNames')) {
      const { kind, path } = ITEM_COLUMNS[key]
      const [sent, stored] = VALUES[kind]
      expect(storedOf(key, itemWith(path, sent)), key).toBe(stored)
      expect(storedOf(key, {}), key).toBeNull()
      expect(columnOfPath(path.join('.')), key).toBe(key)
    }
    const artworks = itemWith(ITEM_COLUMNS.artworkNames.path, [{ name: 'Front' }, { name: 'Back' }])
    expect(storedOf('artworkNames', artworks)).toBe(`Front${ARTWORK_SEPARATOR}Back`)
  })

  it('groups only coded columns and indexes the words of uncoded ones', () => {
    for (const key of columnsIn('groups')) expect(isCoded(key), key).toBe(true)
    // Other columns are sorted and filtered as texts.
    const uncoded = ITEM_COLUMN_KEYS.filter((key) => !isCoded(key) && columnKindOf(key) !== 'text')
    expect(uncoded).toEqual(['qty', 'updatedAt'])
    // The index has the words of these columns; for the others, the dictionaries of coded columns have them.
    const searched = ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search !== undefined && !isCoded(key))
    expect(searched).toEqual(['itemName', 'posNumber', 'artworkNames'])
    const patterns = ITEM_COLUMN_KEYS.filter((key) => ITEM_COLUMNS[key].search === 'pattern')
    expect(patterns).toEqual(['itemName', 'posNumber', 'elementName', 'artworkNames'])
  })

  it('reports no change for a column that an earlier version did not store with reviews', () => {
    const now = reviewedRow(1, { qty: 2 })
    const was = Object.fromEntries(
      Object.entries({ ...reviewedItem(now), qty: 1 }).filter(([key]) => key !== 'posNumber'),
    ) as unknown as ReviewedItem
    expect(changesSince(was, now)).toEqual([{ column: 'qty', was: 1, is: 2 }])
  })

  it('keeps the order in which earlier versions stored the columns', () => {
    const released = [
      ...['campaignItemId', 'campaignId', 'campaignName', 'itemId', 'itemName', 'posNumber', 'elementId'],
      ...['elementName', 'artworkNames', 'workflowTemplateName', 'clientId', 'status', 'qty', 'isLocked'],
      ...['hasArtwork', 'hasAllocations', 'updatedAt'],
    ]
    expect(STORED_COLUMN_KEYS.filter((key) => released.includes(key))).toEqual(released)
  })
})
