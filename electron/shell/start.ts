import { once } from 'node:events'
import { join } from 'node:path'
import { app, Menu, net, powerMonitor } from 'electron'
import { notifyEnd, showProgressBar } from './announce.ts'
import { AppWindows } from './app-windows.ts'
import { CrashReporter } from './crash-reporter.ts'
import { createWindow, reloadOnChange, zoomWindow } from './window.ts'
import { GUIDE_POLICY } from './content-security-policy.ts'
import type { Dispatch } from './dispatcher.ts'
import { applyNumberLocale } from './language.ts'
import { applyTheme, prepareFolders } from './system.ts'
import { GuideWindow } from './guide-window.ts'
import { listenForDrops, serveCalls } from './ipc.ts'
import type { AppFolders } from '../app/app-folders.ts'
import { identifyApp } from './identity.ts'
import { disableMenuCommands, installMenu } from './menu.ts'
import type { MenuActions } from './menu-template.ts'
import { isMetered } from '../app/metered.ts'
import { NetworkWatch } from '../app/network-watch.ts'
import { SAFE_MODE_SWITCH } from '../app/safe-mode.ts'
import { startBackgroundWork } from '../app/services.ts'
import { StartMarker } from '../app/start-marker.ts'
import { createShellServices, type ShellServices } from './services.ts'
import { RecentMenus } from './recent-menus.ts'
import { createPhotoServer } from './photos.ts'
import { createPictureServer } from './pictures.ts'
import { OpenRequests } from './open-requests.ts'
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

/** The parts of the application that exist before Electron is ready. */
export interface PreparedApp {
  readonly services: ShellServices
  readonly network: NetworkWatch
  readonly windows: AppWindows
  /** Lets unfinished work of an earlier run continue. */
  readonly beginWork: () => void
}

/**
 * Begins a start: reads no settings and opens nothing. Returns null if the application is already running,
 * and shows its window in front.
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
  // Showing the first list creates about 10 MB of objects. By default, windows collect garbage six times
  // meanwhile.
  app.commandLine.appendSwitch('js-flags', '--min-semi-space-size=8')
  // Otherwise Electron builds its default menu first, which takes time and is replaced at once.
  Menu.setApplicationMenu(null)
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
 * Prepares everything that needs no display while Electron starts. Returns null if the person quits because
 * the data folder is missing.
 * @param distUrl folder of the built application, with a trailing slash
 */
export async function prepareApp(
  { folders, startMarker, crashReporter, isSafeMode }: BegunApp,
  distUrl: URL,
  distFolder: string,
): Promise<PreparedApp | null> {
  identifyApp(join(distFolder, 'icon.png'))
  const requests = new OpenRequests()
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
  listenForDrops(windows, (file, window) => requests.requestFile(file, window))
  const network = new NetworkWatch({
    isOnline: () => net.isOnline(),
    isMetered: () => isMetered(),
    needsMetered: () =>
      services.schedule.isOn ||
      queueRun.hasAutomatic ||
      services.sessions.isFetchingPictures ||
      services.updates.needsMetered,
  })
  let beginWork = (): void => undefined
  const readyToStart = new Promise<void>((resolve) => {
    beginWork = resolve
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
    readyToStart,
    onRecentCampaigns: (campaigns) => void recentMenus.show(campaigns, services),
  })
  windows.setInterfaceSize(services.preferences.interfaceSize)
  requests.connect(services)
  return { services, network, windows, beginWork }
}

/**
 * Starts the application when Electron is ready: first the windows, then what they do not need to load.
 */
export async function startApp(
  { services, network, windows, beginWork }: PreparedApp,
  distFolder: string,
): Promise<void> {
  await app.whenReady()
  powerMonitor.on('shutdown', () => services.startMarker.end())
  enforceSecurity(windows)
  stopDictionaryDownloads()
  applyTheme(services.preferences.theme)
  applyNumberLocale()
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
  // Before there is a window, because it listens for each new one.
  quitInOrder(services)
  windows.restore()
  const loading = loadDispatcher(services)
  serveCalls(loading, windows)
  // The one in front may be closed before.
  const hasLoaded = Promise.race(windows.all.map(({ window }) => once(window.webContents, 'did-finish-load')))
  void hasLoaded.then(() => {
    setTimeout(() => {
      services.crashReporter.limit(services.logger)
      if (services.isSafeMode) {
        // Nothing continues without the person.
        services.schedule.close()
        return
      }
      beginWork()
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
  app.on('activate', () => windows.ensure())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  services.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
  await loading
}

/** Loads the handlers of all calls while the first page loads in its own process. */
async function loadDispatcher(services: ShellServices): Promise<Dispatch> {
  const [{ createDispatcher }, { createHandlers }] = await Promise.all([
    import('./dispatcher.ts'),
    import('./handlers/index.ts'),
  ])
  return createDispatcher(createHandlers(services), (error, name) => services.logger.unexpected(error, name))
}
