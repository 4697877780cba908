import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  campaignColumnKindOf,
  type CampaignColumnKey,
  type CampaignTableColumn,
} from './campaign-columns.ts'
import type { ColumnKind } from './columns.ts'
import { isFieldKey } from './fields.ts'
import type { FilterKind } from './filter-operators.ts'
import type { ConditionGroup, ConditionOn } from './filters.ts'
import type { SearchMode, SortDirection } from './query.ts'
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
