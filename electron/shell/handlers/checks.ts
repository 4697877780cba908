import { createChecks, type Checks } from '../../app/checks.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'

type CheckCalls = Extract<keyof Handlers, `checks.${string}`>

/** Checks of campaigns. */
export function checkHandlers(services: ShellServices): Pick<Handlers, CheckCalls> {
  const checksByStore = new WeakMap<object, Checks>()
  const checksOf = async (connectionId: string): Promise<Checks> => {
    const session = await services.sessions.get(connectionId)
    const { store } = session
    const checks = checksByStore.get(store) ?? createChecks(services.dataFolder, connectionId, session)
    checksByStore.set(store, checks)
    return checks
  }
  return {
    'checks.read': async ({ connectionId, campaignId }) => (await checksOf(connectionId)).read(campaignId),
    'checks.configure': async ({ connectionId, settings }) => {
      await (await checksOf(connectionId)).configure(settings)
      return null
    },
    'checks.accept': async ({ connectionId, campaignId, checkId, accepted }) => {
      await (await checksOf(connectionId)).accept(campaignId, checkId, accepted)
      return null
    },
  }
}
