import { AppError } from '../../contract/app-error.ts'
import {
  clearStaging,
  isUsedByOtherProcess,
  isResumable,
  listStagingLeftovers,
  type StagingLeftover,
} from './staging-leftovers.ts'
import { decodeCampaign } from '../decode-campaign.ts'
import { newerTimestamp } from '../decode-json.ts'
import { decodePage, type DecodedItem, type DecodedPage } from '../decode-page.ts'
import type { WriteHandle } from '../database/handles.ts'
import {
  dropDiscovered,
  findDiscovered,
  enableDiscoveredItems,
  readDiscovered,
  takeDiscoveredPage,
} from './discovered-items.ts'
import { IncrementalIndex } from './incremental-index.ts'
import { stageItems, MAX_READINGS_PER_PASS } from './stage-page.ts'
import { insertJournalEntry, insertStaging, completeSnapshotOf } from './staging-rows.ts'
import {
  lastEntry,
  loadDownload,
  readJournal,
  type StagedDownload,
  type StagedRecord,
} from './staged-download.ts'
import type { DownloadStart, DownloadKind, PageOutcome, PageRange, UnfinishedDownload } from '../types.ts'

/**
 * Manages downloads in progress. A page and its journal entry are written in one transaction, so that a later
 * writer can continue. Downloads of another running program, such as the command line, are not touched.
 */
export class Staging {
  readonly #handle: WriteHandle
  /** Distinguishes this writer's downloads from those of others. */
  readonly #owner = crypto.randomUUID()
  /** Null if a write failed and the download must be loaded again. */
  readonly #downloads = new Map<number, StagedDownload | null>()

  constructor(handle: WriteHandle) {
    this.#handle = handle
    handle.transaction(() => {
      for (const leftover of listStagingLeftovers(handle)) {
        if (!isUsedByOtherProcess(leftover) && !isResumable(leftover))
          clearStaging(handle, leftover.snapshotKey)
      }
    })
  }

  /** Creates or continues a staging area; see `StoreWriter.beginDownload`. */
  begin(
    campaignId: string | null,
    kind: DownloadKind,
    { fresh = false, keepsItems = false }: { readonly fresh?: boolean; readonly keepsItems?: boolean } = {},
  ): DownloadStart {
    if ((campaignId === null) !== (kind === 'discovery')) throw badInput('Only a discovery has no campaign.')
    return this.#handle.transaction(() => {
      const completeSnapshot = completeSnapshotOf(this.#handle, campaignId)
      if (kind === 'recent' && completeSnapshot === null)
        throw badInput('There is no complete snapshot to update.')
      const discovered =
        campaignId === null || kind !== 'full' || fresh ? null : findDiscovered(this.#handle, campaignId)
      const canContinue = (leftover: StagingLeftover): boolean =>
        !fresh &&
        leftover.kind === kind &&
        leftover.isFinished === 0 &&
        // A discovery must have stored its items from the start.
        (!keepsItems || leftover.keepsItems === 1) &&
        leftover.snapshotKey > (discovered?.discovery ?? 0)
      const resumedKey = this.#takeLeftovers(campaignId, canContinue)
      const downloadId =
        resumedKey ?? insertStaging(this.#handle, campaignId, kind, kind === 'discovery' && keepsItems)
      this.#claim(downloadId)
      const download = loadDownload(this.#handle, downloadId)
      if (download === null) throw new Error('The download was just created')
      if (resumedKey === null && kind === 'full' && download.currentSnapshot === null) {
        download.index = new IncrementalIndex(this.#handle, downloadId)
      }
      this.#downloads.set(downloadId, download)
      return {
        downloadId,
        journal: resumedKey === null ? [] : readJournal(this.#handle, downloadId),
        record: recordOf(download),
        discovered: discovered?.items ?? null,
        completeSnapshot,
      }
    })
  }

  /** Whether this writer has a download in progress. */
  get hasDownloads(): boolean {
    return this.#downloads.size > 0
  }

  /** Returns a download. Throws `notFound` if it was dropped, has ended or never started. */
  get(downloadId: number): StagedDownload {
    const loaded = this.#downloads.get(downloadId)
    if (loaded === undefined) throw notFound()
    if (loaded !== null) return loaded
    const download = loadDownload(this.#handle, downloadId)
    if (download === null) throw notFound()
    this.#downloads.set(downloadId, download)
    return download
  }

  addPage(downloadId: number, range: PageRange, bytes: Uint8Array): PageOutcome {
    const download = this.get(downloadId)
    if (range.pass !== download.pass) throw badInput('The page belongs to another pass.')
    if (!(range.round >= 0 && range.round < MAX_READINGS_PER_PASS))
      throw badInput('The pass has too many checks of the top.')
    const page = decodePage(bytes, download.campaignId)
    return this.#write(download, () => this.#stagePage(download, range, page))
  }

  addDiscovered(downloadId: number): PageOutcome | null {
    const download = this.get(downloadId)
    const { campaignId, kind } = download
    if (campaignId === null || kind !== 'full' || download.pass !== 1) return null
    return this.#write(download, () => {
      const page = takeDiscoveredPage(this.#handle, campaignId)
      if (page === null) return null
      const { bytes, count, discovery } = page
      const start = download.keys.size
      const range = { pass: 1, part: 'discovery', round: 0, start, end: start + count } as const
      return this.#stagePage(download, range, decodePage(bytes, campaignId), discovery)
    })
  }

  finishDiscovery(downloadId: number, newestUpdate: number): void {
    const download = this.get(downloadId)
    if (!download.keepsItems) {
      this.drop(downloadId)
      return
    }
    this.#write(download, () => {
      this.#handle.command('UPDATE stagings SET owner = NULL WHERE copy_key = ?').run(downloadId)
      this.#handle.command('DELETE FROM journal WHERE copy_key = ?').run(downloadId)
      if (!enableDiscoveredItems(this.#handle, downloadId, newestUpdate))
        clearStaging(this.#handle, downloadId)
    })
    this.#downloads.delete(downloadId)
  }

  /** Stages a page with its journal entry. */
  #stagePage(
    download: StagedDownload,
    range: PageRange,
    page: DecodedPage,
    discovery?: PageOutcome['discovery'],
  ): PageOutcome {
    const { counts, campaigns } =
      download.campaignId === null
        ? readDiscovered(this.#handle, download, page)
        : { counts: stageItems(this.#handle, download, range, page), campaigns: page.campaigns }
    download.seen += page.items.length - counts.repeated
    download.pages += 1
    download.newestUpdatedAt = newerTimestamp(download.newestUpdatedAt, page.newestUpdatedAt)
    download.name = findCampaignName(page.items) ?? download.name
    const outcome = {
      ...toOutcome(page),
      ...counts,
      campaigns,
      range,
      seen: download.seen,
      staged: download.keys.size,
      ...(discovery === undefined ? {} : { discovery }),
    }
    insertJournalEntry(this.#handle, download, outcome, page)
    return outcome
  }

  beginPass(downloadId: number, pass: number): void {
    const download = this.get(downloadId)
    if (pass < download.pass) throw badInput('That pass has ended.')
    if (pass === download.pass) return
    // Rows that this pass does not see are deleted.
    download.index?.invalidate()
    this.#write(download, () => {
      this.#handle.command('DELETE FROM sightings WHERE copy_key = ?').run(downloadId)
      this.#handle.command('UPDATE stagings SET pass = ? WHERE copy_key = ?').run(pass, downloadId)
      download.pass = pass
      download.seen = 0
    })
  }

  addRecord(
    downloadId: number,
    record:
      { readonly state: 'fetched'; readonly bytes: Uint8Array } | { readonly state: 'forbidden' | 'missing' },
  ): { readonly name: string | null } {
    const download = this.get(downloadId)
    const staged: StagedRecord =
      record.state === 'fetched'
        ? { state: 'fetched', campaign: decodeCampaign(record.bytes) }
        : { state: record.state }
    const campaign = staged.state === 'fetched' ? staged.campaign : null
    return this.#write(download, () => {
      this.#handle
        .command('INSERT OR REPLACE INTO staged_records (copy_key, state, name, json) VALUES (?, ?, ?, ?)')
        .run(downloadId, staged.state, campaign?.name ?? null, campaign?.json ?? null)
      download.record = staged
      return { name: campaign?.name ?? null }
    })
  }

  /** Adds the staged rows to the indexes of downloads in progress. */
  catchUp(): void {
    for (const download of this.#downloads.values()) download?.index?.catchUp()
  }

  /** Releases a download, so that any process can continue it. Has no effect if it has ended. */
  release(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    this.#handle
      .command('UPDATE stagings SET owner = NULL WHERE copy_key = ? AND owner = ?')
      .run(downloadId, this.#owner)
  }

  releaseAll(): void {
    for (const downloadId of this.#downloads.keys()) this.release(downloadId)
  }

  /** Removes a download and its rows. Has no effect if it has ended. */
  drop(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    if (!this.#isOwn(downloadId)) return
    this.#handle.transaction(() => clearStaging(this.#handle, downloadId))
  }

  /** Removes all downloads of a campaign, except those of other running programs. */
  dropCampaign(campaignId: string): void {
    this.#takeLeftovers(campaignId, () => false)
    dropDiscovered(this.#handle, campaignId)
  }

  /** Forgets a committed download. */
  forget(downloadId: number): void {
    this.#downloads.delete(downloadId)
  }

  listUnfinished(): readonly UnfinishedDownload[] {
    return listStagingLeftovers(this.#handle).flatMap((leftover) => {
      const { snapshotKey, campaignId, kind, startedAt } = leftover
      if (campaignId === null || kind === null || kind === 'discovery') return []
      if (this.#downloads.has(snapshotKey) || isUsedByOtherProcess(leftover) || !isResumable(leftover))
        return []
      const last = lastEntry(this.#handle, snapshotKey)
      const campaignName =
        this.#handle
          .values<string | null>(
            `SELECT coalesce(staged_records.name, campaigns.name, campaign_name) FROM stagings
              LEFT JOIN staged_records USING (copy_key)
              LEFT JOIN campaigns ON id = ? WHERE stagings.copy_key = ?`,
          )
          .get(campaignId, snapshotKey) ?? null
      return [
        {
          campaignId,
          campaignName,
          kind,
          items: last?.staged ?? 0,
          total: last?.totalCount ?? null,
          startedAt,
        },
      ]
    })
  }

  /** Throws `cacheBusy` if another program has taken over or removed the download. */
  requireOwn(download: StagedDownload): void {
    if (this.#isOwn(download.snapshotKey)) return
    throw new AppError('cacheBusy', { detail: 'The staged rows were removed or taken over.' })
  }

  /** Runs `work` in a transaction. If it fails, the state in memory is discarded. */
  #write<Result>(download: StagedDownload, work: () => Result): Result {
    try {
      return this.#handle.transaction(() => {
        this.requireOwn(download)
        return work()
      })
    } catch (error) {
      this.#downloads.set(download.snapshotKey, null)
      throw error
    }
  }

  #isOwn(downloadId: number): boolean {
    const owner = this.#handle
      .values<string | null>('SELECT owner FROM stagings WHERE copy_key = ?')
      .get(downloadId)
    return owner === this.#owner
  }

  /**
   * Removes the campaign's downloads that no other program uses, except the latest that can be continued.
   * Returns that one, or null.
   */
  #takeLeftovers(
    campaignId: string | null,
    canContinue: (leftover: StagingLeftover) => boolean,
  ): number | null {
    let continuedKey: number | null = null
    for (const leftover of listStagingLeftovers(this.#handle)) {
      const { snapshotKey } = leftover
      if (leftover.campaignId !== campaignId || isUsedByOtherProcess(leftover)) continue
      const isActive = this.#downloads.has(snapshotKey)
      if (isActive && campaignId === null) continue
      if (continuedKey === null && !isActive && canContinue(leftover) && isResumable(leftover)) {
        continuedKey = snapshotKey
      } else {
        this.#downloads.delete(snapshotKey)
        clearStaging(this.#handle, snapshotKey)
      }
    }
    return continuedKey
  }

  #claim(downloadId: number): void {
    this.#handle.command('UPDATE copies SET process = ? WHERE key = ?').run(process.pid, downloadId)
    this.#handle
      .command('UPDATE stagings SET owner = ?, touched_at = ? WHERE copy_key = ?')
      .run(this.#owner, Date.now(), downloadId)
  }
}

function badInput(detail: string): AppError {
  return new AppError('badInput', { detail })
}

function notFound(): AppError {
  return new AppError('notFound', { detail: 'There is no such download.' })
}

function recordOf({ record }: StagedDownload): DownloadStart['record'] {
  if (record === null) return null
  return { state: record.state, name: record.state === 'fetched' ? record.campaign.name : null }
}

type PageContent = Omit<
  PageOutcome,
  'range' | 'fresh' | 'added' | 'unchanged' | 'altered' | 'repeated' | 'seen' | 'staged' | 'campaigns'
>

function toOutcome(page: DecodedPage): PageContent {
  return {
    skip: page.skip,
    limit: page.limit,
    totalCount: page.totalCount,
    ...(page.invalidCount === null ? {} : { invalidCount: page.invalidCount }),
    listed: page.listed,
    withoutEntity: page.withoutEntity,
    unlisted: page.unlisted,
    foreign: page.foreign,
    newestUpdatedAt: page.newestUpdatedAt,
    oldestUpdatedAt: page.oldestUpdatedAt,
    order: page.order,
    undated: page.undated,
  }
}

function findCampaignName(items: readonly DecodedItem[]): string | null {
  return items.find((item) => item.columns.campaignName !== null)?.columns.campaignName ?? null
}
