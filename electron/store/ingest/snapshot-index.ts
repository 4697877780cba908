import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { bytesOfColumn } from '../index-columns.ts'
import { findLongItems, nextRun } from '../long-items.ts'
import { areConsecutive } from '../rows-with-keys.ts'
import { IndexBuilder, INDEXED_COLUMN_NAMES, ITEMS_PER_BLOCK, type IndexedTuple } from './index-builder.ts'

const INDEXED_COLUMNS = INDEXED_COLUMN_NAMES.join(', ')

/** Rebuilds the index of a snapshot from its rows. Must run inside a transaction. */
export function indexSnapshot(handle: WriteHandle, snapshotKey: number): void {
  handle.command('DELETE FROM copy_columns WHERE copy_key = ?').run(snapshotKey)
  handle.command('DELETE FROM copy_texts WHERE copy_key = ?').run(snapshotKey)
  handle.command('DELETE FROM copy_words WHERE copy_key = ?').run(snapshotKey)
  const keys = keysInOrder(handle, snapshotKey)
  const builder = new IndexBuilder(handle, snapshotKey)
  const longKeys = findLongItems(handle, keys)
  for (let first = 0; first < keys.length;) {
    const run = nextRun(keys, first, ITEMS_PER_BLOCK, longKeys)
    for (const [index, tuple] of itemsWithKeys(handle, run).entries()) {
      const key = run[index] ?? 0
      builder.add(key, tuple, longKeys.has(key))
    }
    first += run.length
  }
  builder.finish()
}

/** Builds the indexes of snapshots without one; a migration may have deleted them. */
export function indexMissingSnapshots(handle: WriteHandle): void {
  for (const snapshotKey of snapshotsWithoutIndex(handle)) {
    handle.transaction(() => indexSnapshot(handle, snapshotKey))
  }
}

/** Returns the snapshots that have no index. */
export function snapshotsWithoutIndex(handle: ReadHandle): readonly number[] {
  return handle
    .values<number>(
      `SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL
        AND copy_key NOT IN (SELECT copy_key FROM copy_columns)`,
    )
    .all()
}

/** Returns whether the index has the items in their current order, if only positions changed. */
export function isOrderIndexed(handle: WriteHandle, snapshotKey: number): boolean {
  const indexedKeys = handle
    .values<Uint8Array>("SELECT data FROM copy_columns WHERE copy_key = ? AND name = 'keys' ORDER BY first")
    .all(snapshotKey)
  return Buffer.compare(bytesOfColumn(keysInOrder(handle, snapshotKey)), Buffer.concat(indexedKeys)) === 0
}

/** Returns the position of the first item of a snapshot; 0 if it has none. */
export function firstPosition(handle: ReadHandle, snapshotKey: number): number {
  // The index has the first item without a sort.
  const first = handle
    .values<Buffer | null>(
      "SELECT substr(data, 1, 4) FROM copy_columns WHERE copy_key = ? AND name = 'keys' AND first = 0",
    )
    .get(snapshotKey)
  if (first?.length !== 4) return 0
  const key = new Int32Array(Uint8Array.from(first).buffer)[0] ?? 0
  return handle.values<number>('SELECT position FROM items WHERE key = ?').get(key) ?? 0
}

function keysInOrder(handle: WriteHandle, snapshotKey: number): Int32Array<ArrayBuffer> {
  const { count, first, last } = handle
    .rows<{ readonly count: number; readonly first: number; readonly last: number }>(
      `SELECT count(*) AS count, coalesce(min(item_key), 0) AS first, coalesce(max(item_key), 0) AS last
        FROM item_ids WHERE copy_key = ?`,
    )
    .get(snapshotKey) ?? { count: 0, first: 0, last: 0 }
  const keyRange = last - first + 1 === count ? ([first, last] as const) : null
  const keys = new Int32Array(count)
  let index = 0
  let previous = -Infinity
  for (const [key, position] of keysWithPositions(handle, snapshotKey, keyRange)) {
    if (position < previous) break
    previous = position
    keys[index] = key
    index += 1
  }
  return index === count ? keys : sortedKeys(keysWithPositions(handle, snapshotKey, keyRange), count)
}

function sortedKeys(
  rows: Iterable<readonly [key: number, position: number]>,
  count: number,
): Int32Array<ArrayBuffer> {
  const keys = new Int32Array(count)
  const itemPositions = new Float64Array(count)
  let index = 0
  for (const [key, position] of rows) {
    keys[index] = key
    itemPositions[index] = position
    index += 1
  }
  const order = Uint32Array.from(keys.keys()).sort(
    (a, b) => (itemPositions[a] ?? 0) - (itemPositions[b] ?? 0) || (keys[a] ?? 0) - (keys[b] ?? 0),
  )
  return Int32Array.from(order, (keyIndex) => keys[keyIndex] ?? 0)
}

/** Returns keys and positions, ascending by key. Consecutive keys are read in the order of the file. */
function keysWithPositions(
  handle: WriteHandle,
  snapshotKey: number,
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
    .iterate(snapshotKey)
}

/** Returns the items with these keys, in their order. */
function itemsWithKeys(handle: WriteHandle, keys: Int32Array): readonly IndexedTuple[] {
  if (areConsecutive(keys)) {
    return handle
      .tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`)
      .all(keys[0] ?? 0, keys.at(-1) ?? 0)
  }
  const item = handle.tuples<IndexedTuple>(`SELECT ${INDEXED_COLUMNS} FROM items WHERE key = ?`)
  return Array.from(keys, (key) => {
    const tuple = item.get(key)
    if (tuple === undefined) throw new Error('An item disappeared inside a transaction')
    return tuple
  })
}
