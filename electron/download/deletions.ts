import { AppError } from '../contract/app-error.ts'
import type { PendingDeletions } from '../contract/jobs.ts'

/** Returns the error of a download that would delete more than half of a snapshot. */
export function deletionsNotAccepted({ deleted, of }: Pick<PendingDeletions, 'deleted' | 'of'>): AppError {
  return new AppError('deletionsNotAccepted', { params: { expected: of, received: deleted } })
}
