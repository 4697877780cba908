import type { Fault } from '../contract/faults.ts'
import type { ItemRow } from '../contract/item.ts'
import type { MergeChoice } from '../contract/review-merge.ts'
import type { AddedPhoto, PhotoKind, Review, ReviewMark, ReviewStep, StepKind } from '../contract/review.ts'

/** How texts of items are returned: in full, or abbreviated by `withAbbreviatedTexts`. */
export type ItemTexts = 'whole' | 'abbreviated'

/** A photo on disk. */
export interface PhotoFile {
  readonly file: string
  readonly kind: PhotoKind
  readonly bytes: number
}

/** Imported reviews with the choice for each. */
export interface Merge {
  readonly entries: readonly {
    readonly theirs: Review
    readonly choice: MergeChoice
    /** Line above their note if it is below mine. */
    readonly heading: string
  }[]
  /** Folder with the photos, named by hash. */
  readonly photoFolder: string
  readonly at: number
}

export interface MergeOutcome {
  /** Number of changed items. */
  readonly count: number
  /** Null if nothing changed. */
  readonly step: number | null
}

/** A step that was reverted. */
export interface RevertedStep {
  readonly kind: StepKind
  /** The step that reverts this one; null if nothing changed. */
  readonly reverse: number | null
  /** Number of reverted items. */
  readonly count: number
  /** Number of items that were changed since and are not reverted. */
  readonly skipped: number
  /** The first reverted item. */
  readonly campaignItemId: string | null
}

/**
 * The calls of the reviews thread. Every change is a step, which `revert` undoes; its id is null if nothing
 * changed. A change is on disk when its call resolves.
 */
export interface ReviewsStore {
  /** Returns the reviews of these items, by default with abbreviated texts of the item. */
  get(campaignItemIds: readonly string[], texts?: ItemTexts): Promise<readonly Review[]>
  /** Returns all reviews of these campaigns (null for all), with abbreviated texts of their items. */
  list(campaignIds: readonly string[] | null): Promise<readonly Review[]>
  count(): Promise<number>
  /**
   * Marks items in one step; null removes the mark and leaves the note.
   * @param continues the step that includes these items; default: a new step
   */
  mark(
    items: readonly ItemRow[],
    mark: ReviewMark | null,
    at: number,
    continues?: number | null,
  ): Promise<number | null>
  /**
   * Sets the note of an item; an empty one removes it.
   *
   * @param continues the step of the same edit, which includes this change; default: a new step
   */
  note(item: ItemRow, note: string, continues?: number | null): Promise<number | null>
  /**
   * Attaches a photo to an item, unless it has it already. Rejects with `badInput` if the file is not a
   * supported picture or too large, or if the item has too many photos.
   *
   * @param continues the step that includes this photo; default: a new step
   */
  addPhoto(
    item: ItemRow,
    bytes: Uint8Array<ArrayBuffer>,
    at: number,
    continues?: number | null,
  ): Promise<AddedPhoto>
  /** Removes a photo from an item. */
  removePhoto(campaignItemId: string, hash: string, at: number): Promise<number | null>
  /** Returns the file of a photo, or null if it is unknown. */
  findPhoto(hash: string): Promise<PhotoFile | null>
  /** Counts the photos of all items; a shared one counts once. */
  countPhotos(): Promise<number>
  /**
   * Copies everything except the files of photos to a new file, also during changes. Returns false if there
   * is nothing to copy.
   */
  copyTo(target: string): Promise<boolean>
  /**
   * Merges imported reviews in one step. Rejects with `reviewFileUnusable` if a photo has changed since it
   * was read.
   */
  merge(merge: Merge): Promise<MergeOutcome>
  /** Returns the steps that can be undone, oldest first. */
  listSteps(): Promise<readonly ReviewStep[]>
  /**
   * Reverts a step: undoes it, or redoes an undone one. Returns null if it does not exist. Values that were
   * changed since are skipped. Rejects with `badInput` if a photo no longer fits.
   */
  revert(step: number): Promise<RevertedStep | null>
}

/** The reviews of a connection. The thread starts with the first call that needs it. */
export interface Reviews extends ReviewsStore {
  /**
   * Opens the file, if it exists, so that a damaged one is set aside before another thread reads it. Never
   * rejects; the next reader gets the error.
   */
  replaceDamaged(): Promise<void>
  close(): Promise<void>
}

export interface ReviewsOptions {
  /**
   * The database file, which is created with the first mark, note or photo. Photos are in the folder `photos`
   * next to it.
   */
  readonly file: string
  /** The thread's script: built in the application, the source in tests. */
  readonly workerUrl: URL
  /** Called if a damaged file was set aside when opening. */
  readonly onNotice: (notice: Fault) => void
}
