import { AppError } from '../contract/app-error.ts'
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
 * All of it is of one moment: what is downloaded meanwhile changes neither the rows nor their number. Throws
 * `notFound` when there is no cache or an item is gone, `searchInvalid`, `searchTooSlow`, and what opening the
 * cache throws.
 */
export function openExportRows(
  file: string,
  rows: { readonly query: ItemQuery } | { readonly keys: Int32Array<ArrayBuffer> },
): ExportRows {
  const handle = openForReading(file)
  try {
    // Held until the end: this is what makes it one moment.
    handle.beginSnapshot()
    const keys = 'keys' in rows ? rows.keys : withSqliteErrors(() => allKeys(handle, rows.query))
    return {
      count: keys.length,
      batches: () => batchesOf(handle, keys),
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

function* batchesOf(handle: ReadHandle, keys: Int32Array): Generator<readonly ItemRow[]> {
  const row = handle.tuples<RowTuple>(`SELECT ${ROW_SELECTION} FROM items WHERE key = ?`)
  for (let start = 0; start < keys.length; start += ROWS_A_BATCH) {
    yield withSqliteErrors(() =>
      Array.from(keys.subarray(start, start + ROWS_A_BATCH), (key) => {
        const tuple = row.get(key)
        if (tuple === undefined) throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
        return toItemRow(tuple)
      }),
    )
  }
}
