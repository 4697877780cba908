import type { Fault } from '../contract/faults.ts'
import type { ItemRow } from '../contract/item.ts'
import type { MergeChoice } from '../contract/review-merge.ts'
import type { AddedPhoto, PhotoKind, Review, ReviewMark, ReviewStep, StepKind } from '../contract/review.ts'

/** What is to be marked or noted: the item as it is now. */
export type ReviewableItem = ItemRow

/** How texts of items are returned: whole, or abbreviated by `withAbbreviatedTexts`. */
export type ItemTexts = 'whole' | 'abbreviated'

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

export interface MergeOutcome {
  /** Items that the import changed. */
  readonly count: number
  /** Null: it changed nothing. */
  readonly step: number | null
}

/** A step that was reverted. */
export interface RevertedStep {
  readonly kind: StepKind
  /** The step that reverts this one; null: nothing was changed. */
  readonly reverse: number | null
  /** Items that have their former values again. */
  readonly count: number
  /** Items whose values were changed since, and stay as they are. */
  readonly skipped: number
  /** The first item that has its former values again. */
  readonly campaignItemId: string | null
}

/**
 * What the thread of the reviews can do. Every change is a step, which `revert` undoes; its id is null when
 * nothing changed. A change is on disk when its call resolves.
 */
export interface ReviewsStore {
  /**
   * Returns the reviews of those of these items that have one, with abbreviated texts of the item unless
   * asked for whole.
   */
  of(campaignItemIds: readonly string[], texts?: ItemTexts): Promise<readonly Review[]>
  /**
   * Returns all reviews of items of these campaigns (null: of all), with abbreviated texts of their items.
   */
  list(campaignIds: readonly string[] | null): Promise<readonly Review[]>
  count(): Promise<number>
  /**
   * Marks items in one step; null removes the mark and leaves the note.
   *
   * @param continues the step that takes up these items too; left out or null: a new step.
   */
  mark(
    items: readonly ReviewableItem[],
    mark: ReviewMark | null,
    at: number,
    continues?: number | null,
  ): Promise<number | null>
  /**
   * Writes the note of an item; an empty one removes it.
   *
   * @param continues the step of the same edit, which takes up this change too; left out or null: a new step.
   */
  note(item: ReviewableItem, note: string, continues?: number | null): Promise<number | null>
  /**
   * Attaches a photo to an item; one that it already has stays as it is. Rejects with `badInput` for a file
   * that is not a supported picture, is too large, or is one photo too many.
   *
   * @param continues the step that takes up this photo too; left out or null: a new step.
   */
  addPhoto(
    item: ReviewableItem,
    bytes: Uint8Array<ArrayBuffer>,
    at: number,
    continues?: number | null,
  ): Promise<AddedPhoto>
  /** Removes a photo from an item. */
  removePhoto(campaignItemId: string, hash: string, at: number): Promise<number | null>
  /** Where a photo is; null: nothing is known of it. */
  findPhoto(hash: string): Promise<PhotoFile | null>
  /** Photos of all items; one that several have counts once. */
  countPhotos(): Promise<number>
  /**
   * Copies all of it but the files of photos into a new file, whole, whatever is being written; false: there
   * is nothing to copy.
   */
  copyTo(target: string): Promise<boolean>
  /**
   * Merges imported reviews in one step. Rejects with `reviewFileUnusable` when a photo has changed since it
   * was read.
   */
  merge(merge: Merge): Promise<MergeOutcome>
  /** Returns the steps that can be undone, oldest first. */
  steps(): Promise<readonly ReviewStep[]>
  /**
   * Undoes a step, or redoes one that was undone; null when it does not exist any more. Values that were
   * changed since stay as they are. Rejects with `badInput` when a photo does not fit any more.
   */
  revert(step: number): Promise<RevertedStep | null>
}

/** The reviews of a connection. Its thread starts with the first call that needs it. */
export interface Reviews extends ReviewsStore {
  /**
   * Opens the file, if there is one, so that a damaged one is set aside before another thread reads it. Never
   * rejects: whoever reads the file next gets the error.
   */
  replaceDamaged(): Promise<void>
  close(): Promise<void>
}

export interface ReviewsOptions {
  /**
   * The database file; it is made with the first mark, note or photo. Photos are in the folder `photos`
   * beside it.
   */
  readonly file: string
  /** The thread's script: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Told what opening the file brought to light: a damaged one that was set aside. */
  readonly onNotice: (notice: Fault) => void
}
