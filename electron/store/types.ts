import type { OtherTypes } from '../contract/item.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import type { ItemQuery, ReviewSortKey } from '../contract/query.ts'

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

/**
 * Everything, only what has changed since the snapshot was sealed, or a look through all items for their
 * campaigns.
 */
export type DownloadKind = 'full' | 'recent' | 'discovery'

/** Which segment of the list a page was asked for, and in which reading of it. */
export interface PagePlace {
  /** 1 for the first sweep of the list, counting up. */
  readonly pass: number
  /**
   * A page of the sweep, or of a reading from the top that closes the pass; `discovery`: not a page of the
   * campaign's own list, but items that a discovery kept, where `start` and `end` count these items.
   */
  readonly part: 'sweep' | 'top' | 'discovery'
  /** Counts the readings of the top, from 1 on; 0 in a sweep. */
  readonly round: number
  /** Offsets that were asked for; `end` is the first one behind them. */
  readonly start: number
  readonly end: number
}

/**
 * What a page of items turned out to hold, told by the worker that parsed it. Kept in the download's journal.
 */
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
  /** Of the fresh ones, those that the snapshot in use does not hold. */
  readonly added: number
  /** Of the fresh ones, those that the snapshot in use holds letter for letter as they came. */
  readonly unchanged: number
  /** Items of this page that this download held already and that now have other content. */
  readonly altered: number
  /** Items of this page that this pass had seen already, in its sweep or at the top. */
  readonly repeated: number
  /** Different items that this pass, its sweep and its readings of the top together, has seen so far. */
  readonly seen: number
  /**
   * Items that this download holds so far, each id once, of all its passes (a discovery: has looked through).
   */
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
   * Whether `updatedAt` descends (or stays equal) down the page, items without a readable one last: `broken`
   * where it rises, else `unknown` where one without stands before one with it.
   */
  readonly order: 'descending' | 'broken' | 'unknown'
  /** Items of this page whose `updatedAt` is missing or cannot be read. */
  readonly undated: number
  /**
   * Campaigns that the items name, in order of first appearance. In a discovery, `items` counts the fresh
   * ones only.
   */
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
  /** Of the complete snapshot in use; null without one. */
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
  /**
   * How many items it may delete even if they are more than half of the snapshot in use; any number when left
   * out.
   */
  readonly acceptedDeletions?: number | undefined
}

export interface CommitOutcome {
  /**
   * False when an incomplete download was not allowed to replace a complete snapshot: the snapshot stays as
   * it was.
   */
  readonly replaced: boolean
  readonly itemCount: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  /**
   * Deletions that were not accepted. The snapshot in use is unchanged, and what was staged can be committed
   * with them accepted, or released. Null when the download was committed or dropped.
   */
  readonly refusedDeletions: PendingDeletions | null
  /** Values of the snapshot in use that are not of their columns' types; absent: none. */
  readonly otherTypes?: OtherTypes | undefined
}

/** Of a query: only items with these ids, or (`outside`) all others. */
export interface IdFilter {
  readonly campaignItemIds: readonly string[]
  readonly outside: boolean
}

/** Ids of items in an order: those that stand together are equal. */
export type ItemOrder = readonly (readonly string[])[]

/** A query with what only main can say of it; all conditions must hold. */
export interface StoreQuery extends ItemQuery {
  readonly among?: readonly IdFilter[]
  /** What the sort keys mean that are none of a column; items that are not in them come last. */
  readonly orders?: Readonly<Partial<Record<ReviewSortKey, ItemOrder>>>
}

/**
 * Whether long values are cut for a list (see clip-text.ts), or returned in full for copies, exports and
 * *Show all*.
 */
export type TextLength = 'whole' | 'clipped'

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

/**
 * Rows as bytes: their cells in UTF-8, numbers in digits, nothing for what is empty. See `packed-rows.ts`.
 */
export interface PackedRows {
  /**
   * Each row is the key of its item and its cells, with `CELL_END` behind each but the last, which `ROW_END`
   * follows.
   */
  readonly bytes: Buffer<ArrayBuffer>
  /** Where each row begins; null: behind the one before. */
  readonly starts: Uint32Array | null
  /** The items, in the order of the rows. */
  readonly keys: Int32Array
  /**
   * The values of a row, for one with what cannot be packed: `NO_DIGITS` stands for a number that is no whole
   * one.
   */
  valuesOf(at: number): readonly StoredValue[]
}

/** Rows for an export, in order, in batches; runs on a separate handle in the exporting thread. */
export interface ExportRows {
  readonly count: number
  /** The rows batch by batch, each with the values of the columns that were asked for, in their order. */
  batches(): Iterable<readonly (readonly StoredValue[])[]>
  /**
   * The same rows, each block good until the next is asked for; null where they are more than columns of
   * items.
   */
  readonly packed: (() => Iterable<PackedRows>) | null
  close(): void
}
