import { AppError } from '../contract/app-error.ts'
import { REVIEW_FILE_REASONS } from '../contract/strings/review-files.ts'

// Limits of a review file, documented in docs/cdreview.md, and the error for a file that exceeds them or is
// damaged.

export const MAX_FILE_BYTES = 2_000_000_000
/** Entries in the zip. */
export const MAX_ENTRIES = 20_000
/** Uncompressed size of `review.json`. */
export const MAX_JSON_BYTES = 64 * 1024 * 1024
/** Objects and arrays in `review.json`. */
export const MAX_JSON_PARTS = 1_000_000
/** Values of any type in `review.json`: a parsed short value takes many times the memory of its text. */
export const MAX_JSON_VALUES = 5_000_000
/** Nesting depth of objects and arrays. */
export const MAX_JSON_DEPTH = 16
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

/**
 * Converts an error of the file system or the zip reader to `reviewFileUnusable`. Returns an `AppError`
 * unchanged.
 */
export function asUnusable(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') {
    return unusable(REVIEW_FILE_REASONS.unreadable(error.code), error)
  }
  return unusable(REVIEW_FILE_REASONS.damaged, error)
}
