import type { ArchiveRules } from '../archive/rules.ts'
import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'

// Limits of a review file, documented in docs/cdreview.md, and the error for a file that exceeds them or is
// damaged.

export const MAX_FILE_BYTES = 2_000_000_000
/** Uncompressed size of `review.json`. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024
export const MAX_ITEMS = 100_000
export const MAX_CAMPAIGNS = 10_000
/** Characters in a name or any other text from the service. */
export const MAX_REVIEW_TEXT_LENGTH = 20_000
/** Total size of all photos. */
export const MAX_PHOTO_BYTES = 2_000_000_000
/**
 * Heap limit of the worker thread, in megabytes. No file within the other limits needs as much. At this limit
 * V8 terminates the thread, but a single object that is too large can terminate the process.
 */
export const MAX_HEAP_MB = 1_024

/** Creates a `reviewFileUnusable` error with a localized reason. */
export function unusable(reason: string, cause?: unknown): AppError {
  return new AppError('reviewFileUnusable', {
    params: { reason },
    cause,
    ...(cause instanceof Error ? { detail: cause.message.slice(0, 500) } : {}),
  })
}

export const REVIEW_FILE_RULES: ArchiveRules = {
  maxEntries: 20_000,
  compressed: true,
  unusable,
  get reasons() {
    const { notAZip, photoMissing, tooLarge, tooMuch } = messages.reviewFiles.reasons
    return { notAZip, entryMissing: photoMissing, tooLarge, tooMuch }
  },
}
