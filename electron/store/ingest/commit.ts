import { AppError } from '../../contract/app-error.ts'
import type { PendingDeletions } from '../../contract/jobs.ts'
import { newerTimestamp } from '../decode-json.ts'
import { ChangeRecorder } from '../changes/record.ts'
import { indexSnapshot, isOrderIndexed } from './snapshot-index.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import type { OtherTypes } from '../../contract/item.ts'
import { countOtherTypes } from './other-types.ts'
import type { StagedDownload, StagedRecord } from './staged-download.ts'
import { writeRecord } from './write-record.ts'
import type { CommitOutcome, DownloadVerdict } from '../types.ts'

interface CampaignRow {
  readonly key: number
  readonly snapshotKey: number | null
  readonly copy: 'none' | 'complete' | 'incomplete'
  readonly itemCount: number
  readonly newestUpdatedAt: string | null
}

/**
 * Applies a download. Must run inside a transaction. An incomplete download leaves a complete snapshot
 * unchanged; only a complete `full` one deletes rows. Unchanged rows of an existing snapshot keep their keys.
 */
export function commitStaged(
  handle: WriteHandle,
  download: StagedDownload & { readonly campaignId: string },
  verdict: DownloadVerdict,
): CommitOutcome {
  handle.command('INSERT INTO campaigns (id) VALUES (?) ON CONFLICT (id) DO NOTHING').run(download.campaignId)
  const campaign = handle
    .rows<CampaignRow>(
      `SELECT key, copy_key AS snapshotKey, copy, item_count AS itemCount, newest_updated_at AS newestUpdatedAt
        FROM campaigns WHERE id = ?`,
    )
    .get(download.campaignId)
  if (campaign === undefined) throw new Error('The campaign was just inserted')
  if (verdict.state === 'incomplete' && campaign.copy === 'complete') {
    return { replaced: false, itemCount: campaign.itemCount, ...NO_DIFFERENCE, refusedDeletions: null }
  }
  if (
    campaign.snapshotKey !== download.currentSnapshot ||
    revisionOf(handle, campaign.snapshotKey) !== download.currentRevision
  ) {
    throw new AppError('cacheBusy', { detail: 'The snapshot in use changed during this download.' })
  }
  const isCompleteList = download.kind === 'full' && verdict.state === 'complete'
  if (isCompleteList && download.pass > 1) deleteUnseenStaged(handle, download.snapshotKey)
  const acceptedDeletions = verdict.acceptedDeletions ?? Infinity
  const now = Date.now()
  const recorder = new ChangeRecorder(handle, {
    campaignKey: campaign.key,
    mode: download.kind === 'recent' ? 'recent' : 'full',
    complete: verdict.state === 'complete',
    completedAt: now,
  })
  const difference =
    campaign.snapshotKey === null
      ? insertSnapshot(handle, download)
      : merge(
          handle,
          { staged: download.snapshotKey, current: campaign.snapshotKey, isCompleteList, acceptedDeletions },
          recorder,
        )
  const snapshotKey = campaign.snapshotKey ?? download.snapshotKey
  const itemCount = countItems(handle, snapshotKey)
  const otherTypes = countOtherTypes(handle, snapshotKey)
  handle
    .command(
      `UPDATE campaigns SET copy_key = ?, copy = ?, item_count = ?, expected_count = ?, incomplete_reason = ?,
        fetched_at = ?, newest_updated_at = ?, unavailable = 0, other_types = ?,
        name = coalesce(?, name) WHERE key = ?`,
    )
    .run(
      snapshotKey,
      verdict.state,
      itemCount,
      verdict.expectedCount,
      verdict.state === 'complete' ? null : verdict.reason,
      now,
      isCompleteList
        ? newestTimestamp(handle, snapshotKey, download)
        : newerTimestamp(campaign.newestUpdatedAt, download.newestUpdatedAt),
      otherTypes,
      download.name,
      campaign.key,
    )
  if (download.record !== null) applyRecord(handle, campaign.key, download.record, now, recorder)
  const { changed } = recorder.finish(itemCount)
  const outcome = { replaced: true, itemCount, ...difference, changed, refusedDeletions: null }
  return otherTypes === null ? outcome : { ...outcome, otherTypes: JSON.parse(otherTypes) as OtherTypes }
}

/** Reads the newest `updatedAt` from the rows, because the newest item of an earlier pass may be deleted. */
function newestTimestamp(handle: ReadHandle, snapshotKey: number, download: StagedDownload): string | null {
  if (download.pass === 1) return download.newestUpdatedAt
  const times = handle
    .values<string | null>(
      'SELECT DISTINCT updated_at FROM item_ids JOIN items ON items.key = item_key WHERE item_ids.copy_key = ?',
    )
    .iterate(snapshotKey)
  let newest: string | null = null
  for (const time of times) newest = newerTimestamp(newest, time)
  return newest
}

type Difference = Pick<CommitOutcome, 'added' | 'changed' | 'removed'>

const NO_DIFFERENCE: Difference = { added: 0, changed: 0, removed: 0 }

/** Number of deleted items that the confirmation names. */
const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 200

/** Thrown to roll back a commit that would delete too much. */
class DeletionsRefusedError extends Error {
  readonly deletions: PendingDeletions

  constructor(deletions: PendingDeletions) {
    super('The download would delete more than half of the snapshot.')
    this.deletions = deletions
  }
}

/** Runs a commit in `transaction`. If it would delete too much, nothing changes. */
export function rollBackIfDeletionsRefused(transaction: () => CommitOutcome): CommitOutcome {
  try {
    return transaction()
  } catch (error) {
    if (!(error instanceof DeletionsRefusedError)) throw error
    const { deletions } = error
    return { replaced: false, itemCount: deletions.of, ...NO_DIFFERENCE, refusedDeletions: deletions }
  }
}

/** Stores that the record of a campaign was refused, if its snapshot stays as it is. */
export function storeRefusal(handle: WriteHandle, { campaignId, record }: StagedDownload): void {
  if (record === null || record.state === 'fetched') return
  handle.command('UPDATE campaigns SET record_state = ? WHERE id = ?').run(record.state, campaignId)
}

/** Makes the staged rows the first snapshot of a campaign. */
function insertSnapshot(handle: WriteHandle, { snapshotKey, index }: StagedDownload): Difference {
  const added = insertIds(handle, snapshotKey, snapshotKey)
  handle.command('DELETE FROM stagings WHERE copy_key = ?').run(snapshotKey)
  if (index?.finish() !== true) indexSnapshot(handle, snapshotKey)
  return { added, changed: 0, removed: 0 }
}

/** SQL condition for rows that were staged for a snapshot; both parameters are its key. */
const IS_STAGED = 'items.key >= (SELECT first_key FROM copies WHERE copies.key = ?) AND items.copy_key = ?'

/** Deletes staged rows that the last pass has not seen, because the list no longer contains them. */
function deleteUnseenStaged(handle: WriteHandle, snapshotKey: number): void {
  handle
    .command(
      `DELETE FROM items WHERE ${IS_STAGED} AND key NOT IN (SELECT item_key FROM sightings WHERE copy_key = ?)`,
    )
    .run(snapshotKey, snapshotKey, snapshotKey)
  handle
    .command(
      `DELETE FROM kept_items WHERE copy_key = ? AND item_key NOT IN
        (SELECT item_key FROM sightings WHERE copy_key = ?)`,
    )
    .run(snapshotKey, snapshotKey)
}

/** Adds staged rows to the ids of a snapshot in use. Returns their number. */
function insertIds(handle: WriteHandle, staged: number, current: number): number {
  return handle
    .command(
      `INSERT INTO item_ids (copy_key, campaign_item_id, item_key)
        SELECT ?, campaign_item_id, key FROM items WHERE ${IS_STAGED} ORDER BY campaign_item_id`,
    )
    .run(current, staged, staged).changes
}

/** Merges the staged rows into the snapshot in use. */
function merge(
  handle: WriteHandle,
  {
    staged,
    current,
    isCompleteList,
    acceptedDeletions,
  }: {
    readonly staged: number
    readonly current: number
    readonly isCompleteList: boolean
    readonly acceptedDeletions: number
  },
  recorder: ChangeRecorder,
): Difference {
  handle.execute(`
    CREATE TEMP TABLE IF NOT EXISTS changed_items (
      current_key INTEGER PRIMARY KEY,
      staged_key INTEGER NOT NULL UNIQUE
    );
    DELETE FROM temp.changed_items`)
  const changed = handle
    .command(
      `INSERT INTO temp.changed_items SELECT item_ids.item_key, items.key FROM items JOIN item_ids
        ON item_ids.copy_key = ? AND item_ids.campaign_item_id = items.campaign_item_id
        WHERE ${IS_STAGED}`,
    )
    .run(current, staged, staged).changes
  recorder.recordChangedItems()
  recordAdded(handle, staged, recorder)
  const removed = isCompleteList
    ? deleteUnseenCurrent(handle, { staged, current, acceptedDeletions }, recorder)
    : 0
  copyChanges(handle)
  const moved = handle
    .command(
      `UPDATE items SET position = unchanged.position FROM kept_items AS unchanged
        WHERE unchanged.copy_key = ? AND items.key = unchanged.item_key AND items.position <> unchanged.position`,
    )
    .run(staged).changes
  const added = insertIds(handle, staged, current)
  handle.command(`UPDATE items SET copy_key = ? WHERE ${IS_STAGED}`).run(current, staged, staged)
  handle.command('DELETE FROM copies WHERE key = ?').run(staged)
  // Without changes, the readers' caches stay valid.
  if (added + changed + removed > 0 || (moved > 0 && !isOrderIndexed(handle, current))) {
    handle.command('UPDATE copies SET revision = revision + 1 WHERE key = ?').run(current)
    indexSnapshot(handle, current)
  }
  return { added, changed, removed }
}

/** Records the staged rows of items that are new in the snapshot. */
function recordAdded(handle: WriteHandle, staged: number, recorder: ChangeRecorder): void {
  const added = handle.tuples<readonly [key: number, id: string]>(
    `SELECT key, campaign_item_id FROM items WHERE ${IS_STAGED} AND key > ?
      AND key NOT IN (SELECT staged_key FROM temp.changed_items) ORDER BY key LIMIT ?`,
  )
  recorder.recordAddedItems((key, count) => added.all(staged, staged, key, count))
}

/**
 * Deletes the rows of the snapshot in use that a complete download has not seen. Returns their number. Throws
 * {@link DeletionsRefusedError}.
 */
function deleteUnseenCurrent(
  handle: WriteHandle,
  {
    staged,
    current,
    acceptedDeletions,
  }: { readonly staged: number; readonly current: number; readonly acceptedDeletions: number },
  recorder: ChangeRecorder,
): number {
  handle.execute(`
    CREATE TEMP TABLE IF NOT EXISTS gone_items (item_key INTEGER PRIMARY KEY);
    DELETE FROM temp.gone_items`)
  const removed = handle
    .command(
      `INSERT INTO temp.gone_items SELECT item_key FROM item_ids WHERE copy_key = ?
        AND item_key NOT IN (SELECT item_key FROM kept_items WHERE copy_key = ?)
        AND item_key NOT IN (SELECT current_key FROM temp.changed_items)`,
    )
    .run(current, staged).changes
  const total = countItems(handle, current)
  if (removed * 2 > total && removed > acceptedDeletions) {
    throw new DeletionsRefusedError({ deleted: removed, of: total, examples: deletedNames(handle) })
  }
  recorder.recordDeletedItems()
  handle
    .command('DELETE FROM item_ids WHERE copy_key = ? AND item_key IN (SELECT item_key FROM temp.gone_items)')
    .run(current)
  handle.command('DELETE FROM items WHERE key IN (SELECT item_key FROM temp.gone_items)').run()
  return removed
}

function deletedNames(handle: WriteHandle): readonly string[] {
  return handle
    .values<string>(
      `SELECT substr(coalesce(item_name, pos_number, campaign_item_id), 1, ${String(MAX_EXAMPLE_LENGTH)})
        FROM temp.gone_items JOIN items ON items.key = item_key ORDER BY position LIMIT ${String(MAX_EXAMPLES)}`,
    )
    .all()
}

/** Copies changes from the staged rows to the rows in use, which keep their keys. */
function copyChanges(handle: WriteHandle): void {
  const columns = ['position', ...ITEM_COLUMN_NAMES].join(', ')
  handle
    .command(
      `UPDATE items SET (${columns}) = (SELECT ${columns} FROM items AS new WHERE new.key =
        (SELECT staged_key FROM temp.changed_items WHERE current_key = items.key))
        WHERE key IN (SELECT current_key FROM temp.changed_items)`,
    )
    .run()
  handle
    .command(
      `UPDATE item_bodies SET json = (SELECT new.json FROM item_bodies AS new WHERE new.item_key =
        (SELECT staged_key FROM temp.changed_items WHERE current_key = item_bodies.item_key))
        WHERE item_key IN (SELECT current_key FROM temp.changed_items)`,
    )
    .run()
  handle
    .command('DELETE FROM long_items WHERE item_key IN (SELECT current_key FROM temp.changed_items)')
    .run()
  handle
    .command(
      `INSERT INTO long_items SELECT current_key FROM temp.changed_items
        WHERE staged_key IN (SELECT item_key FROM long_items)`,
    )
    .run()
  handle.command('DELETE FROM items WHERE key IN (SELECT staged_key FROM temp.changed_items)').run()
}

/** Stores the record. One that is not available now does not remove an earlier one. */
function applyRecord(
  handle: WriteHandle,
  campaignKey: number,
  record: StagedRecord,
  now: number,
  recorder: ChangeRecorder,
): void {
  if (record.state !== 'fetched') {
    handle.command('UPDATE campaigns SET record_state = ? WHERE key = ?').run(record.state, campaignKey)
    return
  }
  const { campaign } = record
  const previousJson = handle
    .values<string>('SELECT json FROM campaign_bodies WHERE campaign_key = ?')
    .get(campaignKey)
  if (previousJson !== undefined) recorder.recordCampaign(previousJson, campaign.json)
  writeRecord(handle, campaignKey, campaign, now)
}

/** Returns the revision of a snapshot, or null without one. */
function revisionOf(handle: ReadHandle, snapshotKey: number | null): number | null {
  if (snapshotKey === null) return null
  return handle.values<number>('SELECT revision FROM copies WHERE key = ?').get(snapshotKey) ?? null
}

function countItems(handle: WriteHandle, snapshotKey: number): number {
  return handle.values<number>('SELECT count(*) FROM item_ids WHERE copy_key = ?').get(snapshotKey) ?? 0
}
