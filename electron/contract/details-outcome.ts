import type { DetailsCounts } from './jobs.ts'
import { messages } from './messages.ts'

/**
 * Returns the results of a fetch of details: "Fetched the details of 480 campaigns. 15 refused, 5 not found."
 */
export function detailsOutcome({ fetched, ...others }: DetailsCounts): string {
  const { outcome, outcomeWithOthers, others: texts } = messages.details
  const counts = (['forbidden', 'missing', 'skipped', 'failed'] as const).flatMap((key) =>
    others[key] === 0 ? [] : [texts[key]({ count: others[key] })],
  )
  return counts.length === 0
    ? outcome({ count: fetched })
    : outcomeWithOthers({ count: fetched, others: counts.join(', ') })
}
