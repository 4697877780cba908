import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { REVIEW_REASONS } from '../contract/strings/review.ts'
import { fromSqliteError } from '../store/database/sqlite-errors.ts'

/** What is said of the cache would be wrong of the reviews, which cannot be downloaded again. */
const CODE_OF: Readonly<Partial<Record<FaultCode, FaultCode>>> = {
  cacheDamaged: 'reviewsDamaged',
  cacheNewer: 'reviewsNewer',
  cacheBusy: 'reviewsUnavailable',
  cacheUnavailable: 'reviewsUnavailable',
  diskFull: 'reviewsUnavailable',
  folderReadOnly: 'reviewsUnavailable',
}

const REASON_OF: Readonly<Partial<Record<FaultCode, string>>> = {
  cacheBusy: REVIEW_REASONS.busy,
  diskFull: REVIEW_REASONS.diskFull,
  folderReadOnly: REVIEW_REASONS.readOnly,
}

/**
 * An error of the database with the reviews as the application's own; every other value is given back as it
 * is.
 */
export function asReviewError(thrown: unknown): unknown {
  const error = fromSqliteError(thrown)
  if (!(error instanceof AppError)) return error
  const code = CODE_OF[error.code]
  if (code === undefined) return error
  const reason = REASON_OF[error.code]
  return error.as(code, reason === undefined ? {} : { reason })
}

/** Does the work, and lets errors out as those of the reviews. */
export function withReviewErrors<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'mkdir') {
      throw new AppError('reviewsUnavailable', { cause: error, params: { reason: REVIEW_REASONS.readOnly } })
    }
    throw asReviewError(error)
  }
}
