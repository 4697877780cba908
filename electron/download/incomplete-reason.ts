import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import { INCOMPLETE_CONSEQUENCES, INCOMPLETE_REASONS } from '../contract/strings/download.ts'
import type { IncompleteReason } from './completeness-check.ts'

/** Returns the error of a download that would delete more than half of a snapshot. */
export function deletionsNotAcceptedError({
  deleted,
  of,
}: Pick<PendingDeletions, 'deleted' | 'of'>): AppError {
  return new AppError('deletionsNotAccepted', { params: { expected: of, received: deleted } })
}

/** Returns the sentence that is stored with an incomplete snapshot. */
export function describeIncompleteReason(reason: IncompleteReason): string {
  switch (reason.code) {
    case 'withoutData':
      return INCOMPLETE_REASONS.withoutData(reason.items)
    case 'invalidCount':
      return INCOMPLETE_REASONS.invalidCount(reason.stated)
    case 'counts':
    case 'unstable':
      return INCOMPLETE_REASONS[reason.code](reason.expected, reason.received)
    case 'noCount':
    case 'countUnsteady':
    case 'repeats':
      return INCOMPLETE_REASONS[reason.code]
  }
}

/**
 * Returns the fault of a job that ended incomplete.
 * @param options `replaced`: the fetched items are in use now, marked incomplete; `itemCount`: items of the
 * snapshot.
 */
export function createIncompleteFault(
  reason: IncompleteReason,
  { replaced, itemCount }: { readonly replaced: boolean; readonly itemCount: number },
): Fault {
  const description = describeIncompleteReason(reason)
  const markedConsequence = itemCount === 0 ? INCOMPLETE_CONSEQUENCES.nothing : INCOMPLETE_CONSEQUENCES.marked
  const consequence = replaced ? markedConsequence : INCOMPLETE_CONSEQUENCES.kept
  return {
    ...new AppError('downloadIncomplete', { detail: description }).toFault(),
    message: `${description} ${consequence}`,
  }
}
