import { app, Menu } from 'electron'
import { platformOf } from '../contract/accelerators.ts'
import { MENU_COMMAND_IDS, type MenuCommand } from '../contract/commands.ts'
import type { RecentCampaign } from '../app/recent-campaigns.ts'
import type { UndoLabels } from './app-windows.ts'
import { menuTemplate, type MenuActions } from './menu-template.ts'

/** Installs the application menu. */
export function installMenu(
  actions: MenuActions,
  labels: UndoLabels,
  recentCampaigns: readonly RecentCampaign[],
): void {
  const template = menuTemplate(
    {
      platform: platformOf(process.platform),
      appName: app.name,
      isPackaged: app.isPackaged,
      labels,
      recentCampaigns,
    },
    actions,
  )
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Enables all commands of the installed application menu except these. */
export function disableMenuCommands(commands: readonly MenuCommand[]): void {
  const menu = Menu.getApplicationMenu()
  for (const id of MENU_COMMAND_IDS) {
    const item = menu?.getMenuItemById(id)
    if (item) item.enabled = !commands.includes(id)
  }
}
