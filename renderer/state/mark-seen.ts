import type { CampaignSummary } from '../../electron/contract/campaign.ts'
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
  campaigns: readonly CampaignSummary[],
): Promise<void> {
  const campaignIds = campaigns.filter(({ unseenChanges }) => unseenChanges > 0).map(({ id }) => id)
  const count = campaignIds.length
  if (connectionId === null || count === 0) return
  try {
    await api.call('changes.markCampaignsSeen', { connectionId, campaignIds })
    announcer.announce(campaignActionStrings.markedSeen(count, environment.format.number(count)))
  } catch (error) {
    notices.show(faultOf(error), connectionId)
  }
}
