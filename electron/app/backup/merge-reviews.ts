import { existsSync, linkSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ContentFiles } from '../../content/files.ts'
import { differenceOf } from '../../contract/review-merge.ts'
import type { Review } from '../../contract/review.ts'
import { mergeReviews } from '../../review/merge.ts'
import { openFile } from '../../review/open-file.ts'
import { photosFolder } from '../../review/photos.ts'
import { readReviews, reviewsOf } from '../../review/review-rows.ts'
import type { MergeTask } from './task.ts'

/**
 * Merges restored reviews into a file with the default choices, which remove nothing from the present ones.
 */
export function mergeRestoredReviews({ file, restoredFile, at, heading }: Omit<MergeTask, 'type'>): null {
  const restoredPhotos = new ContentFiles(photosFolder(restoredFile))
  const restored = readReviews(restoredFile).map((review): Review => ({
    ...review,
    // A review whose photo is missing in the backup is restored without it.
    photos: review.photos.filter(({ hash }) => existsSync(restoredPhotos.pathOf(hash))),
  }))
  const { handle } = openFile(file)
  const photoFolder = `${file}.photos`
  try {
    mkdirSync(photoFolder, { recursive: true, mode: 0o700 })
    for (const hash of new Set(restored.flatMap(({ photos }) => photos.map((photo) => photo.hash))))
      linkOrCopy(restoredPhotos.pathOf(hash), join(photoFolder, hash))
    const ids = restored.map(({ campaignItemId }) => campaignItemId)
    const present = new Map(reviewsOf(handle, ids, 'whole').map((review) => [review.campaignItemId, review]))
    const entries = restored.flatMap((theirs) => {
      const difference = differenceOf(present.get(theirs.campaignItemId) ?? null, theirs)
      return difference === null || difference.defaultChoice === 'mine'
        ? []
        : [{ theirs, choice: difference.defaultChoice, heading }]
    })
    mergeReviews(handle, new ContentFiles(photosFolder(file), { durable: true }), {
      entries,
      photoFolder,
      at,
    })
    return null
  } finally {
    handle.close()
    rmSync(photoFolder, { recursive: true, force: true })
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
