import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import { toSummary, type SummaryRow } from './campaign-columns.ts'
import type { ReadHandle } from './database/handles.ts'
import { compareTexts, naturalKey } from './query/natural-key.ts'

const SUMMARY = `id, name, reference, short_reference AS shortReference, number, status, state, copy,
  item_count AS itemCount, expected_count AS expectedCount, incomplete_reason AS incompleteReason,
  fetched_at AS fetchedAt, record_state AS recordState, unavailable AS isUnavailable, newest_updated_at AS newestUpdatedAt,
  unseen_changes AS unseenChanges, text_values AS textValues, other_types AS otherTypes`

/** A campaign with the keys of its stored data. */
export interface StoredCampaign {
  readonly summary: CampaignSummary
  readonly key: number
  /** Null if it is not downloaded. */
  readonly snapshotKey: number | null
  /** In milliseconds since 1970, another one for each record of the campaign; null without a record. */
  readonly recordFetchedAt: number | null
}

/** Lists all campaigns in the natural order of their names, or of the ids of those without a name. */
export function listStoredCampaigns(handle: ReadHandle): readonly StoredCampaign[] {
  return handle
    .rows<SummaryRow & Omit<StoredCampaign, 'summary'>>(
      `SELECT ${SUMMARY}, key, copy_key AS snapshotKey, record_fetched_at AS recordFetchedAt FROM campaigns`,
    )
    .all()
    .map(({ key, snapshotKey, recordFetchedAt, ...row }) => ({
      campaign: { summary: toSummary(row), key, snapshotKey, recordFetchedAt },
      order: naturalKey(row.name ?? row.id),
    }))
    .sort(
      (a, b) => compareTexts(a.order, b.order) || compareTexts(a.campaign.summary.id, b.campaign.summary.id),
    )
    .map(({ campaign }) => campaign)
}

/** Lists all campaigns in the order of {@link listStoredCampaigns}. */
export function listCampaigns(handle: ReadHandle): readonly CampaignSummary[] {
  return listStoredCampaigns(handle).map(({ summary }) => summary)
}

/** Returns the record of a campaign as JSON text; null without one. */
export function readRecord(handle: ReadHandle, campaignKey: number): string | null {
  return (
    handle.values<string>('SELECT json FROM campaign_bodies WHERE campaign_key = ?').get(campaignKey) ?? null
  )
}

/** Returns a campaign with its record, or null if it is unknown. */
export function getCampaign(handle: ReadHandle, id: string): CampaignRecord | null {
  return handle.snapshot(() => {
    const row = handle.rows<SummaryRow>(`SELECT ${SUMMARY} FROM campaigns WHERE id = ?`).get(id)
    if (row === undefined) return null
    const summary = toSummary(row)
    const body = handle
      .rows<{ readonly json: string | null; readonly recordFetchedAt: number | null }>(
        `SELECT json, record_fetched_at AS recordFetchedAt FROM campaigns
          LEFT JOIN campaign_bodies ON campaign_key = key WHERE id = ?`,
      )
      .get(id)
    return { summary, json: body?.json ?? null, recordFetchedAt: body?.recordFetchedAt ?? null }
  })
}

/** Counts the campaigns and items of the cache. */
export function countStored(handle: ReadHandle): { readonly campaigns: number; readonly items: number } {
  return (
    handle
      .rows<{ readonly campaigns: number; readonly items: number }>(
        'SELECT count(*) AS campaigns, coalesce(sum(item_count), 0) AS items FROM campaigns',
      )
      .get() ?? { campaigns: 0, items: 0 }
  )
}
