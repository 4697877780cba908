import type { Review } from '../contract/review.ts'
import { withReviewErrors } from './errors.ts'
import { openFileForReading } from './open-file.ts'
import { listReviews } from './review-rows.ts'

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
