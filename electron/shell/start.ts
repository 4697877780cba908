import { join } from 'node:path'
import { app, net } from 'electron'
import type { MenuCommand } from '../contract/commands.ts'
import { announceEnd, showBar } from './announce.ts'
import { askedFile, isReviewFile } from './asked-files.ts'
import type { Desk } from './desk.ts'
import { reloadOnChange } from './dev-reload.ts'
import { createDispatcher } from './dispatcher.ts'
import { prepareFolders } from './folders.ts'
import { createHandlers } from './handlers/index.ts'
import { hearDrops, serveCalls } from './ipc.ts'
import { installMenu, type MenuActions } from './menu.ts'
import { isMetered } from './metered.ts'
import { NetworkWatch } from './network.ts'
import { openDesk } from './open-desk.ts'
import { createPhotoServer } from './photos.ts'
import { createPictureServer } from './pictures.ts'
import { showLog } from './show-log.ts'
import { registerScheme, serveScheme } from './protocol.ts'
import { push } from './push.ts'
import { recoverWindow } from './recover-window.ts'
import { QueueRun } from './queue-run.ts'
import { quitInOrder } from './quit.ts'
import { enforceSecurity } from './security.ts'
import { showTextMenus } from './show-text-menu.ts'
import { checkSpelling, stopDictionaryDownloads } from './spelling.ts'
import { applyTheme } from './theme.ts'
import { WindowStateFile } from './window-state-file.ts'
import { focusWindow, OwnWindow } from './window.ts'

/** Long enough after the first frame that what goes on in the background takes nothing from it. */
const BACKGROUND_AFTER_MS = 1_500

/** So often it is looked whether there is to be a backup: the application may run for days. */
const BACKUP_EVERY_MS = 3_600_000

/** What goes on without being asked for: the daily backup, downloads that an earlier run has left, and automatic ones. */
async function workInBackground({ sessions, schedule, connections, backups, logger }: Desk): Promise<void> {
  const backUp = (): void => {
    backups.makeDaily().catch((error: unknown) => logger.unexpected(error, 'the daily backup'))
  }
  backUp()
  setInterval(backUp, BACKUP_EVERY_MS).unref()
  try {
    await sessions.openUnfinished()
    await schedule.begin(await connections.list())
  } catch (error) {
    logger.unexpected(error, 'downloads in the background')
  }
}

/** What there is before Electron is ready. */
export interface Beginning {
  readonly desk: Desk
  readonly network: NetworkWatch
  readonly ownWindow: OwnWindow
}

/**
 * Begins the desktop application: all that needs no display, while Electron is still getting ready. Null: it runs
 * already, and has been told to come to the front.
 * @param distUrl folder of the built application, with a slash at its end.
 */
export async function begin(distUrl: URL, distFolder: string): Promise<Beginning | null> {
  const dataFolder = prepareFolders()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  // What is asked for before the desk is there waits for it.
  let asked = askedFile(process.argv.slice(1), process.cwd())
  const ask = (file: string | null): void => {
    if (file === null || !isReviewFile(file)) return
    asked = file
    opened?.reviewFiles.ask(file)
    if (app.isReady()) ownWindow.ensure()
    push('exchange.asked', null)
  }
  let opened: Desk | null = null
  app.on('second-instance', (_event, words, folder) => {
    focusWindow()
    ask(askedFile(words.slice(1), folder))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    ask(file)
  })
  hearDrops(ask)
  // As root, where Chromium must run without its sandbox, forcing it on would end every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerScheme()

  const windowState = new WindowStateFile(join(dataFolder, 'window.json'))
  const queueRun = new QueueRun({
    onBar: showBar,
    onEnd: (summary) => {
      announceEnd(summary, () => {
        ownWindow.show()
      })
    },
  })
  const ownWindow = new OwnWindow({
    distFolder,
    stateFile: windowState,
    onOpen: (window) => {
      recoverWindow(window, desk.pictureGuard, desk.logger)
      showTextMenus(window)
    },
    onShow: () => {
      queueRun.showAgain()
    },
  })
  const network = new NetworkWatch({
    isOnline: () => net.isOnline(),
    isMetered: () => isMetered(),
    wantsMetered: () => desk.schedule.isOn || queueRun.hasAutomatic || desk.sessions.fetchesPictures,
  })
  const desk = await openDesk(dataFolder, distUrl, { network, queueRun, windowState })
  opened = desk
  if (asked !== null) desk.reviewFiles.ask(asked)
  return { desk, network, ownWindow }
}

/** Goes on as soon as Electron is ready: the window first, and what it does not need to load after it. */
export async function start({ desk, network, ownWindow }: Beginning, distFolder: string): Promise<void> {
  await app.whenReady()
  enforceSecurity()
  stopDictionaryDownloads()
  applyTheme(desk.preferences.theme)
  serveScheme(join(distFolder, 'renderer'), {
    picture: createPictureServer((id) => desk.sessions.get(id), desk.pictureGuard),
    photo: createPhotoServer((id) => desk.sessions.get(id), desk.reviewFiles, desk.pictureGuard),
    print: desk.printAddresses.serve,
  })
  serveCalls(createDispatcher(createHandlers(desk), (error, name) => desk.logger.unexpected(error, name)))
  ownWindow.open().webContents.once('did-finish-load', () => {
    setTimeout(() => void workInBackground(desk), BACKGROUND_AFTER_MS)
    void checkSpelling(desk.logger)
  })

  const menuActions: MenuActions = {
    command: (command: MenuCommand) => {
      ownWindow.ensure()
      push('menu.command', { command })
    },
    openLog: () => void showLog(desk.logger),
  }
  installMenu(menuActions)
  desk.menu.listen((labels) => {
    installMenu(menuActions, labels)
  })
  let online = network.check()
  network.subscribe(() => {
    if (network.state.online === online) return
    online = network.state.online
    push('app.online', { online })
    if (online) desk.services.refresh()
  })
  app.on('browser-window-focus', () => {
    desk.services.refresh()
  })
  network.watch()
  quitInOrder(desk)
  app.on('activate', () => {
    ownWindow.ensure()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  desk.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
}
