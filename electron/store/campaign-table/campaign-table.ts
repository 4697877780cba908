import type { CampaignTableColumn } from '../../contract/campaign-columns.ts'
import type { CampaignQuery, CampaignRows } from '../../contract/campaign-query.ts'
import { conditionsOf } from '../../contract/filter-tree.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import { CampaignCells } from './campaign-cells.ts'
import { filterCampaigns } from './campaign-filters.ts'
import { sortCampaigns } from './campaign-order.ts'
import { columnsOfSearch, searchCampaigns, SEARCHED_CAMPAIGN_COLUMNS } from './campaign-search.ts'

/** Answers queries of the table of all known campaigns. A service has thousands at most, so no index is needed. */
export class CampaignTable {
  readonly #handle: ReadHandle
  readonly #cells: CampaignCells

  constructor(handle: ReadHandle) {
    this.#handle = handle
    this.#cells = new CampaignCells(handle)
  }

  /**
   * Returns the campaigns of a query in its order. Throws `searchInvalid`, `searchTooSlow`,
   * `filterPatternInvalid`, `filterPatternTooSlow`, `superseded`, and `badInput` for a filter that its column
   * does not support.
   */
  run(
    query: CampaignQuery,
    columns: readonly CampaignTableColumn[],
    throwIfCancelled: ThrowIfCancelled,
  ): CampaignRows {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const all = this.#cells.read([...columns, ...columnsOfQuery(query)])
      const found = searchCampaigns(all, query, throwIfCancelled)
      const matching = filterCampaigns(found, query.filters, throwIfCancelled)
      return {
        rows: sortCampaigns(matching, query.sort).map(({ id, cellOf }) => ({
          id,
          cells: columns.map(cellOf),
        })),
        total: all.length,
      }
    })
  }
}

/** Returns the columns that a query reads. */
function columnsOfQuery(query: CampaignQuery): readonly CampaignTableColumn[] {
  return [
    ...(query.search === '' ? [] : [...SEARCHED_CAMPAIGN_COLUMNS, ...columnsOfSearch(query)]),
    ...conditionsOf(query.filters).map(({ column }) => column),
    ...query.sort.map(({ key }) => key),
  ]
}
