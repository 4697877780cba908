import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { IconName } from '../../components/icons.ts'
import type { MenuItem } from '../../components/menu.ts'
import { isBusy, isDownloaded } from '../../state/campaign-text.ts'
import {
  download,
  hasOwnDetails,
  refreshDetails,
  type DownloadContext,
} from '../../state/download-actions.ts'
import { markCampaignsSeen } from '../../state/mark-seen.ts'

/** An action on selected campaigns. */
export interface CampaignAction {
  readonly label: string
  readonly icon: IconName
  /** Why it is disabled; null if it is not. */
  readonly reason: string | null
  readonly run: () => void
  /** Whether it destroys data. */
  readonly danger?: boolean
}

/** Returns the actions that also the menu of several campaigns has, without the number of campaigns. */
export function itemActions(context: DownloadContext, campaigns: readonly CampaignSummary[]) {
  const { reasons } = messages.campaignActions
  const none = campaigns.length === 0 ? reasons.none : null
  const unseen = campaigns.filter(({ unseenChanges }) => unseenChanges > 0)
  return {
    refreshDetails: {
      label: messages.campaignActions.refreshDetails,
      icon: 'refresh',
      reason: none ?? (campaigns.some(hasOwnDetails) ? null : reasons.refreshedByDownload),
      run: () => void refreshDetails(context, campaigns),
    },
    exportItems: {
      label: messages.campaignActions.exportItems,
      icon: 'export',
      reason: none ?? (campaigns.some(isDownloaded) ? null : reasons.nothingDownloaded),
      run: () => {
        const campaignIds = campaigns.filter(isDownloaded).map(({ id }) => id)
        context.dialogs.open({ kind: 'exportItems', campaignIds })
      },
    },
    markSeen: {
      label: messages.campaignActions.markSeen,
      icon: 'eye',
      reason: none ?? (unseen.length > 0 ? null : reasons.noChanges),
      run: () =>
        void markCampaignsSeen(
          context,
          unseen.map(({ id }) => id),
        ),
    },
  } as const satisfies Readonly<Record<string, CampaignAction>>
}

/**
 * Returns all actions on the selected campaigns in their order.
 * @param oncompare shows the comparison of two campaigns
 */
export function campaignActions(
  context: DownloadContext,
  campaigns: readonly CampaignSummary[],
  oncompare: (first: CampaignSummary, second: CampaignSummary) => void,
): readonly CampaignAction[] {
  const { reasons } = messages.campaignActions
  const ids = campaigns.map(({ id }) => id)
  const none = ids.length === 0 ? reasons.none : null
  const busyIds = ids.filter((id) => isBusy(context.campaignJobs.get(id)))
  const [first, second, third] = campaigns
  const pair = first === undefined || second === undefined || third !== undefined ? null : [first, second]
  const { refreshDetails: refresh, exportItems, markSeen } = itemActions(context, campaigns)
  return [
    {
      label: messages.campaignActions.download,
      icon: 'download',
      reason: none ?? (busyIds.length === ids.length ? reasons.downloading({ count: ids.length }) : null),
      run: () => void download(context, ids),
    },
    refresh,
    {
      label: messages.campaignActions.compare,
      icon: 'compare',
      reason:
        none ??
        (pair === null ? reasons.compare : pair.every(isDownloaded) ? null : reasons.compareDownloaded),
      run: () => {
        if (first !== undefined && second !== undefined) oncompare(first, second)
      },
    },
    exportItems,
    markSeen,
    {
      label: messages.campaignActions.remove,
      icon: 'trash',
      danger: true,
      reason: none ?? (busyIds.length > 0 ? reasons.cancelFirst : null),
      run: () => context.dialogs.open({ kind: 'removeCampaigns', campaignIds: ids }),
    },
  ]
}

/** Returns an action as a line of a menu. */
export function menuItemOf({ label, icon, reason, run, danger = false }: CampaignAction): MenuItem {
  return { label, icon, run, danger, ...(reason === null ? {} : { disabled: true, text: reason }) }
}
