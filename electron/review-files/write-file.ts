import fs from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { ContentFiles } from '../content/files.ts'
import { AppError, toFault } from '../contract/app-error.ts'
import { countReviews, type WrittenReview } from '../contract/review-file.ts'
import type { ReviewPhoto } from '../contract/review.ts'
import { WRITE_REVIEW_REASONS as reasons } from '../contract/strings/review-files.ts'
import {
  closeTarget,
  discard,
  openTarget,
  planTarget,
  replaceFile,
  type Target,
} from '../export/files/target.ts'
import { asJson, photoEntry, REVIEW_ENTRY } from './format.ts'
import { MAX_ITEMS, MAX_JSON_BYTES } from './limits.ts'
import { readReviewFile } from './read-file.ts'
import type { ReviewFileContent, WriteTask } from './types.ts'
import { readReviews } from '../review/review-rows.ts'
import { photosFolder } from '../review/photos.ts'

/**
 * Writes reviews to a file, which appears under its name when it is whole and was read back. Throws
 * `fileNotWritten`, `badInput` where there is nothing to write or too much, and what the reviews throw when
 * they are opened.
 * @param onTarget told of the unfinished file before it is made.
 */
export async function writeReviewFile(
  task: Omit<WriteTask, 'kind'>,
  onTarget: (file: string) => void,
): Promise<WrittenReview> {
  const content = contentOf(task)
  const photos = new Map(
    content.reviews.flatMap((review) => review.photos.map((photo) => [photo.hash, photo])),
  )
  const target = planTarget(task.file)
  if (target.replaces !== null) onTarget(target.writeTo)
  try {
    await pack(target, content, photosHere(task.reviewsFile, [...photos.values()]))
    // What a colleague could not read is no review.
    if (target.replaces !== null) await readBack(target.writeTo)
    replaceFile(target)
  } catch (error) {
    discard(target)
    throw error
  }
  return {
    fileName: basename(task.file),
    ...countReviews(content.reviews),
    bytes: target.replaces === null ? 0 : fs.statSync(target.replaces).size,
  }
}

async function readBack(file: string): Promise<void> {
  try {
    await readReviewFile({ file, photosTo: null })
  } catch (cause) {
    throw new AppError('fileNotWritten', {
      cause,
      params: { reason: reasons.notReadBack(toFault(cause).message) },
    })
  }
}

function contentOf({
  reviewsFile,
  of,
  author,
  writtenAt,
  campaigns,
}: Omit<WriteTask, 'kind'>): ReviewFileContent {
  const wanted = 'campaignItemIds' in of ? new Set(of.campaignItemIds) : null
  const reviews = readReviews(reviewsFile).filter(
    ({ campaignId, campaignItemId }) =>
      wanted?.has(campaignItemId) ?? ('campaignId' in of && of.campaignId === campaignId),
  )
  if (reviews.length === 0) throw refused(reasons.nothing)
  if (reviews.length > MAX_ITEMS) throw refused(reasons.tooMany(MAX_ITEMS))
  const told = new Set(reviews.map(({ campaignId }) => campaignId))
  return { author, writtenAt, campaigns: campaigns.filter(({ id }) => told.has(id)), reviews }
}

/**
 * The files of photos. Throws `badInput` when one is not there whole: the review would be another one without
 * it.
 */
function photosHere(
  reviewsFile: string,
  photos: readonly ReviewPhoto[],
): readonly (readonly [photo: ReviewPhoto, file: string])[] {
  const files = new ContentFiles(photosFolder(reviewsFile))
  return photos.map((photo) => {
    const file = files.pathOf(photo.hash)
    if (fs.statSync(file, { throwIfNoEntry: false })?.size !== photo.bytes)
      throw refused(reasons.photoMissing)
    return [photo, file]
  })
}

async function pack(
  target: Target,
  content: ReviewFileContent,
  photos: readonly (readonly [photo: ReviewPhoto, file: string])[],
): Promise<void> {
  const json = Buffer.from(asJson(content))
  if (json.length > MAX_JSON_BYTES) throw refused(reasons.tooMuch)
  const zip = new ZipFile()
  const mtime = new Date(content.writtenAt)
  zip.addBuffer(json, REVIEW_ENTRY, { mtime })
  // They are packed already.
  for (const [photo, file] of photos)
    zip.addFile(file, photoEntry(photo), { mtime, mode: 0o100644, compress: false })
  zip.end()
  const descriptor = openTarget(target)
  let finished = false
  try {
    const written = fs.createWriteStream('', { fd: descriptor, autoClose: false })
    zip.on('error', (error) => {
      written.destroy(error as Error)
    })
    await pipeline(zip.outputStream, written)
    finished = true
  } finally {
    closeTarget(target, descriptor, finished)
  }
}

function refused(reason: string): AppError {
  return new AppError('badInput', { params: { reason } })
}
