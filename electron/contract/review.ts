import { ITEM_COLUMN_KEYS, ITEM_COLUMNS, recordOf, type ColumnWith } from './columns.ts'
import { parseInstant } from './instant.ts'
import type { ItemRow } from './item.ts'

/** What a person can find of an item. */
export const REVIEW_MARKS = ['ok', 'problem', 'question'] as const
export type ReviewMark = (typeof REVIEW_MARKS)[number]

/**
 * By what a list can be narrowed: a mark, none, or that the item is another than it was when it was reviewed.
 */
export const REVIEW_FILTERS = [...REVIEW_MARKS, 'none', 'changed'] as const
export type ReviewFilter = (typeof REVIEW_FILTERS)[number]

/** What of an item is kept with its review, so that a later copy can tell what has changed since. */
export const REVIEWED_COLUMNS = ITEM_COLUMN_KEYS.filter(
  (key): key is ReviewedColumn => ITEM_COLUMNS[key].reviewed !== undefined,
)
export type ReviewedColumn = ColumnWith<{ readonly reviewed: 'required' | 'optional' }>
export type ReviewedItem = Pick<ItemRow, ReviewedColumn>

/** Characters of a note. */
export const MAX_NOTE_LENGTH = 10_000

/** The kinds of pictures that can be attached to a review. */
export const PHOTO_KINDS = ['jpeg', 'png', 'webp'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]

export function isPhotoKind(kind: string): kind is PhotoKind {
  return (PHOTO_KINDS as readonly string[]).includes(kind)
}

/** The longer edge of a photo that is not kept as it is, in pixels. */
export const PHOTO_EDGE = 2_048

/** Photos of an item. */
export const MAX_PHOTOS = 20

/** A picture that a person attached to the review of an item. */
export interface ReviewPhoto {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string
  readonly kind: PhotoKind
  /** In pixels, before it is turned as its metadata say, if it has any. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** In milliseconds since 1970. */
  readonly addedAt: number
}

/** What a person found of an item, and what the item was then. */
export interface Review {
  /** The service's id of the item: it stays the same through every download. */
  readonly campaignItemId: string
  readonly campaignId: string | null
  /** Null: there is only a note, or photos. */
  readonly mark: ReviewMark | null
  /** In milliseconds since 1970; null as long as there is no mark. */
  readonly markedAt: number | null
  /** Empty: there is none. */
  readonly note: string
  /** In the order in which they were attached. */
  readonly photos: readonly ReviewPhoto[]
  /** The item as it was when it got its mark; without a mark, its note or its first photo. */
  readonly item: ReviewedItem
}

/** A value that an item had when it was reviewed, and the one that it has now. */
export interface ReviewChange {
  readonly column: ReviewedColumn
  readonly was: ReviewedItem[ReviewedColumn]
  readonly is: ReviewedItem[ReviewedColumn]
}

/** How far a list has been reviewed. */
export interface ReviewProgress {
  /** Items with a mark. */
  readonly reviewed: number
  /** Those of them that are in the result. */
  readonly inResult: number
  /** Items of these campaigns that have a mark or a note and are no longer in the copy. */
  readonly gone: number
}

/** What was found of the items of a campaign that are in its copy. */
export interface ReviewCounts {
  /** Items by their mark. */
  readonly marks: Readonly<Record<ReviewMark, number>>
  /** Items with a note or photos, and no mark. */
  readonly unmarked: number
  /** Of all that have a review, those that are another item than then. */
  readonly changed: number
}

/** How far the items of one element of a campaign have been reviewed. */
export interface ElementReview {
  /** Null: they have none. */
  readonly elementName: string | null
  readonly items: number
  readonly marks: Readonly<Record<ReviewMark, number>>
}

/** The kinds of changes of reviews. Each change is a step that can be undone. */
export type StepKind = 'mark' | 'note' | 'addPhotos' | 'removePhoto' | 'import'

/** A change of reviews that can be undone. */
export interface ReviewStep {
  readonly step: number
  readonly kind: StepKind
  /** In milliseconds since 1970. */
  readonly takenAt: number
}

/** A photo with the step that attached it; null: the item had the photo before. */
export interface AddedPhoto extends ReviewPhoto {
  readonly step: number | null
}

/** A step that was undone or redone. */
export interface RevertedChange {
  /** The step that reverts this one; null: nothing was changed. */
  readonly reverse: number | null
  /** Items that have their former values again. */
  readonly count: number
  /** Items whose values were changed since, and stay as they are. */
  readonly skipped: number
  /** The first of those items, as far as it is downloaded. */
  readonly item: { readonly key: number; readonly campaignId: string | null } | null
}

/** What of an item is kept with its review. */
export function reviewedItem(row: ReviewedItem): ReviewedItem {
  return recordOf(REVIEWED_COLUMNS, (key) => row[key]) as ReviewedItem
}

/**
 * What has changed of an item since it was reviewed. Its time of change is told only when nothing else is:
 * then it was something that no column shows.
 */
export function changesSince(was: ReviewedItem, now: ReviewedItem): readonly ReviewChange[] {
  // A review of an earlier version lacks the columns that were added since.
  const changes = REVIEWED_COLUMNS.filter(
    (column) => Object.hasOwn(was, column) && !isSame(column, was[column], now[column]),
  ).map((column) => ({ column, was: was[column], is: now[column] }))
  const told = changes.filter(({ column }) => column !== 'updatedAt')
  return told.length > 0 ? told : changes
}

/** Two spellings of one instant are the same. */
function isSame(column: ReviewedColumn, was: ReviewedItem[ReviewedColumn], now: typeof was): boolean {
  if (was === now) return true
  if (column !== 'updatedAt' || typeof was !== 'string' || typeof now !== 'string') return false
  const instant = parseInstant(was)
  return instant !== null && instant === parseInstant(now)
}
