import type { DetailsCounts } from '../jobs.ts'
import { campaigns } from './grammar.ts'

/** Strings of fetches of the details of campaigns, in the queue and in notices. */
export const detailsStrings = {
  fetching: 'Fetching campaign details',
  progress: (done: string, total: string) => `Details: ${done} of ${total}`,
  failed: 'The details of the campaigns could not be fetched.',
  cancelled: 'Fetching the details was canceled. What was fetched is kept.',
} as const

/**
 * Returns the results of a fetch of details: "Fetched the details of 480 campaigns. 15 refused, 5 not found."
 */
export function detailsOutcome(
  { fetched, forbidden, missing, skipped, failed }: DetailsCounts,
  shown: (count: number) => string,
): string {
  const others = [
    ...(forbidden === 0 ? [] : [`${shown(forbidden)} refused`]),
    ...(missing === 0 ? [] : [`${shown(missing)} not found`]),
    ...(skipped === 0 ? [] : [`${shown(skipped)} skipped`]),
    ...(failed === 0 ? [] : [`${shown(failed)} failed`]),
  ]
  const sentence = `Fetched the details of ${campaigns(fetched, shown(fetched))}.`
  return others.length === 0 ? sentence : `${sentence} ${others.join(', ')}.`
}
