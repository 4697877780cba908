import { compareCampaignFields } from '../../app/campaign-fields.ts'
import { callingSlot } from '../calling-window.ts'
import type { Handlers } from '../dispatcher.ts'
import type { ShellServices } from '../services.ts'

type ComparisonCalls = Extract<keyof Handlers, `comparisons.${string}`>

/** Comparisons of two campaigns. */
export function comparisonHandlers({ sessions }: ShellServices): Pick<Handlers, ComparisonCalls> {
  return {
    'comparisons.open': async ({ connectionId, query, count }) =>
      (await sessions.get(connectionId)).store.openComparison(query, count, callingSlot(), 'clipped'),
    'comparisons.read': async ({ connectionId, query, start, count }) =>
      (await sessions.get(connectionId)).store.readComparison(query, start, count, callingSlot(), 'clipped'),
    'comparisons.cancel': async ({ connectionId }) => {
      // A connection that is not open compares nothing.
      ;(await sessions.opened(connectionId))?.store.cancelComparison(callingSlot())
      return null
    },
    'comparisons.campaignFields': async ({ connectionId, campaignIds }) =>
      compareCampaignFields(
        (await sessions.get(connectionId)).store,
        campaignIds,
        `${callingSlot()} campaign fields`,
      ),
  }
}
