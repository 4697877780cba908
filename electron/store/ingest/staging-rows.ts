import type { DecodedPage } from '../decode-page.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import type { StagedDownload } from './staged-download.ts'
import type { DownloadStart, DownloadKind, PageOutcome } from '../types.ts'

/** Creates a staging area for a download and returns its key. */
export function insertStaging(
  handle: WriteHandle,
  campaignId: string | null,
  kind: DownloadKind,
  keepsItems: boolean,
): number {
  const now = Date.now()
  const snapshotKey = Number(
    handle
      .command(
        'INSERT INTO copies (campaign_id, begun_at, process, first_key) VALUES (?, ?, ?, (SELECT next FROM item_keys))',
      )
      .run(campaignId, now, process.pid).lastInsertRowid,
  )
  handle
    .command(
      `INSERT INTO stagings (copy_key, kind, touched_at, current_copy, current_revision)
          SELECT ?, ?, ?, used.key, used.revision FROM (SELECT 1)
          LEFT JOIN copies AS used ON used.key = (SELECT copy_key FROM campaigns WHERE id = ?)`,
    )
    .run(snapshotKey, kind, now, campaignId)
  if (keepsItems) handle.command('INSERT INTO discoveries (copy_key) VALUES (?)').run(snapshotKey)
  return snapshotKey
}

/** Inserts a journal entry, in the transaction that stages the page. */
export function insertJournalEntry(
  handle: WriteHandle,
  download: StagedDownload,
  outcome: PageOutcome,
  page: DecodedPage,
): void {
  const { campaignId, keepsItems } = download
  const ids = campaignId === null && !keepsItems ? JSON.stringify(page.items.map(({ id }) => id)) : null
  handle
    .command('INSERT INTO journal (copy_key, sequence, entry, ids) VALUES (?, ?, ?, ?)')
    .run(download.snapshotKey, download.pages, JSON.stringify(outcome), ids)
  handle
    .command(
      'UPDATE stagings SET touched_at = ?, newest_updated_at = ?, campaign_name = ? WHERE copy_key = ?',
    )
    .run(Date.now(), download.newestUpdatedAt, download.name, download.snapshotKey)
}

/** Returns the complete snapshot in use, or null. */
export function completeSnapshotOf(
  handle: ReadHandle,
  campaignId: string | null,
): DownloadStart['completeSnapshot'] {
  if (campaignId === null) return null
  return (
    handle
      .rows<NonNullable<DownloadStart['completeSnapshot']>>(
        `SELECT item_count AS itemCount, newest_updated_at AS newestUpdatedAt FROM campaigns
            WHERE id = ? AND copy = 'complete'`,
      )
      .get(campaignId) ?? null
  )
}
