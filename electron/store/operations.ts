import type { UnseenCounts } from '../contract/attention.ts'
import type { CampaignTableColumn } from '../contract/campaign-columns.ts'
import type { CampaignQuery, CampaignRows } from '../contract/campaign-query.ts'
import type { FieldKey, OtherFieldPage } from '../contract/fields.ts'
import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import type { ChangesQuery, ChangesWindow, DayOfChanges, DownloadRecord } from '../contract/changes.ts'
import type { ItemDetails, ItemRow } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type { IdReference, NamedId } from '../contract/id-names.ts'
import type { ColumnKey } from '../contract/columns.ts'
import type { CampaignComparison, ComparisonQuery, ComparisonWindow } from '../contract/comparison.ts'
import type {
  ColumnValues,
  FacetCount,
  FoundItems,
  ItemResult,
  ItemSearch,
  ItemTotals,
  ItemWindow,
  SearchedTexts,
  SelectionRanges,
} from '../contract/query.ts'
import type { RuleMatches } from '../contract/row-colors.ts'
import type { StatisticKeys, Statistics } from '../contract/statistics.ts'
import type { PackedStatistics } from './packed-statistics.ts'
import type { RecordCheckResult } from './record-checks.ts'
import type { ColumnUse } from './used-columns.ts'
import type {
  PicturePage,
  RecordToStore,
  SeenMark,
  PictureSize,
  DownloadKind,
  PageRange,
  PageOutcome,
  DownloadStart,
  UnfinishedDownload,
  DownloadVerdict,
  CommitOutcome,
  SuppliedCells,
  StoredFindings,
  StoreFilterGroup,
  StoreQuery,
  TextLength,
} from './types.ts'

/** Read operations. They run on read-only handles. */
export interface StoreReader {
  listCampaigns(): Promise<readonly CampaignSummary[]>
  getCampaign(id: string): Promise<CampaignRecord | null>
  /**
   * Returns the campaigns of a query with the cells of these columns. Rejects with `searchInvalid` or
   * `searchTooSlow` for a bad pattern; a newer call in the same slot supersedes a running one.
   */
  queryCampaigns(
    query: CampaignQuery,
    columns: readonly CampaignTableColumn[],
    slot: string,
    given?: SuppliedCells,
  ): Promise<CampaignRows>
  /**
   * Runs a query and caches its ordered keys. A newer call in the same slot supersedes a running one, which
   * rejects with `superseded`. Rejects with `searchInvalid` or `searchTooSlow` for a bad pattern.
   */
  openResult(query: StoreQuery, slot: string): Promise<ItemResult>
  /**
   * Returns the rows from `start`, with their values of these fields; fewer than `count` at the end. Rejects
   * with `notFound` if the result is no longer available.
   * @param texts default `whole`
   */
  readWindow(
    resultId: number,
    start: number,
    count: number,
    fields?: readonly FieldKey[],
    texts?: TextLength,
  ): Promise<ItemWindow>
  /** Returns the index of an item in a result, or null. */
  locate(resultId: number, key: number): Promise<number | null>
  /** Returns the keys of the rows at these indexes, in the order of the result. */
  keysOf(resultId: number, ranges: SelectionRanges): Promise<Int32Array<ArrayBuffer>>
  /**
   * Returns the values of a column that contain `find`, under the search and all filters but the column's
   * own.
   */
  columnValues(query: StoreQuery, column: ColumnKey, find: string, slot: string): Promise<ColumnValues>
  /**
   * Counts the items of a query by one or two dimensions. Rejects as `openResult` does; a newer call in the
   * same slot supersedes a running one.
   */
  statistics(query: StoreQuery, keys: StatisticKeys, slot: string): Promise<PackedStatistics>
  /**
   * Compares the items of two campaigns, matched by a column or field. Rejects with `notFound` if one of them
   * is not downloaded.
   */
  compareCampaigns(firstId: string, secondId: string, by: ColumnKey): Promise<CampaignComparison>
  /**
   * Compares the items of two campaigns and returns the first `count` lines. Rejects with `notFound` if one
   * of the campaigns is not downloaded, and with `superseded` if a newer call in the same slot, or
   * `cancelComparison`, ends it.
   * @param texts default `whole`
   */
  openComparison(
    query: ComparisonQuery,
    count: number,
    slot: string,
    texts?: TextLength,
  ): Promise<ComparisonWindow>
  /**
   * Returns `count` lines of a comparison from `start`; fewer at the end. Rejects as `openComparison` does,
   * which it does not supersede.
   * @param texts default `whole`
   */
  readComparison(
    query: ComparisonQuery,
    start: number,
    count: number,
    slot: string,
    texts?: TextLength,
  ): Promise<ComparisonWindow>
  /** Returns the totals of the rows at these indexes. */
  totalsOf(resultId: number, ranges: SelectionRanges): Promise<ItemTotals>
  /** Counts the statuses of all rows of a result of these campaigns, ascending; empty cells are last. */
  statusesOf(resultId: number, campaignIds: readonly string[] | null): Promise<readonly FacetCount[]>
  /**
   * Counts the items that a search finds, and returns at most `maxCount` of the best ones with clipped texts.
   * Rejects as `openResult` does; a newer call in the same slot supersedes a running one.
   */
  findItems(search: ItemSearch, maxCount: number, slot: string): Promise<FoundItems>
  /**
   * Reads what `findItems` needs to search all campaigns. A search in the same slot supersedes it, and
   * continues where it was.
   */
  prepareSearch(texts: SearchedTexts, slot: string): Promise<null>
  /**
   * Counts the items of a query, and returns the ids of the first `maxCount`. Rejects like `openResult`.
   */
  findIds(
    query: StoreQuery,
    maxCount: number,
  ): Promise<{ readonly count: number; readonly ids: readonly string[] }>
  /** Checks the records of campaigns. Returns results by the ids of known campaigns. */
  checkRecords(campaignIds: readonly string[]): Promise<ReadonlyMap<string, readonly RecordCheckResult[]>>
  /** Returns what `storeFindings` stored of campaigns that were not removed since. */
  readFindings(): Promise<readonly StoredFindings[]>
  /**
   * Returns the first of these filters that matches each row. Reads only these rows, except for duplicates,
   * which are counted among the items of the campaigns (null for all). Deleted rows match none.
   */
  ruleMatches(
    campaignIds: readonly string[] | null,
    keys: Int32Array<ArrayBuffer>,
    rules: readonly StoreFilterGroup[],
  ): Promise<RuleMatches>
  getItem(key: number): Promise<ItemDetails | null>
  /** Returns the index of each of these keys in a result; -1 if it is not in the result. */
  indexesOf(resultId: number, keys: Int32Array<ArrayBuffer>): Promise<Int32Array<ArrayBuffer>>
  /**
   * Returns the rows of items in any order, without those that are in no snapshot in use. Values that reviews
   * store are abbreviated (`withAbbreviatedTexts`).
   */
  rowsOfItems(campaignItemIds: readonly string[]): Promise<readonly ItemRow[]>
  /**
   * Returns the address of an artwork's thumbnail (`fileId.thumbnailUrl`, else `fileId.url`) or file
   * (`fileId.url`, else `fileId.thumbnailUrl`), or null if it has none.
   */
  pictureUrl(key: number, artworkIndex: number, size: PictureSize): Promise<string | null>
  /**
   * Returns the previous address of a picture without its query, and when the change was found (milliseconds
   * since 1970); null if no earlier address is recorded.
   */
  pictureBefore(
    key: number,
    artworkIndex: number,
    size: PictureSize,
  ): Promise<{ readonly address: string; readonly noticedAt: number } | null>
  /**
   * Lists the addresses of a campaign's pictures for `count` items.
   * @param after id of the last item of the previous page; an empty string for the first page
   */
  listPictures(campaignId: string, size: PictureSize, after: string, count: number): Promise<PicturePage>
  /** Finds the fields in a sample of the items of these campaigns (null for all). */
  findFields(campaignIds: readonly string[] | null): Promise<OtherFieldPage>
  /**
   * Returns the names that the items of a campaign state for ids: of the objects with such an id, if
   * all have the same name. Items, elements and campaigns are found in all items, other objects in a
   * part of them. None if the campaign is not downloaded. A newer call in the same slot supersedes a
   * running one.
   */
  idNames(campaignId: string, references: readonly IdReference[], slot: string): Promise<readonly NamedId[]>
  /** Finds the fields in a sample of the stored records of campaigns. */
  findCampaignFields(): Promise<OtherFieldPage>
  /** Returns the words with which most item names of a campaign begin; empty if there are none. */
  sharedWords(campaignId: string): Promise<string>
  countItems(): Promise<{ readonly campaigns: number; readonly items: number }>
  /**
   * Lists the downloads of a campaign whose changes are stored, the newest first; none for an unknown
   * campaign.
   */
  listDownloads(campaignId: string): Promise<readonly DownloadRecord[]>
  /**
   * Sums the changes of the downloads of these campaigns (null for all) by day, the earliest day first,
   * without days without changes.
   */
  changesByDay(campaignIds: readonly string[] | null): Promise<readonly DayOfChanges[]>
  /** Counts the unseen changes of each campaign by kind; campaigns without any are left out. */
  countUnseen(): Promise<readonly UnseenCounts[]>
  /**
   * Returns the combined changes of all downloads after `query.since`.
   * @param texts default `whole`
   */
  readChanges(query: ChangesQuery, start: number, count: number, texts?: TextLength): Promise<ChangesWindow>
}

/** Write operations. They run in the writer. */
export interface StoreWriter {
  /**
   * Creates a staging area, or continues one of the same campaign and kind that was released or whose worker
   * or process has ended. A new one is created if `fresh` is set, if the old one is older than 14 days or
   * than a discovery with items for it, or if the snapshot in use has changed since. Other abandoned
   * downloads of the campaign are removed. Rejects with `badInput` for a `recent` one without a complete
   * snapshot.
   * @param campaignId null for a discovery; with `keepsItems`, its items are stored until the campaigns are
   * downloaded
   */
  beginDownload(
    campaignId: string | null,
    kind: DownloadKind,
    options?: { readonly fresh?: boolean; readonly keepsItems?: boolean },
  ): Promise<DownloadStart>
  /**
   * Parses, validates and stages a page with its journal entry, in one transaction. The bytes are
   * transferred. Rejects with `badAnswer` if the page is invalid, and with `badInput` if it belongs to
   * another pass.
   */
  stagePage(downloadId: number, range: PageRange, bytes: Uint8Array<ArrayBuffer>): Promise<PageOutcome>
  /**
   * Ends a discovery that has read every item. With `keepsItems`, full downloads can use its items.
   * @param newestUpdate newest `updatedAt` of its first page, in milliseconds since 1970
   */
  finishDiscovery(downloadId: number, newestUpdate: number): Promise<void>
  /**
   * Moves the next items of the campaign from a finished discovery to a full download, with a journal entry.
   * Returns null if there are none.
   */
  stageDiscovered(downloadId: number): Promise<PageOutcome | null>
  /**
   * Starts a pass: `seen` starts at 0 again, and pages must belong to this pass. Items that it does not see
   * are not in the new snapshot. Has no effect if the pass is already running.
   */
  beginPass(downloadId: number, pass: number): Promise<void>
  /** Stages the campaign's record, or the reason why there is none. */
  stageRecord(
    downloadId: number,
    record:
      | { readonly state: 'fetched'; readonly bytes: Uint8Array<ArrayBuffer> }
      | { readonly state: 'forbidden' | 'missing' },
  ): Promise<{ readonly name: string | null }>
  /**
   * Applies the staged rows in one transaction. A complete `full` download replaces the snapshot. A `recent`
   * or incomplete one only adds and changes items, and an incomplete one leaves a complete snapshot
   * unchanged. A download that would delete more than half of the snapshot, and more than was accepted,
   * changes nothing and stays staged. A refusal of the record is stored in any case. Rejects with `cacheBusy`
   * if another program has changed the snapshot.
   */
  commitDownload(downloadId: number, verdict: DownloadVerdict): Promise<CommitOutcome>
  /** Removes the staging area; the snapshot in use stays. */
  abandonDownload(downloadId: number): Promise<void>
  /** Releases the staging area, so that any process can continue the download. */
  releaseDownload(downloadId: number): Promise<void>
  /** Lists the downloads that were released, or whose process has ended, and that can be continued. */
  listUnfinished(): Promise<readonly UnfinishedDownload[]>
  /** Adds campaigns that a discovery found, without changing any snapshot. */
  addCampaigns(
    campaigns: readonly {
      readonly id: string
      readonly name: string | null
      /** Number of items; null if unknown. */
      readonly items: number | null
    }[],
  ): Promise<void>
  /**
   * Records why the service refuses a campaign's record. Returns whether the campaign has a snapshot; without
   * one, nothing is recorded.
   */
  setRecordState(campaignId: string, state: 'forbidden' | 'missing'): Promise<boolean>
  /**
   * Stores records of campaigns that are not downloaded, or the reasons why there are none, in one
   * transaction. Returns for each whether it was stored: not if the campaign is unknown or has a snapshot,
   * whose downloads record the changes. For an invalid record it returns the fault.
   */
  storeRecords(records: readonly RecordToStore[]): Promise<readonly (boolean | Fault)[]>
  removeCampaigns(ids: readonly string[]): Promise<void>
  /** Records what queries need of columns, which is then prepared in idle time. */
  recordUses(uses: readonly ColumnUse[]): Promise<void>
  /** Stores what the checks have found in campaigns, in place of what was stored of them. */
  storeFindings(findings: readonly StoredFindings[]): Promise<void>
  /**
   * Marks changes as seen: those of the items with these ids, or all of the campaign (null). Returns the
   * removed marks for `markUnseen`; none if all were seen before.
   */
  markSeen(campaignId: string, ids: readonly string[] | null): Promise<readonly SeenMark[]>
  /** Marks changes as unseen again. Returns false if the campaign was removed. */
  markUnseen(campaignId: string, marks: readonly SeenMark[]): Promise<boolean>
}

export interface Store extends Omit<StoreReader, 'statistics'>, StoreWriter {
  /** Counts as the operation of the reader does, and returns the rows. */
  statistics(...parameters: Parameters<StoreReader['statistics']>): Promise<Statistics>
  /** The notice of a damaged file that was set aside on opening. */
  readonly notice: Fault | null
  /** Returns how much of the running `openResult` of a slot is done, from 0 to 1; 0 also if it is unknown. */
  progressOf(slot: string): number
  /** Ends the running comparison of a slot, which rejects with `superseded`. */
  cancelComparison(slot: string): void
  /** Refuses new calls, waits for running ones and closes the files. */
  close(): Promise<void>
}

/**
 * The thread that runs an operation: the writer, any reader, the reader that has the result, or a fixed
 * reader.
 */
type Route =
  | 'writer'
  | 'anyReader'
  | 'resultReader'
  | 'queryReader'
  | 'checksReader'
  | 'changesReader'
  | 'comparisonReader'

type OperationName = keyof StoreReader | keyof StoreWriter

/** The thread for each operation. */
export const OPERATIONS = {
  listCampaigns: 'anyReader',
  getCampaign: 'anyReader',
  openResult: 'queryReader',
  readWindow: 'resultReader',
  locate: 'resultReader',
  keysOf: 'resultReader',
  columnValues: 'queryReader',
  queryCampaigns: 'queryReader',
  statistics: 'queryReader',
  compareCampaigns: 'comparisonReader',
  openComparison: 'comparisonReader',
  readComparison: 'comparisonReader',
  totalsOf: 'resultReader',
  statusesOf: 'resultReader',
  findItems: 'queryReader',
  prepareSearch: 'queryReader',
  findIds: 'checksReader',
  checkRecords: 'checksReader',
  readFindings: 'checksReader',
  ruleMatches: 'anyReader',
  getItem: 'anyReader',
  indexesOf: 'resultReader',
  rowsOfItems: 'anyReader',
  pictureUrl: 'anyReader',
  pictureBefore: 'anyReader',
  listPictures: 'anyReader',
  findFields: 'anyReader',
  idNames: 'queryReader',
  findCampaignFields: 'anyReader',
  sharedWords: 'anyReader',
  countItems: 'anyReader',
  listDownloads: 'anyReader',
  changesByDay: 'anyReader',
  countUnseen: 'anyReader',
  readChanges: 'changesReader',
  beginDownload: 'writer',
  stagePage: 'writer',
  finishDiscovery: 'writer',
  stageDiscovered: 'writer',
  beginPass: 'writer',
  stageRecord: 'writer',
  commitDownload: 'writer',
  abandonDownload: 'writer',
  releaseDownload: 'writer',
  listUnfinished: 'writer',
  addCampaigns: 'writer',
  storeRecords: 'writer',
  setRecordState: 'writer',
  removeCampaigns: 'writer',
  recordUses: 'writer',
  storeFindings: 'writer',
  markSeen: 'writer',
  markUnseen: 'writer',
} as const satisfies Readonly<Record<OperationName, Route>>

type RouteOf<Name extends OperationName> = (typeof OPERATIONS)[Name]

/** The operations with these routes. */
export type OperationsOn<Routes extends Route> = {
  [Name in OperationName]: RouteOf<Name> extends Routes ? Name : never
}[OperationName]

/** Returns an object with one function for each operation. */
export function createOperations<Operation>(
  create: (name: OperationName) => Operation,
): Readonly<Record<OperationName, Operation>> {
  const names = Object.keys(OPERATIONS) as OperationName[]
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<OperationName, Operation>
}
