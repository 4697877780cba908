import { decodeCampaign, type DecodedCampaign } from '../decode-campaign.ts'
import { firstPosition } from './snapshot-index.ts'
import { discoveredKeys } from './discovered-items.ts'
import type { ReadHandle } from '../database/handles.ts'
import { IdMap } from './id-map.ts'
import { POSITIONS_PER_PASS } from './positions.ts'
import type { RunningIndex } from './running-index.ts'
import type { DownloadKind, PageOutcome } from '../types.ts'

/** The campaign's own record, as a download got it. */
export type StagedRecord =
  | { readonly state: 'fetched'; readonly campaign: DecodedCampaign }
  | { readonly state: 'forbidden' | 'missing' }

/** A download that is under way. Its rows are in the snapshot of this key, which no campaign uses yet. */
export interface StagedDownload {
  readonly copyKey: number
  readonly kind: DownloadKind
  /** Null: a discovery. */
  readonly campaignId: string | null
  /** The snapshot in use when the download began. */
  readonly currentCopy: number | null
  readonly currentRevision: number | null
  readonly basePosition: number
  /** Of a discovery: it keeps the items that it reads. */
  readonly keepsItems: boolean
  readonly keys: IdMap
  /** Only of a first snapshot, and only in the process that began it. */
  running: RunningIndex | null
  pass: number
  /** Different items that the pass has seen. */
  seen: number
  /** Pages that the journal holds. */
  pages: number
  record: StagedRecord | null
  newestUpdatedAt: string | null
  /** The campaign's name as its items give it. */
  name: string | null
}

interface StagingRow {
  readonly kind: DownloadKind
  readonly keepsItems: number
  readonly campaignId: string | null
  readonly currentCopy: number | null
  readonly currentRevision: number | null
  readonly pass: number
  readonly newestUpdatedAt: string | null
  readonly name: string | null
}

/**
 * Reads back what is known of a download, with everything that its journal says. Null when it is not there.
 * Takes time and memory with the number of its items.
 */
export function loadDownload(handle: ReadHandle, copyKey: number): StagedDownload | null {
  const row = handle
    .rows<StagingRow>(
      `SELECT kind, campaign_id AS campaignId, current_copy AS currentCopy, current_revision AS currentRevision,
        pass, newest_updated_at AS newestUpdatedAt, campaign_name AS name,
        EXISTS (SELECT 1 FROM discoveries WHERE discoveries.copy_key = stagings.copy_key) AS keepsItems
        FROM stagings JOIN copies ON copies.key = copy_key WHERE copy_key = ?`,
    )
    .get(copyKey)
  if (row === undefined) return null
  const last = lastEntry(handle, copyKey)
  return {
    ...row,
    keepsItems: row.keepsItems === 1,
    copyKey,
    // What has changed since comes before everything that the snapshot has.
    basePosition:
      row.kind === 'recent' && row.currentCopy !== null
        ? firstPosition(handle, row.currentCopy) - POSITIONS_PER_PASS
        : 0,
    keys: keysOf(handle, copyKey, row),
    running: null,
    seen: last?.place.pass === row.pass ? last.seen : 0,
    pages: handle.values<number>('SELECT count(*) FROM journal WHERE copy_key = ?').get(copyKey) ?? 0,
    record: recordOf(handle, copyKey),
  }
}

/** The pages of a download, in the order in which they were staged. */
export function readJournal(handle: ReadHandle, copyKey: number): readonly PageOutcome[] {
  return handle
    .values<string>('SELECT entry FROM journal WHERE copy_key = ? ORDER BY sequence')
    .all(copyKey)
    .map(entryOf)
}

/** The page that was staged last; null when none was. */
export function lastEntry(handle: ReadHandle, copyKey: number): PageOutcome | null {
  const entry = handle
    .values<string>('SELECT entry FROM journal WHERE copy_key = ? ORDER BY sequence DESC LIMIT 1')
    .get(copyKey)
  return entry === undefined ? null : entryOf(entry)
}

/** Entries are written by this program alone; a version that changes their form has to migrate them. */
function entryOf(entry: string): PageOutcome {
  return JSON.parse(entry) as PageOutcome
}

function recordOf(handle: ReadHandle, copyKey: number): StagedRecord | null {
  const row = handle
    .rows<{ readonly state: StagedRecord['state']; readonly json: string | null }>(
      'SELECT state, json FROM staged_records WHERE copy_key = ?',
    )
    .get(copyKey)
  if (row === undefined) return null
  const { state, json } = row
  return state === 'fetched' ? { state, campaign: decodeCampaign(Buffer.from(json ?? '')) } : { state }
}

/** The rows that stand for the ids: those that were staged, and those of the snapshot in use that stay. */
function stagedKeys(handle: ReadHandle, copyKey: number): IdMap {
  const keys = new IdMap()
  const idOf = handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
  const rows = handle
    .tuples<readonly [key: number, id: string]>(
      `SELECT key, campaign_item_id FROM items
        WHERE key >= (SELECT first_key FROM copies WHERE copies.key = ?) AND copy_key = ?
        UNION ALL SELECT key, campaign_item_id FROM kept_items JOIN items ON items.key = item_key
        WHERE kept_items.copy_key = ?`,
    )
    .iterate(copyKey, copyKey, copyKey)
  for (const [key, id] of rows) keys.set(id, key, (other) => idOf.get(other) === id)
  return keys
}

function keysOf(handle: ReadHandle, copyKey: number, { kind, keepsItems }: StagingRow): IdMap {
  if (kind !== 'discovery') return stagedKeys(handle, copyKey)
  return keepsItems === 1 ? discoveredKeys(handle, copyKey) : seenIds(handle, copyKey)
}

/** The ids that a discovery has looked through. */
function seenIds(handle: ReadHandle, copyKey: number): IdMap {
  const keys = new IdMap()
  const pages = handle
    .values<string | null>('SELECT ids FROM journal WHERE copy_key = ? ORDER BY sequence')
    .iterate(copyKey)
  for (const ids of pages) {
    for (const id of JSON.parse(ids ?? '[]') as readonly string[]) keys.set(id, 1)
  }
  return keys
}
