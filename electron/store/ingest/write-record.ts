import { campaignColumns, CAMPAIGN_COLUMN_NAMES } from '../campaign-columns.ts'
import type { WriteHandle } from '../database/handles.ts'
import type { DecodedCampaign } from '../decode-campaign.ts'

/**
 * Stores a campaign's record in place of an earlier one, and with another time of it. Must run inside a write
 * transaction.
 * @param now in milliseconds since 1970
 */
export function writeRecord(
  handle: WriteHandle,
  campaignKey: number,
  campaign: DecodedCampaign,
  now: number,
): void {
  handle
    .command(
      `UPDATE campaigns SET record_state = 'fetched',
        record_fetched_at = ? + (record_fetched_at IS ?), name = coalesce(?, name),
        (${CAMPAIGN_COLUMN_NAMES.join(', ')}) = (${CAMPAIGN_COLUMN_NAMES.map(() => '?').join(', ')}) WHERE key = ?`,
    )
    .run(now, now, campaign.name, ...campaignColumns(campaign), campaignKey)
  handle
    .command(
      `INSERT INTO campaign_bodies (campaign_key, json) VALUES (?, ?)
        ON CONFLICT (campaign_key) DO UPDATE SET json = excluded.json`,
    )
    .run(campaignKey, campaign.json)
  // They are stored again while nothing else is done.
  handle.command('DELETE FROM campaign_cells WHERE campaign_key = ?').run(campaignKey)
}
