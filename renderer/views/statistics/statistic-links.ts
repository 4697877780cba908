import { hasValue } from '../../../electron/contract/filter-tree.ts'
import type { FacetValue, FilterCondition, FilterGroup } from '../../../electron/contract/filters.ts'
import { FILTER_COLUMNS_OF_STATS, type StatKey } from '../../../electron/contract/statistics.ts'
import { PLAIN_VIEW } from '../../state/items-query.ts'
import { openView, type NavigationContext } from '../../state/navigation.ts'
import { narrowed } from '../../state/statistic-filters.ts'
import { isWhole } from './statistic-display.ts'

/** A value of a dimension. */
export interface StatisticValue {
  readonly key: StatKey
  readonly value: FacetValue
}

/** The items that are counted. */
export interface CountedItems {
  /** The campaign of the view; null for all campaigns. */
  readonly campaignId: string | null
  /** The chosen campaigns; null for all. */
  readonly campaignIds: readonly string[] | null
  readonly filters: FilterGroup
}

/**
 * Returns whether the rows with a value can be shown: not of a clipped text, nor of invalid dates, which no
 * filter finds.
 */
export function canOpen({ key, value }: StatisticValue): boolean {
  if (key === 'changeDay' || (key === 'updatedDay' && value === null)) return false
  return isWhole(value)
}

/** Shows the items that have all these values. */
export function openRows(
  navigation: Pick<NavigationContext, 'show' | 'frame' | 'campaigns'>,
  { campaignId, campaignIds, filters }: CountedItems,
  values: readonly StatisticValue[],
  name: string,
): void {
  const campaign = values.find(({ key }) => key === 'campaign')?.value ?? campaignIds?.[0]
  const isOne = values.some(({ key }) => key === 'campaign') || campaignIds?.length === 1
  const target =
    campaignId ??
    (isOne && typeof campaign === 'string' && navigation.campaigns.some(({ id }) => id === campaign)
      ? campaign
      : null)
  const conditions = values.flatMap(({ key, value }): readonly FilterCondition[] => {
    const column = FILTER_COLUMNS_OF_STATS[key]
    return column === null || (key === 'campaign' && target !== null) ? [] : [hasValue(column, value)]
  })
  const ofCampaigns = target === null && campaignIds !== null ? [hasValue('campaignId', ...campaignIds)] : []
  const query = { ...PLAIN_VIEW, filters: narrowed(filters, [...ofCampaigns, ...conditions]) }
  const view = { id: 'statistics', name, query, columns: null, rowColors: null, saved: null }
  void openView(navigation, target, view)
}
