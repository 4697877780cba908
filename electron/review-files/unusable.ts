import { AppError } from '../contract/app-error.ts'
import { REVIEW_FILE_REASONS } from '../contract/strings/review-files.ts'

/** `reviewFileUnusable` with the reason in words. */
export function unusable(reason: string, cause?: unknown): AppError {
  return new AppError('reviewFileUnusable', {
    params: { reason },
    cause,
    ...(cause instanceof Error ? { detail: cause.message.slice(0, 500) } : {}),
  })
}

/**
 * What the system, or the reader of zips, says of a file as `reviewFileUnusable`; the application's own as
 * they are.
 */
export function asUnusable(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') {
    return unusable(REVIEW_FILE_REASONS.unreadable(error.code), error)
  }
  return unusable(REVIEW_FILE_REASONS.damaged, error)
}
