import type { FieldKey, FoundFields } from '../contract/fields.ts'
import type { CampaignRecord, CampaignSummary } from '../contract/campaign.ts'
import type { ChangesQuery, ChangesWindow, DownloadRecord } from '../contract/changes.ts'
import type { ItemDetails, ItemRow } from '../contract/item.ts'
import type { Fault } from '../contract/faults.ts'
import type { ColumnKey } from '../contract/columns.ts'
import type {
  ColumnValues,
  ItemQuery,
  ItemResult,
  ItemTotals,
  ItemWindow,
  SelectionRanges,
} from '../contract/query.ts'
import type {
  PicturePage,
  PictureSize,
  DownloadKind,
  PagePlace,
  PageOutcome,
  BegunDownload,
  UnfinishedDownload,
  DownloadVerdict,
  CommitOutcome,
  StoreQuery,
  TextLength,
} from './types.ts'

/** Reading functions. None of them can write: they run on read-only handles. */
export interface StoreReader {
  listCampaigns(): Promise<readonly CampaignSummary[]>
  getCampaign(id: string): Promise<CampaignRecord | null>
  /**
   * Runs the query and holds its ordered keys. A newer call in the same slot supersedes a running one at
   * once: that one rejects with `superseded`. Rejects with `searchInvalid` or `searchTooSlow` for a bad
   * pattern.
   */
  openResult(query: StoreQuery, slot: string): Promise<ItemResult>
  /**
   * Rows from `start` on, with their values of these fields; fewer than `count` at the end. Rejects with
   * `notFound` for a result not held.
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
  /**
   * What is in a column, under the search and all filters but its own; of its values those that contain
   * `find`.
   */
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
   * Returns the rows of the items with these ids, in no particular order; an item that is in no snapshot in
   * use has none. The values that reviews store are abbreviated, see `withAbbreviatedTexts`.
   */
  rowsOfItems(campaignItemIds: readonly string[]): Promise<readonly ItemRow[]>
  /**
   * Address of the picture of an item's artwork (`fileId.thumbnailUrl`, else `fileId.url`), or of its file
   * (the other way round); null without one.
   */
  pictureUrl(key: number, artworkIndex: number, size: PictureSize): Promise<string | null>
  /**
   * The address that the same had before a download changed it, without what stands behind its `?`, and when
   * that was noticed (milliseconds since 1970), as far as changes are kept; null: it has had no other.
   */
  pictureBefore(
    key: number,
    artworkIndex: number,
    size: PictureSize,
  ): Promise<{ readonly address: string; readonly noticedAt: number } | null>
  /**
   * Addresses of the pictures (or files) of a campaign's artworks, those of so many items behind `after` (at
   * first an empty text) at a time.
   */
  listPictures(campaignId: string, size: PictureSize, after: string, count: number): Promise<PicturePage>
  /** Fields in the bodies of the items of these campaigns (null: all), as far as a sample shows them. */
  findFields(campaignIds: readonly string[] | null): Promise<FoundFields>
  countItems(): Promise<{ readonly campaigns: number; readonly items: number }>
  /**
   * Downloads of a campaign whose changes are kept, the newest first; none for a campaign that is not known.
   */
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
   * Begins a staging area, or goes on with what an earlier run of the same campaign and kind left behind: one
   * that was released, or whose worker or process has ended. It begins anew when `fresh` is set, when what is
   * there is older than 14 days, and when the snapshot in use has changed since. Every other download of the
   * campaign that this process has or that was left behind is removed. `campaignId` is null for a discovery;
   * with `keepsItems` it keeps what it reads until the campaigns are downloaded. A `full` download does not
   * continue what was staged before a discovery that has items for it. Rejects with `badInput` for a `recent`
   * one without a complete snapshot.
   */
  beginDownload(
    campaignId: string | null,
    kind: DownloadKind,
    options?: { readonly fresh?: boolean; readonly keepsItems?: boolean },
  ): Promise<BegunDownload>
  /**
   * Parses, validates and stages a page, and enters it into the journal, all or nothing. The bytes are
   * transferred. Rejects with `badAnswer` if it is out of form, and with `badInput` for a place of another
   * pass than the one that was begun.
   */
  stagePage(downloadId: number, place: PagePlace, bytes: Uint8Array<ArrayBuffer>): Promise<PageOutcome>
  /**
   * Ends a discovery whose answers have proven that it read every item. With `keepsItems`, full downloads
   * take the items from now on; any other one is removed. `mark`: newest `updatedAt` on its first page, in
   * milliseconds since 1970.
   */
  finishDiscovery(downloadId: number, mark: number): Promise<void>
  /**
   * Moves the next items that a finished discovery kept of the campaign into the staging area of a full
   * download, and enters them into the journal. Returns null when there are none.
   */
  stageDiscovered(downloadId: number): Promise<PageOutcome | null>
  /**
   * From now on `seen` counts this pass, and pages are of it. What neither its sweep nor its readings of the
   * top see is not in the new snapshot. The pass that is under way already is left as it is.
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
   * Brings what was staged into use, in one transaction. A complete `full` download takes the place of the
   * snapshot. A `recent` one only adds and changes. One that would delete more than half of the snapshot, and
   * more than was accepted, changes nothing and stays staged. An incomplete one does not touch a complete
   * snapshot, and otherwise only adds and changes. Rejects with `cacheBusy` when another program changed the
   * snapshot meanwhile.
   */
  commitDownload(downloadId: number, verdict: DownloadVerdict): Promise<CommitOutcome>
  /** Removes the staging area; the snapshot in use stays. */
  abandonDownload(downloadId: number): Promise<void>
  /** Leaves the staging area for a later run, of whatever process. */
  releaseDownload(downloadId: number): Promise<void>
  /** Downloads of campaigns that were released, or whose process has ended, and that can be gone on with. */
  listUnfinished(): Promise<readonly UnfinishedDownload[]>
  /**
   * Makes campaigns known that a discovery found, without touching any copy. `items`: how many it has; null
   * as long as that is not known.
   */
  rememberCampaigns(
    campaigns: readonly {
      readonly id: string
      readonly name: string | null
      readonly items: number | null
    }[],
  ): Promise<void>
  /**
   * Notes that the service refuses the record of a campaign, without touching its snapshot. Gives whether
   * there is a snapshot; without one nothing is noted.
   */
  markRecord(campaignId: string, state: 'forbidden' | 'missing'): Promise<boolean>
  removeCampaigns(ids: readonly string[]): Promise<void>
  /**
   * Takes marks away: those of the items with these keys, or (null) all of the campaign's, gone items
   * included.
   */
  markSeen(campaignId: string, ids: readonly string[] | null): Promise<void>
}

export interface Store extends StoreReader, StoreWriter {
  /** What opening it brought to light: a damaged file that was set aside. */
  readonly notice: Fault | null
  /** Refuses new work, lets running work end, closes the files. */
  close(): Promise<void>
}

/**
 * Which thread carries out an operation: the writer, any reader, the one with the result, or always the same
 * one.
 */
type Route = 'writer' | 'anyReader' | 'resultReader' | 'queryReader' | 'checksReader' | 'changesReader'

type OperationName = keyof StoreReader | keyof StoreWriter

/** The operations of a store, and the thread for each. */
export const OPERATIONS = {
  listCampaigns: 'anyReader',
  getCampaign: 'anyReader',
  openResult: 'queryReader',
  readWindow: 'resultReader',
  locate: 'resultReader',
  keysOf: 'resultReader',
  columnValues: 'queryReader',
  totalsOf: 'resultReader',
  findIds: 'checksReader',
  getItem: 'anyReader',
  countAmong: 'resultReader',
  rowsOfItems: 'anyReader',
  pictureUrl: 'anyReader',
  pictureBefore: 'anyReader',
  listPictures: 'anyReader',
  findFields: 'anyReader',
  countItems: 'anyReader',
  listDownloads: 'anyReader',
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
  rememberCampaigns: 'writer',
  markRecord: 'writer',
  removeCampaigns: 'writer',
  markSeen: 'writer',
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
