import type { DetailsCounts } from './jobs.ts'
import { messages } from './messages.ts'

/**
 * Returns the results of a fetch of details: "Details of 480 campaigns fetched. 15 refused, 5 not found."
 */
export function detailsOutcome(details: DetailsCounts): string {
  const { outcome, outcomeWithOthers } = messages.details
  const count = details.fetched
  const others = detailsNotFetched(details)
  return others === null ? outcome({ count }) : outcomeWithOthers({ count, others })
}

/** Returns how many details were not fetched: "15 refused, 5 not found". Null if all were. */
export function detailsNotFetched(details: DetailsCounts): string | null {
  const counts = (['forbidden', 'missing', 'skipped', 'failed'] as const).flatMap((key) =>
    details[key] === 0 ? [] : [messages.details.others[key]({ count: details[key] })],
  )
  return counts.length === 0 ? null : counts.join(', ')
}
