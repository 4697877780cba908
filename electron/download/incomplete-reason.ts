import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import { messages } from '../contract/messages.ts'
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
  const { incompleteReasons } = messages.download
  switch (reason.code) {
    case 'withoutData':
      return incompleteReasons.withoutData({ items: reason.items })
    case 'invalidCount':
      return incompleteReasons.invalidCount({ stated: reason.stated })
    case 'counts':
    case 'unstable':
      return incompleteReasons[reason.code]({ expected: reason.expected, received: reason.received })
    case 'noCount':
    case 'countUnsteady':
    case 'repeats':
      return incompleteReasons[reason.code]
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
  const { kept, nothing, marked } = messages.download.incompleteConsequences
  const markedConsequence = itemCount === 0 ? nothing : marked
  const consequence = replaced ? markedConsequence : kept
  return {
    ...new AppError('downloadIncomplete', { detail: description }).toFault(),
    message: `${description} ${consequence}`,
  }
}
