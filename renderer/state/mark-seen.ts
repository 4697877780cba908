import { messages } from '../../electron/contract/messages.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Marks all unseen changes of campaigns as seen. A failure is shown, never thrown. */
export async function markCampaignsSeen(
  { announcer, connectionId, notices }: Pick<AppModel, 'announcer' | 'connectionId' | 'notices'>,
  campaignIds: readonly string[],
): Promise<void> {
  const count = campaignIds.length
  if (connectionId === null || count === 0) return
  try {
    await api.call('changes.markCampaignsSeen', { connectionId, campaignIds: [...campaignIds] })
    announcer.announce(messages.campaignActions.markedSeen({ count }))
  } catch (error) {
    notices.show(faultOf(error), connectionId)
  }
}
