import type { ReadHandle, WriteHandle } from '../database/handles.ts'
import { isProcessAlive } from '../database/live-process.ts'
import { dropRestOfDiscovered } from './discovered-items.ts'
import type { DownloadKind } from '../types.ts'

const MINUTE_MS = 60_000
/**
 * A staging that its process has not touched for so long is nobody's: the number may be another process's by
 * now.
 */
const MAX_SILENCE_MS = 15 * MINUTE_MS
/** What was staged so long ago is not gone on with. */
const MAX_LEFTOVER_AGE_MS = 14 * 24 * 60 * MINUTE_MS

/** A copy that no campaign uses: a download under way, or what one left behind. */
export interface StagingLeftover {
  readonly copyKey: number
  readonly campaignId: string | null
  /** Null for one of version 1, which has no journal. */
  readonly kind: DownloadKind | null
  readonly owner: string | null
  readonly process: number
  readonly begunAt: number
  readonly touchedAt: number
  /**
   * Of a discovery: 1 when it keeps the items that it reads, and 1 when it has ended and they wait for
   * downloads.
   */
  readonly keepsItems: number
  readonly isFinished: number
  /** 1 when the snapshot in use is still the one that it was begun beside. */
  readonly isCurrent: number
}

/** Every copy that no campaign uses, the latest first. */
export function listStagingLeftovers(handle: ReadHandle): readonly StagingLeftover[] {
  return handle
    .rows<StagingLeftover>(
      `SELECT copies.key AS copyKey, copies.campaign_id AS campaignId, kind,
        iif(kind IS NULL, '', owner) AS owner, copies.process, copies.begun_at AS begunAt,
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

/** Whether another process works at it. Of this process, one writer at a time works at a cache. */
export function isUsedByOtherProcess({ owner, process: pid, touchedAt }: StagingLeftover): boolean {
  if (owner === null || pid === process.pid) return false
  return Math.abs(Date.now() - touchedAt) < MAX_SILENCE_MS && isProcessAlive(pid)
}

/** Whether a later run may go on with it. */
export function isResumable({ kind, isCurrent, begunAt }: StagingLeftover): boolean {
  return kind !== null && isCurrent === 1 && Date.now() - begunAt < MAX_LEFTOVER_AGE_MS
}

/** Removes a snapshot that no campaign uses, with everything that was staged for it. */
export function clearStaging(handle: WriteHandle, copyKey: number): void {
  dropRestOfDiscovered(handle, copyKey)
  handle
    .command('DELETE FROM items WHERE key >= (SELECT first_key FROM copies WHERE key = ?) AND copy_key = ?')
    .run(copyKey, copyKey)
  handle.command('DELETE FROM copies WHERE key = ?').run(copyKey)
}
