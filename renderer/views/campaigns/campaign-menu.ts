import { keyName } from '../../../electron/contract/accelerators.ts'
import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { shortcutText } from '../../../electron/contract/commands.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { TextSource } from '../../../electron/contract/schemas.ts'
import { api, faultOf } from '../../api.ts'
import type { IconName } from '../../components/icons.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { Navigation } from '../../state/app.svelte.ts'
import { placeOf, type Place } from '../../state/navigation.ts'
import { campaignTitle } from '../../state/campaign-filter.ts'
import { copyFullText } from '../../state/full-text.ts'
import { isBusy, isDownloaded } from '../../state/campaign-text.ts'
import {
  canDownloadChanges,
  cancelJob,
  download,
  resumeJob,
  type DownloadContext,
} from '../../state/download-actions.ts'
import type { Environment } from '../../state/environment.svelte.ts'
import { openInNewWindow, type NewWindowContext } from '../../state/new-window.ts'
import { itemActions, menuItemOf } from './campaign-actions.ts'

/** Opens the comparison of two campaigns; with null, the person chooses the second one. */
type CompareWith = (first: string, second: string | null) => void

/** The downloads, and the format and platform of the menus' texts. */
interface DownloadMenuContext {
  readonly downloadContext: DownloadContext
  readonly environment: Environment
}

/** Returns the lines that download campaigns: changes only, or everything. */
export function downloadItems(
  { downloadContext, environment }: DownloadMenuContext,
  campaigns: readonly CampaignSummary[],
): readonly MenuItem[] {
  const { downloadModes } = messages.queue
  const ids = campaigns.map((campaign) => campaign.id)
  const count = campaigns.length
  const recent = campaigns.some(canDownloadChanges)
  return [
    {
      label: count > 1 ? downloadModes.recentMany({ count }) : downloadModes.recent,
      icon: 'refresh',
      run: () => void download(downloadContext, ids),
      ...(recent
        ? { shortcut: shortcutText('download', environment.platform) }
        : { disabled: true, text: downloadModes.recentNone }),
    },
    {
      label: count > 1 ? downloadModes.everythingMany({ count }) : downloadModes.everything,
      icon: 'download',
      shortcut: shortcutText('downloadEverything', environment.platform),
      run: () => void download(downloadContext, ids, 'everything'),
    },
  ]
}

/** Returns the line that opens a campaign, or with null all items, in another window. */
function windowItem(
  {
    newWindow,
    environment,
  }: Pick<DownloadMenuContext, 'environment'> & { readonly newWindow: NewWindowContext },
  campaignId: string | null,
  place: Place | null = null,
): MenuItem {
  const isShown = campaignId === newWindow.campaignId && (place === null || place === placeOf(newWindow.tab))
  return {
    label: messages.campaigns.menu.openWindow,
    icon: 'window',
    run: () => void openInNewWindow(newWindow, campaignId, isShown ? null : place),
    ...(isShown ? { shortcut: shortcutText('openWindow', environment.platform) } : {}),
  }
}

/** Returns the menu of a view of all campaigns together. */
export function placeMenu(
  context: {
    readonly navigation: Pick<Navigation, 'show'>
    readonly newWindow: NewWindowContext
    readonly environment: Environment
  },
  place: Place,
): readonly MenuItem[] {
  return [
    {
      label: messages.campaigns.menu.openPlace,
      icon: 'list',
      run: () => context.navigation.show(null, place),
    },
    windowItem(context, null, place),
  ]
}

/** Returns the line that compares one or two campaigns, which must be downloaded; nothing for more. */
function compareItems(
  [first, second, ...others]: readonly CampaignSummary[],
  compareWith: CompareWith,
): readonly MenuItem[] {
  if (first === undefined || others.length > 0) return []
  const isPossible = isDownloaded(first) && (second === undefined || isDownloaded(second))
  return [
    {
      label: second === undefined ? messages.campaigns.menu.compareWith : messages.campaigns.menu.compare,
      icon: 'compare',
      disabled: !isPossible,
      ...(isPossible ? {} : { text: messages.campaigns.menu.compareDownloaded }),
      run: () => compareWith(first.id, second?.id ?? null),
    },
  ]
}

/**
 * Returns the menu of one campaign, or of several selected ones.
 * @param tableLines what a table does with its rows
 */
export function campaignMenu(
  context: DownloadMenuContext & {
    readonly navigation: Pick<Navigation, 'show'>
    readonly newWindow: NewWindowContext
    readonly compareWith: CompareWith
  },
  campaigns: readonly CampaignSummary[],
  tableLines: readonly MenuItem[] = [],
): readonly MenuItem[] {
  const { downloadContext, environment, navigation } = context
  const only = campaigns.length === 1 ? campaigns[0] : undefined
  const ids = campaigns.map((campaign) => campaign.id)
  const activeJobs = ids.map((id) => downloadContext.campaignJobs.get(id)).filter(isBusy)
  /** Shown if there is no snapshot whose changes could be downloaded. */
  const downloadAction: MenuItem = {
    label:
      only === undefined
        ? messages.campaigns.menu.downloadMany({ count: campaigns.length })
        : messages.campaigns.menu.download,
    icon: 'download',
    shortcut: shortcutText('download', environment.platform),
    run: () => void download(downloadContext, ids),
  }
  const downloaded = campaigns.some(isDownloaded)
  const remove: MenuItem = {
    label:
      only === undefined
        ? (downloaded ? messages.campaigns.menu.removeMany : messages.campaigns.menu.removeManyFromList)({
            count: campaigns.length,
          })
        : downloaded
          ? messages.campaigns.menu.remove
          : messages.campaigns.menu.removeFromList,
    icon: 'trash',
    danger: true,
    shortcut: keyName('Delete'),
    ...(activeJobs.length > 0 ? { disabled: true, text: messages.campaigns.menu.cancelFirst } : {}),
    run: () => downloadContext.dialogs.open({ kind: 'removeCampaigns', campaignIds: ids }),
  }
  const cancel: MenuItem = {
    label: messages.campaigns.menu.cancel,
    icon: 'close',
    run: () => {
      for (const job of activeJobs) void cancelJob(downloadContext, job)
    },
  }
  const paused = activeJobs.filter((job) => job.state === 'paused')
  const downloadLines: readonly MenuItem[] = [
    ...(activeJobs.length > 0
      ? []
      : campaigns.some(canDownloadChanges)
        ? downloadItems(context, campaigns)
        : [downloadAction]),
    ...(paused.length === 0
      ? []
      : [
          {
            label: messages.queue.menu.resume,
            icon: 'play',
            run: () => {
              for (const job of paused) void resumeJob(downloadContext, job)
            },
          } as const,
        ]),
    ...(activeJobs.length > 0 ? [cancel] : []),
  ]
  const compareLines = compareItems(campaigns, context.compareWith)
  if (only === undefined) {
    const { refreshDetails, exportItems, markSeen } = itemActions(downloadContext, campaigns)
    return [
      ...downloadLines,
      ...compareLines,
      menuItemOf({
        ...refreshDetails,
        label: messages.campaignActions.refreshDetailsMany({ count: campaigns.length }),
      }),
      { kind: 'separator' },
      menuItemOf({
        ...exportItems,
        label: messages.campaignActions.exportItemsMany({ count: campaigns.length }),
      }),
      menuItemOf({ ...markSeen, label: messages.campaignActions.markSeenMany({ count: campaigns.length }) }),
      { kind: 'separator' },
      ...tableLines,
      ...(tableLines.length === 0 ? [] : [{ kind: 'separator' } as const]),
      remove,
    ]
  }

  const { connectionId } = downloadContext
  const copyLine = (label: string, icon: IconName, run: () => Promise<unknown>): MenuItem => ({
    label,
    icon,
    run: () =>
      void run().catch((error: unknown) => downloadContext.notices.show(faultOf(error), connectionId)),
  })
  const copy = (label: string, text: string, source: TextSource | null = null): MenuItem =>
    copyLine(label, 'copy', () => copyFullText(connectionId, text, source))
  return [
    { label: messages.campaigns.menu.open, icon: 'list', run: () => navigation.show(only.id, 'overview') },
    { label: messages.campaigns.menu.openItems, icon: 'rows', run: () => navigation.show(only.id, 'items') },
    {
      label: messages.campaigns.menu.openChanges,
      icon: 'changed',
      run: () => navigation.show(only.id, 'changes'),
    },
    windowItem(context, only.id),
    ...compareLines,
    { kind: 'separator' },
    ...downloadLines,
    { kind: 'separator' },
    copy(messages.campaigns.menu.copyName, only.name ?? campaignTitle(only), {
      kind: 'campaignName',
      campaignId: only.id,
    }),
    copy(messages.campaigns.menu.copyId, only.id),
    ...(connectionId === null
      ? []
      : [
          copyLine(messages.campaigns.menu.copyLink, 'link', () =>
            api.call('links.copy', { connectionId, campaignId: only.id }),
          ),
        ]),
    ...tableLines,
    { kind: 'separator' },
    remove,
  ]
}
