import { clipCampaignCell } from '../contract/campaign-query.ts'
import type { CampaignFieldComparison } from '../contract/comparison.ts'
import { compareRecords, RECORD_COLUMNS, recordsQuery } from '../store/comparison/campaign-fields.ts'
import type { Store } from '../store/operations.ts'

/** Compares the records of two campaigns for the window, with clipped cells. */
export async function compareCampaignFields(
  store: Pick<Store, 'queryCampaigns'>,
  campaignIds: readonly [string, string],
  slot: string,
): Promise<CampaignFieldComparison> {
  const { rows } = await store.queryCampaigns(recordsQuery(campaignIds), RECORD_COLUMNS, slot)
  const comparison = compareRecords(rows, campaignIds)
  return {
    ...comparison,
    different: comparison.different.map(({ column, first, second }) => ({
      column,
      first: clipCampaignCell(first),
      second: clipCampaignCell(second),
    })),
  }
}
