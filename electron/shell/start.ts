import { join } from 'node:path'
import { app, net, powerMonitor } from 'electron'
import { notifyEnd, showProgressBar } from './announce.ts'
import { AppWindows, type AppWindow } from './app-windows.ts'
import { CrashReporter } from './crash-reporter.ts'
import { createWindow, reloadOnChange, zoomWindow } from './window.ts'
import { GUIDE_POLICY } from './content-security-policy.ts'
import { createDispatcher } from './dispatcher.ts'
import { applyTheme, prepareFolders } from './system.ts'
import { GuideWindow } from './guide-window.ts'
import { createHandlers } from './handlers/index.ts'
import { listenForDrops, serveCalls } from './ipc.ts'
import type { AppFolders } from '../app/app-folders.ts'
import { identifyApp } from './identity.ts'
import { disableMenuCommands, installMenu } from './menu.ts'
import type { MenuActions } from './menu-template.ts'
import { isMetered } from '../app/metered.ts'
import { findAppLink } from '../app/app-links.ts'
import { NetworkWatch } from '../app/network-watch.ts'
import { isBackupFile } from '../app/backup/backup-files.ts'
import { isReviewFile } from '../app/review-files.ts'
import { findFile } from '../app/requested-files.ts'
import { SAFE_MODE_SWITCH } from '../app/safe-mode.ts'
import { startBackgroundWork } from '../app/services.ts'
import { StartMarker } from '../app/start-marker.ts'
import { createShellServices, type ShellServices } from './services.ts'
import { RecentMenus } from './recent-menus.ts'
import { createPhotoServer } from './photos.ts'
import { createPictureServer } from './pictures.ts'
import { openExternal, showLog } from './open-externally.ts'
import { registerScheme, servePage, serveScheme } from './protocol.ts'
import { showConnections } from './shown-connections.ts'
import { push, sendTo } from './window-events.ts'
import { recoverWindow } from './recover-window.ts'
import { QueueRun } from '../app/queue-run.ts'
import { quitInOrder } from './quit.ts'
import { enforceSecurity } from './security.ts'
import { settleData } from './settle-data.ts'
import { showTextMenus } from './show-text-menu.ts'
import { checkSpelling, stopDictionaryDownloads } from './spelling.ts'
import { WindowStateFile } from './window-state.ts'

/** Delay of background work after the window has loaded, so that it does not delay the first frames. */
const BACKGROUND_DELAY_MS = 1_500

/** What exists at the very beginning of a start. */
export interface BegunApp {
  readonly folders: AppFolders
  readonly startMarker: StartMarker
  readonly crashReporter: CrashReporter
  /** Whether the safe mode was requested on the command line. */
  readonly isSafeMode: boolean
}

/** Returns whether the window opens a file: a review or a backup. */
const isOpenable = (path: string): boolean => isReviewFile(path) || isBackupFile(path)

const findOpenable = (args: readonly string[], folder: string): string | null =>
  findFile(args, folder, isOpenable)

function passRequest(services: Pick<ShellServices, 'reviewFiles' | 'backupFiles'>, file: string): void {
  if (isBackupFile(file)) services.backupFiles.request(file)
  else services.reviewFiles.request(file)
}

/** The parts of the application that exist before Electron is ready. */
export interface PreparedApp {
  readonly services: ShellServices
  readonly network: NetworkWatch
  readonly windows: AppWindows
}

/**
 * Begins a start: reads no settings and opens nothing. Returns null if the application is already running, and
 * shows its window in front.
 */
export function beginApp(): BegunApp | null {
  const folders = prepareFolders()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  // As root, Chromium must run without its sandbox; enabling it would end every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerScheme()
  const crashReporter = new CrashReporter(folders.state)
  const startMarker = new StartMarker(join(folders.state, 'start.json'))
  startMarker.begin()
  let hasCrashed = false
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason !== 'clean-exit') hasCrashed = true
  })
  // A person who quits early has not seen a failure, unless the window crashed before.
  app.on('before-quit', () => {
    if (!hasCrashed) startMarker.end()
  })
  return { folders, startMarker, crashReporter, isSafeMode: app.commandLine.hasSwitch(SAFE_MODE_SWITCH) }
}

/**
 * Prepares everything that needs no display while Electron starts. Returns null if the person quits because the data
 * folder is missing.
 * @param distUrl folder of the built application, with a trailing slash
 */
export async function prepareApp(
  { folders, startMarker, crashReporter, isSafeMode }: BegunApp,
  distUrl: URL,
  distFolder: string,
): Promise<PreparedApp | null> {
  identifyApp(join(distFolder, 'icon.png'))
  // What is requested before the services exist is passed to them later.
  let requestedFile = findOpenable(process.argv.slice(1), process.cwd())
  let requestedLink = findAppLink(process.argv.slice(1))
  const requestFile = (file: string | null, window: AppWindow | null = null): void => {
    if (file === null || !isOpenable(file)) return
    requestedFile = file
    if (created !== null) passRequest(created, file)
    announceRequest(isBackupFile(file) ? 'backups.requested' : 'reviewFiles.requested', window)
  }
  const requestLink = (link: string | null): void => {
    if (link === null) return
    requestedLink = link
    created?.requestedLink.request(link)
    announceRequest('links.requested', null)
  }
  /** Notifies a window, by default the one in front, of a request that it can open. */
  const announceRequest = (
    event: 'links.requested' | 'reviewFiles.requested' | 'backups.requested',
    window: AppWindow | null,
  ): void => {
    if (created === null || !app.isReady()) return
    created.windows.ensure()
    const target = window ?? created.windows.front
    if (target !== null) sendTo(target.window, event, null)
  }
  let created: ShellServices | null = null
  app.on('second-instance', (_event, words, folder) => {
    const front = created?.windows.front ?? null
    if (front !== null) created?.windows.show(front)
    requestFile(findOpenable(words.slice(1), folder))
    requestLink(findAppLink(words.slice(1)))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    requestLink(link)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    requestFile(file)
  })

  const dataFolder = await settleData(folders)
  if (dataFolder === null) {
    app.quit()
    return null
  }
  const windowState = new WindowStateFile(isSafeMode ? null : join(dataFolder, 'window.json'))
  const showCampaign = (connectionId: string, campaignId: string | null): void => {
    const target = windows.frontOf(connectionId)
    if (target === null) {
      windows.open({ connectionId, campaignId, tab: 'items' })
      return
    }
    windows.show(target)
    sendTo(target.window, 'campaign.show', { connectionId, campaignId })
  }
  const queueRun = new QueueRun({
    onProgressBar: showProgressBar,
    onEnd: (summary) => notifyEnd(summary, showCampaign),
  })
  const menuActions: MenuActions = {
    command: (command) => {
      if (command === 'guide') {
        guide.open()
        return
      }
      windows.ensure()
      const { front } = windows
      if (front === null) return
      // On macOS the menu is also there while the guide is in front.
      if (guide.isFocused) windows.show(front)
      sendTo(front.window, 'menu.command', { command })
    },
    openLog: () => void showLog(services.logger),
    openRecent: ({ connectionId, campaignId }) => showCampaign(connectionId, campaignId),
    clearRecent: () => {
      app.clearRecentDocuments()
      void services.recentCampaigns.clear()
    },
  }
  const recentMenus = new RecentMenus({ open: menuActions.openRecent, onChange: () => windows.updateMenu() })
  const windows = new AppWindows({
    stateFile: windowState,
    create: (state, size) => createWindow(state, size, distFolder),
    resize: zoomWindow,
    onOpen: (opened) => {
      recoverWindow(opened, services.pictureGuard, services.logger)
      showTextMenus(opened.window)
      // Windows ends the session.
      opened.window.on('session-end', () => startMarker.end())
      // A page that is loaded again has no open dialog.
      opened.window.webContents.on('did-start-loading', () => opened.camera.close())
    },
    onShow: () => queueRun.showProgressBarAgain(),
    onFront: ({ window }, isFront) => sendTo(window, 'app.front', { isFront }),
    onUndoLabels: (labels) => {
      installMenu(menuActions, labels, recentMenus.campaigns)
      guide.removeMenu()
    },
    onDisabledCommands: disableMenuCommands,
    onClosed: () => {
      showConnections(services)
      // The application ends with its last window.
      if (process.platform !== 'darwin' && windows.front === null) guide.close()
    },
    requestSave: (window) => sendTo(window, 'app.closing', null),
  })
  const guide = new GuideWindow({
    iconFile: join(distFolder, 'icon.png'),
    interfaceSize: () => windows.interfaceSize,
    onExternalLink: (address) =>
      void openExternal(address, 'guide').catch((error: unknown) =>
        services.logger.unexpected(error, 'guide'),
      ),
  })
  listenForDrops(windows, requestFile)
  const network = new NetworkWatch({
    isOnline: () => net.isOnline(),
    isMetered: () => isMetered(),
    needsMetered: () =>
      services.schedule.isOn ||
      queueRun.hasAutomatic ||
      services.sessions.isFetchingPictures ||
      services.updates.needsMetered,
  })
  const services = await createShellServices({ ...folders, data: dataFolder }, distUrl, {
    network,
    queueRun,
    windowState,
    windows,
    guide,
    isSafeMode,
    crashReporter,
    startMarker,
    onRecentCampaigns: (campaigns) => void recentMenus.show(campaigns, services),
  })
  created = services
  windows.setInterfaceSize(services.preferences.interfaceSize)
  if (requestedFile !== null) passRequest(services, requestedFile)
  if (requestedLink !== null) services.requestedLink.request(requestedLink)
  return { services, network, windows }
}

/**
 * Starts the application when Electron is ready: first the windows, then what they do not need to load.
 */
export async function startApp(
  { services, network, windows }: PreparedApp,
  distFolder: string,
): Promise<void> {
  await app.whenReady()
  powerMonitor.on('shutdown', () => services.startMarker.end())
  enforceSecurity(windows)
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
    guide: (pathname) => servePage(join(distFolder, 'guide'), pathname, GUIDE_POLICY),
  })
  serveCalls(
    createDispatcher(createHandlers(services), (error, name) => services.logger.unexpected(error, name)),
    windows,
  )
  windows.restore().window.webContents.once('did-finish-load', () => {
    setTimeout(() => {
      services.crashReporter.limit(services.logger)
      if (services.isSafeMode) {
        services.schedule.close()
        return
      }
      void startBackgroundWork(services)
      void services.updates.start()
    }, BACKGROUND_DELAY_MS)
    void checkSpelling(services.logger)
    void services.recentCampaigns.load()
  })

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
  app.on('activate', () => windows.ensure())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  services.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
}
