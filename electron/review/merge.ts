import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentFiles } from '../content/files.ts'
import { AppError } from '../contract/app-error.ts'
import { mergeReview, isSameReview } from '../contract/review-merge.ts'
import type { Review, ReviewPhoto } from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import type { WriteHandle } from '../store/database/handles.ts'
import { attachPhoto, detachPhoto, inspectPhoto, recordPhoto } from './photos.ts'
import { reviewsOf } from './review-rows.ts'
import { createStep, recordAttached, recordMark, recordNote } from './steps.ts'
import type { Merge, MergeOutcome } from './types.ts'

/**
 * Merges imported reviews in one step. Files of photos are on disk before a row refers to them. Throws
 * `reviewFileUnusable` if a photo has changed since it was read.
 */
export function mergeReviews(
  handle: WriteHandle,
  files: ContentFiles,
  { entries, photoFolder, at }: Merge,
): MergeOutcome {
  const before = new Map(
    reviewsOf(
      handle,
      entries.map(({ theirs }) => theirs.campaignItemId),
      'whole',
    ).map((review) => [review.campaignItemId, review]),
  )
  const changes = entries.flatMap(({ theirs, choice, heading }) => {
    const mine = before.get(theirs.campaignItemId) ?? null
    const merged = mergeReview(mine, theirs, choice, heading)
    return merged === null || isSameReview(mine, merged) ? [] : [{ mine, merged }]
  })
  if (changes.length === 0) return { count: 0, step: null }
  for (const photo of newPhotos(changes)) storePhoto(handle, files, photoFolder, photo)
  return handle.transaction(() => {
    const step = createStep(handle, 'import', at)
    for (const { mine, merged } of changes) writeMerged(handle, step, mine, merged)
    return { count: changes.length, step }
  })
}

interface Change {
  readonly mine: Review | null
  readonly merged: Review
}

/** Returns the photos to add, each once. */
function newPhotos(changes: readonly Change[]): readonly ReviewPhoto[] {
  const photos = changes.flatMap(({ mine, merged }) => addedPhotos(mine, merged))
  return [...new Map(photos.map((photo) => [photo.hash, photo])).values()]
}

function addedPhotos(mine: Review | null, merged: Review): readonly ReviewPhoto[] {
  const existingHashes = new Set(mine?.photos.map(({ hash }) => hash))
  return merged.photos.filter(({ hash }) => !existingHashes.has(hash))
}

function storePhoto(handle: WriteHandle, files: ContentFiles, folder: string, { hash }: ReviewPhoto): void {
  const bytes = readFileSync(join(folder, hash))
  const photo = inspectPhoto(bytes)
  if (photo.hash !== hash) {
    throw new AppError('reviewFileUnusable', {
      params: { reason: messages.reviewFiles.reasons.photoMismatch },
    })
  }
  recordPhoto(handle, photo)
  files.write(bytes)
}

function writeMerged(handle: WriteHandle, step: number, mine: Review | null, merged: Review): void {
  const { campaignItemId, campaignId, mark, markedAt, note } = merged
  const item = JSON.stringify(merged.item)
  const before = {
    campaignItemId,
    campaignId: mine?.campaignId ?? campaignId,
    item: mine === null ? item : JSON.stringify(mine.item),
  }
  recordMark(
    handle,
    step,
    { ...before, mark: mine?.mark ?? null, markedAt: mine?.markedAt ?? null },
    { mark, markedAt },
  )
  recordNote(handle, step, { ...before, note: mine?.note ?? '', noteAfter: note })
  const attached = addedPhotos(mine, merged)
  handle
    .command(
      `INSERT INTO reviews (campaign_item_id, campaign_id, mark, marked_at, note, item) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (campaign_item_id) DO UPDATE SET campaign_id = excluded.campaign_id, mark = excluded.mark,
          marked_at = excluded.marked_at, note = excluded.note, item = excluded.item`,
    )
    .run(campaignItemId, campaignId, mark, markedAt, note, item)
  const remainingHashes = new Set(merged.photos.map(({ hash }) => hash))
  for (const { hash } of mine?.photos ?? [])
    if (!remainingHashes.has(hash)) detachPhoto(handle, step, campaignItemId, hash)
  for (const { hash, addedAt } of attached) {
    const position = merged.photos.findIndex((photo) => photo.hash === hash)
    attachPhoto(handle, { campaignItemId, campaignId, item, hash, position, addedAt })
    recordAttached(handle, step, campaignItemId, hash)
  }
}
