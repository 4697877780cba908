import type { ReadHandle, WriteHandle } from './database/handles.ts'
import type { StoredFindings } from './types.ts'

/** Returns the stored findings of all campaigns that have any. */
export function readFindings(handle: ReadHandle): readonly StoredFindings[] {
  return handle
    .rows<StoredFindings>(
      `SELECT id AS campaignId, findings AS json FROM campaign_findings JOIN campaigns ON key = campaign_key`,
    )
    .all()
}

/** Stores findings in place of earlier ones. Campaigns that were removed meanwhile are left out. */
export function storeFindings(handle: WriteHandle, findings: readonly StoredFindings[]): void {
  const insert = handle.command(
    `INSERT INTO campaign_findings (campaign_key, findings) SELECT key, ? FROM campaigns WHERE id = ?
      ON CONFLICT (campaign_key) DO UPDATE SET findings = excluded.findings`,
  )
  handle.transaction(() => {
    for (const { campaignId, json } of findings) insert.run(json, campaignId)
  })
}
