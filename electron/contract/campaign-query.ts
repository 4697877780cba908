import * as v from 'valibot'
import { fieldKeySchema, MAX_SEARCH_LENGTH, text } from './base-schemas.ts'
import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  campaignColumnKindOf,
  type CampaignColumnKey,
  type CampaignTableColumn,
} from './campaign-columns.ts'
import { clipFieldValue, clipText, MAX_CELL_LENGTH } from './clip-text.ts'
import type { ColumnKind } from './columns.ts'
import { isFieldKey, MAX_FIELD_COLUMNS } from './fields.ts'
import type { FilterKind } from './filter-operators.ts'
import {
  createConditionSchema,
  createGroupSchema,
  type ConditionGroup,
  type ConditionOn,
  type FacetValue,
} from './filters.ts'
import { searchModeSchema, type SearchMode, type SortDirection } from './query.ts'
import type { SearchColumns } from './search-fields.ts'

export type CampaignCondition = ConditionOn<CampaignTableColumn>
export type CampaignFilters = ConditionGroup<CampaignCondition>

export interface CampaignSortKey {
  readonly key: CampaignTableColumn
  /** Empty cells are always last. */
  readonly direction: SortDirection
}

/** A query of the table of campaigns; see `ItemQuery`. */
export interface CampaignQuery {
  readonly search: string
  readonly searchMode: SearchMode
  readonly filters: CampaignFilters
  /** Empty for the natural order of names. */
  readonly sort: readonly CampaignSortKey[]
}

export const campaignTableColumnSchema = v.union([v.picklist(CAMPAIGN_COLUMN_KEYS), fieldKeySchema])
/** Maximum number of columns of the table, or of its sort. */
export const MAX_CAMPAIGN_COLUMNS = CAMPAIGN_COLUMN_KEYS.length + MAX_FIELD_COLUMNS

export const campaignQuerySchema: v.GenericSchema<CampaignQuery> = v.strictObject({
  search: text(MAX_SEARCH_LENGTH),
  searchMode: searchModeSchema,
  filters: createGroupSchema(createConditionSchema(campaignTableColumnSchema)),
  sort: v.pipe(
    v.array(v.strictObject({ key: campaignTableColumnSchema, direction: v.picklist([1, -1]) })),
    v.maxLength(MAX_CAMPAIGN_COLUMNS),
  ),
})

export const EMPTY_CAMPAIGN_QUERY: CampaignQuery = {
  search: '',
  searchMode: 'words',
  filters: { match: 'all', conditions: [] },
  sort: [],
}

/** A trimmed value; null if empty. Entries of a list are separate values, and an empty list is null. */
export type CampaignCell = FacetValue | readonly FacetValue[]

/** Returns whether a cell has the entries of a list. */
export function isEntries(cell: CampaignCell): cell is readonly FacetValue[] {
  return Array.isArray(cell)
}

/** Entries of a cell that are shown. */
const MAX_SHOWN_ENTRIES = 100

/** Clips the texts of a cell for the window, and leaves entries beyond the first hundred out. */
export function clipCampaignCell(cell: CampaignCell): CampaignCell {
  if (isEntries(cell)) return cell.slice(0, MAX_SHOWN_ENTRIES).map(clipValue)
  return clipValue(cell)
}

/** Clips the cells of these columns, in their order. */
export function clipCampaignCells(
  cells: readonly CampaignCell[],
  columns: readonly CampaignTableColumn[],
): readonly CampaignCell[] {
  return cells.map((cell, index) =>
    typeof cell === 'string' && isFieldKey(columns[index] ?? '')
      ? clipFieldValue(cell, MAX_CELL_LENGTH)
      : clipCampaignCell(cell),
  )
}

function clipValue(value: FacetValue): FacetValue {
  return typeof value === 'string' ? clipText(value, MAX_CELL_LENGTH) : value
}

/** A row of the table of campaigns. */
export interface CampaignRow {
  readonly id: string
  /** In the order of the requested columns. */
  readonly cells: readonly CampaignCell[]
}

export interface CampaignRows {
  readonly rows: readonly CampaignRow[]
  /** All known campaigns, without search and filters. */
  readonly total: number
}

/** Returns what decides the operators of a column of campaigns. */
export function campaignFilterKindOf(column: CampaignTableColumn): FilterKind {
  if (isFieldKey(column)) return 'any'
  const { values, labelled } = CAMPAIGN_COLUMNS[column]
  if (values !== undefined) return 'state'
  return labelled === undefined ? campaignColumnKindOf(column) : 'choice'
}

/** All names of columns, the short ones first. Case is ignored. */
const NAMES: readonly (readonly [name: string, column: CampaignColumnKey])[] = [
  ...CAMPAIGN_COLUMN_KEYS.flatMap((key) => {
    const { shortName } = CAMPAIGN_COLUMNS[key]
    return shortName === undefined ? [] : [[shortName, key] as const]
  }),
  ...CAMPAIGN_COLUMN_KEYS.map((key) => [key, key] as const),
]

const COLUMN_OF = new Map(NAMES.map(([name, column]) => [name.toLowerCase(), column]))

/** The columns of a search of campaigns by fields. */
export const CAMPAIGN_SEARCH_COLUMNS: SearchColumns<CampaignColumnKey> & { readonly names: typeof NAMES } = {
  names: NAMES,
  columnOf: (name) => COLUMN_OF.get(name.toLowerCase()) ?? null,
  kindOf: (column): ColumnKind => CAMPAIGN_COLUMNS[column].kind,
}
