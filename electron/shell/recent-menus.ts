import { app, Menu } from 'electron'
import type { RecentCampaign, RecentCampaigns } from '../app/recent-campaigns.ts'
import type { Connections } from '../app/types.ts'
import { jumpList, recentCampaignItems, removedFromJumpList } from './recent-lists.ts'

interface RecentMenusOptions {
  readonly open: (campaign: RecentCampaign) => void
  /** Called after another campaign was opened, so that the application menu lists it. */
  readonly onChange: () => void
}

/** Shows the recent campaigns in the application menu, the dock of macOS and the jump list of Windows. */
export class RecentMenus {
  readonly #options: RecentMenusOptions
  #campaigns: readonly RecentCampaign[] = []

  constructor(options: RecentMenusOptions) {
    this.#options = options
  }

  get campaigns(): readonly RecentCampaign[] {
    return this.#campaigns
  }

  async show(
    campaigns: readonly RecentCampaign[],
    services: { readonly connections: Connections; readonly recentCampaigns: RecentCampaigns },
  ): Promise<void> {
    this.#campaigns = campaigns
    this.#options.onChange()
    app.dock?.setMenu(Menu.buildFromTemplate([...recentCampaignItems(campaigns, this.#options.open)]))
    // A task starts the program, which an application from the sources is not.
    if (process.platform !== 'win32' || !app.isPackaged) return
    const connections = await services.connections.list()
    const { removedItems } = app.getJumpListSettings()
    const removed = removedFromJumpList(campaigns, connections, removedItems)
    // Windows refuses the whole list with an item that the person has removed; without it, this is called
    // again.
    for (const { connectionId, campaignId } of removed)
      await services.recentCampaigns.forget(connectionId, [campaignId])
    if (removed.length === 0) app.setJumpList(jumpList(campaigns, connections, process.execPath))
  }
}
