import { decodeCampaign, type DecodedCampaign } from '../decode-campaign.ts'
import { firstPosition } from './snapshot-index.ts'
import { discoveredKeys } from './discovered-items.ts'
import type { ReadHandle } from '../database/handles.ts'
import { IdMap } from './id-map.ts'
import type { IncrementalIndex } from './incremental-index.ts'
import type { DownloadKind, PageOutcome } from '../types.ts'
import { POSITIONS_PER_READING } from './stage-page.ts'

/** The result of requesting the campaign's record. */
export type StagedRecord =
  | { readonly state: 'fetched'; readonly campaign: DecodedCampaign }
  | { readonly state: 'forbidden' | 'missing' }

/** A download in progress. Its rows are in the snapshot `snapshotKey`, which no campaign uses yet. */
export interface StagedDownload {
  readonly snapshotKey: number
  readonly kind: DownloadKind
  /** Null for a discovery. */
  readonly campaignId: string | null
  /** The snapshot in use when the download started. */
  readonly currentSnapshot: number | null
  readonly currentRevision: number | null
  readonly basePosition: number
  /** Whether a discovery stores the items that it reads. */
  readonly keepsItems: boolean
  readonly keys: IdMap
  /** Only for a first snapshot, in the process that started it. */
  index: IncrementalIndex | null
  pass: number
  /** Distinct items that the pass has seen. */
  seen: number
  /** Number of pages in the journal. */
  pages: number
  record: StagedRecord | null
  newestUpdatedAt: string | null
  /** The campaign's name according to its items. */
  name: string | null
}

interface StagingRow {
  readonly kind: DownloadKind
  readonly keepsItems: number
  readonly campaignId: string | null
  readonly currentSnapshot: number | null
  readonly currentRevision: number | null
  readonly pass: number
  readonly newestUpdatedAt: string | null
  readonly name: string | null
}

/**
 * Loads a download from its journal, or returns null if it does not exist. Time and memory grow with the
 * number of its items.
 */
export function loadDownload(handle: ReadHandle, snapshotKey: number): StagedDownload | null {
  const row = handle
    .rows<StagingRow>(
      `SELECT kind, campaign_id AS campaignId, current_copy AS currentSnapshot, current_revision AS currentRevision,
        pass, newest_updated_at AS newestUpdatedAt, campaign_name AS name,
        EXISTS (SELECT 1 FROM discoveries WHERE discoveries.copy_key = stagings.copy_key) AS keepsItems
        FROM stagings JOIN copies ON copies.key = copy_key WHERE copy_key = ?`,
    )
    .get(snapshotKey)
  if (row === undefined) return null
  const last = lastEntry(handle, snapshotKey)
  return {
    ...row,
    keepsItems: row.keepsItems === 1,
    snapshotKey,
    // Recent changes come before all items of the snapshot.
    basePosition:
      row.kind === 'recent' && row.currentSnapshot !== null
        ? firstPosition(handle, row.currentSnapshot) - POSITIONS_PER_READING
        : 0,
    keys: loadKeys(handle, snapshotKey, row),
    index: null,
    seen: last?.range.pass === row.pass ? last.seen : 0,
    pages: handle.values<number>('SELECT count(*) FROM journal WHERE copy_key = ?').get(snapshotKey) ?? 0,
    record: recordOf(handle, snapshotKey),
  }
}

/** Returns the pages of a download in the order of staging. */
export function readJournal(handle: ReadHandle, snapshotKey: number): readonly PageOutcome[] {
  return handle
    .values<string>('SELECT entry FROM journal WHERE copy_key = ? ORDER BY sequence')
    .all(snapshotKey)
    .map(parseEntry)
}

/** Returns the last page, or null. */
export function lastEntry(handle: ReadHandle, snapshotKey: number): PageOutcome | null {
  const entry = handle
    .values<string>('SELECT entry FROM journal WHERE copy_key = ? ORDER BY sequence DESC LIMIT 1')
    .get(snapshotKey)
  return entry === undefined ? null : parseEntry(entry)
}

/** Only this application writes entries. A version that changes their form must migrate them. */
function parseEntry(entry: string): PageOutcome {
  return JSON.parse(entry) as PageOutcome
}

function recordOf(handle: ReadHandle, snapshotKey: number): StagedRecord | null {
  const row = handle
    .rows<{ readonly state: StagedRecord['state']; readonly json: string | null }>(
      'SELECT state, json FROM staged_records WHERE copy_key = ?',
    )
    .get(snapshotKey)
  if (row === undefined) return null
  const { state, json } = row
  return state === 'fetched' ? { state, campaign: decodeCampaign(Buffer.from(json ?? '')) } : { state }
}

/** Returns the rows for ids: staged ones, and unchanged ones of the snapshot in use. */
function stagedKeys(handle: ReadHandle, snapshotKey: number): IdMap {
  const keys = new IdMap()
  const idOf = handle.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
  const rows = handle
    .tuples<readonly [key: number, id: string]>(
      `SELECT key, campaign_item_id FROM items
        WHERE key >= (SELECT first_key FROM copies WHERE copies.key = ?) AND copy_key = ?
        UNION ALL SELECT key, campaign_item_id FROM kept_items JOIN items ON items.key = item_key
        WHERE kept_items.copy_key = ?`,
    )
    .iterate(snapshotKey, snapshotKey, snapshotKey)
  for (const [key, id] of rows) keys.set(id, key, (otherKey) => idOf.get(otherKey) === id)
  return keys
}

function loadKeys(handle: ReadHandle, snapshotKey: number, { kind, keepsItems }: StagingRow): IdMap {
  if (kind !== 'discovery') return stagedKeys(handle, snapshotKey)
  return keepsItems === 1 ? discoveredKeys(handle, snapshotKey) : discoveredIds(handle, snapshotKey)
}

/** Returns the ids that a discovery has seen. */
function discoveredIds(handle: ReadHandle, snapshotKey: number): IdMap {
  const keys = new IdMap()
  const pages = handle
    .values<string | null>('SELECT ids FROM journal WHERE copy_key = ? ORDER BY sequence')
    .iterate(snapshotKey)
  for (const ids of pages) {
    for (const id of JSON.parse(ids ?? '[]') as readonly string[]) keys.set(id, 1)
  }
  return keys
}
