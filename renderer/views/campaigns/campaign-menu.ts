import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { shortcutText } from '../../../electron/contract/commands.ts'
import { strings } from '../../../electron/contract/strings/app.ts'
import type { TextSource } from '../../../electron/contract/schemas.ts'
import { faultOf } from '../../api.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { campaignTitle } from '../../state/campaign-filter.ts'
import { copyFullText } from '../../state/full-text.ts'
import { isBusy, isDownloaded } from '../../state/campaign-text.ts'
import { canDownloadChanges, cancelJob, download, resumeJob } from '../../state/download-actions.ts'

const words = strings.campaigns.menu

/** Returns the lines that download campaigns: changes only, or everything. */
export function downloadWays(app: AppModel, campaigns: readonly CampaignSummary[]): readonly MenuItem[] {
  const said = strings.ways
  const ids = campaigns.map((campaign) => campaign.id)
  const count = campaigns.length
  const shown = app.environment.format.number(count)
  const recent = campaigns.some(canDownloadChanges)
  return [
    {
      kind: 'action',
      label: count > 1 ? said.recentMany(count, shown) : said.recent,
      icon: 'refresh',
      text: recent ? said.recentText : said.recentNone,
      disabled: !recent,
      run: () => void download(app, ids),
      ...(recent ? { shortcut: shortcutText('download', app.environment.platform) } : {}),
    },
    {
      kind: 'action',
      label: count > 1 ? said.everythingMany(count, shown) : said.everything,
      icon: 'download',
      text: said.everythingText,
      shortcut: shortcutText('downloadEverything', app.environment.platform),
      run: () => void download(app, ids, 'everything'),
    },
  ]
}

/** Returns the menu of one campaign, or of several selected ones. */
export function campaignMenu(app: AppModel, campaigns: readonly CampaignSummary[]): readonly MenuItem[] {
  const only = campaigns.length === 1 ? campaigns[0] : undefined
  const ids = campaigns.map((campaign) => campaign.id)
  const count = app.environment.format.number(campaigns.length)
  const running = ids.map((id) => app.campaignJobs.get(id)).filter(isBusy)
  /** Without a copy there are no changes to download. */
  const first: MenuItem = {
    kind: 'action',
    label: only === undefined ? words.downloadMany(campaigns.length, count) : words.download,
    icon: 'download',
    shortcut: shortcutText('download', app.environment.platform),
    run: () => void download(app, ids),
  }
  const downloaded = campaigns.some(isDownloaded)
  const remove: MenuItem = {
    kind: 'action',
    label:
      only === undefined
        ? (downloaded ? words.removeMany : words.removeManyFromList)(campaigns.length, count)
        : downloaded
          ? words.remove
          : words.removeFromList,
    icon: 'trash',
    danger: true,
    shortcut: 'Del',
    ...(running.length > 0 ? { disabled: true, text: words.cancelFirst } : {}),
    run: () => {
      app.dialogs.open({ kind: 'removeCampaigns', campaignIds: ids })
    },
  }
  const cancel: MenuItem = {
    kind: 'action',
    label: words.cancel,
    icon: 'close',
    run: () => {
      for (const job of running) void cancelJob(app, job)
    },
  }
  const paused = running.filter((job) => job.state === 'paused')
  const fetch: readonly MenuItem[] = [
    ...(running.length > 0
      ? []
      : campaigns.some(canDownloadChanges)
        ? downloadWays(app, campaigns)
        : [first]),
    ...(paused.length === 0
      ? []
      : [
          {
            kind: 'action',
            label: strings.queue.menu.resume,
            icon: 'play',
            run: () => {
              for (const job of paused) void resumeJob(app, job)
            },
          } as const,
        ]),
    ...(running.length > 0 ? [cancel] : []),
  ]
  if (only === undefined) return [...fetch, { kind: 'separator' }, remove]

  const copy = (label: string, text: string, source: TextSource | null = null): MenuItem => ({
    kind: 'action',
    label,
    icon: 'copy',
    run: () => {
      copyFullText(app.connectionId, text, source).catch((error: unknown) => {
        app.showFault(faultOf(error))
      })
    },
  })
  return [
    {
      kind: 'action',
      label: words.open,
      icon: 'list',
      run: () => {
        app.show(only.id, 'overview')
      },
    },
    {
      kind: 'action',
      label: words.openItems,
      icon: 'rows',
      run: () => {
        app.show(only.id, 'items')
      },
    },
    {
      kind: 'action',
      label: words.openChanges,
      icon: 'changed',
      run: () => {
        app.show(only.id, 'changes')
      },
    },
    { kind: 'separator' },
    ...fetch,
    { kind: 'separator' },
    copy(words.copyName, only.name ?? campaignTitle(only), { kind: 'campaignName', campaignId: only.id }),
    copy(words.copyId, only.id),
    { kind: 'separator' },
    remove,
  ]
}
