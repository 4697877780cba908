// The thread of the reviews: one file, opened when the first of them is wanted.
import { serveRole, type OpenedRole } from '../store/serve-role.ts'
import type { Handlers, WorkerStart } from '../store/protocol.ts'
import { withReviewErrors } from './errors.ts'
import { markItems, noteItem, undoMarks } from './marking.ts'
import { openFile } from './open-file.ts'
import { listReviews, reviewsOf } from './review-rows.ts'
import type { ReviewsStore } from './types.ts'

function openReviews({ file, damaged }: WorkerStart): OpenedRole {
  const { handle, notice } = openFile(file, { damaged })
  const handlers: Handlers<ReviewsStore> = {
    of: ([campaignItemIds]) => withReviewErrors(() => reviewsOf(handle, campaignItemIds)),
    list: ([campaignIds]) => withReviewErrors(() => listReviews(handle, campaignIds)),
    count: () => withReviewErrors(() => handle.values<number>('SELECT count(*) FROM reviews').get() ?? 0),
    mark: ([items, mark, at]) => {
      withReviewErrors(() => {
        markItems(handle, items, mark, at)
      })
    },
    note: ([item, note]) => {
      withReviewErrors(() => {
        noteItem(handle, item, note)
      })
    },
    copyTo: ([target]) =>
      withReviewErrors(() => {
        handle.command('VACUUM INTO ?').run(target)
        return true
      }),
    undo: () => withReviewErrors(() => undoMarks(handle)),
  }
  return {
    role: {
      handlers,
      close: () => {
        handle.close()
      },
    },
    notice,
  }
}

serveRole(openReviews)
