import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { closeDatabase } from './database/close-database.ts'
import type { ReadHandle, WriteHandle } from './database/handles.ts'
import { createCampaignHandlers } from './ingest/campaigns.ts'
import { commitStaged, rollBackIfDeletionsRefused, storeRefusal } from './ingest/commit.ts'
import { releaseBuffers } from './release-buffers.ts'
import { decodeAgain, isDecodingOutdated } from './ingest/decode-again.ts'
import { storeMissingCounts } from './campaign-table/item-counts.ts'
import { storeMissingCells } from './campaign-table/stored-cells.ts'
import { indexMissingSnapshots, snapshotsWithoutIndex } from './ingest/snapshot-index.ts'
import { buildMissingWords } from './ingest/missing-words.ts'
import { prepareLists } from './ingest/prepare-lists.ts'
import type { OpenedDatabase } from './database/open-database.ts'
import { fromSqliteError } from './database/sqlite-errors.ts'
import { Staging } from './ingest/staging.ts'
import type { Handlers, ThrowIfCancelled } from './protocol.ts'
import { createOperations, type StoreWriter } from './operations.ts'
import { storeFindings } from './stored-findings.ts'
import { recordUses } from './used-columns.ts'

export interface Writer {
  readonly handlers: Handlers<StoreWriter>
  /** Runs work after a response, so that the caller does not wait for it. */
  readonly afterResponse: () => void
  /**
   * Runs one step of the idle work: prepares searches, sorts and filters, or empties the log into the file.
   * Returns whether there is more. Throws what `throwIfCancelled` throws.
   */
  readonly whenIdle: (throwIfCancelled: ThrowIfCancelled) => boolean
  /** Whether there are downloads. They would have to load what they have staged again. */
  readonly hasOpenWork: () => boolean
  readonly close: () => void
}

/** Returns whether everything stored is decoded by the current rules, and indexed. */
export function areSnapshotsPrepared(handle: ReadHandle): boolean {
  return !isDecodingOutdated(handle) && snapshotsWithoutIndex(handle).length === 0
}

/** Decodes and indexes what an earlier version of the application stored. */
export function prepareSnapshots(handle: WriteHandle): void {
  decodeAgain(handle)
  indexMissingSnapshots(handle)
}

/** Returns the operations of the writer. If the file cannot be written, each operation throws the reason. */
export function createWriter(handle: OpenedDatabase['handle']): Writer {
  if (typeof handle === 'string') {
    return {
      handlers: refusingHandlers(handle),
      afterResponse: () => undefined,
      whenIdle: () => false,
      hasOpenWork: () => false,
      close: () => undefined,
    }
  }
  const staging = new Staging(handle)
  prepareSnapshots(handle)
  return {
    handlers: {
      beginDownload: ([campaignId, kind, options]) => staging.begin(campaignId, kind, options),
      stagePage: ([downloadId, range, bytes]) => {
        const outcome = staging.addPage(downloadId, range, bytes)
        releaseBuffers(bytes)
        return outcome
      },
      finishDiscovery: ([downloadId, newestUpdate]) => staging.finishDiscovery(downloadId, newestUpdate),
      stageDiscovered: ([downloadId]) => staging.addDiscovered(downloadId),
      beginPass: ([downloadId, pass]) => staging.beginPass(downloadId, pass),
      stageRecord: ([downloadId, record]) => staging.addRecord(downloadId, record),
      commitDownload: ([downloadId, verdict]) => {
        const download = staging.get(downloadId)
        const { campaignId } = download
        if (campaignId === null)
          throw new AppError('badInput', { detail: 'A discovery cannot be committed.' })
        const outcome = rollBackIfDeletionsRefused(() =>
          handle.transaction(() => {
            staging.requireOwn(download)
            return commitStaged(handle, { ...download, campaignId }, verdict)
          }),
        )
        if (!outcome.replaced) storeRefusal(handle, download)
        if (outcome.refusedDeletions !== null) return outcome
        if (outcome.replaced) staging.forget(downloadId)
        else staging.drop(downloadId)
        return outcome
      },
      abandonDownload: ([downloadId]) => staging.drop(downloadId),
      releaseDownload: ([downloadId]) => staging.release(downloadId),
      listUnfinished: () => staging.listUnfinished(),
      recordUses: ([uses]) => recordUses(handle, uses),
      storeFindings: ([findings]) => storeFindings(handle, findings),
      ...createCampaignHandlers(handle, staging),
    },
    afterResponse: () => staging.catchUp(),
    whenIdle: (throwIfCancelled) => {
      if (storeMissingCells(handle) || storeMissingCounts(handle)) return true
      if (buildMissingWords(handle)) return true
      // During a download, each page would interrupt this work, and the commit would invalidate it.
      if (!staging.hasDownloads && prepareLists(handle, throwIfCancelled)) return true
      // Otherwise the next write would empty the log and wait for the disk.
      handle.withLockTimeout(0, () => handle.execute('PRAGMA wal_checkpoint(TRUNCATE)'))
      handle.execute('PRAGMA shrink_memory')
      return false
    },
    hasOpenWork: () => staging.hasDownloads,
    close: () => {
      releaseDownloads(staging)
      closeDatabase(handle)
    },
  }
}

/** Lets other processes continue the downloads before this one has ended. A failure only delays them. */
function releaseDownloads(staging: Staging): void {
  try {
    staging.releaseAll()
  } catch (error) {
    if (!(fromSqliteError(error) instanceof AppError)) throw error
  }
}

function refusingHandlers(reason: FaultCode): Handlers<StoreWriter> {
  const refuse = (): never => {
    throw new AppError(reason)
  }
  return { ...createOperations(() => refuse), listUnfinished: () => [] }
}
