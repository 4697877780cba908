import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import type { MenuCommand } from '../contract/events.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import { createConnections } from '../workspace/connections.ts'
import { createLogger } from '../workspace/logger.ts'
import { createPreferencesFile } from '../workspace/preferences.ts'
import type { Desk } from './desk.ts'
import { reloadOnChange } from './dev-reload.ts'
import { createDispatcher } from './dispatcher.ts'
import { Exports } from './exports.ts'
import { Farewell } from './farewell.ts'
import { prepareFolders } from './folders.ts'
import { createHandlers } from './handlers/index.ts'
import { serveCalls } from './ipc.ts'
import { installMenu } from './menu.ts'
import { watchNetwork } from './network.ts'
import { Networks } from './networks.ts'
import { createPictureServer } from './pictures.ts'
import { showLog } from './show-log.ts'
import { registerScheme, serveScheme } from './protocol.ts'
import { push } from './push.ts'
import { quitInOrder } from './quit.ts'
import { enforceSecurity } from './security.ts'
import { Sessions } from './sessions.ts'
import { applyTheme } from './theme.ts'
import { WindowStateFile } from './window-state-file.ts'
import { focusWindow, openWindow } from './window.ts'

/** Opens the data folder: what was saved, and nothing of the network or the keychain yet. */
async function openDesk(dataFolder: string, distUrl: URL): Promise<Desk> {
  const logger = createLogger(join(dataFolder, 'logs'))
  const connections = createConnections(dataFolder)
  const networks = new Networks((id) => connections.authority(id))
  const preferencesFile = createPreferencesFile(dataFolder)
  const secrets = createSecrets()
  const { preferences, notice } = await preferencesFile.load()
  const sessions = new Sessions(connections, {
    dataFolder,
    secrets,
    fetchOf: (id) => networks.fetchOf(id),
    sampleFetch: async () => (await import('../sample/index.ts')).createSampleService(),
    storeWorkerUrl: new URL('store-worker.js', distUrl),
    logger,
    onProgress: (job) => {
      push('download.progress', job)
    },
    onChanged: (connectionId, campaignIds) => {
      push('data.changed', { connectionId, campaignIds })
    },
  })
  return {
    dataFolder,
    connections,
    sessions,
    secrets,
    preferencesFile,
    preferences,
    notices: notice === null ? [] : [notice],
    logger,
    exports: new Exports({
      workerUrl: new URL('export-worker.js', distUrl),
      onProgress: (job) => {
        push('export.progress', job)
      },
      onUnexpected: (error) => logger.unexpected(error, 'export'),
    }),
    farewell: new Farewell(),
    windowState: new WindowStateFile(join(dataFolder, 'window.json')),
    networks,
  }
}

/**
 * Starts the desktop application.
 * @param distUrl folder of the built application, with a slash at its end.
 */
export async function start(distUrl: URL, distFolder: string): Promise<void> {
  const dataFolder = prepareFolders()
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.on('second-instance', focusWindow)
  // As root, where Chromium must run without its sandbox, forcing it on would end every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerScheme()

  const opening = openDesk(dataFolder, distUrl)
  await app.whenReady()
  enforceSecurity()
  const desk = await opening
  applyTheme(desk.preferences.theme)
  serveScheme(
    join(distFolder, 'renderer'),
    createPictureServer(
      (id) => desk.sessions.get(id),
      (id) => desk.networks.fetchOf(id),
      async () => (await import('../sample/index.ts')).samplePicture,
    ),
  )
  serveCalls(createDispatcher(createHandlers(desk), (error, name) => desk.logger.unexpected(error, name)))
  installMenu({
    command: (command: MenuCommand) => {
      if (BrowserWindow.getAllWindows().length === 0) open()
      push('menu.command', { command })
    },
    openLog: () => void showLog(desk.logger),
  })
  watchNetwork((online) => {
    push('app.online', { online })
  })
  quitInOrder(desk)

  const open = (): void => {
    openWindow({ distFolder, stateFile: desk.windowState })
  }
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  open()
  // The cache opens while the window loads: its first call will find it ready. A failure is told to that call.
  const { connectionId } = desk.preferences.lastView
  if (connectionId !== null) desk.sessions.get(connectionId).catch(() => undefined)
  desk.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
}
