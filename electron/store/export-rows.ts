import { AppError } from '../contract/app-error.ts'
import type { ItemColumnKey } from '../contract/columns.ts'
import type { ItemQuery } from '../contract/query.ts'
import type { ReadHandle } from './database/handles.ts'
import { openForReading } from './database/open-database.ts'
import { QueryEngine } from './query/query-engine.ts'
import type { CheckTurn } from './query/turn.ts'
import { withSqliteErrors } from './database/sqlite-errors.ts'
import type { ExportRows, StoredValue } from './types.ts'

const ROWS_A_BATCH = 1_000

/**
 * These columns of the items that a query asks for, or of those with these keys in this order, on a handle of its
 * own in the calling thread. All of it is of one moment: what is downloaded meanwhile changes neither the rows nor
 * their number. Throws `notFound` when there is no cache or an item is gone, `searchInvalid`, `searchTooSlow`, and
 * what opening the cache throws. `checkTurn` is called during a long query and may end it by throwing.
 */
export function openExportRows(
  file: string,
  rows: { readonly query: ItemQuery } | { readonly keys: Int32Array<ArrayBuffer> },
  columns: readonly ItemColumnKey[],
  checkTurn: CheckTurn,
): ExportRows {
  const handle = openForReading(file)
  try {
    // Held until the end: this is what makes it one moment.
    handle.beginSnapshot()
    const keys = 'keys' in rows ? rows.keys : withSqliteErrors(() => allKeys(handle, rows.query, checkTurn))
    return {
      count: keys.length,
      batches: () => batchesOf(handle, keys, columns),
      close: () => {
        handle.close()
      },
    }
  } catch (error) {
    handle.close()
    throw error
  }
}

function allKeys(handle: ReadHandle, query: ItemQuery, checkTurn: CheckTurn): Int32Array {
  return new QueryEngine(handle).run(query, checkTurn).keys
}

/** The columns in SQL; their names there are the same words. */
function selectionOf(columns: readonly ItemColumnKey[]): string {
  return columns
    .map((key) => `items.${key.replace(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`)}`)
    .join(', ')
}

/** Values as they come, without an object for each item, and a batch at a time: each of the two is worth a lot. */
function* batchesOf(
  handle: ReadHandle,
  keys: Int32Array,
  columns: readonly ItemColumnKey[],
): Generator<readonly (readonly StoredValue[])[]> {
  const selection = selectionOf(columns)
  const stretch = handle.tuples<readonly StoredValue[]>(
    `SELECT ${selection} FROM items WHERE key BETWEEN ? AND ? ORDER BY key`,
  )
  // The list stands first in a CROSS JOIN, so that its order is that of the rows.
  const chosen = handle.tuples<readonly StoredValue[]>(
    `SELECT ${selection} FROM json_each(?) AS chosen CROSS JOIN items ON items.key = chosen.value`,
  )
  for (let start = 0; start < keys.length; start += ROWS_A_BATCH) {
    const batch = keys.subarray(start, start + ROWS_A_BATCH)
    const tuples = withSqliteErrors(() =>
      isStretch(batch) ? stretch.all(batch[0] ?? 0, batch.at(-1) ?? 0) : chosen.all(`[${batch.join(',')}]`),
    )
    if (tuples.length !== batch.length)
      throw new AppError('notFound', { detail: 'An item to be exported is gone.' })
    yield tuples
  }
}

/** Whether the keys follow one another, as they do as a rule in the order of the service. */
function isStretch(keys: Int32Array): boolean {
  const first = keys[0] ?? 0
  return keys.every((key, at) => key === first + at)
}
