import type { ItemQuery, FacetKey } from '../contract/query.ts'
import type { ItemRow } from '../contract/item.ts'
import { AppError } from '../contract/app-error.ts'
import type { ReadHandle } from './handles.ts'
import { artworkNamesOf, ROW_SELECTION, toItemRow, type RowTuple } from './item-columns.ts'

export interface OrderedKeys {
  readonly keys: Int32Array<ArrayBuffer>
  readonly total: number
  readonly qtySum: number
}

/** First version: everything in JavaScript over the rows. */
export function runQuery(handle: ReadHandle, query: ItemQuery): OrderedKeys {
  const { rows, total } = matching(handle, query)
  return {
    keys: Int32Array.from(rows, (row) => row.key),
    total,
    qtySum: rows.reduce((sum, row) => sum + (row.qty ?? 0), 0),
  }
}

export function matching(
  handle: ReadHandle,
  query: ItemQuery,
  except?: FacetKey,
): { rows: ItemRow[]; total: number } {
  const copies = handle
    .rows<{ readonly copyKey: number; readonly id: string }>(
      'SELECT copy_key AS copyKey, id FROM campaigns WHERE copy_key IS NOT NULL ORDER BY lower(name), id',
    )
    .all()
    .filter(({ id }) => query.campaignIds === null || query.campaignIds.includes(id))
  let pattern: RegExp
  try {
    pattern = new RegExp(query.search, 'i')
  } catch (cause) {
    throw new AppError('searchInvalid', { cause })
  }
  const rows: ItemRow[] = []
  let total = 0
  for (const { copyKey } of copies) {
    const tuples = handle
      .tuples<readonly [...RowTuple, string | null]>(
        `SELECT ${ROW_SELECTION}, items.artwork_list FROM items WHERE copy_key = ? ORDER BY position, key`,
      )
      .iterate(copyKey)
    for (const tuple of tuples) {
      total += 1
      const row = toItemRow(tuple as unknown as RowTuple)
      const fields = [row.itemName, row.posNumber, row.elementName, ...artworkNamesOf(tuple[9], tuple[18])]
      if (query.search !== '' && !fields.some((field) => field !== null && pattern.test(field))) continue
      const kept = Object.entries(query.filters).every(
        ([key, values]) => key === except || values.includes(row[key as FacetKey]),
      )
      if (kept) rows.push(row)
    }
  }
  for (const { key, direction } of query.sort.toReversed()) {
    rows.sort((a, b) => {
      const left = a[key === 'artworkNames' ? 'artworkNames' : key]
      const right = b[key]
      if (left === right) return 0
      if (left === null) return 1
      if (right === null) return -1
      return (
        (typeof left === 'string'
          ? left.localeCompare(String(right), undefined, { numeric: true })
          : Number(left) - Number(right)) * direction
      )
    })
  }
  return { rows, total }
}
