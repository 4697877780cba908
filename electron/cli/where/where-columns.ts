import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  isCampaignColumnKey,
  type CampaignTableColumn,
} from '../../contract/campaign-columns.ts'
import { campaignFilterKindOf, CAMPAIGN_SEARCH_COLUMNS } from '../../contract/campaign-query.ts'
import { ITEM_COLUMN_KEYS } from '../../contract/columns.ts'
import type { ValueLabel, ValueLabels } from '../../contract/connection.ts'
import { type FieldKey } from '../../contract/fields.ts'
import { filterKindOf, STATES, type FilterKind } from '../../contract/filter-operators.ts'
import { isStateColumn, type FacetValue, type FilterColumn } from '../../contract/filters.ts'
import { FIELD_KEYS } from '../../contract/search-fields.ts'
import { campaignColumnLabel } from '../../contract/column-labels.ts'
import { messages } from '../../contract/messages.ts'
import type { Named } from './where-words.ts'

/** The columns that conditions can be about. Every field of a record is one, by its key. */
export interface WhereColumns<Column extends string> {
  readonly names: readonly Named<Column>[]
  readonly kindOf: (column: Column | FieldKey) => FilterKind
  /** Returns all values of a column of the kind `state`. */
  readonly statesOf: (column: Column | FieldKey) => readonly FacetValue[]
  /** Returns the names of a column's numbers; null if they are not known yet, and any name is accepted. */
  readonly labelsOf: (column: Column | FieldKey) => readonly ValueLabel[] | null
}

/** Names of items' columns: keys, short names, labels, and the states of an item. */
const itemNames = (): readonly Named<FilterColumn>[] => [
  ...FIELD_KEYS,
  ...ITEM_COLUMN_KEYS.map((key) => [messages.columns.items[key], key] as const),
  ['review', 'review'],
  ['mark', 'review'],
  ['unseen', 'unseen'],
]

/** Returns the columns of items. */
export function itemWhereColumns(labels: readonly ValueLabel[] | null): WhereColumns<FilterColumn> {
  return {
    names: itemNames(),
    kindOf: filterKindOf,
    statesOf: (column) => (isStateColumn(column) ? STATES[column] : []),
    labelsOf: () => labels,
  }
}

const campaignNames = (): readonly Named<CampaignTableColumn>[] => [
  ...CAMPAIGN_SEARCH_COLUMNS.names,
  ...CAMPAIGN_COLUMN_KEYS.map((key) => [campaignColumnLabel(key), key] as const),
]

/** Returns the columns of campaigns. */
export function campaignWhereColumns(labels: ValueLabels | null): WhereColumns<CampaignTableColumn> {
  const columnOf = (column: CampaignTableColumn) =>
    isCampaignColumnKey(column) ? CAMPAIGN_COLUMNS[column] : null
  return {
    names: campaignNames(),
    kindOf: campaignFilterKindOf,
    statesOf: (column) => columnOf(column)?.values ?? [],
    labelsOf: (column) => {
      const field = columnOf(column)?.labelled
      return labels === null || field === undefined ? null : labels[field]
    },
  }
}
