import { AppError } from '../../contract/app-error.ts'
import { decodeCampaign, type DecodedCampaign } from '../decode-campaign.ts'
import { instantOf } from '../decode-json.ts'
import { decodePage, type DecodedItem, type DecodedPage } from '../decode-page.ts'
import type { WriteHandle } from '../database/handles.ts'
import { IdMap } from './id-map.ts'
import { seeItems, stageItems } from './stage-page.ts'
import type { PageOutcome } from '../types.ts'

/** The campaign's own record, as a download got it. */
export type StagedRecord =
  | { readonly state: 'fetched'; readonly campaign: DecodedCampaign }
  | { readonly state: 'forbidden' | 'missing' }

/** A download that is under way. Its rows are in the copy of this key, which no campaign uses yet. */
export interface StagedDownload {
  readonly copyKey: number
  /** Null: a discovery. */
  readonly campaignId: string | null
  /** The copy in use when the download began. */
  readonly currentCopy: number | null
  readonly currentRevision: number | null
  readonly keys: IdMap
  record: StagedRecord | null
  /** Ids that the pages so far listed. */
  listed: number
  newestUpdatedAt: string | null
  /** The campaign's name as its items give it. */
  name: string | null
}

/** Whether a process of this computer is another one than this and still runs. */
function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The downloads under way. They live as long as the writer: what it leaves behind, its successor clears away, but not
 * what another program, such as the command line beside the window, is still downloading.
 */
export class Staging {
  readonly #handle: WriteHandle
  readonly #downloads = new Map<number, StagedDownload>()

  constructor(handle: WriteHandle) {
    this.#handle = handle
    handle.transaction(() => {
      const abandoned = handle
        .rows<{ readonly key: number; readonly process: number }>(
          'SELECT key, process FROM copies WHERE key NOT IN (SELECT copy_key FROM campaigns WHERE copy_key IS NOT NULL)',
        )
        .all()
        .filter((copy) => !isOtherAlive(copy.process))
      for (const copy of abandoned) this.#clear(copy.key)
    })
  }

  /** A campaign has at most one download: a newer one takes the place of an older one. */
  begin(campaignId: string | null): StagedDownload {
    return this.#handle.transaction(() => {
      if (campaignId !== null) this.dropCampaign(campaignId)
      const copyKey = Number(
        this.#handle
          .command(
            'INSERT INTO copies (campaign_id, begun_at, process, first_key) VALUES (?, ?, ?, (SELECT next FROM item_keys))',
          )
          .run(campaignId, Date.now(), process.pid).lastInsertRowid,
      )
      const currentCopy =
        campaignId === null
          ? null
          : (this.#handle
              .values<number | null>('SELECT copy_key FROM campaigns WHERE id = ?')
              .get(campaignId) ?? null)
      const download: StagedDownload = {
        copyKey,
        campaignId,
        currentCopy,
        currentRevision:
          currentCopy === null
            ? null
            : (this.#handle.values<number>('SELECT revision FROM copies WHERE key = ?').get(currentCopy) ??
              null),
        keys: new IdMap(),
        record: null,
        listed: 0,
        newestUpdatedAt: null,
        name: null,
      }
      this.#downloads.set(copyKey, download)
      return download
    })
  }

  /** Throws `notFound` for a download that was dropped, ended or never begun. */
  get(downloadId: number): StagedDownload {
    const download = this.#downloads.get(downloadId)
    if (download === undefined) throw new AppError('notFound', { detail: 'There is no such download.' })
    return download
  }

  addPage(downloadId: number, bytes: Uint8Array): PageOutcome {
    const download = this.get(downloadId)
    const page = decodePage(bytes, download.campaignId)
    const fresh = this.#handle.transaction(() => {
      this.requireOwn(download)
      return download.campaignId === null
        ? seeItems(download, page)
        : stageItems(this.#handle, download, page)
    })
    download.listed += page.listed
    download.newestUpdatedAt = newer(download.newestUpdatedAt, page.newestUpdatedAt)
    download.name = nameIn(page.items) ?? download.name
    return outcomeOf(page, fresh, download.keys.size)
  }

  addRecord(
    downloadId: number,
    record:
      { readonly state: 'fetched'; readonly bytes: Uint8Array } | { readonly state: 'forbidden' | 'missing' },
  ): { readonly name: string | null } {
    const download = this.get(downloadId)
    if (record.state !== 'fetched') {
      download.record = { state: record.state }
      return { name: null }
    }
    const campaign = decodeCampaign(record.bytes)
    download.record = { state: 'fetched', campaign }
    return { name: campaign.name }
  }

  /** Removes what a download staged; nothing when it is gone already. */
  drop(downloadId: number): void {
    if (!this.#downloads.delete(downloadId)) return
    this.#handle.transaction(() => {
      this.#clear(downloadId)
    })
  }

  dropCampaign(campaignId: string): void {
    for (const download of this.#downloads.values()) {
      if (download.campaignId === campaignId) this.drop(download.copyKey)
    }
  }

  /** Forgets a download whose rows have come into use. */
  forget(downloadId: number): void {
    this.#downloads.delete(downloadId)
  }

  #clear(copyKey: number): void {
    const handle = this.#handle
    handle
      .command('DELETE FROM items WHERE key >= (SELECT first_key FROM copies WHERE key = ?) AND copy_key = ?')
      .run(copyKey, copyKey)
    handle.command('DELETE FROM copies WHERE key = ?').run(copyKey)
  }

  /** Throws `cacheBusy` when another program that opened the cache has cleared our rows away as abandoned. */
  requireOwn(download: StagedDownload): void {
    const there = this.#handle.values<number>('SELECT key FROM copies WHERE key = ?').get(download.copyKey)
    if (there === undefined) throw new AppError('cacheBusy', { detail: 'The staged rows are gone.' })
  }
}

function outcomeOf(page: DecodedPage, fresh: number, staged: number): PageOutcome {
  return {
    skip: page.skip,
    limit: page.limit,
    totalCount: page.totalCount,
    listed: page.listed,
    fresh,
    staged,
    withoutEntity: page.withoutEntity,
    unlisted: page.unlisted,
    foreign: page.foreign,
    newestUpdatedAt: page.newestUpdatedAt,
    oldestUpdatedAt: page.oldestUpdatedAt,
    campaigns: page.campaigns,
  }
}

function newer(known: string | null, candidate: string | null): string | null {
  const knownInstant = instantOf(known)
  const instant = instantOf(candidate)
  if (instant === null) return known
  return knownInstant === null || instant > knownInstant ? candidate : known
}

function nameIn(items: readonly DecodedItem[]): string | null {
  return items.find((item) => item.columns.campaignName !== null)?.columns.campaignName ?? null
}
