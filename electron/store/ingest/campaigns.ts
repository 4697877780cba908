import { AppError } from '../../contract/app-error.ts'
import type { Fault } from '../../contract/faults.ts'
import { markSeen, markUnseen } from '../changes/seen-changes.ts'
import type { WriteHandle } from '../database/handles.ts'
import type { StoreWriter } from '../operations.ts'
import type { Handlers } from '../protocol.ts'
import { decodeCampaign, type DecodedCampaign } from '../decode-campaign.ts'
import type { RecordToStore } from '../types.ts'
import type { Staging } from './staging.ts'
import { writeRecord } from './write-record.ts'

/** Returns the operations of the writer that change campaigns outside of a download. */
export function createCampaignHandlers(handle: WriteHandle, staging: Staging) {
  return {
    addCampaigns: ([campaigns]) => addCampaigns(handle, campaigns),
    storeRecords: ([records]) => storeRecords(handle, records),
    setRecordState: ([campaignId, state]) => setRecordState(handle, campaignId, state),
    removeCampaigns: ([ids]) => {
      handle.transaction(() => {
        for (const id of ids) {
          staging.dropCampaign(id)
          removeCampaign(handle, id)
        }
      })
    },
    markSeen: ([campaignId, ids]) => markSeen(handle, campaignId, ids),
    markUnseen: ([campaignId, marks]) => markUnseen(handle, campaignId, marks),
  } satisfies Partial<Handlers<StoreWriter>>
}

/** Adds campaigns, or updates their names and counts. The count of a campaign with a snapshot stays. */
function addCampaigns(handle: WriteHandle, campaigns: Parameters<StoreWriter['addCampaigns']>[0]): void {
  const upsert = handle.command(
    `INSERT INTO campaigns (id, name, expected_count) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET
      name = CASE WHEN record_state = 'fetched' THEN coalesce(name, excluded.name)
        ELSE coalesce(excluded.name, name) END,
      expected_count = CASE WHEN copy = 'none' THEN coalesce(excluded.expected_count, expected_count)
        ELSE expected_count END`,
  )
  handle.transaction(() => {
    for (const campaign of campaigns) upsert.run(campaign.id, campaign.name, campaign.items)
  })
}

function setRecordState(handle: WriteHandle, campaignId: string, state: 'forbidden' | 'missing'): boolean {
  return (
    handle
      .command("UPDATE campaigns SET record_state = ?, unavailable = 1 WHERE id = ? AND copy <> 'none'")
      .run(state, campaignId).changes > 0
  )
}

function storeRecords(handle: WriteHandle, records: readonly RecordToStore[]): readonly (boolean | Fault)[] {
  const key = handle.values<number>("SELECT key FROM campaigns WHERE id = ? AND copy = 'none'")
  return handle.transaction(() =>
    records.map(({ campaignId, record }) => {
      // It may have been downloaded or removed since its record was requested.
      const campaignKey = key.get(campaignId)
      if (campaignKey === undefined) return false
      if (record.state !== 'fetched') {
        handle.command('UPDATE campaigns SET record_state = ? WHERE key = ?').run(record.state, campaignKey)
        return true
      }
      const campaign = decodeOrFault(record.bytes)
      if ('code' in campaign) return campaign
      writeRecord(handle, campaignKey, campaign, Date.now())
      return true
    }),
  )
}

function decodeOrFault(bytes: Uint8Array): DecodedCampaign | Fault {
  try {
    return decodeCampaign(bytes)
  } catch (error) {
    if (error instanceof AppError) return error.toFault()
    throw error
  }
}

function removeCampaign(handle: WriteHandle, id: string): void {
  const snapshotKey = handle.values<number | null>('SELECT copy_key FROM campaigns WHERE id = ?').get(id)
  handle.command('DELETE FROM campaigns WHERE id = ?').run(id)
  if (snapshotKey === undefined || snapshotKey === null) return
  handle
    .command('DELETE FROM items WHERE key IN (SELECT item_key FROM item_ids WHERE copy_key = ?)')
    .run(snapshotKey)
  handle.command('DELETE FROM copies WHERE key = ?').run(snapshotKey)
}
