import fs from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { ContentFiles } from '../content/files.ts'
import { AppError, badInput, toFault } from '../contract/app-error.ts'
import { countReviews, type WrittenReview } from '../contract/review-file.ts'
import type { ReviewPhoto } from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import {
  closeTarget,
  removeUnfinished,
  openTarget,
  planTarget,
  replaceFile,
  type Target,
} from '../export/files/target.ts'
import { serializeReview, photoEntry, REVIEW_ENTRY } from './format.ts'
import { MAX_ITEMS, MAX_JSON_BYTES } from './limits.ts'
import { readReviewFile } from './read-file.ts'
import type { ReviewFileContent, WriteTask } from './types.ts'
import { readReviews } from '../review/review-rows.ts'
import { photosFolder } from '../review/photos.ts'

/**
 * Writes reviews to a file, which replaces its target only when it is complete and verified. Throws
 * `fileNotWritten`, `badInput` if there is nothing or too much to write, and the errors of `readReviews`.
 * @param onTarget receives the path of the unfinished file before it is created
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
  if (target.finalPath !== null) onTarget(target.writePath)
  try {
    await writeZip(target, content, findPhotoFiles(task.reviewsFile, [...photos.values()]))
    // A file that cannot be imported must not replace the target.
    if (target.finalPath !== null) await verifyFile(target.writePath)
    replaceFile(target)
  } catch (error) {
    removeUnfinished(target)
    throw error
  }
  return {
    fileName: basename(task.file),
    ...countReviews(content.reviews),
    bytes: target.finalPath === null ? 0 : fs.statSync(target.finalPath).size,
  }
}

async function verifyFile(file: string): Promise<void> {
  try {
    await readReviewFile({ file, photoFolder: null })
  } catch (cause) {
    throw new AppError('fileNotWritten', {
      cause,
      params: {
        reason: messages.reviewFiles.writeReasons.notVerified({
          sentence: toFault(cause).message.split('. ')[0] ?? '',
        }),
      },
    })
  }
}

function contentOf({
  reviewsFile,
  scope,
  author,
  writtenAt,
  campaigns,
}: Omit<WriteTask, 'kind'>): ReviewFileContent {
  const itemIds = 'campaignItemIds' in scope ? new Set(scope.campaignItemIds) : null
  const reviews = readReviews(reviewsFile).filter(
    ({ campaignId, campaignItemId }) =>
      itemIds?.has(campaignItemId) ?? ('campaignId' in scope && scope.campaignId === campaignId),
  )
  if (reviews.length === 0) throw badInput(messages.reviewFiles.writeReasons.nothing)
  if (reviews.length > MAX_ITEMS)
    throw badInput(messages.reviewFiles.writeReasons.tooMany({ most: MAX_ITEMS }))
  const campaignIds = new Set(reviews.map(({ campaignId }) => campaignId))
  return { author, writtenAt, campaigns: campaigns.filter(({ id }) => campaignIds.has(id)), reviews }
}

/**
 * Returns the files of photos. Throws `badInput` if one is missing or incomplete, because the exported review
 * would differ from the original.
 */
function findPhotoFiles(
  reviewsFile: string,
  photos: readonly ReviewPhoto[],
): readonly (readonly [photo: ReviewPhoto, file: string])[] {
  const files = new ContentFiles(photosFolder(reviewsFile))
  return photos.map((photo) => {
    const file = files.pathOf(photo.hash)
    if (fs.statSync(file, { throwIfNoEntry: false })?.size !== photo.bytes)
      throw badInput(messages.reviewFiles.writeReasons.photoMissing)
    return [photo, file]
  })
}

async function writeZip(
  target: Target,
  content: ReviewFileContent,
  photos: readonly (readonly [photo: ReviewPhoto, file: string])[],
): Promise<void> {
  const json = Buffer.from(serializeReview(content))
  if (json.length > MAX_JSON_BYTES) throw badInput(messages.reviewFiles.writeReasons.tooMuch)
  const zip = new ZipFile()
  const mtime = new Date(content.writtenAt)
  zip.addBuffer(json, REVIEW_ENTRY, { mtime })
  // Photos are already compressed.
  for (const [photo, file] of photos)
    zip.addFile(file, photoEntry(photo), { mtime, mode: 0o100644, compress: false })
  zip.end()
  const descriptor = openTarget(target)
  let finished = false
  try {
    const output = fs.createWriteStream('', { fd: descriptor, autoClose: false })
    zip.on('error', (error) => output.destroy(error as Error))
    await pipeline(zip.outputStream, output)
    finished = true
  } finally {
    closeTarget(target, descriptor, finished)
  }
}
