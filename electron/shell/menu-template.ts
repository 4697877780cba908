import type { MenuItemConstructorOptions } from 'electron'
import { menuAccelerator, type Platform } from '../contract/accelerators.ts'
import { keysOn, menuCommands, type MenuCommand, type MenuName } from '../contract/commands.ts'
import { commandStrings } from '../contract/strings/commands.ts'
import { MENU } from '../contract/strings/menu.ts'
import type { RecentCampaign } from '../app/recent-campaigns.ts'
import type { UndoLabels } from './app-windows.ts'
import { menuLabel, menuSentence } from './mnemonics.ts'
import { recentCampaignItems } from './recent-lists.ts'
import { joinGroups } from './text-menu.ts'

type Item = MenuItemConstructorOptions

export interface MenuActions {
  readonly command: (command: MenuCommand) => void
  readonly openLog: () => void
  readonly openRecent: (campaign: RecentCampaign) => void
  readonly clearRecent: () => void
}

/** What the application menu depends on. */
export interface MenuState {
  readonly platform: Platform
  readonly appName: string
  readonly isPackaged: boolean
  readonly labels: UndoLabels
  readonly recentCampaigns: readonly RecentCampaign[]
}

/** Returns the application menu: the commands of the registry, and the roles of the platform. */
export function menuTemplate(
  { platform, appName, isPackaged, labels, recentCampaigns }: MenuState,
  actions: MenuActions,
): Item[] {
  const mac = platform === 'darwin'
  const label = (text: string): string => menuLabel(text, platform)
  /** A line of the system, which names it on a Mac. */
  const role = (name: NonNullable<Item['role']>, text: string): Item =>
    mac ? { role: name } : { role: name, label: label(text) }

  const commandItem = (id: MenuCommand): Item => {
    const keys = keysOn(id, platform).at(-1)
    const accelerator = keys === undefined ? null : menuAccelerator(keys)
    const named = id === 'undo' || id === 'redo' ? labels[id] : null
    return {
      id,
      label: named === null ? label(commandStrings[id].menu) : menuSentence(named, platform),
      click: () => actions.command(id),
      ...(accelerator === null ? {} : { accelerator }),
    }
  }
  const commandGroups = (menu: MenuName): Item[][] =>
    menuCommands(menu, platform).map((group) => group.map(commandItem))

  const [aboutGroup = [], settingsGroup = []] = commandGroups('application')
  const application: Item = {
    label: appName,
    submenu: joinGroups(
      aboutGroup,
      settingsGroup,
      [{ role: 'services' }],
      [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
      [{ role: 'quit' }],
    ),
  }
  const recent: Item = {
    label: label(MENU.openRecent),
    enabled: recentCampaigns.length > 0,
    submenu: joinGroups(recentCampaignItems(recentCampaigns, actions.openRecent), [
      { label: label(MENU.clearRecent), click: () => actions.clearRecent() },
    ]),
  }
  const [openGroup = [], ...fileGroups] = commandGroups('file')
  const file: Item = {
    label: label(MENU.file),
    submenu: joinGroups(
      [...openGroup, recent],
      ...fileGroups,
      mac ? [{ role: 'close' }] : [role('quit', MENU.quit)],
    ),
  }
  const [undoGroup = [], ...editGroups] = commandGroups('edit')
  const edit: Item = {
    label: label(MENU.edit),
    submenu: joinGroups(
      undoGroup,
      [
        role('cut', MENU.cut),
        role('copy', MENU.copy),
        role('paste', MENU.paste),
        role('selectAll', MENU.selectAll),
      ],
      ...editGroups,
    ),
  }
  const view: Item = {
    label: label(MENU.view),
    submenu: joinGroups(
      ...commandGroups('view'),
      [role('togglefullscreen', MENU.fullScreen)],
      isPackaged ? [] : [{ role: 'toggleDevTools', label: label(MENU.developerTools) }],
    ),
  }
  const go: Item = { label: label(MENU.go), submenu: joinGroups(...commandGroups('go')) }
  const campaigns: Item = { label: label(MENU.campaigns), submenu: joinGroups(...commandGroups('campaigns')) }
  const windows: Item = {
    label: label(MENU.window),
    role: 'window',
    submenu: mac
      ? [{ role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }]
      : [role('minimize', MENU.minimize), role('close', MENU.close)],
  }
  const [helpGroup = [], ...helpGroups] = commandGroups('help')
  const openLog: Item = { label: label(MENU.openLog), click: () => actions.openLog() }
  const help: Item = {
    label: label(MENU.help),
    role: 'help',
    submenu: joinGroups([...helpGroup, openLog], ...helpGroups),
  }
  return [...(mac ? [application] : []), file, edit, view, go, campaigns, windows, help]
}
