import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { bytesOfColumn } from '../index-columns.ts'
import { longItemsAmong, nextRun } from '../long-items.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, ITEMS_PER_BLOCK, type IndexedTuple } from './index-builder.ts'

const INDEXED_COLUMNS = INDEXED_COLUMN_NAMES.join(', ')

/**
 * Makes the index of a snapshot from its rows, in the place of an earlier one. Must run inside a transaction.
 */
export function indexSnapshot(handle: WriteHandle, copyKey: number): void {
  handle.command('DELETE FROM copy_columns WHERE copy_key = ?').run(copyKey)
  handle.command('DELETE FROM copy_texts WHERE copy_key = ?').run(copyKey)
  handle.command('DELETE FROM copy_words WHERE copy_key = ?').run(copyKey)
  const keys = keysInOrder(handle, copyKey)
  const builder = new IndexBuilder(handle, copyKey)
  const long = longItemsAmong(handle, keys)
  for (let first = 0; first < keys.length;) {
    const some = nextRun(keys, first, ITEMS_PER_BLOCK, long)
    for (const [at, tuple] of itemsWithKeys(handle, some).entries()) {
      const key = some[at] ?? 0
      builder.add(key, tuple, long.has(key))
    }
    first += some.length
  }
  builder.finish()
}

/** Makes the indexes that are missing: a migration may have emptied them. */
export function indexMissingSnapshots(handle: WriteHandle): void {
  const missing = handle
    .values<number>(
      `SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL
        AND copy_key NOT IN (SELECT copy_key FROM copy_columns)`,
    )
    .all()
  for (const copyKey of missing) {
    handle.transaction(() => {
      indexSnapshot(handle, copyKey)
    })
  }
}

/**
 * Whether the index of a snapshot has its items in the order in which they are. Asked when nothing but places
 * changed.
 */
export function isOrderIndexed(handle: WriteHandle, copyKey: number): boolean {
  const indexed = handle
    .values<Uint8Array>("SELECT data FROM copy_columns WHERE copy_key = ? AND name = 'keys' ORDER BY first")
    .all(copyKey)
  return Buffer.compare(bytesOfColumn(keysInOrder(handle, copyKey)), Buffer.concat(indexed)) === 0
}

/** Position of the first item of a snapshot in the order of the service; 0 without items. */
export function firstPosition(handle: ReadHandle, copyKey: number): number {
  // The index knows the first item without a look at the others.
  const first = handle
    .values<Buffer | null>(
      "SELECT substr(data, 1, 4) FROM copy_columns WHERE copy_key = ? AND name = 'keys' AND first = 0",
    )
    .get(copyKey)
  if (first?.length !== 4) return 0
  const key = new Int32Array(Uint8Array.from(first).buffer)[0] ?? 0
  return handle.values<number>('SELECT position FROM items WHERE key = ?').get(key) ?? 0
}

/** The keys of the items in the order of the service. */
function keysInOrder(handle: WriteHandle, copyKey: number): Int32Array<ArrayBuffer> {
  const { count, first, last } = handle
    .rows<{ readonly count: number; readonly first: number; readonly last: number }>(
      `SELECT count(*) AS count, coalesce(min(item_key), 0) AS first, coalesce(max(item_key), 0) AS last
        FROM item_ids WHERE copy_key = ?`,
    )
    .get(copyKey) ?? { count: 0, first: 0, last: 0 }
  const keyRange = last - first + 1 === count ? ([first, last] as const) : null
  const keys = new Int32Array(count)
  let at = 0
  let previous = -Infinity
  for (const [key, position] of positions(handle, copyKey, keyRange)) {
    if (position < previous) break
    previous = position
    keys[at] = key
    at += 1
  }
  return at === count ? keys : sortedKeys(positions(handle, copyKey, keyRange), count)
}

function sortedKeys(
  rows: Iterable<readonly [key: number, position: number]>,
  count: number,
): Int32Array<ArrayBuffer> {
  const keys = new Int32Array(count)
  const places = new Float64Array(count)
  let at = 0
  for (const [key, position] of rows) {
    keys[at] = key
    places[at] = position
    at += 1
  }
  const order = Uint32Array.from(keys.keys()).sort(
    (a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (keys[a] ?? 0) - (keys[b] ?? 0),
  )
  return Int32Array.from(order, (place) => keys[place] ?? 0)
}

/**
 * Keys and positions, ascending by key. A copy whose keys follow one another is read as it lies in the file.
 */
function positions(
  handle: WriteHandle,
  copyKey: number,
  keyRange: readonly [first: number, last: number] | null,
): Iterable<readonly [key: number, position: number]> {
  if (keyRange !== null) {
    return handle
      .tuples<readonly [number, number]>(
        'SELECT key, position FROM items WHERE key BETWEEN ? AND ? ORDER BY key',
      )
      .iterate(...keyRange)
  }
  return handle
    .tuples<readonly [number, number]>(
      `SELECT key, position FROM items WHERE key IN (SELECT item_key FROM item_ids WHERE copy_key = ?)
        ORDER BY key`,
    )
    .iterate(copyKey)
}

/**
 * Items by their keys; keys that follow one another, as they do as a rule, are read as they lie in the file.
 */
function itemsWithKeys(handle: WriteHandle, keys: Int32Array): readonly IndexedTuple[] {
  const first = keys[0] ?? 0
  const last = keys.at(-1) ?? 0
  if (last - first === keys.length - 1 && keys.every((key, at) => key === first + at)) {
    return handle
      .tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`)
      .all(first, last)
  }
  const item = handle.tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key = ?`)
  return Array.from(keys, (key) => {
    const tuple = item.get(key)
    if (tuple === undefined) throw new Error('An item vanished inside a transaction')
    return tuple
  })
}
