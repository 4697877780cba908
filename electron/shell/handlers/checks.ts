import type { Checks } from '../../app/types.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { pushToOthers } from '../window-events.ts'

type CheckCalls = Extract<keyof Handlers, `checks.${string}`>

/** Checks of campaigns. */
export function checkHandlers({ sessions }: ShellServices): Pick<Handlers, CheckCalls> {
  const checksOf = async (connectionId: string): Promise<Checks> => (await sessions.get(connectionId)).checks
  return {
    'checks.read': async ({ connectionId, campaignId }) => (await checksOf(connectionId)).read(campaignId),
    'checks.openIds': async ({ connectionId, checkId }) => (await checksOf(connectionId)).openIds(checkId),
    'checks.preview': async ({ connectionId, campaignId, ...check }) =>
      (await checksOf(connectionId)).preview(campaignId, check),
    'checks.configure': async ({ connectionId, change }) => {
      await (await checksOf(connectionId)).configure(change)
      pushToOthers('checks.changed', { connectionId })
      return null
    },
    'checks.accept': async ({ connectionId, campaignId, checkId, accepted }) => {
      const step = await (await checksOf(connectionId)).accept(campaignId, checkId, accepted)
      pushToOthers('checks.changed', { connectionId })
      return step
    },
    'checks.revert': async ({ connectionId, step }) => {
      const reverse = await (await checksOf(connectionId)).revert(step)
      if (reverse !== null) pushToOthers('checks.changed', { connectionId })
      return reverse
    },
  }
}
