import { join } from 'node:path'
import { app, BrowserWindow, net } from 'electron'
import type { MenuCommand } from '../contract/events.ts'
import type { Network } from '../download/types.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import { downloadAutomatically } from '../workspace/automatic.ts'
import { createConnections } from '../workspace/connections.ts'
import { createLogger } from '../workspace/logger.ts'
import { createPreferencesFile } from '../workspace/preferences.ts'
import { createSchedule } from '../workspace/schedule.ts'
import { createViewsFile } from '../workspace/views-file.ts'
import { announceEnd, showBar } from './announce.ts'
import type { Desk } from './desk.ts'
import { reloadOnChange } from './dev-reload.ts'
import { createDispatcher } from './dispatcher.ts'
import { Exports } from './exports.ts'
import { Farewell } from './farewell.ts'
import { prepareFolders } from './folders.ts'
import { createHandlers } from './handlers/index.ts'
import { serveCalls } from './ipc.ts'
import { installMenu } from './menu.ts'
import { Networks } from './networks.ts'
import { isMetered } from './metered.ts'
import { NetworkWatch } from './network.ts'
import { createPictureServer } from './pictures.ts'
import { showLog } from './show-log.ts'
import { registerScheme, serveScheme } from './protocol.ts'
import { push } from './push.ts'
import { QueueRun } from './queue-run.ts'
import { quitInOrder } from './quit.ts'
import { enforceSecurity } from './security.ts'
import { Sessions } from './sessions.ts'
import { applyTheme } from './theme.ts'
import { WindowStateFile } from './window-state-file.ts'
import { focusWindow, openWindow } from './window.ts'

/** Long enough after the first frame that what goes on in the background takes nothing from it. */
const BACKGROUND_AFTER_MS = 1_500

interface DeskParts {
  readonly network: Network
  readonly queueRun: QueueRun
}

/** Opens the data folder: what was saved, and nothing of the network or the keychain yet. */
async function openDesk(dataFolder: string, distUrl: URL, { network, queueRun }: DeskParts): Promise<Desk> {
  const logger = createLogger(join(dataFolder, 'logs'))
  const connections = createConnections(dataFolder)
  const networks = new Networks((id) => connections.authority(id))
  const preferencesFile = createPreferencesFile(dataFolder)
  const viewsFile = createViewsFile(dataFolder)
  const secrets = createSecrets()
  const [{ preferences, notice }, { views, notice: viewsNotice }] = await Promise.all([
    preferencesFile.load(),
    viewsFile.load(),
  ])
  const sessions = new Sessions(connections, {
    dataFolder,
    secrets,
    fetchOf: (id) => networks.fetchOf(id),
    sampleFetch: async () => (await import('../sample/index.ts')).createSampleService(),
    storeWorkerUrl: new URL('store-worker.js', distUrl),
    logger,
    network,
    keepsQueue: true,
    onProgress: (job) => {
      push('download.progress', job)
      queueRun.note(job)
    },
    onChanged: (connectionId, campaignIds) => {
      push('data.changed', { connectionId, campaignIds })
    },
  })
  // The cache opens while the window is made and loads: its first call will find it ready. A failure is told to it.
  const { connectionId } = preferences.lastView
  if (connectionId !== null) {
    void sessions.lookAt(connectionId)
    sessions.get(connectionId).catch(() => undefined)
  }
  return {
    dataFolder,
    connections,
    sessions,
    secrets,
    preferencesFile,
    preferences,
    viewsFile,
    views,
    notices: [notice, viewsNotice].filter((each) => each !== null),
    logger,
    exports: new Exports({
      workerUrl: new URL('export-worker.js', distUrl),
      onProgress: (job) => {
        push('export.progress', job)
      },
      onUnexpected: (error) => logger.unexpected(error, 'export'),
    }),
    farewell: new Farewell(),
    schedule: createSchedule({
      run: async (connection) => {
        const release = sessions.hold(connection.id)
        try {
          await network.look()
          await downloadAutomatically(await sessions.get(connection.id), connection.automatic)
        } finally {
          release()
          await sessions.closeIdle()
        }
      },
      lastEnd: (id) => connections.automaticAt(id),
      noteEnd: (id, at) => connections.noteAutomatic(id, at),
      onUnexpected: (error) => {
        logger.unexpected(error, 'automatic downloads')
      },
    }),
    windowState: new WindowStateFile(join(dataFolder, 'window.json')),
    networks,
  }
}

/** What goes on without being asked for: downloads that an earlier run has left, and automatic ones. */
async function workInBackground({ sessions, schedule, connections, logger }: Desk): Promise<void> {
  try {
    await sessions.openUnfinished()
    await schedule.begin(await connections.list())
  } catch (error) {
    logger.unexpected(error, 'downloads in the background')
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

  const queueRun = new QueueRun({
    onBar: showBar,
    onEnd: (summary) => {
      announceEnd(summary, show)
    },
  })
  const network = new NetworkWatch({
    isOnline: () => net.isOnline(),
    isMetered: () => isMetered(),
    wantsMetered: () => desk.schedule.isOn || queueRun.hasAutomatic,
  })
  const opening = openDesk(dataFolder, distUrl, { network, queueRun })
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
  let online = network.check()
  network.subscribe(() => {
    if (network.state.online === online) return
    online = network.state.online
    push('app.online', { online })
  })
  network.watch()
  quitInOrder(desk)

  const open = (): void => {
    openWindow({ distFolder, stateFile: desk.windowState }).once('show', () => {
      queueRun.showAgain()
    })
  }
  /** The window in front of the person, whether it was closed, hidden or behind others. */
  const show = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) open()
    else focusWindow()
  }
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  open()
  BrowserWindow.getAllWindows()[0]?.webContents.once('did-finish-load', () => {
    setTimeout(() => void workInBackground(desk), BACKGROUND_AFTER_MS)
  })
  desk.logger.log('info', `Campaign Desk ${app.getVersion()} on Electron ${process.versions.electron}`)
  if (process.env['CAMPAIGN_DESK_DEV'] === '1' && !app.isPackaged)
    reloadOnChange(join(distFolder, 'renderer'))
}
