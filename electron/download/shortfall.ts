import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { INCOMPLETE_CONSEQUENCES, INCOMPLETE_REASONS } from '../contract/strings/download.ts'
import type { Shortcoming } from './judgement.ts'

/** Why a copy is incomplete, as the sentence that is kept with it. */
export function reasonOf(shortcoming: Shortcoming): string {
  switch (shortcoming.why) {
    case 'withoutData':
      return INCOMPLETE_REASONS.withoutData(shortcoming.items)
    case 'invalidCount':
      return INCOMPLETE_REASONS.invalidCount(shortcoming.stated)
    case 'counts':
    case 'restless':
      return INCOMPLETE_REASONS[shortcoming.why](shortcoming.expected, shortcoming.received)
    case 'noCount':
    case 'countUnsteady':
    case 'repeats':
      return INCOMPLETE_REASONS[shortcoming.why]
  }
}

/**
 * Returns the fault of a job that ended incomplete. `replaced`: what was fetched is in use now, marked incomplete, and
 * the snapshot has `itemCount` items.
 */
export function shortfallFault(
  shortcoming: Shortcoming,
  { replaced, itemCount }: { readonly replaced: boolean; readonly itemCount: number },
): Fault {
  const reason = reasonOf(shortcoming)
  const marked = itemCount === 0 ? INCOMPLETE_CONSEQUENCES.nothing : INCOMPLETE_CONSEQUENCES.marked
  const consequence = replaced ? marked : INCOMPLETE_CONSEQUENCES.kept
  return {
    ...new AppError('downloadIncomplete', { detail: reason }).toFault(),
    message: `${reason} ${consequence}`,
  }
}
