import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import type { ItemDetails } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type { ItemFacets, ItemQuery, ItemResult, ItemWindow, SelectionRanges } from '../contract/query.ts'

/** What a page of items turned out to hold, told by the worker that parsed it. */
export interface PageOutcome {
  /** Offset and page size as the service says it applied them; null when it said neither or nonsense. */
  readonly skip: number | null
  readonly limit: number | null
  readonly totalCount: number | null
  /** Ids the page listed, in order. */
  readonly listed: number
  /** Items of this page that could be kept and that no earlier page of this download had. */
  readonly fresh: number
  /** Items that this download holds so far, each id once (for a discovery: has looked through). */
  readonly staged: number
  /** Ids listed without an entity (or with one that is not an object): they could not be stored. */
  readonly withoutEntity: readonly string[]
  /** Entities that no id listed; they are left out. */
  readonly unlisted: number
  /** Items that say they belong to another campaign than the one asked for; they are left out. */
  readonly foreign: number
  /** Newest and oldest `updatedAt` on the page, as sent. */
  readonly newestUpdatedAt: string | null
  readonly oldestUpdatedAt: string | null
  /** Campaigns that the items name, in order of first appearance. */
  readonly campaigns: readonly { readonly id: string; readonly name: string | null; readonly items: number }[]
}

/** How a download ended, for {@link StoreWriter.commitDownload}. */
export interface DownloadVerdict {
  readonly state: 'complete' | 'incomplete'
  readonly expectedCount: number | null
  /** A sentence, for an incomplete one. */
  readonly reason: string | null
}

export interface CommitOutcome {
  /** False when an incomplete download was not allowed to replace a complete copy: the copy stays as it was. */
  readonly replaced: boolean
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Reading functions. None of them can write: they run on read-only handles. */
export interface StoreReader {
  listCampaigns(): Promise<readonly CampaignSummary[]>
  getCampaign(id: string): Promise<CampaignRecord | null>
  /**
   * Runs the query and holds its ordered keys. A newer call in the same slot supersedes a running one at once:
   * that one rejects with `superseded`. Rejects with `searchInvalid` or `searchTooSlow` for a bad pattern.
   */
  openResult(query: ItemQuery, slot: string): Promise<ItemResult>
  /** Rows from `start` on; fewer than `count` at the end. Rejects with `notFound` for a result not held. */
  readWindow(resultId: number, start: number, count: number): Promise<ItemWindow>
  /** Position of an item in a result, or null. */
  locate(resultId: number, key: number): Promise<number | null>
  /** Keys of the rows at these positions, in the result's order. */
  keysOf(resultId: number, ranges: SelectionRanges): Promise<Int32Array<ArrayBuffer>>
  facets(query: ItemQuery, slot: string): Promise<ItemFacets>
  getItem(key: number): Promise<ItemDetails | null>
  /** Address of the picture of an item's artwork (`fileId.thumbnailUrl`, else `fileId.url`); null without one. */
  pictureUrl(key: number, artworkIndex: number): Promise<string | null>
  countItems(): Promise<{ readonly campaigns: number; readonly items: number }>
}

/** Writing functions; all of them run in the one writer. */
export interface StoreWriter {
  /** Begins a staging area. `campaignId` null: a discovery, whose items are looked through but not kept. */
  beginDownload(campaignId: string | null): Promise<number>
  /** Parses, validates and stages a page. The bytes are transferred. Rejects with `badAnswer` if out of form. */
  stagePage(downloadId: number, bytes: Uint8Array<ArrayBuffer>): Promise<PageOutcome>
  /** Stages the campaign's own record, or that it was refused or not there. */
  stageRecord(
    downloadId: number,
    record:
      | { readonly state: 'fetched'; readonly bytes: Uint8Array<ArrayBuffer> }
      | { readonly state: 'forbidden' | 'missing' },
  ): Promise<{ readonly name: string | null }>
  /** Puts the staged rows in the place of the campaign's copy, in one transaction. */
  commitDownload(downloadId: number, verdict: DownloadVerdict): Promise<CommitOutcome>
  /** Removes the staging area; the copy in use stays. */
  abandonDownload(downloadId: number): Promise<void>
  /** Makes campaigns known that a discovery found (name, how many items it saw), without touching any copy. */
  rememberCampaigns(
    campaigns: readonly { readonly id: string; readonly name: string | null; readonly items: number }[],
  ): Promise<void>
  removeCampaigns(ids: readonly string[]): Promise<void>
}

export interface Store extends StoreReader, StoreWriter {
  /** What opening it brought to light: a damaged file that was set aside. */
  readonly notice: Fault | null
  /** Refuses new work, lets running work end, closes the files. */
  close(): Promise<void>
}

export interface OpenStoreOptions {
  /** The database file; its folder is made when it is missing. */
  readonly file: string
  /** The worker's script: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Reader threads beside the writer. */
  readonly readers?: number
}

/** A value as the cache holds it: 1 and 0 stand for true and false. */
export type StoredValue = string | number | null

/** Rows for an export, in order, in batches; runs on a handle of its own in the exporting thread. */
export interface ExportRows {
  readonly count: number
  /** The rows batch by batch, each with the values of the columns that were asked for, in their order. */
  batches(): Iterable<readonly (readonly StoredValue[])[]>
  close(): void
}
