import type { MenuItemConstructorOptions } from 'electron'
import { menuAccelerator, type Platform } from '../contract/accelerators.ts'
import { keysOn, menuCommands, type MenuCommand, type MenuName } from '../contract/commands.ts'
import { messages } from '../contract/messages.ts'
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
  const { menu } = messages
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
      label: named === null ? label(messages.commands[id].menu) : menuSentence(named, platform),
      click: () => actions.command(id),
      ...(accelerator === null ? {} : { accelerator }),
    }
  }
  const commandGroups = (name: MenuName): Item[][] =>
    menuCommands(name, platform).map((group) => group.map(commandItem))

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
    label: label(menu.openRecent),
    enabled: recentCampaigns.length > 0,
    submenu: joinGroups(recentCampaignItems(recentCampaigns, actions.openRecent), [
      { label: label(menu.clearRecent), click: () => actions.clearRecent() },
    ]),
  }
  const [openGroup = [], ...fileGroups] = commandGroups('file')
  const file: Item = {
    label: label(menu.file),
    submenu: joinGroups(
      [...openGroup, recent],
      ...fileGroups,
      mac ? [{ role: 'close' }] : [role('quit', menu.quit)],
    ),
  }
  const [undoGroup = [], ...editGroups] = commandGroups('edit')
  const edit: Item = {
    label: label(menu.edit),
    submenu: joinGroups(
      undoGroup,
      [
        role('cut', menu.cut),
        role('copy', menu.copy),
        role('paste', menu.paste),
        role('selectAll', menu.selectAll),
      ],
      ...editGroups,
    ),
  }
  const view: Item = {
    label: label(menu.view),
    submenu: joinGroups(
      ...commandGroups('view'),
      [role('togglefullscreen', menu.fullScreen)],
      isPackaged ? [] : [{ role: 'toggleDevTools', label: label(menu.developerTools) }],
    ),
  }
  const go: Item = { label: label(menu.go), submenu: joinGroups(...commandGroups('go')) }
  const campaigns: Item = { label: label(menu.campaigns), submenu: joinGroups(...commandGroups('campaigns')) }
  const windows: Item = {
    label: label(menu.window),
    role: 'window',
    submenu: mac
      ? [{ role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }]
      : [role('minimize', menu.minimize), role('close', menu.close)],
  }
  const [helpGroup = [], ...helpGroups] = commandGroups('help')
  const openLog: Item = { label: label(menu.openLog), click: () => actions.openLog() }
  const help: Item = {
    label: label(menu.help),
    role: 'help',
    submenu: joinGroups([...helpGroup, openLog], ...helpGroups),
  }
  return [...(mac ? [application] : []), file, edit, view, go, campaigns, windows, help]
}
