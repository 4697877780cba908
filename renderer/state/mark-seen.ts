import { campaignActionStrings } from '../../electron/contract/strings/campaign-actions.ts'
import { api, faultOf } from '../api.ts'
import type { AppModel } from './app.svelte.ts'

/** Marks all unseen changes of campaigns as seen. A failure is shown, never thrown. */
export async function markCampaignsSeen(
  {
    announcer,
    connectionId,
    environment,
    notices,
  }: Pick<AppModel, 'announcer' | 'connectionId' | 'environment' | 'notices'>,
  campaignIds: readonly string[],
): Promise<void> {
  const count = campaignIds.length
  if (connectionId === null || count === 0) return
  try {
    await api.call('changes.markCampaignsSeen', { connectionId, campaignIds: [...campaignIds] })
    announcer.announce(campaignActionStrings.markedSeen(count, environment.format.number(count)))
  } catch (error) {
    notices.show(faultOf(error), connectionId)
  }
}
