import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import type { ChecksModel } from './checks.svelte.ts'
import { ActionUnavailable, type History } from './history.svelte.ts'
import { returnToTab, type NavigationContext } from './navigation.ts'

interface AcceptContext {
  readonly checks: ChecksModel
  readonly history: History
  readonly navigation: NavigationContext
}

/**
 * Accepts the findings of a check in a campaign, or revokes that, as an action that can be undone. Returns
 * whether that was done. Rejects when it cannot be stored.
 */
export async function acceptFindings(
  { checks, history, navigation }: AcceptContext,
  campaignId: string,
  checkId: string,
  accepted: boolean,
): Promise<boolean> {
  const { connectionId } = navigation
  let step = await checks.accept(checkId, accepted)
  if (step === null || connectionId === null) return false
  const revert = async (): Promise<null> => {
    await returnToTab(navigation, { connectionId, campaignId }, 'checks')
    const reverse = step === null ? null : await api.call('checks.revert', { connectionId, step })
    if (reverse === null) throw new ActionUnavailable(messages.history.reasons.expired)
    step = reverse
    await checks.refresh()
    return null
  }
  history.record({ name: messages.history.actions.acceptance, undo: revert, redo: revert })
  return true
}
