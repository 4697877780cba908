import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import { fromSqliteError } from '../store/database/sqlite-errors.ts'

/** Faults of the cache do not apply to reviews, which cannot be downloaded again. */
const CODE_OF: Readonly<Partial<Record<FaultCode, FaultCode>>> = {
  cacheDamaged: 'reviewsDamaged',
  cacheNewer: 'reviewsNewer',
  cacheNotMigrated: 'reviewsNotMigrated',
  cacheBusy: 'reviewsUnavailable',
  cacheUnavailable: 'reviewsUnavailable',
  diskFull: 'reviewsUnavailable',
  folderReadOnly: 'reviewsUnavailable',
}

const REASON_OF: Readonly<Partial<Record<FaultCode, 'busy' | 'diskFull' | 'readOnly'>>> = {
  cacheBusy: 'busy',
  diskFull: 'diskFull',
  folderReadOnly: 'readOnly',
}

/** Converts an error of the database to a fault of the reviews; returns any other value unchanged. */
export function toReviewError(thrown: unknown): unknown {
  const error = fromSqliteError(thrown)
  if (!(error instanceof AppError)) return error
  const code = CODE_OF[error.code]
  if (code === undefined) return error
  const reason = REASON_OF[error.code]
  return error.as(code, reason === undefined ? {} : { reason: messages.review.reasons[reason] })
}

/** Runs work and converts errors to those of the reviews. */
export function withReviewErrors<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === 'mkdir') {
      throw new AppError('reviewsUnavailable', {
        cause: error,
        params: { reason: messages.review.reasons.readOnly },
      })
    }
    throw toReviewError(error)
  }
}
