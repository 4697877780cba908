import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import { toSummary, type SummaryRow } from './campaign-columns.ts'
import type { ReadHandle } from './database/handles.ts'
import { compareTexts, naturalKey } from './query/natural-key.ts'

const SUMMARY = `id, name, reference, short_reference AS shortReference, number, status, state, copy,
  item_count AS itemCount, expected_count AS expectedCount, incomplete_reason AS incompleteReason,
  fetched_at AS fetchedAt, record_state AS recordState, unavailable AS isUnavailable, newest_updated_at AS newestUpdatedAt,
  unseen_changes AS unseenChanges, text_values AS textValues, other_types AS otherTypes`

/** Lists all campaigns in the natural order of their names, or of the ids of those without a name. */
export function listCampaigns(handle: ReadHandle): readonly CampaignSummary[] {
  return handle
    .rows<SummaryRow>(`SELECT ${SUMMARY} FROM campaigns`)
    .all()
    .map(toSummary)
    .map((campaign) => ({ campaign, order: naturalKey(campaign.name ?? campaign.id) }))
    .sort((a, b) => compareTexts(a.order, b.order) || compareTexts(a.campaign.id, b.campaign.id))
    .map(({ campaign }) => campaign)
}

/** A campaign with the keys of its stored data. */
export interface StoredCampaign {
  readonly key: number
  /** Null if it is not downloaded. */
  readonly snapshotKey: number | null
  readonly recordFetchedAt: number | null
  /** Bytes of its record; null without one. */
  readonly recordBytes: number | null
}

/** Returns the stored data of all campaigns by id. */
export function storedCampaigns(handle: ReadHandle): ReadonlyMap<string, StoredCampaign> {
  const rows = handle
    .rows<StoredCampaign & { readonly id: string }>(
      `SELECT id, key, copy_key AS snapshotKey, record_fetched_at AS recordFetchedAt,
        octet_length(json) AS recordBytes FROM campaigns LEFT JOIN campaign_bodies ON campaign_key = key`,
    )
    .all()
  return new Map(rows.map((row) => [row.id, row]))
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
