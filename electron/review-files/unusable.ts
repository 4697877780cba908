import { AppError } from '../contract/app-error.ts'
import { REVIEW_FILE_REASONS } from '../contract/strings/review-files.ts'

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
