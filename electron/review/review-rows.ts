import * as v from 'valibot'
import type { ContentFiles } from '../content/files.ts'
import { AppError } from '../contract/app-error.ts'
import { isObject } from '../contract/json-text.ts'
import {
  REVIEWED_COLUMNS,
  type PhotoKind,
  type Review,
  type ReviewedItem,
  type ReviewMark,
  type ReviewPhoto,
} from '../contract/review.ts'
import type { ReadHandle } from '../store/database/handles.ts'
import { withAbbreviatedTexts } from '../store/abbreviated-value.ts'
import { PHOTOS_VERSION } from './migrations/index.ts'
import type { ItemTexts, PhotoFile } from './types.ts'
import { versionOf } from '../store/database/integrity.ts'
import { withReviewErrors } from './errors.ts'
import { openFileForReading } from './open-file.ts'

type ReviewTuple = readonly [
  campaignItemId: string,
  campaignId: string | null,
  mark: string | null,
  markedAt: number | null,
  note: string,
  item: string,
]

const SELECTION = 'SELECT campaign_item_id, campaign_id, mark, marked_at, note, item FROM reviews'

const PHOTO_SELECTION = `SELECT campaign_item_id, hash, kind, width, height, bytes, added_at
  FROM review_photos JOIN photos USING (hash)`
const PHOTO_ORDER = 'ORDER BY campaign_item_id, position, hash'

type PhotoTuple = readonly [
  campaignItemId: string,
  hash: string,
  kind: string,
  width: number,
  height: number,
  bytes: number,
  addedAt: number,
]

type PhotosOfItems = ReadonlyMap<string, readonly ReviewPhoto[]>

/** Returns the reviews of these items; items without one are left out. */
export function reviewsOf(
  handle: ReadHandle,
  campaignItemIds: readonly string[],
  texts: ItemTexts,
): readonly Review[] {
  const ids = JSON.stringify(campaignItemIds)
  const condition = 'WHERE campaign_item_id IN (SELECT value FROM json_each(?))'
  return handle.snapshot(() => {
    const photos = photosOf(handle, condition, ids)
    const rows = handle.tuples<ReviewTuple>(`${SELECTION} ${condition}`).iterate(ids)
    return Array.from(rows, (row) => toReview(row, photos, texts))
  })
}

/** Returns all reviews of these campaigns (null for all), the most recently marked first. */
export function listReviews(
  handle: ReadHandle,
  campaignIds: readonly string[] | null,
  texts: ItemTexts,
): readonly Review[] {
  const order = 'ORDER BY marked_at DESC, campaign_item_id'
  return handle.snapshot(() => {
    const photos = photosOf(handle, '')
    const rows =
      campaignIds === null
        ? handle.tuples<ReviewTuple>(`${SELECTION} ${order}`).iterate()
        : handle
            .tuples<ReviewTuple>(
              `${SELECTION} WHERE campaign_id IN (SELECT value FROM json_each(?)) ${order}`,
            )
            .iterate(JSON.stringify(campaignIds))
    return Array.from(rows, (row) => toReview(row, photos, texts))
  })
}

/** Returns the photos by item. A file that is not migrated yet has none. */
function photosOf(handle: ReadHandle, where: string, ...parameters: readonly string[]): PhotosOfItems {
  const photosByItem = new Map<string, ReviewPhoto[]>()
  if (versionOf(handle) < PHOTOS_VERSION) return photosByItem
  const rows = handle.tuples<PhotoTuple>(`${PHOTO_SELECTION} ${where} ${PHOTO_ORDER}`).iterate(...parameters)
  for (const [campaignItemId, hash, kind, width, height, bytes, addedAt] of rows) {
    const photo: ReviewPhoto = { hash, kind: kind as PhotoKind, width, height, bytes, addedAt }
    const others = photosByItem.get(campaignItemId)
    if (others === undefined) photosByItem.set(campaignItemId, [photo])
    else others.push(photo)
  }
  return photosByItem
}

function toReview(
  [campaignItemId, campaignId, mark, markedAt, note, item]: ReviewTuple,
  photos: PhotosOfItems,
  texts: ItemTexts,
): Review {
  const fullItem = parseItem(item, campaignItemId)
  return {
    campaignItemId,
    campaignId,
    mark: mark as ReviewMark | null,
    markedAt,
    note,
    photos: photos.get(campaignItemId) ?? [],
    item: texts === 'whole' ? fullItem : withAbbreviatedTexts(fullItem),
  }
}

/** Earlier versions of the application did not store all columns. */
const itemSchema = v.custom<ReviewedItem>(
  (value) =>
    isObject(value) &&
    REVIEWED_COLUMNS.every((column) => value[column] === null || typeof value[column] !== 'object'),
)

/** Parses the item of a review. Throws `reviewUnreadable`. */
function parseItem(text: string, campaignItemId: string): ReviewedItem {
  try {
    return v.parse(itemSchema, JSON.parse(text))
  } catch (cause) {
    throw new AppError('reviewUnreadable', { cause, params: { item: campaignItemId } })
  }
}

/** Returns the file of a photo, or null if it is unknown. */
export function findPhoto(handle: ReadHandle, files: ContentFiles, hash: string): PhotoFile | null {
  const row = handle
    .tuples<[kind: string, bytes: number]>('SELECT kind, bytes FROM photos WHERE hash = ?')
    .get(hash)
  return row === undefined ? null : { file: files.pathOf(hash), kind: row[0] as PhotoKind, bytes: row[1] }
}

/** Counts the photos of all items; a shared one counts once. */
export function countPhotos(handle: ReadHandle): number {
  return handle.values<number>('SELECT count(DISTINCT hash) FROM review_photos').get() ?? 0
}

/** Reads all reviews of a file on a separate handle in the calling thread; none if there is no file. */
export function readReviews(file: string): readonly Review[] {
  const handle = openFileForReading(file)
  if (handle === null) return []
  try {
    return withReviewErrors(() => listReviews(handle, null, 'whole'))
  } finally {
    handle.close()
  }
}
