import type { CampaignTableColumn } from '../../contract/campaign-columns.ts'
import type { CampaignQuery } from '../../contract/campaign-query.ts'
import { conditionsOf } from '../../contract/filter-tree.ts'
import { columnsOfSearch } from './campaign-search.ts'

/** Returns the columns that a query reads, apart from those of its rows. */
export function columnsOfQuery(query: CampaignQuery): readonly CampaignTableColumn[] {
  return [
    ...columnsOfSearch(query),
    ...conditionsOf(query.filters).map(({ column }) => column),
    ...query.sort.map(({ key }) => key),
  ]
}
