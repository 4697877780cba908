import type { CampaignSummary } from '../../../electron/contract/campaign.ts'
import { strings } from '../../../electron/contract/strings/app.ts'
import { api, faultOf } from '../../api.ts'
import type { MenuItem } from '../../components/menu.ts'
import type { AppModel } from '../../state/app.svelte.ts'
import { campaignTitle } from '../../state/campaign-filter.ts'
import { isBusy } from '../../state/campaign-text.ts'
import { shortcut } from '../../state/shortcuts.ts'
import { cancelJob, download } from '../../state/work.ts'

const words = strings.campaigns.menu

/** What can be done with one campaign, or with several that are selected. */
export function campaignMenu(app: AppModel, campaigns: readonly CampaignSummary[]): readonly MenuItem[] {
  const only = campaigns.length === 1 ? campaigns[0] : undefined
  const ids = campaigns.map((campaign) => campaign.id)
  const count = app.format.number(campaigns.length)
  const running = ids.map((id) => app.campaignJobs.get(id)).filter(isBusy)
  const remove: MenuItem = {
    kind: 'action',
    label: only === undefined ? words.removeMany(campaigns.length, count) : words.remove,
    icon: 'trash',
    danger: true,
    shortcut: 'Del',
    disabled: running.length > 0,
    run: () => {
      app.dialogs.open({ kind: 'removeCampaigns', campaignIds: ids })
    },
  }
  const fetch: MenuItem =
    running.length > 0
      ? {
          kind: 'action',
          label: words.cancel,
          icon: 'close',
          run: () => {
            for (const job of running) void cancelJob(app, job)
          },
        }
      : {
          kind: 'action',
          label:
            only === undefined
              ? words.downloadMany(campaigns.length, count)
              : only.copy === 'none'
                ? words.download
                : words.downloadAgain,
          icon: 'download',
          shortcut: shortcut('download', app.platform),
          run: () => void download(app, ids),
        }
  if (only === undefined) return [fetch, { kind: 'separator' }, remove]

  const copy = (label: string, text: string): MenuItem => ({
    kind: 'action',
    label,
    icon: 'copy',
    run: () => {
      api.call('app.copyText', { text }).catch((error: unknown) => {
        app.tell(faultOf(error))
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
    { kind: 'separator' },
    fetch,
    { kind: 'separator' },
    copy(words.copyName, campaignTitle(only)),
    copy(words.copyId, only.id),
    { kind: 'separator' },
    remove,
  ]
}
