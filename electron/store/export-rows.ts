import type { ItemRow } from '../contract/item.ts'
import type { ItemQuery } from '../contract/query.ts'
import { AppError } from '../contract/app-error.ts'
import { ROW_SELECTION, toItemRow, type RowTuple } from './item-columns.ts'
import { openForReading } from './open-database.ts'
import { runQuery } from './result.ts'
import type { ExportRows } from './types.ts'

const BATCH_ROWS = 1_000

/**
 * The rows of a query, or the items with these keys in this order, on a handle of its own in the calling thread.
 * All of it is of one moment: what is downloaded meanwhile changes neither the rows nor their number. Throws
 * `notFound` when there is no cache or when a key is gone, and what {@link openForReading} throws.
 */
export function openExportRows(
  file: string,
  rows: { readonly query: ItemQuery } | { readonly keys: Int32Array<ArrayBuffer> },
): ExportRows {
  const handle = openForReading(file)
  const keys = 'keys' in rows ? rows.keys : runQuery(handle, rows.query).keys
  const row = handle.tuples<RowTuple>(`SELECT ${ROW_SELECTION} FROM items WHERE key = ?`)
  return {
    count: keys.length,
    *batches(): Generator<readonly ItemRow[]> {
      for (let start = 0; start < keys.length; start += BATCH_ROWS) {
        yield Array.from(keys.subarray(start, start + BATCH_ROWS), (key) => {
          const tuple = row.get(key)
          if (tuple === undefined) throw new AppError('notFound')
          return toItemRow(tuple)
        })
      }
    },
    close: () => {
      handle.close()
    },
  }
}
