import type { Fault } from '../contract/faults.ts'
import type { ItemRow } from '../contract/item.ts'
import type { MergeChoice } from '../contract/review-merge.ts'
import type { PhotoKind, Review, ReviewMark, ReviewPhoto, UndoneMarks } from '../contract/review.ts'

/** What is to be marked or noted: the item as it is now. */
export type ReviewableItem = ItemRow

/** A photo on disk. */
export interface PhotoFile {
  readonly file: string
  readonly kind: PhotoKind
  readonly bytes: number
}

/** Reviews that were read from a file, and what is to hold of each of them. */
export interface Merge {
  readonly entries: readonly {
    readonly theirs: Review
    readonly choice: MergeChoice
    /** Line above their note where it stands below mine. */
    readonly heading: string
  }[]
  /** Folder with their photos, named by their content. */
  readonly photosFrom: string
  readonly at: number
}

/** What the thread of the reviews can do. */
export interface ReviewsStore {
  /** Reviews of these items, as far as there are any. */
  of(campaignItemIds: readonly string[]): Promise<readonly Review[]>
  /** All reviews of items of these campaigns (null: of all). */
  list(campaignIds: readonly string[] | null): Promise<readonly Review[]>
  count(): Promise<number>
  /**
   * Marks items, as one step that can be taken back; null takes the mark away and leaves the note. It is on disk when
   * this resolves.
   */
  mark(items: readonly ReviewableItem[], mark: ReviewMark | null, at: number): Promise<void>
  /** Writes the note of an item; empty: none. It is on disk when this resolves. */
  note(item: ReviewableItem, note: string): Promise<void>
  /**
   * Attaches a photo to an item; one that it has already stays as it is. It is on disk when this resolves. Rejects with
   * `badInput` for what is no picture of the kinds that are kept, too large, or one too many.
   */
  addPhoto(item: ReviewableItem, bytes: Uint8Array<ArrayBuffer>, at: number): Promise<ReviewPhoto>
  /** Takes a photo away from an item, as a step that can be taken back. */
  removePhoto(campaignItemId: string, hash: string, at: number): Promise<void>
  /** Where a photo is; null: nothing is known of it. */
  findPhoto(hash: string): Promise<PhotoFile | null>
  /** Photos of all items; one that several have counts once. */
  countPhotos(): Promise<number>
  /** Copies all of it but the files of photos into a new file, whole, whatever is being written; false: there is nothing to copy. */
  copyTo(target: string): Promise<boolean>
  /**
   * Merges reviews that were read from a file, as one step that can be taken back; gives how many items it changed. It is
   * on disk when this resolves. Rejects with `reviewFileUnusable` when a photo is no longer what was read.
   */
  merge(merge: Merge): Promise<number>
  /** Takes the last step back; null when there is none. Notes stay as they are, but for what was merged. */
  undo(): Promise<UndoneMarks | null>
}

/** The reviews of a connection. Its thread starts with the first call that needs it. */
export interface Reviews extends ReviewsStore {
  close(): Promise<void>
}

export interface ReviewsOptions {
  /** The database file; it is made with the first mark, note or photo. Photos are in the folder `photos` beside it. */
  readonly file: string
  /** The thread's script: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Told what opening the file brought to light: a damaged one that was set aside. */
  readonly onNotice: (notice: Fault) => void
}
