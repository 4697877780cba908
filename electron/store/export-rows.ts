import { AppError } from '../contract/app-error.ts'
import { ITEM_COLUMN_KEYS, type ItemColumnKey } from '../contract/columns.ts'
import type { ItemRow } from '../contract/item.ts'
import type { ItemQuery } from '../contract/query.ts'
import type { ReadHandle } from './database/handles.ts'
import { ROW_SELECTION, toItemRow, type RowTuple } from './item-columns.ts'
import { openForReading } from './database/open-database.ts'
import { QueryEngine } from './query/query-engine.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import type { ExportRows } from './types.ts'

const ROWS_A_BATCH = 1_000

/**
 * The rows of a query, or the items with these keys in this order, on a handle of its own in the calling thread.
 * All of it is of one moment: what is downloaded meanwhile changes neither the rows nor their number. Columns
 * that are not asked for may be null, except the item's key and id: each value read costs its share. Throws
 * `notFound` when there is no cache or an item is gone, `searchInvalid`, `searchTooSlow`, and what opening the
 * cache throws.
 */
export function openExportRows(
  file: string,
  rows: { readonly query: ItemQuery } | { readonly keys: Int32Array<ArrayBuffer> },
  columns: readonly ItemColumnKey[] = ITEM_COLUMN_KEYS,
): ExportRows {
  const handle = openForReading(file)
  try {
    // Held until the end: this is what makes it one moment.
    handle.beginSnapshot()
    const keys = 'keys' in rows ? rows.keys : withSqliteErrors(() => allKeys(handle, rows.query))
    return {
      count: keys.length,
      batches: () => batchesOf(handle, keys, selectionOf(columns)),
      close: () => {
        handle.close()
      },
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

function allKeys(handle: ReadHandle, query: ItemQuery): Int32Array {
  return new QueryEngine(handle).run(query, () => undefined).keys
}

/** {@link ROW_SELECTION} with nothing in the places of columns that nobody asks for. */
function selectionOf(columns: readonly ItemColumnKey[]): string {
  const names = new Set(
    columns.map((key) => key.replace(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`)),
  )
  names.add('key').add('campaign_item_id')
  return ROW_SELECTION.replace(/items\.(\w+)/gu, (column, name: string) =>
    names.has(name) ? column : 'NULL',
  )
}

function* batchesOf(handle: ReadHandle, keys: Int32Array, selection: string): Generator<readonly ItemRow[]> {
  // Asking for a whole batch at once is three times as fast as asking for each item.
  const stretch = handle.tuples<RowTuple>(
    `SELECT ${selection} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  const chosen = handle.tuples<RowTuple>(
    `SELECT ${selection} FROM json_each(?) AS chosen CROSS JOIN items ON items.key = chosen.value`,
  )
  for (let start = 0; start < keys.length; start += ROWS_A_BATCH) {
    const batch = keys.subarray(start, start + ROWS_A_BATCH)
    const tuples = withSqliteErrors(() =>
      isStretch(batch) ? stretch.all(batch[0] ?? 0, batch.at(-1) ?? 0) : chosen.all(`[${batch.join(',')}]`),
    )
    if (tuples.length !== batch.length || tuples.some(([key], at) => key !== batch[at]))
      throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
    yield tuples.map(toItemRow)
  }
}

/** Whether the keys follow one another, as they do as a rule in the order of the service. */
function isStretch(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, at) => key === first + at)
}
