import { DAY_MS, MINUTE_MS } from '../../contract/instant.ts'
import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { isProcessAlive } from '../database/live-process.ts'
import { dropRemainingDiscovered } from './discovered-items.ts'
import type { DownloadKind } from '../types.ts'

/**
 * A staging area without activity is abandoned after this time, because its process id may have been reused.
 */
const MAX_INACTIVE_MS = 15 * MINUTE_MS
/** Older downloads are not continued. */
const MAX_LEFTOVER_AGE_MS = 14 * DAY_MS

/** A snapshot that no campaign uses: a download in progress or an interrupted one. */
export interface StagingLeftover {
  readonly snapshotKey: number
  readonly campaignId: string | null
  /** Null for version 1 of the schema, which has no journal. */
  readonly kind: DownloadKind | null
  readonly owner: string | null
  readonly process: number
  /** In milliseconds since 1970. */
  readonly startedAt: number
  /** Time of the last activity, in milliseconds since 1970. */
  readonly touchedAt: number
  /** 1 for a discovery that stores its items. */
  readonly keepsItems: number
  /** 1 for a discovery that has ended, so that downloads can use its items. */
  readonly isFinished: number
  /** 1 if the snapshot in use has not changed since the start. */
  readonly isCurrent: number
}

/** Lists the snapshots that no campaign uses, the latest first. */
export function listStagingLeftovers(handle: ReadHandle): readonly StagingLeftover[] {
  return handle
    .rows<StagingLeftover>(
      `SELECT copies.key AS snapshotKey, copies.campaign_id AS campaignId, kind,
        iif(kind IS NULL, '', owner) AS owner, copies.process, copies.begun_at AS startedAt,
        coalesce(touched_at, copies.begun_at) AS touchedAt,
        discoveries.copy_key IS NOT NULL AS keepsItems, discoveries.mark IS NOT NULL AS isFinished,
        current_copy IS campaigns.copy_key AND current_revision IS used.revision AS isCurrent
        FROM copies LEFT JOIN stagings ON stagings.copy_key = copies.key
        LEFT JOIN discoveries ON discoveries.copy_key = copies.key
        LEFT JOIN campaigns ON campaigns.id = copies.campaign_id
        LEFT JOIN copies AS used ON used.key = campaigns.copy_key
        WHERE copies.key NOT IN (SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL)
        ORDER BY copies.key DESC`,
    )
    .all()
}

/** Returns whether another process uses the staging area. In this process, only one writer uses a cache. */
export function isUsedByOtherProcess({ owner, process: pid, touchedAt }: StagingLeftover): boolean {
  if (owner === null || pid === process.pid) return false
  return Math.abs(Date.now() - touchedAt) < MAX_INACTIVE_MS && isProcessAlive(pid)
}

/** Returns whether a download can be continued. */
export function isResumable({ kind, isCurrent, startedAt }: StagingLeftover): boolean {
  return kind !== null && isCurrent === 1 && Date.now() - startedAt < MAX_LEFTOVER_AGE_MS
}

/** Removes a snapshot that no campaign uses, with everything that was staged for it. */
export function clearStaging(handle: WriteHandle, snapshotKey: number): void {
  dropRemainingDiscovered(handle, snapshotKey)
  handle
    .command('DELETE FROM items WHERE key >= (SELECT first_key FROM copies WHERE key = ?) AND copy_key = ?')
    .run(snapshotKey, snapshotKey)
  handle.command('DELETE FROM copies WHERE key = ?').run(snapshotKey)
}
