import { dirname, join } from 'node:path'
import type { ContentFiles } from '../content/files.ts'
import { hashOf } from '../content/files.ts'
import { inspect } from '../content/inspect.ts'
import { badInput, type AppError } from '../contract/app-error.ts'
import type { ItemRow } from '../contract/item.ts'
import {
  isPhotoKind,
  MAX_PHOTOS,
  reviewedItem,
  type AddedPhoto,
  type ReviewPhoto,
} from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { deleteIfEmpty, isOpenStep, createStep, recordAttached } from './steps.ts'

type PhotoProperties = Omit<ReviewPhoto, 'addedAt'>

/** Returns the properties of a photo by its bytes. Throws `badInput` if it is not a supported photo. */
export function inspectPhoto(bytes: Uint8Array): PhotoProperties {
  const content = inspect(bytes)
  if ('problem' in content) throw badInput(messages.reviewPhotos.problems[content.problem])
  const { kind, size } = content
  if (!isPhotoKind(kind) || size === null) throw badInput(messages.reviewPhotos.problems.notAPicture)
  return { hash: hashOf(bytes), kind, ...size, bytes: bytes.byteLength }
}

interface NewPhoto {
  readonly row: ItemRow
  readonly bytes: Uint8Array
  /** In milliseconds since 1970. */
  readonly at: number
  /** The step that includes this photo; null starts a step. */
  readonly continues: number | null
}

/**
 * Attaches a photo to an item after its others, unless it has the photo already. The file is on disk before a
 * row refers to it. Throws `badInput`.
 */
export function addPhoto(
  handle: WriteHandle,
  files: ContentFiles,
  { row, bytes, at, continues }: NewPhoto,
): AddedPhoto {
  const photo = inspectPhoto(bytes)
  const { campaignItemId, campaignId } = row
  // Recorded before the file is written, so that a file left by a crash is removed later.
  recordPhoto(handle, photo)
  return handle.transaction(() => {
    const addedAt = whenAdded(handle, campaignItemId, photo.hash)
    if (addedAt === undefined && photoCount(handle, campaignItemId) >= MAX_PHOTOS) throw tooManyPhotosError()
    recordPhoto(handle, photo)
    files.write(bytes)
    const openStep = continues !== null && isOpenStep(handle, continues, 'addPhotos') ? continues : null
    if (addedAt !== undefined) return { ...photo, addedAt, step: openStep }
    const step = openStep ?? createStep(handle, 'addPhotos', at)
    const item = JSON.stringify(reviewedItem(row))
    const position =
      handle
        .values<number>('SELECT max(position) + 1 FROM review_photos WHERE campaign_item_id = ?')
        .get(campaignItemId) ?? 0
    attachPhoto(handle, { campaignItemId, campaignId, item, hash: photo.hash, position, addedAt: at })
    recordAttached(handle, step, campaignItemId, photo.hash)
    return { ...photo, addedAt: at, step }
  })
}

/** Removes a photo from an item. Returns the step, or null if the item does not have the photo. */
export function removePhoto(
  handle: WriteHandle,
  campaignItemId: string,
  hash: string,
  at: number,
): number | null {
  return handle.transaction(() => {
    // Only a change may delete what can be redone.
    if (whenAdded(handle, campaignItemId, hash) === undefined) return null
    const step = createStep(handle, 'removePhoto', at)
    detachPhoto(handle, step, campaignItemId, hash)
    deleteIfEmpty(handle, campaignItemId)
    return step
  })
}

/** Removes a photo from an item as part of a step. Returns whether the item had it. */
export function detachPhoto(
  handle: WriteHandle,
  step: number,
  campaignItemId: string,
  hash: string,
): boolean {
  const removed = handle
    .rows<AttachedPhoto>(
      `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, item, hash, position,
          added_at AS addedAt
         FROM review_photos JOIN reviews USING (campaign_item_id) WHERE campaign_item_id = ? AND hash = ?`,
    )
    .get(campaignItemId, hash)
  if (removed === undefined) return false
  const { campaignId, item, position, addedAt } = removed
  handle
    .command(
      `INSERT INTO step_photos (step_id, campaign_item_id, campaign_id, item, hash, position, added_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(step, campaignItemId, campaignId, item, hash, position, addedAt)
  handle
    .command('DELETE FROM review_photos WHERE campaign_item_id = ? AND hash = ?')
    .run(campaignItemId, hash)
  return true
}

/** Returns the photos that a step removed. */
export function photosRemovedBy(handle: WriteHandle, step: number): readonly AttachedPhoto[] {
  return handle
    .rows<AttachedPhoto>(
      `SELECT campaign_item_id AS campaignItemId, campaign_id AS campaignId, item, hash, position,
          added_at AS addedAt
         FROM step_photos WHERE step_id = ?`,
    )
    .all(step)
}

/** Attaches a removed photo again. Throws `badInput` if the item now has too many photos. */
export function attachPhotoAgain(handle: WriteHandle, photo: AttachedPhoto): void {
  attachPhoto(handle, photo)
  if (photoCount(handle, photo.campaignItemId) > MAX_PHOTOS) throw tooManyPhotosError()
}

/** Removes the files of photos that no item and no step refers to. */
export function removeUnusedPhotos(handle: WriteHandle, files: ContentFiles): void {
  const unused = handle.values<string>(
    `SELECT hash FROM photos WHERE hash NOT IN (SELECT hash FROM review_photos)
       AND hash NOT IN (SELECT hash FROM step_photos) AND hash NOT IN (SELECT hash FROM step_attached)`,
  )
  if (unused.get() === undefined) return
  handle.transaction(() => {
    files.clearUnfinished()
    for (const hash of unused.all()) {
      files.remove(hash)
      handle.command('DELETE FROM photos WHERE hash = ?').run(hash)
    }
  })
}

export interface AttachedPhoto {
  readonly campaignItemId: string
  readonly campaignId: string | null
  readonly item: string
  readonly hash: string
  readonly position: number
  readonly addedAt: number
}

/** Attaches a photo that is recorded and whose file exists. */
export function attachPhoto(
  handle: WriteHandle,
  { campaignItemId, campaignId, item, hash, position, addedAt }: AttachedPhoto,
): void {
  handle
    .command(
      `INSERT INTO reviews (campaign_item_id, campaign_id, item) VALUES (?, ?, ?)
        ON CONFLICT (campaign_item_id) DO NOTHING`,
    )
    .run(campaignItemId, campaignId, item)
  handle
    .command(
      `INSERT INTO review_photos (campaign_item_id, hash, position, added_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (campaign_item_id, hash) DO NOTHING`,
    )
    .run(campaignItemId, hash, position, addedAt)
}

/** Records the properties of a photo before its file is written. */
export function recordPhoto(
  handle: WriteHandle,
  { hash, kind, width, height, bytes }: PhotoProperties,
): void {
  handle
    .command(
      `INSERT INTO photos (hash, kind, width, height, bytes) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (hash) DO NOTHING`,
    )
    .run(hash, kind, width, height, bytes)
}

/** Returns when a photo was attached to an item; undefined if the item does not have it. */
function whenAdded(handle: WriteHandle, campaignItemId: string, hash: string): number | undefined {
  return handle
    .values<number>('SELECT added_at FROM review_photos WHERE campaign_item_id = ? AND hash = ?')
    .get(campaignItemId, hash)
}

function photoCount(handle: WriteHandle, campaignItemId: string): number {
  return (
    handle
      .values<number>('SELECT count(*) FROM review_photos WHERE campaign_item_id = ?')
      .get(campaignItemId) ?? 0
  )
}

const tooManyPhotosError = (): AppError =>
  badInput(messages.review.reasons.tooManyPhotos({ most: MAX_PHOTOS }))

/** Returns the folder with the photos of a reviews file. */
export function photosFolder(reviewsFile: string): string {
  return join(dirname(reviewsFile), 'photos')
}
