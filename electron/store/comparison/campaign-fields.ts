import type { CampaignTableColumn } from '../../contract/campaign-columns.ts'
import {
  EMPTY_CAMPAIGN_QUERY,
  type CampaignCell,
  type CampaignQuery,
  type CampaignRow,
} from '../../contract/campaign-query.ts'
import { COMPARED_CAMPAIGN_COLUMNS, type CampaignFieldComparison } from '../../contract/comparison.ts'

/** The columns that {@link compareRecords} needs. */
export const RECORD_COLUMNS: readonly CampaignTableColumn[] = [...COMPARED_CAMPAIGN_COLUMNS, 'record']

/** Returns a query that finds these campaigns. */
export function recordsQuery(campaignIds: readonly [string, string]): CampaignQuery {
  return {
    ...EMPTY_CAMPAIGN_QUERY,
    filters: { match: 'all', conditions: [{ column: '_id', operator: 'is', values: [...campaignIds] }] },
  }
}

/**
 * Compares the records of two campaigns by their documented fields, in the order of the registry.
 * @param rows the campaigns with {@link RECORD_COLUMNS}
 */
export function compareRecords(
  rows: readonly CampaignRow[],
  [first, second]: readonly [string, string],
): CampaignFieldComparison {
  const cellsOf = (campaignId: string): readonly CampaignCell[] =>
    rows.find(({ id }) => id === campaignId)?.cells ?? []
  const [one, other] = [cellsOf(first), cellsOf(second)]
  const fields = COMPARED_CAMPAIGN_COLUMNS.map((column, index) => ({
    column,
    first: one[index] ?? null,
    second: other[index] ?? null,
  }))
  const different = fields.filter((field) => !isSameCell(field.first, field.second))
  const filled = fields.filter((field) => field.first !== null || field.second !== null).length
  return {
    different,
    equal: filled - different.length,
    records: { first: one.at(-1) === 'fetched', second: other.at(-1) === 'fetched' },
  }
}

function isSameCell(one: CampaignCell, other: CampaignCell): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
