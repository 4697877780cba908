import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEntries, type ZipEntries } from '../archive/entries.ts'
import { checkJsonShape } from '../archive/json-shape.ts'
import { asUnusable } from '../archive/rules.ts'
import { hashOf } from '../content/files.ts'
import { inspect } from '../content/inspect.ts'
import { MAX_PICTURE_BYTES } from '../contract/pictures.ts'
import type { ReviewPhoto } from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import { parseReview, photoEntry, REVIEW_ENTRY } from './format.ts'
import { MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_PHOTO_BYTES, REVIEW_FILE_RULES, unusable } from './limits.ts'
import type { ReadReviewFile, ReadTask } from './types.ts'

/**
 * Reads a review file from an untrusted source: checks that every photo is a picture and matches its hash and
 * its description. Throws `reviewFileUnusable` and `reviewFileNewer`; the photos in `photoFolder` are
 * then invalid.
 */
export async function readReviewFile({ file, photoFolder }: Omit<ReadTask, 'kind'>): Promise<ReadReviewFile> {
  const bytes = await sizeOf(file)
  const entries = await openEntries(file, REVIEW_FILE_RULES)
  try {
    if (entries.sizeOf(REVIEW_ENTRY) === null) throw unusable(messages.reviewFiles.reasons.notAReview)
    const content = parseReview(decodeJson(await entries.read(REVIEW_ENTRY, MAX_JSON_BYTES)))
    await readPhotos(
      entries,
      content.reviews.flatMap(({ photos }) => photos),
      photoFolder,
    )
    return { ...content, bytes }
  } finally {
    entries.close()
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw asUnusable(error, REVIEW_FILE_RULES)
  })
  if (!stats.isFile()) throw unusable(messages.reasons.archive.notAFile)
  if (stats.size > MAX_FILE_BYTES) throw unusable(messages.reviewFiles.reasons.tooLarge)
  return stats.size
}

function decodeJson(bytes: Uint8Array): string {
  checkJsonShape(bytes, REVIEW_FILE_RULES)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusable(messages.reviewFiles.reasons.notJson)
  }
}

/** Reads and checks photos one after the other, so that only one is in memory. */
async function readPhotos(
  entries: ZipEntries,
  photos: readonly ReviewPhoto[],
  photoFolder: string | null,
): Promise<void> {
  if (photoFolder !== null) await mkdir(photoFolder, { recursive: true, mode: 0o700 })
  const checkedPhotos = new Map<string, ReviewPhoto>()
  let total = 0
  for (const photo of photos) {
    const previous = checkedPhotos.get(photo.hash)
    if (previous !== undefined) {
      if (!isSamePhoto(previous, photo)) throw unusable(messages.reviewFiles.reasons.photoMismatch)
      continue
    }
    total += photo.bytes
    if (total > MAX_PHOTO_BYTES) throw unusable(messages.reviewFiles.reasons.tooLarge)
    const bytes = await entries.read(photoEntry(photo), MAX_PICTURE_BYTES)
    checkPhoto(photo, bytes)
    checkedPhotos.set(photo.hash, photo)
    if (photoFolder !== null) await writeFile(join(photoFolder, photo.hash), bytes, { mode: 0o600 })
  }
}

function isSamePhoto(one: ReviewPhoto, other: ReviewPhoto): boolean {
  return (
    one.kind === other.kind &&
    one.width === other.width &&
    one.height === other.height &&
    one.bytes === other.bytes
  )
}

function checkPhoto(photo: ReviewPhoto, bytes: Uint8Array): void {
  if (hashOf(bytes) !== photo.hash) throw unusable(messages.reviewFiles.reasons.photoMismatch)
  const picture = inspect(bytes)
  if ('problem' in picture) {
    const { photoProblems, notAPicture } = messages.reviewFiles.reasons
    const problems: Readonly<Partial<Record<string, string>>> = photoProblems
    throw unusable(problems[picture.problem] ?? notAPicture)
  }
  const { kind, size } = picture
  const isDescribed =
    kind === photo.kind &&
    size?.width === photo.width &&
    size.height === photo.height &&
    bytes.byteLength === photo.bytes
  if (!isDescribed) throw unusable(messages.reviewFiles.reasons.photoMismatch)
}
