import {
  CAMPAIGN_COLUMNS,
  campaignColumnKindOf,
  ENTRY_SEPARATOR,
  type CampaignTableColumn,
} from '../../electron/contract/campaign-columns.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import { isEntries, type CampaignCell, type CampaignRow } from '../../electron/contract/campaign-query.ts'
import {
  fieldText,
  fieldValueKind,
  isFieldKey,
  type FieldKey,
  type FieldValueKind,
} from '../../electron/contract/fields.ts'
import { fold } from '../../electron/contract/fold.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import {
  MAX_VALUES,
  type ColumnValues,
  type FacetValue,
  type ItemGroup,
  type SelectionRanges,
  type SortDirection,
} from '../../electron/contract/query.ts'
import { messages } from '../../electron/contract/messages.ts'

/** Columns that usually have few values, by which campaigns can be grouped. */
export const CAMPAIGN_GROUP_COLUMNS: readonly CampaignTableColumn[] = [
  'status',
  'state',
  'season',
  'brand',
  'region',
  'department',
  'campaignType',
  'priority',
  'owner',
  'year',
  'isActive',
  'isLocked',
  'downloaded',
  'record',
]

/** Returns the columns by which a table can be grouped: with its undocumented fields, and the present one. */
export function groupColumns(
  fields: readonly FieldKey[],
  group: CampaignTableColumn | null,
): readonly CampaignTableColumn[] {
  return [...new Set([...CAMPAIGN_GROUP_COLUMNS, ...(group === null ? [] : [group]), ...fields])]
}

/** Returns the cell of a column; null if the column was not requested. */
export type CellReader = (row: CampaignRow, column: CampaignTableColumn) => CampaignCell

/** Items and quantity of some campaigns. Campaigns that are not downloaded have none. */
export interface CampaignSums {
  readonly items: number
  readonly quantity: number
}

/** Campaigns in groups, each group in the order of the rows. */
interface GroupedCampaigns {
  readonly rows: readonly CampaignRow[]
  readonly groups: readonly ItemGroup[]
}

/** Returns the value of a cell as a group: the entries of a list together. */
export function groupValueOf(cell: CampaignCell): FacetValue {
  return isEntries(cell) ? cell.map(String).join(ENTRY_SEPARATOR) || null : cell
}

/**
 * Groups campaigns by the values of a column, in the order of the values; campaigns without one are last.
 * @param direction the direction of the values
 */
export function groupCampaigns(
  rows: readonly CampaignRow[],
  column: CampaignTableColumn,
  cellOf: CellReader,
  direction: SortDirection,
): GroupedCampaigns {
  const rowsOf = new Map<FacetValue, CampaignRow[]>()
  for (const row of rows) {
    const value = groupValueOf(cellOf(row, column))
    const group = rowsOf.get(value)
    if (group === undefined) rowsOf.set(value, [row])
    else group.push(row)
  }
  const compare = comparisonOf(column)
  const ordered = [...rowsOf].toSorted(([one], [other]) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return compare(one, other) * direction
  })
  let first = 0
  const groups = ordered.map(([value, members]): ItemGroup => {
    const group = { value, first, count: members.length, qtySum: sumsOf(members, cellOf).quantity }
    first += members.length
    return group
  })
  return { rows: ordered.flatMap(([, members]) => members), groups }
}

/**
 * Returns how the values of a column are ordered: fixed ones in their order, numbers by value, texts
 * naturally.
 */
function comparisonOf(column: CampaignTableColumn): (one: FacetValue, other: FacetValue) => number {
  if (isFieldKey(column)) return compareFieldValues
  const fixed = CAMPAIGN_COLUMNS[column].values
  if (fixed !== undefined) return (one, other) => fixed.indexOf(String(one)) - fixed.indexOf(String(other))
  return (one, other) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareNames(String(one), String(other))
}

const FIELD_KINDS: readonly FieldValueKind[] = ['number', 'boolean', 'text', 'whole']

/** Orders values of any kind as the sort of the store does. */
function compareFieldValues(one: FacetValue, other: FacetValue): number {
  const [first, second] = [String(one), String(other)]
  const [kind, otherKind] = [fieldValueKind(first), fieldValueKind(second)]
  if (kind !== otherKind) return FIELD_KINDS.indexOf(kind) - FIELD_KINDS.indexOf(otherKind)
  return kind === 'number' ? Number(first) - Number(second) : compareNames(first, second)
}

/** Counts the values of a column's cells that contain a text, and returns their range. */
export function columnValues(
  cells: readonly CampaignCell[],
  column: CampaignTableColumn,
  find: string,
): ColumnValues {
  const counts = new Map<FacetValue, number>()
  let [empty, min, max] = [0, Infinity, -Infinity]
  const folded = fold(find)
  for (const cell of cells) {
    const values = isEntries(cell) ? new Set(cell) : [cell]
    if (cell === null) empty += 1
    for (const value of values) {
      if (value === null) continue
      const number = limitOf(value, column)
      if (number !== null) [min, max] = [Math.min(min, number), Math.max(max, number)]
      const text = isFieldKey(column) ? fieldText(String(value), messages.items) : String(value)
      if (folded === '' || fold(text).includes(folded)) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count)
  return {
    values: values.slice(0, MAX_VALUES),
    distinct: values.length,
    empty,
    ...(min > max ? { min: null, max: null } : { min, max }),
  }
}

/** Returns a number, or the time of a date in milliseconds since 1970; null for other values. */
function limitOf(value: FacetValue, column: CampaignTableColumn): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && campaignColumnKindOf(column) === 'dateTime' ? parseInstant(value) : null
}

/** Adds up the items and quantities of campaigns. */
export function sumsOf(rows: Iterable<CampaignRow>, cellOf: CellReader): CampaignSums {
  let [items, quantity] = [0, 0]
  for (const row of rows) {
    items += numberIn(cellOf(row, 'items'))
    quantity += numberIn(cellOf(row, 'quantity'))
  }
  return { items, quantity }
}

const numberIn = (cell: CampaignCell): number => (typeof cell === 'number' ? cell : 0)

/** Returns the rows in ranges of indexes. */
export function rowsIn(rows: readonly CampaignRow[], ranges: SelectionRanges): readonly CampaignRow[] {
  return ranges.flatMap(([first, last]) => rows.slice(first, last + 1))
}
