import { messages } from '../../electron/contract/messages.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'
import { ActionUnavailable, type History } from './history.svelte.ts'
import { requireConnection, returnToTab, type NavigationContext } from './navigation.ts'

/** What shows unseen changes, and the history that records that they were marked as seen. */
interface SeenContext extends NavigationContext {
  readonly history: History
}

/** Marks all unseen changes of campaigns as seen. A failure is shown, never thrown. */
export async function markCampaignsSeen(
  context: SeenContext & Pick<AppModel, 'announcer' | 'notices'>,
  campaignIds: readonly string[],
): Promise<void> {
  const { announcer, connectionId, notices } = context
  const count = campaignIds.length
  if (connectionId === null || count === 0) return
  try {
    await markSeen(context, campaignIds, () =>
      api.call('changes.markCampaignsSeen', { connectionId, campaignIds: [...campaignIds] }),
    )
    announcer.announce(messages.campaignActions.markedSeen({ count }))
  } catch (error) {
    notices.show(faultOf(error), connectionId)
  }
}

/**
 * Marks changes of campaigns as seen, as one action that can be undone. Rejects when that cannot be stored.
 * @param mark marks them, and returns the step; null if it cannot be undone
 */
export async function markSeen(
  context: SeenContext,
  campaignIds: readonly string[],
  mark: () => Promise<number | null>,
): Promise<void> {
  const { connectionId } = context
  let step = await mark()
  if (connectionId === null || step === null) return
  context.history.record({
    name: messages.history.actions.markSeen,
    undo: async () => {
      await showChanges(context, connectionId, campaignIds)
      const isReverted = step !== null && (await api.call('changes.markUnseen', { connectionId, step }))
      if (!isReverted) throw new ActionUnavailable(messages.history.reasons.expired)
      return null
    },
    redo: async () => {
      await showChanges(context, connectionId, campaignIds)
      step = await mark()
      return null
    },
  })
}

/** Shows the changes of a campaign, or where several campaigns have the numbers of theirs. */
async function showChanges(
  context: NavigationContext,
  connectionId: string,
  campaignIds: readonly string[],
): Promise<void> {
  requireConnection(context, connectionId)
  if (context.content === 'home' || context.content === 'campaigns') return
  const [campaignId = null, ...others] = campaignIds
  await (others.length === 0
    ? returnToTab(context, { connectionId, campaignId }, 'changes')
    : returnToTab(context, { connectionId, campaignId: null }, 'home'))
}
