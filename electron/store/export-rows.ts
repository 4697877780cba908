import { AppError } from '../contract/app-error.ts'
import { isItemColumnKey, type ColumnKey, type ItemColumnKey } from '../contract/columns.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { ReadHandle } from './database/handles.ts'
import { openForReading } from './database/open-database.ts'
import { selectedColumn } from './item-columns.ts'
import { findLongItems, nextRun } from './long-items.ts'
import { compactJson, FieldReader } from './item-fields.ts'
import { PackedReader } from './packed-rows.ts'
import { QueryEngine } from './query/query-engine.ts'
import type { ThrowIfCancelled } from './query/cancellation.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import type { ExportRows, StoredValue, StoreQuery } from './types.ts'

/** The first `limit` items of a query, or the items with these keys. */
export type RowsToRead =
  | { readonly query: StoreQuery; readonly limit?: number | undefined }
  | { readonly keys: Int32Array<ArrayBuffer> }

/** An item's values of the requested columns. */
type Values = readonly StoredValue[]

const BODY = '(SELECT json FROM item_bodies WHERE item_key = items.key)'

/** The key of an item's whole body as compact JSON text. */
export const BODY_PART = 'body'
export type ExportedPart = ColumnKey | typeof BODY_PART

const needsBody = (part: ExportedPart): boolean => part === BODY_PART || isFieldKey(part)

/** An export reads the file once, so a large page cache would not help. */
const PAGE_CACHE_KILOBYTES = 2_048
/** Few, so that the rows are collected with the young generation. */
const ROWS_PER_BATCH = 250
/**
 * Items that are scattered in the file are sorted by key in runs of this size, so that each page is read
 * once. A power of two, because an item's index is packed with its key.
 */
const MAX_SCATTERED = 2 ** 13
/** Fewer with bodies, which may be long. */
const MAX_SCATTERED_BODIES = 2 ** 10

/**
 * Opens items on a separate handle in the calling thread, in one read transaction, so that downloads change
 * neither the rows nor their number. Throws `notFound` if the cache or an item is missing, `searchInvalid`,
 * `searchTooSlow`, and what opening the cache throws. `throwIfCancelled` is called during a long query.
 */
export function openExportRows(
  file: string,
  rows: RowsToRead,
  columns: readonly ExportedPart[],
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): ExportRows {
  const handle = openForReading(file)
  try {
    handle.limitPageCache(PAGE_CACHE_KILOBYTES)
    handle.beginSnapshot()
    const keys =
      'keys' in rows
        ? rows.keys
        : withSqliteErrors(() => allKeys(handle, rows.query, throwIfCancelled)).subarray(0, rows.limit)
    return {
      count: keys.length,
      batches: () => batchesOf(handle, keys, columns),
      packed: packedOf(handle, keys, columns, throwIfCancelled),
      close: () => {
        handle.close()
      },
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

function allKeys(handle: ReadHandle, query: StoreQuery, throwIfCancelled: ThrowIfCancelled): Int32Array {
  const engine = new QueryEngine(handle)
  try {
    return engine.keys(query, throwIfCancelled)
  } finally {
    engine.close()
  }
}

/** Undocumented fields are read from bodies and cannot be packed by SQLite. */
function packedOf(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ExportedPart[],
  throwIfCancelled: ThrowIfCancelled,
): ExportRows['packed'] {
  const stored = columns.filter(isItemColumnKey)
  if (stored.length < columns.length || stored.length === 0) return null
  return () => new PackedReader(handle, keys, stored, throwIfCancelled).blocks()
}

function selectionOf(columns: readonly ItemColumnKey[], withBody: boolean): string {
  const names = columns.map(selectedColumn)
  return (withBody ? [...names, BODY] : names).join(', ')
}

/**
 * Returns a function that maps selected values to the requested columns. The body is the last selected value.
 */
function withBodies(columns: readonly ExportedPart[]): (rows: readonly Values[]) => readonly Values[] {
  if (!columns.some(needsBody)) return (rows) => rows
  const reader = new FieldReader(columns.filter(isFieldKey))
  return (rows) =>
    rows.map((row) => {
      const body = String(row.at(-1) ?? '')
      const values = reader.read(body)
      let [stored, read] = [0, 0]
      return columns.map((key) => {
        if (key === BODY_PART) return compactJson(body)
        return (isFieldKey(key) ? values[read++] : row[stored++]) ?? null
      })
    })
}

/** Yields rows as arrays in batches, which is much faster than an object at a time. */
function* batchesOf(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ExportedPart[],
): Generator<readonly Values[]> {
  const selection = selectionOf(columns.filter(isItemColumnKey), columns.some(needsBody))
  const read = withBodies(columns)
  const maxScattered = columns.some(needsBody) ? MAX_SCATTERED_BODIES : MAX_SCATTERED
  const keyRange = handle.tuples<Values>(
    `SELECT ${selection} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  // CROSS JOIN makes SQLite read in the order of the list.
  const listedRows = handle.tuples<Values>(
    `SELECT ${selection} FROM json_each(?) AS listed CROSS JOIN items ON items.key = listed.value`,
  )
  const long = findLongItems(handle, keys)
  for (let start = 0; start < keys.length;) {
    const batch = nextRun(keys, start, ROWS_PER_BATCH, long)
    if (isKeyRange(batch)) {
      yield read(readAll(batch, () => keyRange.all(batch[0] ?? 0, batch.at(-1) ?? 0)))
      start += batch.length
      continue
    }
    const scattered = nextRun(keys, start, maxScattered, long)
    const rows = readInKeyOrder(scattered, (list) => readAll(scattered, () => listedRows.all(list)))
    for (let index = 0; index < rows.length; index += ROWS_PER_BATCH)
      yield read(rows.slice(index, index + ROWS_PER_BATCH))
    start += scattered.length
  }
}

function isKeyRange(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, index) => key === first + index)
}

function readAll(keys: Int32Array, read: () => readonly Values[]): readonly Values[] {
  const rows = withSqliteErrors(read)
  if (rows.length !== keys.length)
    throw new AppError('notFound', { detail: 'An item to export was deleted.' })
  return rows
}

/** Reads rows in ascending order of their keys and returns them in the order of `keys`. */
function readInKeyOrder(keys: Int32Array, read: (list: string) => readonly Values[]): readonly Values[] {
  const packed = Float64Array.from(keys, (key, index) => key * MAX_SCATTERED + index).sort()
  const list = Array.from(packed, (each) => Math.floor(each / MAX_SCATTERED))
  const rows: Values[] = []
  rows.length = keys.length
  for (const [index, row] of read(`[${list.join(',')}]`).entries())
    rows[(packed[index] ?? 0) % MAX_SCATTERED] = row
  return rows
}
