import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_COLUMNS,
  type CampaignTableColumn,
} from '../../../electron/contract/campaign-columns.ts'
import { campaignFilterKindOf } from '../../../electron/contract/campaign-query.ts'
import { isFieldKey } from '../../../electron/contract/fields.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { campaignColumnLabel } from '../../../electron/contract/column-labels.ts'
import { boundText, type FilterTerms } from '../../state/filter-terms.ts'
import { CAMPAIGN_GROUP_COLUMNS } from '../../state/campaign-groups.ts'
import type { CampaignDisplay, CampaignText } from './campaign-cells.ts'

/** Returns how the columns of campaigns are filtered, and what their values are called. */
export function campaignFilterTerms(
  { labels, format }: CampaignDisplay,
  text: CampaignText,
): FilterTerms<CampaignTableColumn> {
  const labelledOf = (column: CampaignTableColumn) =>
    isFieldKey(column) ? undefined : CAMPAIGN_COLUMNS[column].labelled
  return {
    columns: CAMPAIGN_COLUMN_KEYS,
    kindOf: campaignFilterKindOf,
    // Names are searched for, and other values chosen.
    isSearched: (column) =>
      campaignFilterKindOf(column) === 'text' && !CAMPAIGN_GROUP_COLUMNS.includes(column),
    initialValues: () => [],
    labelOf: campaignColumnLabel,
    headingOf: (column) =>
      isFieldKey(column)
        ? messages.items.columns.others
        : messages.columns.sections[CAMPAIGN_COLUMNS[column].field?.section ?? 'known'],
    valueName: (column, value) => {
      if (value === null || value === '') return messages.items.empty
      if (campaignFilterKindOf(column) === 'dateTime') return boundText(value, format)
      return text.of(value, column)
    },
    statusOf: (column) => {
      const field = labelledOf(column)
      return field === undefined ? null : { field, labels: labels[field] }
    },
    statesOf: (column) => {
      const values = isFieldKey(column) ? undefined : CAMPAIGN_COLUMNS[column].values
      return values === undefined ? null : { label: campaignColumnLabel(column), values, note: '' }
    },
    fixedText: () => null,
    format,
  }
}
