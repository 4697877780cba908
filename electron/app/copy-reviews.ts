import { createReviews } from '../review/reviews.ts'
import type { CopyReviews } from './backup-files.ts'
import { connectionLayout } from './layout.ts'
import type { Logger } from './types.ts'

/** Copies reviews in a thread of its own, whether or not their connection is open. */
export function createCopyReviews(dataFolder: string, workerUrl: URL, logger?: Logger): CopyReviews {
  return async (connectionId, target) => {
    const reviews = createReviews({
      file: connectionLayout(dataFolder, connectionId).reviewsFile,
      workerUrl,
      onNotice: (notice) => logger?.log('warning', notice.message),
    })
    try {
      return await reviews.copyTo(target)
    } finally {
      await reviews.close()
    }
  }
}
