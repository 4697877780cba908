import { randomUUID } from 'node:crypto'
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
import { MAX_TOP_READS } from './positions.ts'
import { RunningIndex } from './running-index.ts'
import { stageItems } from './stage-page.ts'
import { insertJournalEntry, insertStaging, completenessOf } from './staging-rows.ts'
import {
  lastEntry,
  loadDownload,
  readJournal,
  type StagedDownload,
  type StagedRecord,
} from './staged-download.ts'
import type { BegunDownload, DownloadKind, PageOutcome, PagePlace, UnfinishedDownload } from '../types.ts'

/**
 * The downloads under way. What a page brings, and that it came, is written in one transaction: so what a
 * writer leaves behind, its successor goes on with, be it of this process or of a later one. It does not
 * touch what another program, such as the command line beside the window, is still downloading.
 */
export class Staging {
  readonly #handle: WriteHandle
  /** Tells this writer's downloads from those of others, which may take them over. */
  readonly #owner = randomUUID()
  /** Null: what is in memory was not written and has to be read back. */
  readonly #downloads = new Map<number, StagedDownload | null>()

  constructor(handle: WriteHandle) {
    this.#handle = handle
    handle.transaction(() => {
      for (const copy of listStagingLeftovers(handle)) {
        if (!isUsedByOtherProcess(copy) && !isResumable(copy)) clearStaging(handle, copy.copyKey)
      }
    })
  }

  begin(
    campaignId: string | null,
    kind: DownloadKind,
    { fresh = false, keepsItems = false }: { readonly fresh?: boolean; readonly keepsItems?: boolean } = {},
  ): BegunDownload {
    if ((campaignId === null) !== (kind === 'discovery')) throw badInput('A discovery is of no campaign.')
    return this.#handle.transaction(() => {
      const seal = completenessOf(this.#handle, campaignId)
      if (kind === 'recent' && seal === null) throw badInput('There is no complete copy to add to.')
      const discovered =
        campaignId === null || kind !== 'full' || fresh ? null : findDiscovered(this.#handle, campaignId)
      const isWanted = (copy: StagingLeftover): boolean =>
        !fresh &&
        copy.kind === kind &&
        copy.isFinished === 0 &&
        // What a discovery did not keep from its beginning is not all there is.
        (!keepsItems || copy.keepsItems === 1) &&
        copy.copyKey > (discovered?.discovery ?? 0)
      const resumed = this.#takeLeftovers(campaignId, isWanted)
      const downloadId =
        resumed ?? insertStaging(this.#handle, campaignId, kind, kind === 'discovery' && keepsItems)
      this.#own(downloadId)
      const download = loadDownload(this.#handle, downloadId)
      if (download === null) throw new Error('The download was just begun')
      if (resumed === null && kind === 'full' && download.currentCopy === null) {
        download.running = new RunningIndex(this.#handle, downloadId)
      }
      this.#downloads.set(downloadId, download)
      return {
        downloadId,
        journal: resumed === null ? [] : readJournal(this.#handle, downloadId),
        record: recordOf(download),
        discovered: discovered?.items ?? null,
        seal,
      }
    })
  }

  /** Whether this writer has a download that has not ended. */
  get isUnderWay(): boolean {
    return this.#downloads.size > 0
  }

  /** Throws `notFound` for a download that was dropped, ended or never begun. */
  get(downloadId: number): StagedDownload {
    const known = this.#downloads.get(downloadId)
    if (known === undefined) throw notFound()
    if (known !== null) return known
    const download = loadDownload(this.#handle, downloadId)
    if (download === null) throw notFound()
    this.#downloads.set(downloadId, download)
    return download
  }

  addPage(downloadId: number, place: PagePlace, bytes: Uint8Array): PageOutcome {
    const download = this.get(downloadId)
    if (place.pass !== download.pass) throw badInput('The page is of another pass.')
    if (!(place.round >= 0 && place.round < MAX_TOP_READS)) throw badInput('A pass cannot be so long.')
    const page = decodePage(bytes, download.campaignId)
    return this.#write(download, () => this.#enter(download, place, page))
  }

  addDiscovered(downloadId: number): PageOutcome | null {
    const download = this.get(downloadId)
    const { campaignId, kind } = download
    if (campaignId === null || kind !== 'full' || download.pass !== 1) return null
    return this.#write(download, () => {
      const taken = takeDiscoveredPage(this.#handle, campaignId)
      if (taken === null) return null
      const { bytes, count, discovery } = taken
      const start = download.keys.size
      const place = { pass: 1, part: 'discovery', round: 0, start, end: start + count } as const
      return this.#enter(download, place, decodePage(bytes, campaignId), discovery)
    })
  }

  finishDiscovery(downloadId: number, mark: number): void {
    const download = this.get(downloadId)
    if (!download.keepsItems) {
      this.drop(downloadId)
      return
    }
    this.#write(download, () => {
      this.#handle.command('UPDATE stagings SET owner = NULL WHERE copy_key = ?').run(downloadId)
      this.#handle.command('DELETE FROM journal WHERE copy_key = ?').run(downloadId)
      if (!enableDiscoveredItems(this.#handle, downloadId, mark)) clearStaging(this.#handle, downloadId)
    })
    this.#downloads.delete(downloadId)
  }

  /** Stages a page and enters it into the journal. */
  #enter(
    download: StagedDownload,
    place: PagePlace,
    page: DecodedPage,
    discovery?: PageOutcome['discovery'],
  ): PageOutcome {
    const { counts, campaigns } =
      download.campaignId === null
        ? readDiscovered(this.#handle, download, page)
        : { counts: stageItems(this.#handle, download, place, page), campaigns: page.campaigns }
    download.seen += page.items.length - counts.repeated
    download.pages += 1
    download.newestUpdatedAt = newerTimestamp(download.newestUpdatedAt, page.newestUpdatedAt)
    download.name = nameIn(page.items) ?? download.name
    const outcome = {
      ...outcomeOf(page),
      ...counts,
      campaigns,
      place,
      seen: download.seen,
      staged: download.keys.size,
      ...(discovery === undefined ? {} : { discovery }),
    }
    insertJournalEntry(this.#handle, download, outcome, page)
    return outcome
  }

  beginPass(downloadId: number, pass: number): void {
    const download = this.get(downloadId)
    if (pass < download.pass) throw badInput('That pass is over.')
    if (pass === download.pass) return
    // Rows that it does not see will go.
    download.running?.spoil()
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

  /** Does what was put off until the answer was given. */
  catchUp(): void {
    for (const download of this.#downloads.values()) download?.running?.catchUp()
  }

  /** Leaves what a download staged for a later run; nothing when it is gone already. */
  release(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    this.#handle
      .command('UPDATE stagings SET owner = NULL WHERE copy_key = ? AND owner = ?')
      .run(downloadId, this.#owner)
  }

  releaseAll(): void {
    for (const downloadId of this.#downloads.keys()) this.release(downloadId)
  }

  /** Removes what a download staged; nothing when it is gone already. */
  drop(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    if (!this.#isOwn(downloadId)) return
    this.#handle.transaction(() => {
      clearStaging(this.#handle, downloadId)
    })
  }

  /** Removes what downloads of a campaign staged, save those of other programs that are under way. */
  dropCampaign(campaignId: string): void {
    this.#takeLeftovers(campaignId, () => false)
    dropDiscovered(this.#handle, campaignId)
  }

  /** Forgets a download whose rows have come into use. */
  forget(downloadId: number): void {
    this.#downloads.delete(downloadId)
  }

  unfinished(): readonly UnfinishedDownload[] {
    return listStagingLeftovers(this.#handle).flatMap((copy) => {
      const { copyKey, campaignId, kind, begunAt } = copy
      if (campaignId === null || kind === null || kind === 'discovery') return []
      if (this.#downloads.has(copyKey) || isUsedByOtherProcess(copy) || !isResumable(copy)) return []
      const last = lastEntry(this.#handle, copyKey)
      const campaignName =
        this.#handle
          .values<string | null>(
            `SELECT coalesce(staged_records.name, campaigns.name, campaign_name) FROM stagings
              LEFT JOIN staged_records USING (copy_key)
              LEFT JOIN campaigns ON id = ? WHERE stagings.copy_key = ?`,
          )
          .get(campaignId, copyKey) ?? null
      return [
        {
          campaignId,
          campaignName,
          kind,
          items: last?.staged ?? 0,
          total: last?.totalCount ?? null,
          begunAt,
        },
      ]
    })
  }

  /** Throws `cacheBusy` when another program has taken the download over or cleared it away as abandoned. */
  requireOwn(download: StagedDownload): void {
    if (this.#isOwn(download.copyKey)) return
    throw new AppError('cacheBusy', { detail: 'The staged rows are gone or belong to another.' })
  }

  /** All of `work` or nothing of it: what it noted in memory counts only when it was written. */
  #write<Result>(download: StagedDownload, work: () => Result): Result {
    try {
      return this.#handle.transaction(() => {
        this.requireOwn(download)
        return work()
      })
    } catch (error) {
      this.#downloads.set(download.copyKey, null)
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
   * Clears away every download of the campaign that no other program is at, save the latest one of a kind
   * that can be gone on with. Gives that one; null when there is none, or none is wanted.
   */
  #takeLeftovers(campaignId: string | null, isWanted: (copy: StagingLeftover) => boolean): number | null {
    let taken: number | null = null
    for (const copy of listStagingLeftovers(this.#handle)) {
      const { copyKey } = copy
      if (copy.campaignId !== campaignId || isUsedByOtherProcess(copy)) continue
      const isUnderWay = this.#downloads.has(copyKey)
      if (isUnderWay && campaignId === null) continue
      if (taken === null && !isUnderWay && isWanted(copy) && isResumable(copy)) {
        taken = copyKey
      } else {
        this.#downloads.delete(copyKey)
        clearStaging(this.#handle, copyKey)
      }
    }
    return taken
  }

  #own(downloadId: number): void {
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

function recordOf({ record }: StagedDownload): BegunDownload['record'] {
  if (record === null) return null
  return { state: record.state, name: record.state === 'fetched' ? record.campaign.name : null }
}

type PageContent = Omit<
  PageOutcome,
  'place' | 'fresh' | 'added' | 'unchanged' | 'altered' | 'repeated' | 'seen' | 'staged' | 'campaigns'
>

function outcomeOf(page: DecodedPage): PageContent {
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

function nameIn(items: readonly DecodedItem[]): string | null {
  return items.find((item) => item.columns.campaignName !== null)?.columns.campaignName ?? null
}
