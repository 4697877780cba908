import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../contract/events.ts'
import { MENU } from '../contract/strings/menu.ts'
import type { UndoLabels } from './menu-labels.ts'

type Item = MenuItemConstructorOptions

const SEPARATOR: Item = { type: 'separator' }

export interface MenuActions {
  readonly command: (command: MenuCommand) => void
  readonly openLog: () => void
}

/** The Edit menu's undo and redo affect text fields until the window sets their labels. */
const NO_LABELS: UndoLabels = { undo: null, redo: null }

/** The application menu with the platform's usual order, words and accelerators. */
export function installMenu(actions: MenuActions, labels: UndoLabels = NO_LABELS): void {
  const mac = process.platform === 'darwin'
  const command = (label: string, name: MenuCommand, accelerator?: string): Item => ({
    label,
    click: () => {
      actions.command(name)
    },
    ...(accelerator === undefined ? {} : { accelerator }),
  })

  const settings = command(MENU.settings, 'settings', 'CmdOrCtrl+,')
  const about = command(MENU.about, 'about')

  const application: Item = {
    label: app.name,
    submenu: [
      about,
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
  const file: Item = {
    label: MENU.file,
    submenu: [
      command(MENU.newConnection, 'newConnection', 'CmdOrCtrl+Shift+N'),
      SEPARATOR,
      command(MENU.findCampaigns, 'findCampaigns', 'CmdOrCtrl+Shift+F'),
      command(MENU.addCampaign, 'addCampaign', 'CmdOrCtrl+N'),
      command(MENU.download, 'download', 'CmdOrCtrl+R'),
      command(MENU.downloadEverything, 'downloadEverything', 'CmdOrCtrl+Shift+R'),
      command(MENU.automaticDownloads, 'automaticDownloads'),
      command(MENU.connectionDoctor, 'connectionDoctor'),
      SEPARATOR,
      command(MENU.export, 'export', 'CmdOrCtrl+E'),
      command(MENU.printList, 'printList', 'CmdOrCtrl+Shift+P'),
      command(MENU.exportAgain, 'exportAgain', 'CmdOrCtrl+Shift+E'),
      command(MENU.report, 'report', 'CmdOrCtrl+P'),
      command(MENU.writeReview, 'writeReview'),
      command(MENU.readReview, 'readReview'),
      SEPARATOR,
      ...(mac
        ? [{ role: 'close' } satisfies Item]
        : [settings, SEPARATOR, { role: 'quit', label: MENU.quit } satisfies Item]),
    ],
  }
  const edit: Item = {
    label: MENU.edit,
    submenu: [
      command(labels.undo ?? MENU.undo, 'undo', 'CmdOrCtrl+Z'),
      command(labels.redo ?? MENU.redo, 'redo', mac ? 'Cmd+Shift+Z' : 'Ctrl+Y'),
      SEPARATOR,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      SEPARATOR,
      command(MENU.search, 'search', 'CmdOrCtrl+F'),
      command(MENU.findList, 'findList'),
    ],
  }
  const view: Item = {
    label: MENU.view,
    submenu: [
      command(MENU.overview, 'tabOverview', 'CmdOrCtrl+1'),
      command(MENU.items, 'tabItems', 'CmdOrCtrl+2'),
      command(MENU.artwork, 'tabArtwork', 'CmdOrCtrl+3'),
      command(MENU.changes, 'tabChanges', 'CmdOrCtrl+4'),
      command(MENU.checks, 'tabChecks', 'CmdOrCtrl+5'),
      SEPARATOR,
      command(MENU.toggleCampaigns, 'toggleCampaigns', 'CmdOrCtrl+B'),
      command(MENU.toggleDetails, 'toggleDetails', 'CmdOrCtrl+I'),
      command(MENU.activity, 'activity', 'CmdOrCtrl+J'),
      command(MENU.review, 'toggleReview', 'CmdOrCtrl+Shift+M'),
      SEPARATOR,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      SEPARATOR,
      { role: 'togglefullscreen' },
      ...(app.isPackaged
        ? []
        : [SEPARATOR, { role: 'toggleDevTools', label: MENU.developerTools } satisfies Item]),
    ],
  }
  const windows: Item = {
    label: MENU.window,
    role: 'window',
    submenu: mac
      ? [{ role: 'minimize' }, { role: 'zoom' }, SEPARATOR, { role: 'front' }]
      : [{ role: 'minimize' }, { role: 'close' }],
  }
  const help: Item = {
    label: MENU.help,
    role: 'help',
    submenu: [
      command(MENU.shortcuts, 'shortcuts'),
      {
        label: MENU.openLog,
        click: () => {
          actions.openLog()
        },
      },
      ...(mac ? [] : [SEPARATOR, about]),
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(mac ? [application] : []), file, edit, view, windows, help]),
  )
}
