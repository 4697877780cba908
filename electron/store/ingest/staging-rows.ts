import type { DecodedPage } from '../decode-page.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import type { StagedDownload } from './staged-download.ts'
import type { BegunDownload, DownloadKind, PageOutcome } from '../types.ts'

/** Makes room for a download beside the snapshot that its campaign uses now. Gives its number. */
export function insertStaging(
  handle: WriteHandle,
  campaignId: string | null,
  kind: DownloadKind,
  keepsItems: boolean,
): number {
  const now = Date.now()
  const copyKey = Number(
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
    .run(copyKey, kind, now, campaignId)
  if (keepsItems) handle.command('INSERT INTO discoveries (copy_key) VALUES (?)').run(copyKey)
  return copyKey
}

/** Enters a page into the journal, in the transaction that stages it. */
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
    .run(download.copyKey, download.pages, JSON.stringify(outcome), ids)
  handle
    .command(
      'UPDATE stagings SET touched_at = ?, newest_updated_at = ?, campaign_name = ? WHERE copy_key = ?',
    )
    .run(Date.now(), download.newestUpdatedAt, download.name, download.copyKey)
}

/** What the complete snapshot in use was sealed with; null without one. */
export function completenessOf(handle: ReadHandle, campaignId: string | null): BegunDownload['seal'] {
  if (campaignId === null) return null
  return (
    handle
      .rows<NonNullable<BegunDownload['seal']>>(
        `SELECT item_count AS itemCount, newest_updated_at AS newestUpdatedAt FROM campaigns
            WHERE id = ? AND copy = 'complete'`,
      )
      .get(campaignId) ?? null
  )
}
