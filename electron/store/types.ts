import type { FieldKey, FoundFields } from '../contract/fields.ts'
import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import type { ChangesQuery, ChangesWindow, DownloadRecord } from '../contract/changes.ts'
import type { ItemDetails, ItemRow, OtherTypes } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import type { ColumnKey } from '../contract/columns.ts'
import type {
  ColumnValues,
  ItemQuery,
  ItemResult,
  ItemTotals,
  ItemWindow,
  ReviewSortKey,
  SelectionRanges,
} from '../contract/query.ts'

/** Addresses of pictures of some items. */
export interface PicturePage {
  readonly pictures: readonly {
    readonly address: string
    readonly itemKey: number
    readonly artworkIndex: number
  }[]
  /** Where the next page begins; null after the last one. */
  readonly next: string | null
}

/** The small picture of an artwork, or its file. */
export type PictureSize = 'thumbnail' | 'full'

/** Everything, only what has changed since the copy was sealed, or a look through all items for their campaigns. */
export type DownloadKind = 'full' | 'recent' | 'discovery'

/** Which stretch of the list a page was asked for, and in which reading of it. */
export interface PagePlace {
  /** 1 for the first sweep of the list, counting up. */
  readonly pass: number
  /**
   * A page of the sweep, or of a reading from the top that closes the pass; `discovery`: not a page of the campaign's
   * own list, but items that a discovery kept, where `start` and `end` count these items.
   */
  readonly part: 'sweep' | 'top' | 'discovery'
  /** Counts the readings of the top, from 1 on; 0 in a sweep. */
  readonly round: number
  /** Offsets that were asked for; `end` is the first one behind them. */
  readonly start: number
  readonly end: number
}

/** What a page of items turned out to hold, told by the worker that parsed it. Kept in the download's journal. */
export interface PageOutcome {
  readonly place: PagePlace
  /** Offset and page size as the service says it applied them; null when it said neither or nonsense. */
  readonly skip: number | null
  readonly limit: number | null
  readonly totalCount: number | null
  /** What the service stated in its place where that is no count; left out or null otherwise. */
  readonly invalidCount?: string | null
  /** Ids the page listed, in order. */
  readonly listed: number
  /** Items of this page that could be kept and that no earlier page of this download had. */
  readonly fresh: number
  /** Of the fresh ones, those that the copy in use does not hold. */
  readonly added: number
  /** Of the fresh ones, those that the copy in use holds letter for letter as they came. */
  readonly unchanged: number
  /** Items of this page that this download held already and that now have other content. */
  readonly altered: number
  /** Items of this page that this pass had seen already, in its sweep or at the top. */
  readonly repeated: number
  /** Different items that this pass, its sweep and its readings of the top together, has seen so far. */
  readonly seen: number
  /** Items that this download holds so far, each id once, of all its passes (a discovery: has looked through). */
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
  /**
   * Whether `updatedAt` descends (or stays equal) down the page, items without a readable one last: `broken` where it
   * rises, else `unknown` where one without stands before one with it.
   */
  readonly order: 'descending' | 'broken' | 'unknown'
  /** Items of this page whose `updatedAt` is missing or cannot be read. */
  readonly undated: number
  /** Campaigns that the items name, in order of first appearance. In a discovery, `items` counts the fresh ones only. */
  readonly campaigns: readonly { readonly id: string; readonly name: string | null; readonly items: number }[]
  /** Only where `place.part` is `discovery`. */
  readonly discovery?: {
    /** Newest `updatedAt` on the discovery's first page, in milliseconds since 1970. */
    readonly mark: number
    /** Whether the download now has every item of its campaign that the discovery kept. */
    readonly isLast: boolean
  }
}

/** A download as {@link StoreWriter.beginDownload} gives it: a new one, or one that is gone on with. */
export interface BegunDownload {
  readonly downloadId: number
  /** What an earlier run of this download staged, in order of staging; empty for a new one. */
  readonly journal: readonly PageOutcome[]
  /** The campaign's own record, where an earlier run has staged it. */
  readonly record: {
    readonly state: 'fetched' | 'forbidden' | 'missing'
    readonly name: string | null
  } | null
  /** How many items of the campaign a finished discovery keeps for this download; null: none. */
  readonly discovered: number | null
  /** Of the complete copy in use; null without one. */
  readonly seal: { readonly itemCount: number; readonly newestUpdatedAt: string | null } | null
}

/** A download of a campaign that ended before its end and can be gone on with. */
export interface UnfinishedDownload {
  readonly campaignId: string
  readonly campaignName: string | null
  readonly kind: 'full' | 'recent'
  /** Items that it has staged. */
  readonly items: number
  /** What the service counted last; null when it did not. */
  readonly total: number | null
  /** In milliseconds since 1970. */
  readonly begunAt: number
}

/** How a download ended, for {@link StoreWriter.commitDownload}. */
export interface DownloadVerdict {
  readonly state: 'complete' | 'incomplete'
  readonly expectedCount: number | null
  /** A sentence, for an incomplete one. */
  readonly reason: string | null
  /** How many items it may delete even if they are more than half of the snapshot in use; any number when left out. */
  readonly acceptedDeletions?: number | undefined
}

export interface CommitOutcome {
  /** False when an incomplete download was not allowed to replace a complete copy: the copy stays as it was. */
  readonly replaced: boolean
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /**
   * Deletions that were not accepted. The snapshot in use is unchanged, and what was staged can be committed with
   * them accepted, or released. Null when the download was committed or dropped.
   */
  readonly refusedDeletions: PendingDeletions | null
  /** Values of the copy in use that are not of their columns' types; absent: none. */
  readonly otherTypes?: OtherTypes | undefined
}

/** Of a query: only items with these ids, or (`outside`) all others. */
export interface AmongItems {
  readonly campaignItemIds: readonly string[]
  readonly outside: boolean
}

/** Ids of items in an order: those that stand together are equal. */
export type ItemOrder = readonly (readonly string[])[]

/** A query with what only main can say of it; all conditions must hold. */
export interface StoreQuery extends ItemQuery {
  readonly among?: readonly AmongItems[]
  /** What the sort keys mean that are none of a column; items that are not in them come last. */
  readonly orders?: Readonly<Partial<Record<ReviewSortKey, ItemOrder>>>
}

/** Whether long values are cut for a list (see clip-text.ts), or returned in full for copies, exports and *Show all*. */
export type TextLength = 'whole' | 'clipped'

/** Reading functions. None of them can write: they run on read-only handles. */
export interface StoreReader {
  listCampaigns(): Promise<readonly CampaignSummary[]>
  getCampaign(id: string): Promise<CampaignRecord | null>
  /**
   * Runs the query and holds its ordered keys. A newer call in the same slot supersedes a running one at once:
   * that one rejects with `superseded`. Rejects with `searchInvalid` or `searchTooSlow` for a bad pattern.
   */
  openResult(query: StoreQuery, slot: string): Promise<ItemResult>
  /**
   * Rows from `start` on, with their values of these fields; fewer than `count` at the end. Rejects with `notFound`
   * for a result not held.
   * @param texts `whole` if left out.
   */
  readWindow(
    resultId: number,
    start: number,
    count: number,
    fields?: readonly FieldKey[],
    texts?: TextLength,
  ): Promise<ItemWindow>
  /** Position of an item in a result, or null. */
  locate(resultId: number, key: number): Promise<number | null>
  /** Keys of the rows at these positions, in the result's order. */
  keysOf(resultId: number, ranges: SelectionRanges): Promise<Int32Array<ArrayBuffer>>
  /** What is in a column, under the search and all filters but its own; of its values those that contain `find`. */
  columnValues(query: StoreQuery, column: ColumnKey, find: string, slot: string): Promise<ColumnValues>
  /** What the rows at these positions add up to. */
  totalsOf(resultId: number, ranges: SelectionRanges): Promise<ItemTotals>
  /** How many items a query finds, and the ids of the first `most` of them. Throws as `openResult` does. */
  findIds(
    query: ItemQuery,
    most: number,
  ): Promise<{ readonly count: number; readonly ids: readonly string[] }>
  getItem(key: number): Promise<ItemDetails | null>
  /** How many rows of a result have one of these keys. */
  countAmong(resultId: number, keys: Int32Array<ArrayBuffer>): Promise<number>
  /**
   * Returns the rows of the items with these ids, in no particular order; an item that is in no snapshot in use has none.
   * The values that reviews store are abbreviated, see `withAbbreviatedTexts`.
   */
  rowsOfItems(campaignItemIds: readonly string[]): Promise<readonly ItemRow[]>
  /**
   * Address of the picture of an item's artwork (`fileId.thumbnailUrl`, else `fileId.url`), or of its file (the other
   * way round); null without one.
   */
  pictureUrl(key: number, artworkIndex: number, size: PictureSize): Promise<string | null>
  /**
   * The address that the same had before a download changed it, without what stands behind its `?`, and when that was
   * noticed (milliseconds since 1970), as far as changes are kept; null: it has had no other.
   */
  pictureBefore(
    key: number,
    artworkIndex: number,
    size: PictureSize,
  ): Promise<{ readonly address: string; readonly noticedAt: number } | null>
  /**
   * Addresses of the pictures (or files) of a campaign's artworks, those of so many items behind `after` (at first an
   * empty text) at a time.
   */
  listPictures(campaignId: string, size: PictureSize, after: string, count: number): Promise<PicturePage>
  /** Fields in the bodies of the items of these campaigns (null: all), as far as a sample shows them. */
  findFields(campaignIds: readonly string[] | null): Promise<FoundFields>
  countItems(): Promise<{ readonly campaigns: number; readonly items: number }>
  /** Downloads of a campaign whose changes are kept, the newest first; none for a campaign that is not known. */
  listDownloads(campaignId: string): Promise<readonly DownloadRecord[]>
  /**
   * What all downloads after `query.since` together changed, from `start` on.
   * @param texts `whole` if left out.
   */
  readChanges(query: ChangesQuery, start: number, count: number, texts?: TextLength): Promise<ChangesWindow>
}

/** Writing functions; all of them run in the one writer. */
export interface StoreWriter {
  /**
   * Begins a staging area, or goes on with what an earlier run of the same campaign and kind left behind: one that
   * was released, or whose worker or process has ended. It begins anew when `fresh` is set, when what is there is
   * older than 14 days, and when the copy in use has changed since. Every other download of the campaign that this
   * process has or that was left behind is removed. `campaignId` is null for a discovery; with `keepsItems` it keeps
   * what it reads until the campaigns are downloaded. A `full` download does not continue what was staged before a
   * discovery that has items for it. Rejects with `badInput` for a `recent` one without a complete copy.
   */
  beginDownload(
    campaignId: string | null,
    kind: DownloadKind,
    options?: { readonly fresh?: boolean; readonly keepsItems?: boolean },
  ): Promise<BegunDownload>
  /**
   * Parses, validates and stages a page, and enters it into the journal, all or nothing. The bytes are transferred.
   * Rejects with `badAnswer` if it is out of form, and with `badInput` for a place of another pass than the one
   * that was begun.
   */
  stagePage(downloadId: number, place: PagePlace, bytes: Uint8Array<ArrayBuffer>): Promise<PageOutcome>
  /**
   * Ends a discovery whose answers have proven that it read every item. With `keepsItems`, full downloads take the items
   * from now on; any other one is removed. `mark`: newest `updatedAt` on its first page, in milliseconds since 1970.
   */
  finishDiscovery(downloadId: number, mark: number): Promise<void>
  /**
   * Moves the next items that a finished discovery kept of the campaign into the staging area of a full download, and
   * enters them into the journal. Returns null when there are none.
   */
  stageDiscovered(downloadId: number): Promise<PageOutcome | null>
  /**
   * From now on `seen` counts this pass, and pages are of it. What neither its sweep nor its readings of the top see
   * is not in the new copy. The pass that is under way already is left as it is.
   */
  beginPass(downloadId: number, pass: number): Promise<void>
  /** Stages the campaign's own record, or that it was refused or not there. */
  stageRecord(
    downloadId: number,
    record:
      | { readonly state: 'fetched'; readonly bytes: Uint8Array<ArrayBuffer> }
      | { readonly state: 'forbidden' | 'missing' },
  ): Promise<{ readonly name: string | null }>
  /**
   * Brings what was staged into use, in one transaction. A complete `full` download takes the place of the copy. A
   * `recent` one only adds and changes. One that would delete more than half of the copy, and more than was accepted,
   * changes nothing and stays staged. An incomplete one does not touch a complete copy, and otherwise only adds and
   * changes. Rejects with `cacheBusy` when another program changed the copy meanwhile.
   */
  commitDownload(downloadId: number, verdict: DownloadVerdict): Promise<CommitOutcome>
  /** Removes the staging area; the copy in use stays. */
  abandonDownload(downloadId: number): Promise<void>
  /** Leaves the staging area for a later run, of whatever process. */
  releaseDownload(downloadId: number): Promise<void>
  /** Downloads of campaigns that were released, or whose process has ended, and that can be gone on with. */
  listUnfinished(): Promise<readonly UnfinishedDownload[]>
  /**
   * Makes campaigns known that a discovery found, without touching any copy. `items`: how many it has; null as long as
   * that is not known.
   */
  rememberCampaigns(
    campaigns: readonly {
      readonly id: string
      readonly name: string | null
      readonly items: number | null
    }[],
  ): Promise<void>
  /**
   * Notes that the service refuses the record of a campaign, without touching its copy. Gives whether there is a copy;
   * without one nothing is noted.
   */
  markRecord(campaignId: string, state: 'forbidden' | 'missing'): Promise<boolean>
  removeCampaigns(ids: readonly string[]): Promise<void>
  /** Takes marks away: those of the items with these keys, or (null) all of the campaign's, gone items included. */
  markSeen(campaignId: string, ids: readonly string[] | null): Promise<void>
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

/** Rows as bytes: their cells in UTF-8, numbers in digits, nothing for what is empty. See `packed-rows.ts`. */
export interface PackedRows {
  /** Each row is the key of its item and its cells, with `CELL_END` behind each but the last, which `ROW_END` follows. */
  readonly bytes: Buffer<ArrayBuffer>
  /** Where each row begins; null: behind the one before. */
  readonly starts: Uint32Array | null
  /** The items, in the order of the rows. */
  readonly keys: Int32Array
  /** The values of a row, for one with what cannot be packed: `NO_DIGITS` stands for a number that is no whole one. */
  valuesOf(at: number): readonly StoredValue[]
}

/** Rows for an export, in order, in batches; runs on a handle of its own in the exporting thread. */
export interface ExportRows {
  readonly count: number
  /** The rows batch by batch, each with the values of the columns that were asked for, in their order. */
  batches(): Iterable<readonly (readonly StoredValue[])[]>
  /** The same rows, each block good until the next is asked for; null where they are more than columns of items. */
  readonly packed: (() => Iterable<PackedRows>) | null
  close(): void
}
