import { AppError } from '../contract/app-error.ts'
import { isItemColumnKey, type ColumnKey, type ItemColumnKey } from '../contract/columns.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { ReadHandle } from './database/handles.ts'
import { openForReading } from './database/open-database.ts'
import { selectedColumn } from './item-columns.ts'
import { longItemsAmong, nextRun } from './long-items.ts'
import { compactJson, FieldReader } from './item-fields.ts'
import { PackedReader } from './packed-rows.ts'
import { QueryEngine } from './query/query-engine.ts'
import type { ThrowIfCancelled } from './query/cancellation.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import type { ExportRows, StoredValue, StoreQuery } from './types.ts'

/** Items of a query, at most `limit` of them, or the items with these keys in this order. */
export type RowsToRead =
  | { readonly query: StoreQuery; readonly limit?: number | undefined }
  | { readonly keys: Int32Array<ArrayBuffer> }

/** An item's values of the columns that were asked for. */
type Values = readonly StoredValue[]

const BODY = '(SELECT json FROM item_bodies WHERE item_key = items.key)'

/**
 * Beside columns: the item's body as the service sent it, as JSON text without white space between its parts.
 */
export const WHOLE_BODY = 'body'
export type ExportedPart = ColumnKey | typeof WHOLE_BODY

const isOfBody = (part: ExportedPart): boolean => part === WHOLE_BODY || isFieldKey(part)

/** An export goes through the file once: what it has read it does not need again. */
const PAGES_KILOBYTES = 2_048
/** Few: what lives long enough to outlast a young generation is cleared away late. */
const ROWS_A_BATCH = 250
/**
 * Items that lie scattered in the file are read so many at a time, in the order in which they lie: otherwise
 * almost every one would cost a page. A power of two, which packs an item's place beside its key.
 */
const SCATTERED_AT_ONCE = 2 ** 13
/** With their bodies, of which each may be long. */
const SCATTERED_BODIES_AT_ONCE = 2 ** 10

/**
 * These columns of the items that a query asks for, or of those with these keys in this order, on a handle of
 * its own in the calling thread. All of it is of one moment: what is downloaded meanwhile changes neither the
 * rows nor their number. Throws `notFound` when there is no cache or an item is gone, `searchInvalid`,
 * `searchTooSlow`, and what opening the cache throws. `throwIfCancelled` is called during a long query and
 * may end it by throwing.
 */
export function openExportRows(
  file: string,
  rows: RowsToRead,
  columns: readonly ExportedPart[],
  throwIfCancelled: ThrowIfCancelled = () => undefined,
): ExportRows {
  const handle = openForReading(file)
  try {
    handle.limitMemory(PAGES_KILOBYTES)
    // Held until the end: this is what makes it one moment.
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

/** Fields are read out of bodies, and are no columns that SQLite could put together. */
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

/** The columns in SQL. With fields, the body comes after them. */
function selectionOf(columns: readonly ItemColumnKey[], withBody: boolean): string {
  const names = columns.map(selectedColumn)
  return (withBody ? [...names, BODY] : names).join(', ')
}

/** Makes of selected values those of the columns: fields are read out of the body, which comes last. */
function withBodies(columns: readonly ExportedPart[]): (rows: readonly Values[]) => readonly Values[] {
  if (!columns.some(isOfBody)) return (rows) => rows
  const reader = new FieldReader(columns.filter(isFieldKey))
  return (rows) =>
    rows.map((row) => {
      const body = String(row.at(-1) ?? '')
      const values = reader.read(body)
      let [stored, read] = [0, 0]
      return columns.map((key) => {
        if (key === WHOLE_BODY) return compactJson(body)
        return (isFieldKey(key) ? values[read++] : row[stored++]) ?? null
      })
    })
}

/**
 * Values as they come, without an object for each item, and many at a time: each of the two is worth a lot.
 */
function* batchesOf(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ExportedPart[],
): Generator<readonly Values[]> {
  const selection = selectionOf(columns.filter(isItemColumnKey), columns.some(isOfBody))
  const read = withBodies(columns)
  const atOnce = columns.some(isOfBody) ? SCATTERED_BODIES_AT_ONCE : SCATTERED_AT_ONCE
  const keyRange = handle.tuples<Values>(
    `SELECT ${selection} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  // The list stands first in a CROSS JOIN, so that its order is that of the rows.
  const listed = handle.tuples<Values>(
    `SELECT ${selection} FROM json_each(?) AS listed CROSS JOIN items ON items.key = listed.value`,
  )
  const long = longItemsAmong(handle, keys)
  for (let start = 0; start < keys.length;) {
    const batch = nextRun(keys, start, ROWS_A_BATCH, long)
    if (isSegment(batch)) {
      yield read(all(batch, () => keyRange.all(batch[0] ?? 0, batch.at(-1) ?? 0)))
      start += batch.length
      continue
    }
    const scattered = nextRun(keys, start, atOnce, long)
    const rows = inOrder(scattered, (list) => all(scattered, () => listed.all(list)))
    for (let at = 0; at < rows.length; at += ROWS_A_BATCH) yield read(rows.slice(at, at + ROWS_A_BATCH))
    start += scattered.length
  }
}

/** Whether the keys follow one another, as they do as a rule in the order of the service. */
function isSegment(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, at) => key === first + at)
}

function all(keys: Int32Array, read: () => readonly Values[]): readonly Values[] {
  const rows = withSqliteErrors(read)
  if (rows.length !== keys.length)
    throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
  return rows
}

/** Reads in the order of the keys' size, and gives the rows in the order of the keys. */
function inOrder(keys: Int32Array, read: (list: string) => readonly Values[]): readonly Values[] {
  const packed = Float64Array.from(keys, (key, at) => key * SCATTERED_AT_ONCE + at).sort()
  const list = Array.from(packed, (each) => Math.floor(each / SCATTERED_AT_ONCE))
  const rows: Values[] = []
  rows.length = keys.length
  for (const [at, row] of read(`[${list.join(',')}]`).entries())
    rows[(packed[at] ?? 0) % SCATTERED_AT_ONCE] = row
  return rows
}
