import { ITEM_COLUMN_KEYS, ITEM_COLUMNS, recordOf, type ColumnWith } from './columns.ts'
import { parseInstant } from './instant.ts'
import type { ItemRow } from './item.ts'

/** Marks of items. */
export const REVIEW_MARKS = ['ok', 'problem', 'question'] as const
export type ReviewMark = (typeof REVIEW_MARKS)[number]

/** Filters by reviews: a mark, none, or items that have changed since their review. */
export const REVIEW_FILTERS = [...REVIEW_MARKS, 'none', 'changed'] as const
export type ReviewFilter = (typeof REVIEW_FILTERS)[number]

/** Columns that are stored with reviews, to find later changes of the item. */
export const REVIEWED_COLUMNS = ITEM_COLUMN_KEYS.filter(
  (key): key is ReviewedColumn => ITEM_COLUMNS[key].reviewed !== undefined,
)
export type ReviewedColumn = ColumnWith<{ readonly reviewed: 'required' | 'optional' }>
export type ReviewedItem = Pick<ItemRow, ReviewedColumn>

/** Length of a note. */
export const MAX_NOTE_LENGTH = 10_000

/** Kinds of photos. */
export const PHOTO_KINDS = ['jpeg', 'png', 'webp'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]

/** Returns whether a picture of this kind can be a photo. */
export function isPhotoKind(kind: string): kind is PhotoKind {
  return (PHOTO_KINDS as readonly string[]).includes(kind)
}

/** Longer edge of a photo after scaling, in pixels. */
export const PHOTO_EDGE = 2_048

/** Maximum number of photos of an item. */
export const MAX_PHOTOS = 20

/** A photo of a review. */
export interface ReviewPhoto {
  /** SHA-256 of its bytes in hexadecimal. */
  readonly hash: string
  readonly kind: PhotoKind
  /** In pixels, before the rotation of its metadata. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** In milliseconds since 1970. */
  readonly addedAt: number
}

/** A review of an item, with the item's values at that time. */
export interface Review {
  /** The service's id of the item, which downloads do not change. */
  readonly campaignItemId: string
  readonly campaignId: string | null
  /** Null if the review has only a note or photos. */
  readonly mark: ReviewMark | null
  /** In milliseconds since 1970; null without a mark. */
  readonly markedAt: number | null
  /** Empty if there is none. */
  readonly note: string
  /** In order of attachment. */
  readonly photos: readonly ReviewPhoto[]
  /** The item when it was marked or, without a mark, when it got its note or first photo. */
  readonly item: ReviewedItem
}

/** A value of an item that has changed since its review. */
export interface ReviewChange {
  readonly column: ReviewedColumn
  readonly was: ReviewedItem[ReviewedColumn]
  readonly is: ReviewedItem[ReviewedColumn]
}

/** Review progress of a list. */
export interface ReviewProgress {
  /** Number of items with a mark. */
  readonly reviewed: number
  /** Number of these in the result. */
  readonly inResult: number
  /** Number of reviews whose items are no longer in the snapshot. */
  readonly orphaned: number
}

/** Counts of reviews of the items in a campaign's snapshot. */
export interface ReviewCounts {
  /** Items by their mark. */
  readonly marks: Readonly<Record<ReviewMark, number>>
  /** Number of items with a note or photos but no mark. */
  readonly unmarked: number
  /** Number of reviewed items that have changed since. */
  readonly changed: number
}

/** Review progress of the items of an element. */
export interface ElementReview {
  /** Null if they have none. */
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

/** A photo with the step that attached it; null if the item already had the photo. */
export interface AddedPhoto extends ReviewPhoto {
  readonly step: number | null
}

/** A step that was undone or redone. */
export interface RevertedChange {
  /** The step that reverts this one; null if nothing changed. */
  readonly reverse: number | null
  /** Number of items with their former values. */
  readonly count: number
  /** Number of items that were changed since and are not reverted. */
  readonly skipped: number
  /** The first of the reverted items, if downloaded. */
  readonly item: { readonly key: number; readonly campaignId: string | null } | null
}

/** Returns the values of an item that are stored with its review. */
export function reviewedItem(row: ReviewedItem): ReviewedItem {
  return recordOf(REVIEWED_COLUMNS, (key) => row[key]) as ReviewedItem
}

/**
 * Returns what has changed in an item since its review. `updatedAt` counts only if nothing else has changed.
 */
export function changesSince(was: ReviewedItem, now: ReviewedItem): readonly ReviewChange[] {
  // Reviews of earlier versions lack newer columns.
  const changes = REVIEWED_COLUMNS.filter(
    (column) => Object.hasOwn(was, column) && !isSame(column, was[column], now[column]),
  ).map((column) => ({ column, was: was[column], is: now[column] }))
  const changesWithoutTime = changes.filter(({ column }) => column !== 'updatedAt')
  return changesWithoutTime.length > 0 ? changesWithoutTime : changes
}

/** Timestamps are compared by instant. */
function isSame(column: ReviewedColumn, was: ReviewedItem[ReviewedColumn], now: typeof was): boolean {
  if (was === now) return true
  if (column !== 'updatedAt' || typeof was !== 'string' || typeof now !== 'string') return false
  const instant = parseInstant(was)
  return instant !== null && instant === parseInstant(now)
}
