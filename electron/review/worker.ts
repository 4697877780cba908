// The thread of the reviews. It opens their file when the first review is requested.
import { ContentFiles } from '../content/files.ts'
import { createPrivateFile } from '../store/database/private-file.ts'
import { serveRole, type OpenedRole } from '../store/serve-role.ts'
import type { Handlers, WorkerStart } from '../store/protocol.ts'
import { withReviewErrors } from './errors.ts'
import { markItems } from './marks.ts'
import { mergeReviews } from './merge.ts'
import { noteItem } from './notes.ts'
import { openFile } from './open-file.ts'
import { addPhoto, removeUnusedPhotos, removePhoto, photosFolder } from './photos.ts'
import { revertStep } from './revert-step.ts'
import { countPhotos, findPhoto, listReviews, reviewsOf } from './review-rows.ts'
import { listSteps } from './steps.ts'
import type { ReviewsStore } from './types.ts'

function openReviews({ file, isDamaged }: WorkerStart): OpenedRole {
  const { handle, notice } = openFile(file, { isDamaged })
  const files = new ContentFiles(photosFolder(file), { durable: true })
  const handlers: Handlers<ReviewsStore> = {
    get: ([campaignItemIds, texts = 'abbreviated']) =>
      withReviewErrors(() => reviewsOf(handle, campaignItemIds, texts)),
    list: ([campaignIds]) => withReviewErrors(() => listReviews(handle, campaignIds, 'abbreviated')),
    count: () => withReviewErrors(() => handle.values<number>('SELECT count(*) FROM reviews').get() ?? 0),
    mark: ([items, mark, at, continues = null]) =>
      withReviewErrors(() => markItems(handle, items, { mark, at, continues })),
    note: ([item, note, continues = null]) => withReviewErrors(() => noteItem(handle, item, note, continues)),
    addPhoto: ([row, bytes, at, continues = null]) =>
      withReviewErrors(() => addPhoto(handle, files, { row, bytes, at, continues })),
    removePhoto: ([campaignItemId, hash, at]) =>
      withReviewErrors(() => removePhoto(handle, campaignItemId, hash, at)),
    findPhoto: ([hash]) => withReviewErrors(() => findPhoto(handle, files, hash)),
    countPhotos: () => withReviewErrors(() => countPhotos(handle)),
    copyTo: ([target]) =>
      withReviewErrors(() => {
        // An empty file is a valid target, and keeps its permissions.
        createPrivateFile(target)
        handle.command('VACUUM INTO ?').run(target)
        return true
      }),
    merge: ([merge]) => withReviewErrors(() => mergeReviews(handle, files, merge)),
    listSteps: () => withReviewErrors(() => listSteps(handle)),
    revert: ([step]) => withReviewErrors(() => revertStep(handle, step)),
  }
  return {
    role: {
      handlers,
      whenIdle: () => {
        withReviewErrors(() => removeUnusedPhotos(handle, files))
        return false
      },
      close: () => handle.close(),
    },
    notice,
  }
}

await serveRole(openReviews)
