import { isSuppliedColumn, type CampaignTableColumn } from '../../contract/campaign-columns.ts'
import type { CampaignQuery, CampaignRows } from '../../contract/campaign-query.ts'
import type { ReadHandle } from '../database/handles.ts'
import type { ThrowIfCancelled } from '../protocol.ts'
import type { SuppliedCells } from '../types.ts'
import { CampaignCells, type CampaignWithCells } from './campaign-cells.ts'
import { filterCampaigns } from './campaign-filters.ts'
import { sortCampaigns } from './campaign-order.ts'
import { readsFoldedTexts, searchCampaigns } from './campaign-search.ts'
import { columnsOfQuery } from './query-columns.ts'

/**
 * Answers queries of the table of all known campaigns. A service has thousands at most, so no index is
 * needed.
 */
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
    supplied: SuppliedCells = {},
  ): CampaignRows {
    throwIfCancelled()
    return this.#handle.snapshot(() => {
      const cells = this.#cells.read([...columns, ...columnsOfQuery(query)], readsFoldedTexts(query))
      const all = withSuppliedCells(cells, supplied)
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

function withSuppliedCells(
  campaigns: readonly CampaignWithCells[],
  supplied: SuppliedCells,
): readonly CampaignWithCells[] {
  if (Object.keys(supplied).length === 0) return campaigns
  return campaigns.map((campaign) => ({
    ...campaign,
    cellOf: (column) =>
      isSuppliedColumn(column) ? (supplied[column]?.get(campaign.id) ?? null) : campaign.cellOf(column),
  }))
}
