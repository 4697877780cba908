import { AppError } from '../contract/app-error.ts'
import { isItemColumnKey, type ColumnKey, type ItemColumnKey } from '../contract/columns.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { ReadHandle } from './database/handles.ts'
import { openForReading } from './database/open-database.ts'
import { selectedColumn } from './item-columns.ts'
import { findLongItems, nextRun } from './long-items.ts'
import { compactJson, FieldReader } from './item-fields.ts'
import { PackedReader } from './packed-rows.ts'
import { areConsecutive } from './rows-with-keys.ts'
import { QueryEngine } from './query/query-engine.ts'
import type { ThrowIfCancelled } from './protocol.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import type { ExportRows, StoredValue, StoreQuery } from './types.ts'

/** The first `limit` items of a query, or the items with these keys. */
export type RowsToRead =
  | { readonly query: StoreQuery; readonly limit?: number | undefined }
  | { readonly keys: Int32Array<ArrayBuffer> }

/** An item's values of the requested columns. */
type RowValues = readonly StoredValue[]

const BODY = '(SELECT json FROM item_bodies WHERE item_key = items.key)'

/** The key of an item's whole body as compact JSON text. */
export const BODY_PART = 'body'
export type ExportedPart = ColumnKey | typeof BODY_PART

const needsBody = (part: ExportedPart): boolean => part === BODY_PART || isFieldKey(part)

/** An export reads the file once, so a large page cache would not help. */
const PAGE_CACHE_KILOBYTES = 2_048
/** Few enough that V8 frees the rows in the young generation. */
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
      packed: createPackedReader(handle, keys, columns, throwIfCancelled),
      close: () => handle.close(),
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

/**
 * Returns null if a column is an undocumented field, which is read from bodies and cannot be packed by
 * SQLite.
 */
function createPackedReader(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ExportedPart[],
  throwIfCancelled: ThrowIfCancelled,
): ExportRows['packed'] {
  const stored = columns.filter(isItemColumnKey)
  if (stored.length < columns.length || stored.length === 0) return null
  return () => new PackedReader(handle, keys, stored, throwIfCancelled).blocks()
}

function selectedColumns(columns: readonly ItemColumnKey[], withBody: boolean): string {
  const names = columns.map(selectedColumn)
  return (withBody ? [...names, BODY] : names).join(', ')
}

/**
 * Returns a function that maps selected values to the requested columns. The body is the last selected value.
 */
function createRowMapper(
  columns: readonly ExportedPart[],
): (rows: readonly RowValues[]) => readonly RowValues[] {
  if (!columns.some(needsBody)) return (rows) => rows
  const reader = new FieldReader(columns.filter(isFieldKey))
  return (rows) =>
    rows.map((row) => {
      const body = String(row.at(-1) ?? '')
      const fieldValues = reader.read(body)
      let [storedIndex, fieldIndex] = [0, 0]
      return columns.map((key) => {
        if (key === BODY_PART) return compactJson(body)
        return (isFieldKey(key) ? fieldValues[fieldIndex++] : row[storedIndex++]) ?? null
      })
    })
}

/** Yields rows as arrays in batches, which is much faster than an object at a time. */
function* batchesOf(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ExportedPart[],
): Generator<readonly RowValues[]> {
  const selection = selectedColumns(columns.filter(isItemColumnKey), columns.some(needsBody))
  const mapRows = createRowMapper(columns)
  const maxScattered = columns.some(needsBody) ? MAX_SCATTERED_BODIES : MAX_SCATTERED
  const keyRange = handle.tuples<RowValues>(
    `SELECT ${selection} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  // CROSS JOIN makes SQLite read in the order of the list.
  const requestedRows = handle.tuples<RowValues>(
    `SELECT ${selection} FROM json_each(?) AS requested CROSS JOIN items ON items.key = requested.value`,
  )
  const longKeys = findLongItems(handle, keys)
  for (let start = 0; start < keys.length;) {
    const batch = nextRun(keys, start, ROWS_PER_BATCH, longKeys)
    if (areConsecutive(batch)) {
      yield mapRows(readAll(batch, () => keyRange.all(batch[0] ?? 0, batch.at(-1) ?? 0)))
      start += batch.length
      continue
    }
    const scattered = nextRun(keys, start, maxScattered, longKeys)
    const rows = readInKeyOrder(scattered, (list) => readAll(scattered, () => requestedRows.all(list)))
    for (let index = 0; index < rows.length; index += ROWS_PER_BATCH)
      yield mapRows(rows.slice(index, index + ROWS_PER_BATCH))
    start += scattered.length
  }
}

function readAll(keys: Int32Array, read: () => readonly RowValues[]): readonly RowValues[] {
  const rows = withSqliteErrors(read)
  if (rows.length !== keys.length)
    throw new AppError('notFound', { detail: 'An item to export was deleted.' })
  return rows
}

/** Reads rows in ascending order of their keys and returns them in the order of `keys`. */
function readInKeyOrder(
  keys: Int32Array,
  read: (list: string) => readonly RowValues[],
): readonly RowValues[] {
  const packed = Float64Array.from(keys, (key, index) => key * MAX_SCATTERED + index).sort()
  const list = Array.from(packed, (each) => Math.floor(each / MAX_SCATTERED))
  const rows: RowValues[] = []
  rows.length = keys.length
  for (const [index, row] of read(`[${list.join(',')}]`).entries())
    rows[(packed[index] ?? 0) % MAX_SCATTERED] = row
  return rows
}
