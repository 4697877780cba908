import { columnKindOf, ITEM_COLUMN_KEYS, type ItemColumnKey } from '../../contract/columns.ts'
import { isOtherType } from '../decode-cells.ts'
import type { ReadHandle } from '../database/handles.ts'

const NUMBER_COLUMNS = ITEM_COLUMN_KEYS.filter((key) => columnKindOf(key) === 'number')
  .map((key) => `'${key}'`)
  .join(', ')

/**
 * Counts the values of a snapshot that do not have the types of their columns. Returns JSON, or null if there
 * are none.
 */
export function countOtherTypes(handle: ReadHandle, snapshotKey: number): string | null {
  const rows = handle
    .tuples<readonly [column: ItemColumnKey, value: string | null, count: number]>(
      `SELECT each.key, iif(each.key IN (${NUMBER_COLUMNS}), each.value, NULL) AS value, count(*)
        FROM items, json_each(items.text_values) AS each
        WHERE copy_key = ? AND text_values IS NOT NULL GROUP BY 1, 2`,
    )
    .all(snapshotKey)
  const counts: Partial<Record<ItemColumnKey, number>> = {}
  for (const [column, value, count] of rows) {
    if (value !== null && !isOtherType(column, value)) continue
    counts[column] = (counts[column] ?? 0) + count
  }
  return Object.keys(counts).length === 0 ? null : JSON.stringify(counts)
}
