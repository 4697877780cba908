import type { ColumnKey } from '../../contract/columns.ts'
import {
  COMPARED_COLUMNS,
  type CampaignComparison,
  type ComparedItem,
  type ComparedSide,
  type ComparisonRow,
} from '../../contract/comparison.ts'
import { isFieldKey } from '../../contract/fields.ts'
import type { FacetValue } from '../../contract/query.ts'
import type { ReadHandle } from '../database/handles.ts'
import { ROW_SELECTION, toItemRow, type StoredRow } from '../item-columns.ts'
import type { CampaignIndex } from './campaign-index.ts'
import { eachFieldCell } from './field-cells.ts'
import { cellValue } from './ranks.ts'

interface Item extends ComparedItem {
  /** The value by which it is matched; null if it has none. */
  readonly match: string | null
  /** Values of {@link COMPARED_COLUMNS}. */
  readonly values: readonly FacetValue[]
}

/**
 * Compares the items of two campaigns, which are matched by the trimmed values of a column or field. Items
 * without a value, and those whose value is not unique in both campaigns, are not matched. Must run inside a
 * read transaction.
 */
export function compareCampaigns(
  handle: ReadHandle,
  first: CampaignIndex,
  second: CampaignIndex,
  by: ColumnKey,
): CampaignComparison {
  const items = { first: readItems(handle, first, by), second: readItems(handle, second, by) }
  const groups = {
    first: Map.groupBy(items.first, ({ match }) => match),
    second: Map.groupBy(items.second, ({ match }) => match),
  }
  const isAmbiguous = (match: string): boolean =>
    (groups.first.get(match)?.length ?? 0) > 1 || (groups.second.get(match)?.length ?? 0) > 1
  const notMatched = (side: ComparedSide, item: Item): ComparisonRow | null => {
    if (item.match === null) return { kind: 'notMatched', side, reason: 'missing', item: plain(item) }
    return isAmbiguous(item.match)
      ? { kind: 'notMatched', side, reason: 'ambiguous', item: plain(item) }
      : null
  }
  let equal = 0
  const rows: ComparisonRow[] = []
  for (const item of items.first) {
    const unmatched = notMatched('first', item)
    const [other] = groups.second.get(item.match) ?? []
    if (unmatched !== null) rows.push(unmatched)
    else if (other === undefined) rows.push({ kind: 'onlyFirst', item: plain(item) })
    else {
      const fields = differences(item, other, by)
      if (fields.length === 0) equal += 1
      else rows.push({ kind: 'different', item: plain(item), other: plain(other), fields })
    }
  }
  for (const item of items.second) {
    const unmatched = notMatched('second', item)
    if (unmatched !== null) rows.push(unmatched)
    else if (!groups.first.has(item.match)) rows.push({ kind: 'onlySecond', item: plain(item) })
  }
  return { rows, equal }
}

function differences(one: Item, other: Item, by: ColumnKey) {
  return COMPARED_COLUMNS.flatMap((column, index) => {
    const [first, second] = [one.values[index] ?? null, other.values[index] ?? null]
    return first === second || column === by ? [] : [{ column, first, second }]
  })
}

function plain({ key, campaignItemId, itemName, posNumber }: Item): ComparedItem {
  return { key, campaignItemId, itemName, posNumber }
}

/** Reads the items of a snapshot in the order of the service. */
function readItems(handle: ReadHandle, { keys }: CampaignIndex, by: ColumnKey): readonly Item[] {
  const fields: (string | null)[] = []
  if (isFieldKey(by))
    eachFieldCell(
      handle,
      keys,
      by,
      () => undefined,
      (index, value) => {
        fields[index] = value
      },
    )
  const row = handle.rows<StoredRow>(`SELECT ${ROW_SELECTION} FROM items WHERE key = ?`)
  return Array.from(keys, (key, index) => {
    const stored = row.get(key)
    if (stored === undefined) throw new Error('An item disappeared within a transaction')
    const item = toItemRow(stored)
    const match = isFieldKey(by) ? (fields[index] ?? null) : cellValue(item[by])
    return {
      key,
      campaignItemId: item.campaignItemId,
      itemName: item.itemName,
      posNumber: item.posNumber,
      match: match === null ? null : String(match),
      values: COMPARED_COLUMNS.map((column) => cellValue(item[column])),
    }
  })
}
