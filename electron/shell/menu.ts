import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { menuAccelerator, platformOf } from '../contract/accelerators.ts'
import {
  keysOn,
  MENU_COMMAND_IDS,
  menuCommands,
  type MenuCommand,
  type MenuName,
} from '../contract/commands.ts'
import { commandStrings } from '../contract/strings/commands.ts'
import { MENU } from '../contract/strings/menu.ts'
import type { UndoLabels } from './app-windows.ts'
import { joinGroups } from './text-menu.ts'

type Item = MenuItemConstructorOptions

export interface MenuActions {
  readonly command: (command: MenuCommand) => void
  readonly openLog: () => void
}

/** Installs the application menu: the commands of the registry, and the roles of the platform. */
export function installMenu(actions: MenuActions, labels: UndoLabels): void {
  const platform = platformOf(process.platform)
  const mac = platform === 'darwin'

  const commandItem = (id: MenuCommand): Item => {
    const keys = keysOn(id, platform).at(-1)
    const accelerator = keys === undefined ? null : menuAccelerator(keys)
    return {
      id,
      label: (id === 'undo' || id === 'redo' ? labels[id] : null) ?? commandStrings[id].menu,
      click: () => actions.command(id),
      ...(accelerator === null ? {} : { accelerator }),
    }
  }
  const commandGroups = (menu: MenuName): Item[][] =>
    menuCommands(menu, platform).map((group) => group.map(commandItem))

  const [aboutGroup = [], settingsGroup = []] = commandGroups('application')
  const application: Item = {
    label: app.name,
    submenu: joinGroups(
      aboutGroup,
      settingsGroup,
      [{ role: 'services' }],
      [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
      [{ role: 'quit' }],
    ),
  }
  const file: Item = {
    label: MENU.file,
    submenu: joinGroups(
      ...commandGroups('file'),
      mac ? [{ role: 'close' }] : [{ role: 'quit', label: MENU.quit }],
    ),
  }
  const [undoGroup = [], ...editGroups] = commandGroups('edit')
  const edit: Item = {
    label: MENU.edit,
    submenu: joinGroups(
      undoGroup,
      [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
      ...editGroups,
    ),
  }
  const view: Item = {
    label: MENU.view,
    submenu: joinGroups(
      ...commandGroups('view'),
      [{ role: 'togglefullscreen' }],
      app.isPackaged ? [] : [{ role: 'toggleDevTools', label: MENU.developerTools }],
    ),
  }
  const go: Item = { label: MENU.go, submenu: joinGroups(...commandGroups('go')) }
  const campaigns: Item = { label: MENU.campaigns, submenu: joinGroups(...commandGroups('campaigns')) }
  const windows: Item = {
    label: MENU.window,
    role: 'window',
    submenu: mac
      ? [{ role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }]
      : [{ role: 'minimize' }, { role: 'close' }],
  }
  const [helpGroup = [], ...helpGroups] = commandGroups('help')
  const openLog: Item = { label: MENU.openLog, click: () => actions.openLog() }
  const help: Item = {
    label: MENU.help,
    role: 'help',
    submenu: joinGroups([...helpGroup, openLog], ...helpGroups),
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(mac ? [application] : []), file, edit, view, go, campaigns, windows, help]),
  )
}

/** Enables all commands of the installed application menu except these. */
export function disableMenuCommands(commands: readonly MenuCommand[]): void {
  const menu = Menu.getApplicationMenu()
  for (const id of MENU_COMMAND_IDS) {
    const item = menu?.getMenuItemById(id)
    if (item) item.enabled = !commands.includes(id)
  }
}
