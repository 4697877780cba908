import type { CampaignQuery } from '../contract/campaign-query.ts'
import type { Connection } from '../contract/connection.ts'
import type { CampaignsCommand, TimelineCommand } from './commands.ts'
import { campaignWhereColumns } from './where/where-columns.ts'
import { filtersOf } from './where/where-options.ts'

/** Returns the unsorted query of a command. Throws a `UsageError` for a name that no status has. */
export function campaignQuery(
  { name, search, where }: CampaignsCommand | TimelineCommand,
  { labels }: Pick<Connection, 'labels'>,
): CampaignQuery {
  return {
    search,
    searchMode: 'pattern',
    filters: filtersOf(where, campaignWhereColumns(labels), name),
    sort: [],
  }
}
