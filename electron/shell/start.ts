import { join } from 'node:path'
import { app, net } from 'electron'
import type { MenuCommand } from '../contract/commands.ts'
import { notifyEnd, showProgressBar } from './announce.ts'
import { reloadOnChange, focusWindow, OwnWindow } from './window.ts'
import { createDispatcher } from './dispatcher.ts'
import { prepareFolders, applyTheme } from './system.ts'
import { createHandlers } from './handlers/index.ts'
import { listenForDrops, serveCalls } from './ipc.ts'
import { installMenu, type MenuActions } from './menu.ts'
import { isMetered } from '../app/metered.ts'
import { NetworkWatch } from '../app/network-watch.ts'
import { findReviewFile, isReviewFile } from '../app/review-files.ts'
import { startBackgroundWork } from '../app/services.ts'
import { createShellServices, type ShellServices } from './services.ts'
import { createPhotoServer } from './photos.ts'
import { createPictureServer } from './pictures.ts'
import { showLog } from './open-externally.ts'
import { registerScheme, serveScheme } from './protocol.ts'
import { push } from './window-events.ts'
import { recoverWindow } from './recover-window.ts'
import { QueueRun } from '../app/queue-run.ts'
import { quitInOrder } from './quit.ts'
import { enforceSecurity } from './security.ts'
import { showTextMenus } from './show-text-menu.ts'
import { checkSpelling, stopDictionaryDownloads } from './spelling.ts'
import { WindowStateFile } from './window-state.ts'

/** Delay of background work after the window has loaded, so that it does not delay the first frames. */
const BACKGROUND_DELAY_MS = 1_500

/** The parts of the application that exist before Electron is ready. */
export interface PreparedApp {
  readonly services: ShellServices
  readonly network: NetworkWatch
  readonly ownWindow: OwnWindow
}

/**
 * Prepares everything that needs no display while Electron starts. Returns null if the application is already
 * running, and shows its window.
 * @param distUrl folder of the built application, with a trailing slash
 */
export async function prepareApp(distUrl: URL, distFolder: string): Promise<PreparedApp | null> {
  const dataFolder = prepareFolders()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  // A file that is requested before the services exist is passed to them later.
  let requestedFile = findReviewFile(process.argv.slice(1), process.cwd())
  const requestFile = (file: string | null): void => {
    if (file === null || !isReviewFile(file)) return
    requestedFile = file
    created?.reviewFiles.request(file)
    if (app.isReady()) ownWindow.ensure()
    push('reviewFiles.requested', null)
  }
  let created: ShellServices | null = null
  app.on('second-instance', (_event, words, folder) => {
    focusWindow()
    requestFile(findReviewFile(words.slice(1), folder))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    requestFile(file)
  })
  listenForDrops(requestFile)
  // As root, Chromium must run without its sandbox; enabling it would end every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerScheme()

  const windowState = new WindowStateFile(join(dataFolder, 'window.json'))
  const queueRun = new QueueRun({
    onProgressBar: showProgressBar,
    onEnd: (summary) => {
      notifyEnd(summary, () => ownWindow.show())
    },
  })
  const ownWindow = new OwnWindow({
    distFolder,
    stateFile: windowState,
    onOpen: (window) => {
      recoverWindow(window, services.crashes, services.pictureGuard, services.logger)
      showTextMenus(window)
      // A page that is loaded again has no open dialog.
      window.webContents.on('did-start-loading', () => services.camera.close())
      window.on('closed', () => services.camera.close())
      services.shutdownHandshake.watch(window)
    },
    onShow: () => queueRun.showProgressBarAgain(),
  })
  const network = new NetworkWatch({
    isOnline: () => net.isOnline(),
    isMetered: () => isMetered(),
    needsMetered: () =>
      services.schedule.isOn || queueRun.hasAutomatic || services.sessions.isFetchingPictures,
  })
  const services = await createShellServices(dataFolder, distUrl, { network, queueRun, windowState })
  created = services
  if (requestedFile !== null) services.reviewFiles.request(requestedFile)
  return { services, network, ownWindow }
}

/**
 * Starts the application when Electron is ready: first the window, then what the window does not need to
 * load.
 */
export async function startApp(
  { services, network, ownWindow }: PreparedApp,
  distFolder: string,
): Promise<void> {
  await app.whenReady()
  enforceSecurity(services.camera)
  stopDictionaryDownloads()
  applyTheme(services.preferences.theme)
  serveScheme(join(distFolder, 'renderer'), {
    picture: createPictureServer((id) => services.sessions.get(id), services.pictureGuard),
    photo: createPhotoServer(
      (id) => services.sessions.get(id),
      services.reviewFiles,
      services.pictureGuard,
      (picture) => services.pictureProcess.draw(picture),
    ),
    print: services.printAddresses.serve,
  })
  serveCalls(
    createDispatcher(createHandlers(services), (error, name) => services.logger.unexpected(error, name)),
  )
  ownWindow.open().webContents.once('did-finish-load', () => {
    setTimeout(() => void startBackgroundWork(services), BACKGROUND_DELAY_MS)
    void checkSpelling(services.logger)
  })

  const menuActions: MenuActions = {
    command: (command: MenuCommand) => {
      ownWindow.ensure()
      push('menu.command', { command })
    },
    openLog: () => void showLog(services.logger),
  }
  installMenu(menuActions)
  services.menu.listen((labels) => installMenu(menuActions, labels))
  let online = network.check()
  network.subscribe(() => {
    if (network.state.online === online) return
    online = network.state.online
    push('app.online', { online })
    if (online) services.serviceWatch.checkNow()
  })
  app.on('browser-window-focus', () => services.serviceWatch.refresh())
  network.watch()
  quitInOrder(services)
  app.on('activate', () => ownWindow.ensure())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
    // A window that is opened again opens its connection.
    else services.serviceWatch.watch(null)
  })
  services.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
}
