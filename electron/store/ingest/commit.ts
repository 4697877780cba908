import { AppError } from '../../contract/app-error.ts'
import type { PendingDeletions } from '../../contract/jobs.ts'
import { newerTimestamp } from '../decode-json.ts'
import { ChangeRecorder } from '../changes/record.ts'
import { indexSnapshot, isOrderIndexed } from './snapshot-index.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { campaignColumns, CAMPAIGN_COLUMN_NAMES } from '../campaign-columns.ts'
import { ITEM_COLUMN_NAMES } from '../item-columns.ts'
import type { OtherTypes } from '../../contract/item.ts'
import { countOtherTypes } from './other-types.ts'
import type { StagedDownload, StagedRecord } from './staged-download.ts'
import type { CommitOutcome, DownloadVerdict } from '../types.ts'

interface CampaignRow {
  readonly key: number
  readonly copyKey: number | null
  readonly copy: 'none' | 'complete' | 'incomplete'
  readonly itemCount: number
  readonly newestUpdatedAt: string | null
}

/**
 * Brings a download into use. Must run inside a transaction. An incomplete one does not touch a complete
 * snapshot; only a complete one of everything takes rows away, because nothing less shows that they are gone.
 * Where the campaign has a snapshot, the rows that stay the same keep their keys.
 */
export function commitStaged(
  handle: WriteHandle,
  download: StagedDownload & { readonly campaignId: string },
  verdict: DownloadVerdict,
): CommitOutcome {
  handle.command('INSERT INTO campaigns (id) VALUES (?) ON CONFLICT (id) DO NOTHING').run(download.campaignId)
  const campaign = handle
    .rows<CampaignRow>(
      `SELECT key, copy_key AS copyKey, copy, item_count AS itemCount, newest_updated_at AS newestUpdatedAt
        FROM campaigns WHERE id = ?`,
    )
    .get(download.campaignId)
  if (campaign === undefined) throw new Error('The campaign was just inserted')
  if (verdict.state === 'incomplete' && campaign.copy === 'complete') {
    return { replaced: false, itemCount: campaign.itemCount, ...NO_DIFFERENCE, refusedDeletions: null }
  }
  if (
    campaign.copyKey !== download.currentCopy ||
    revisionOf(handle, campaign.copyKey) !== download.currentRevision
  ) {
    throw new AppError('cacheBusy', { detail: 'The copy in use changed while this download was under way.' })
  }
  const isWhole = download.kind === 'full' && verdict.state === 'complete'
  if (isWhole && download.pass > 1) dropUnseen(handle, download.copyKey)
  const accepted = verdict.acceptedDeletions ?? Infinity
  const now = Date.now()
  const recorder = new ChangeRecorder(handle, {
    campaignKey: campaign.key,
    mode: download.kind === 'recent' ? 'recent' : 'full',
    complete: verdict.state === 'complete',
    completedAt: now,
  })
  const difference =
    campaign.copyKey === null
      ? takeOver(handle, download)
      : merge(handle, { staged: download.copyKey, current: campaign.copyKey, isWhole, accepted }, recorder)
  const copyKey = campaign.copyKey ?? download.copyKey
  const itemCount = countItems(handle, copyKey)
  const otherTypes = countOtherTypes(handle, copyKey)
  handle
    .command(
      `UPDATE campaigns SET copy_key = ?, copy = ?, item_count = ?, expected_count = ?, incomplete_reason = ?,
        fetched_at = ?, newest_updated_at = ?, unavailable = 0, other_types = ?,
        name = coalesce(?, name) WHERE key = ?`,
    )
    .run(
      copyKey,
      verdict.state,
      itemCount,
      verdict.expectedCount,
      verdict.state === 'complete' ? null : verdict.reason,
      now,
      isWhole
        ? newestOf(handle, copyKey, download)
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

/** Newest `updatedAt` of the rows. What was newest in an earlier pass may have gone before the last one. */
function newestOf(handle: ReadHandle, copyKey: number, download: StagedDownload): string | null {
  if (download.pass === 1) return download.newestUpdatedAt
  const times = handle
    .values<string | null>(
      'SELECT DISTINCT updated_at FROM item_ids JOIN items ON items.key = item_key WHERE item_ids.copy_key = ?',
    )
    .iterate(copyKey)
  let newest: string | null = null
  for (const time of times) newest = newerTimestamp(newest, time)
  return newest
}

type Difference = Pick<CommitOutcome, 'added' | 'changed' | 'removed'>

const NO_DIFFERENCE: Difference = { added: 0, changed: 0, removed: 0 }

/** Names of deleted items that are shown with the question whether to delete them. */
const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 200

/** Thrown to roll back a commit that would delete too much. */
class DeletionsRefused extends Error {
  readonly deletions: PendingDeletions

  constructor(deletions: PendingDeletions) {
    super('The download would delete more than half of the snapshot.')
    this.deletions = deletions
  }
}

/** Runs a commit in `transaction`. When it would delete too much, everything is as before. */
export function rollBackIfDeletionsRefused(transaction: () => CommitOutcome): CommitOutcome {
  try {
    return transaction()
  } catch (error) {
    if (!(error instanceof DeletionsRefused)) throw error
    const { deletions } = error
    return { replaced: false, itemCount: deletions.of, ...NO_DIFFERENCE, refusedDeletions: deletions }
  }
}

/** The first snapshot of a campaign: the staged rows are it. */
function takeOver(handle: WriteHandle, { copyKey, running }: StagedDownload): Difference {
  const added = listIds(handle, copyKey, copyKey)
  handle.command('DELETE FROM stagings WHERE copy_key = ?').run(copyKey)
  if (running?.completes() !== true) indexSnapshot(handle, copyKey)
  return { added, changed: 0, removed: 0 }
}

/** Rows that were staged for a snapshot; the places are its key, twice. */
const STAGED = 'items.key >= (SELECT first_key FROM copies WHERE copies.key = ?) AND items.copy_key = ?'

/** Removes what earlier passes staged and the last one has not seen: it is not in the list any more. */
function dropUnseen(handle: WriteHandle, copyKey: number): void {
  handle
    .command(
      `DELETE FROM items WHERE ${STAGED} AND key NOT IN (SELECT item_key FROM sightings WHERE copy_key = ?)`,
    )
    .run(copyKey, copyKey, copyKey)
  handle
    .command(
      `DELETE FROM kept_items WHERE copy_key = ? AND item_key NOT IN
        (SELECT item_key FROM sightings WHERE copy_key = ?)`,
    )
    .run(copyKey, copyKey)
}

/** Makes staged rows known as those of a snapshot in use. Gives how many there are. */
function listIds(handle: WriteHandle, staged: number, current: number): number {
  return handle
    .command(
      `INSERT INTO item_ids (copy_key, campaign_item_id, item_key)
        SELECT ?, campaign_item_id, key FROM items WHERE ${STAGED} ORDER BY campaign_item_id`,
    )
    .run(current, staged, staged).changes
}

/** Brings the snapshot in use to what was staged, and the staged rows to an end. */
function merge(
  handle: WriteHandle,
  {
    staged,
    current,
    isWhole,
    accepted,
  }: {
    readonly staged: number
    readonly current: number
    readonly isWhole: boolean
    /** Deletions that are accepted in any case. */
    readonly accepted: number
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
        WHERE ${STAGED}`,
    )
    .run(current, staged, staged).changes
  recorder.changedItems()
  recordAdded(handle, staged, recorder)
  const removed = isWhole ? removeGone(handle, { staged, current, accepted }, recorder) : 0
  takeChanges(handle)
  const moved = handle
    .command(
      `UPDATE items SET position = kept.position FROM kept_items AS kept
        WHERE kept.copy_key = ? AND items.key = kept.item_key AND items.position <> kept.position`,
    )
    .run(staged).changes
  const added = listIds(handle, staged, current)
  handle.command(`UPDATE items SET copy_key = ? WHERE ${STAGED}`).run(current, staged, staged)
  handle.command('DELETE FROM copies WHERE key = ?').run(staged)
  // Where nothing is new, what the readers hold in memory stays good.
  if (added + changed + removed > 0 || (moved > 0 && !isOrderIndexed(handle, current))) {
    handle.command('UPDATE copies SET revision = revision + 1 WHERE key = ?').run(current)
    indexSnapshot(handle, current)
  }
  return { added, changed, removed }
}

/** Writes down which of the staged rows are of items that the snapshot in use does not have. */
function recordAdded(handle: WriteHandle, staged: number, recorder: ChangeRecorder): void {
  const added = handle.tuples<readonly [key: number, id: string]>(
    `SELECT key, campaign_item_id FROM items WHERE ${STAGED} AND key > ?
      AND key NOT IN (SELECT staged_key FROM temp.changed_items) ORDER BY key LIMIT ?`,
  )
  recorder.addedItems((key, count) => added.all(staged, staged, key, count))
}

/**
 * Removes the rows of the snapshot in use that a complete download has not seen. Gives how many there were.
 */
function removeGone(
  handle: WriteHandle,
  {
    staged,
    current,
    accepted,
  }: { readonly staged: number; readonly current: number; readonly accepted: number },
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
  const of = countItems(handle, current)
  if (removed * 2 > of && removed > accepted) {
    throw new DeletionsRefused({ deleted: removed, of, examples: namesOfGone(handle) })
  }
  recorder.goneItems()
  handle
    .command('DELETE FROM item_ids WHERE copy_key = ? AND item_key IN (SELECT item_key FROM temp.gone_items)')
    .run(current)
  handle.command('DELETE FROM items WHERE key IN (SELECT item_key FROM temp.gone_items)').run()
  return removed
}

function namesOfGone(handle: WriteHandle): readonly string[] {
  return handle
    .values<string>(
      `SELECT substr(coalesce(item_name, pos_number, campaign_item_id), 1, ${String(MAX_EXAMPLE_LENGTH)})
        FROM temp.gone_items JOIN items ON items.key = item_key ORDER BY position LIMIT ${String(MAX_EXAMPLES)}`,
    )
    .all()
}

/** Moves what changed from the staged rows to the rows in use, so that these keep their keys. */
function takeChanges(handle: WriteHandle): void {
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

/** A record that cannot be had now does not take away the one that was fetched earlier. */
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
  const earlier = handle
    .values<string>('SELECT json FROM campaign_bodies WHERE campaign_key = ?')
    .get(campaignKey)
  if (earlier !== undefined) recorder.campaignRecord(earlier, campaign.json)
  handle
    .command(
      `UPDATE campaigns SET record_state = 'fetched', record_fetched_at = ?, name = coalesce(?, name),
        (${CAMPAIGN_COLUMN_NAMES.join(', ')}) = (${CAMPAIGN_COLUMN_NAMES.map(() => '?').join(', ')}) WHERE key = ?`,
    )
    .run(now, campaign.name, ...campaignColumns(campaign), campaignKey)
  handle
    .command(
      `INSERT INTO campaign_bodies (campaign_key, json) VALUES (?, ?)
        ON CONFLICT (campaign_key) DO UPDATE SET json = excluded.json`,
    )
    .run(campaignKey, campaign.json)
}

/** How often the rows of a snapshot were changed; null without a snapshot. */
function revisionOf(handle: ReadHandle, copyKey: number | null): number | null {
  if (copyKey === null) return null
  return handle.values<number>('SELECT revision FROM copies WHERE key = ?').get(copyKey) ?? null
}

function countItems(handle: WriteHandle, copyKey: number): number {
  return handle.values<number>('SELECT count(*) FROM item_ids WHERE copy_key = ?').get(copyKey) ?? 0
}
