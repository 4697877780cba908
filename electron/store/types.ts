import type { SuppliedCampaignColumn } from '../contract/campaign-columns.ts'
import type { OtherTypes } from '../contract/item.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import type { ConditionGroup, FilterCondition } from '../contract/filters.ts'
import type { ItemQuery, ReviewSortKey } from '../contract/query.ts'

/** Addresses of pictures of some items. */
export interface PicturePage {
  readonly pictures: readonly {
    readonly address: string
    readonly itemKey: number
    readonly artworkIndex: number
  }[]
  /** The id after which the next page starts; null after the last page. */
  readonly next: string | null
}

/** The thumbnail of an artwork, or its file. */
export type PictureSize = 'thumbnail' | 'full'

/** All items, only recent changes to a complete snapshot, or the search for campaigns in all items. */
export type DownloadKind = 'full' | 'recent' | 'discovery'

/** The part of the list that a page was requested for. */
export interface PageRange {
  /** Starts at 1 for the first sweep of the list. */
  readonly pass: number
  /**
   * A page of the sweep, or of the check of the top that ends a pass. `discovery`: items of a discovery
   * instead of a page; `start` and `end` count these items.
   */
  readonly part: 'sweep' | 'top' | 'discovery'
  /** Which check of the top in its pass, from 1; 0 in a sweep. */
  readonly round: number
  /** Requested offsets; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

/** The result of staging a page of items. Stored in the download's journal under these names. */
export interface PageOutcome {
  readonly range: PageRange
  /** Offset and page size according to the service; null if missing or invalid. */
  readonly skip: number | null
  readonly limit: number | null
  readonly totalCount: number | null
  /** The text of an invalid `totalCount`. */
  readonly invalidCount?: string | null
  /** Number of ids that the page lists. */
  readonly listed: number
  /** Valid items that no earlier page of this download contained. */
  readonly fresh: number
  /** Fresh items that the snapshot in use does not contain. */
  readonly added: number
  /** Fresh items whose bodies equal those of the snapshot in use. */
  readonly unchanged: number
  /** Items that this download contains already and that have changed. */
  readonly altered: number
  /** Items that this pass has seen already. */
  readonly repeated: number
  /** Distinct items that this pass has seen so far. */
  readonly seen: number
  /** Distinct items of all passes of this download so far. */
  readonly staged: number
  /** Listed ids without a valid entity, which cannot be stored. */
  readonly withoutEntity: readonly string[]
  /** Number of entities that are not listed and are ignored. */
  readonly unlisted: number
  /** Number of items of other campaigns, which are ignored. */
  readonly foreign: number
  /** Newest and oldest `updatedAt` of the page. */
  readonly newestUpdatedAt: string | null
  readonly oldestUpdatedAt: string | null
  /**
   * Whether `updatedAt` descends on the page. `broken` if it rises, `unknown` if an item without a valid time
   * precedes one with a time.
   */
  readonly order: 'descending' | 'broken' | 'unknown'
  /** Number of items whose `updatedAt` is missing or invalid. */
  readonly undated: number
  /** Campaigns of the items in order of first appearance. In a discovery, `items` counts only fresh ones. */
  readonly campaigns: readonly { readonly id: string; readonly name: string | null; readonly items: number }[]
  /** Only if `range.part` is `discovery`. */
  readonly discovery?: {
    /** Newest `updatedAt` of the discovery's first page, in milliseconds since 1970. */
    readonly mark: number
    /** Whether no items of the campaign are left in the discovery. */
    readonly isLast: boolean
  }
}

/** A new or continued download; see {@link StoreWriter.beginDownload}. */
export interface DownloadStart {
  readonly downloadId: number
  /** Pages of an earlier run in order of staging; empty for a new download. */
  readonly journal: readonly PageOutcome[]
  /** The campaign's record, if an earlier run has staged it. */
  readonly record: {
    readonly state: 'fetched' | 'forbidden' | 'missing'
    readonly name: string | null
  } | null
  /** Number of items that a finished discovery has for this download; null if none. */
  readonly discovered: number | null
  /** The complete snapshot in use, or null. */
  readonly completeSnapshot: { readonly itemCount: number; readonly newestUpdatedAt: string | null } | null
}

/** An interrupted download that can be continued. */
export interface UnfinishedDownload {
  readonly campaignId: string
  readonly campaignName: string | null
  readonly kind: 'full' | 'recent'
  /** Number of staged items. */
  readonly items: number
  /** The last count of the service; null if it sent none. */
  readonly total: number | null
  /** In milliseconds since 1970. */
  readonly startedAt: number
}

/** How a download ended; see {@link StoreWriter.commitDownload}. */
export interface DownloadVerdict {
  readonly state: 'complete' | 'incomplete'
  readonly expectedCount: number | null
  /** A sentence, if the download is incomplete. */
  readonly reason: string | null
  /**
   * Number of deletions that are accepted even if they are more than half of the snapshot; default: any
   * number.
   */
  readonly acceptedDeletions?: number | undefined
}

export interface CommitOutcome {
  /** False if an incomplete download left a complete snapshot unchanged. */
  readonly replaced: boolean
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /**
   * Deletions that were not accepted: the snapshot is unchanged, and the download stays staged. Null if it
   * was committed or dropped.
   */
  readonly refusedDeletions: PendingDeletions | null
  /** Number of values that do not have the types of their columns; absent if none. */
  readonly otherTypes?: OtherTypes | undefined
}

/** Restricts a query to the items with these ids, or with `exclude` to all others. */
export interface IdFilter {
  readonly campaignItemIds: readonly string[]
  readonly exclude: boolean
}

/** Groups of ids in order; the ids of a group are equal. */
export type ItemOrder = readonly (readonly string[])[]

/** Filters with conditions on marks replaced by ids, because the store contains no marks. */
export type StoreFilterGroup = ConditionGroup<StoreCondition>
export type StoreCondition = FilterCondition | IdFilter

/** A query without what only the main process can resolve. */
export interface StoreQuery extends Omit<ItemQuery, 'filters'> {
  readonly filters: StoreFilterGroup
  /** The order of items for sort keys that are not columns; items without a position come last. */
  readonly orders?: Readonly<Partial<Record<ReviewSortKey, ItemOrder>>>
}

/**
 * Cells of campaigns that are not in the cache, by column and id. A campaign without a value has an empty
 * cell, and so have all campaigns in a column that is missing.
 */
export type SuppliedCells = Readonly<
  Partial<Record<SuppliedCampaignColumn, ReadonlyMap<string, string | number>>>
>

/** The mark of an unseen change: the id of its item, and the key of the first download that it includes. */
export type SeenMark = readonly [campaignItemId: string, since: number]

/** The answer for a campaign's record. */
export interface RecordToStore {
  readonly campaignId: string
  readonly record:
    | { readonly state: 'fetched'; readonly bytes: Uint8Array<ArrayBuffer> }
    | { readonly state: 'forbidden' | 'missing' }
}

/** Whether long values are clipped for a list (see clip-text.ts). */
export type TextLength = 'whole' | 'clipped'

export interface OpenStoreOptions {
  /** The database file; its folder is created if it is missing. */
  readonly file: string
  /** The worker's script: bundled in the application, the source in tests. */
  readonly workerUrl: URL
  /** Number of reader threads. */
  readonly readers?: number
}

/** A stored value: 1 and 0 are true and false. */
export type StoredValue = string | number | null

/** Rows as bytes: cells in UTF-8, empty if the value is null. See `packed-rows.ts`. */
export interface PackedRows {
  /** Each row is the key of its item and its cells. `CELL_END` separates cells, `ROW_END` ends the row. */
  readonly bytes: Buffer<ArrayBuffer>
  /** Start of each row; null if each follows the one before. */
  readonly starts: Uint32Array | null
  /** The items, in the order of the rows. */
  readonly keys: Int32Array
  /** Reads the values of a row that cannot be packed, which contains `NO_DIGITS`. */
  valuesOf(index: number): readonly StoredValue[]
}

/** Ordered rows for an export, on a separate handle in the calling thread. */
export interface ExportRows {
  readonly count: number
  /** Returns the rows in batches, each with the values of the requested columns. */
  batches(): Iterable<readonly (readonly StoredValue[])[]>
  /**
   * Returns the rows as bytes, each block valid until the next is requested; null if columns cannot be
   * packed.
   */
  readonly packed: (() => Iterable<PackedRows>) | null
  close(): void
}

/** What the checks have found in a campaign, as JSON. Only the application reads it. */
export interface StoredFindings {
  readonly campaignId: string
  readonly json: string
}
