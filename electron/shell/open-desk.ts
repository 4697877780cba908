import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { toFault } from '../contract/app-error.ts'
import type { Network } from '../download/types.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import { downloadAutomatically } from '../app/automatic.ts'
import { createBackups, restoreIfAsked } from '../app/backups.ts'
import { createCopyReviews } from '../app/copy-reviews.ts'
import { tlsOfConnection } from '../app/client-certificates.ts'
import { createConnectionKeys } from '../app/connection-keys.ts'
import { createConnections } from '../app/connections.ts'
import { temporaryFolder } from '../app/layout.ts'
import { createLogger } from '../app/logger.ts'
import { createPreferencesFile } from '../app/preferences.ts'
import { createSchedule } from '../app/schedule.ts'
import { createViewsFile } from '../app/views-file.ts'
import { PRINT_POLICY } from './content-security-policy.ts'
import type { Desk } from './desk.ts'
import { ExportPreviews } from './export-previews.ts'
import { Exports } from './exports.ts'
import { Farewell } from './farewell.ts'
import { logFailures } from './log-failures.ts'
import { MenuLabels } from './menu-labels.ts'
import { Networks } from './networks.ts'
import { PictureGuard } from './picture-guard.ts'
import { PictureProcess } from './picture-process.ts'
import { PrintAddresses } from './printing/print-addresses.ts'
import { servePage } from './protocol.ts'
import { push } from './push.ts'
import type { QueueRun } from './queue-run.ts'
import { ReviewFiles } from './review-files.ts'
import { ServiceWatch } from './service-watch.ts'
import { Sessions } from './sessions.ts'
import { systemLocale } from './system-locale.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import type { WindowStateFile } from './window-state-file.ts'

export interface DeskParts {
  readonly network: Network
  readonly queueRun: QueueRun
  readonly windowState: WindowStateFile
}

/**
 * Opens the data folder: what was saved, and nothing of the network or the keychain yet. The cache that was looked at
 * last opens meanwhile, and its first call will find it ready.
 */
export async function openDesk(
  dataFolder: string,
  distUrl: URL,
  { network, queueRun, windowState }: DeskParts,
): Promise<Desk> {
  const logger = createLogger(join(dataFolder, 'logs'))
  logFailures(logger)
  handleUncaughtErrors(logger)
  const reviewWorkerUrl = new URL('review-worker.js', distUrl)
  const backups = createBackups({
    dataFolder,
    copyReviews: createCopyReviews(dataFolder, reviewWorkerUrl, logger),
  })
  const restored = await restoreIfAsked(dataFolder, backups).then(
    () => null,
    (error: unknown) => toFault(error, logger.unexpected(error, 'restoring a backup')),
  )
  const connections = createConnections(dataFolder)
  const preferencesFile = createPreferencesFile(dataFolder)
  const viewsFile = createViewsFile(dataFolder)
  const secrets = createSecrets()
  const keys = createConnectionKeys({ secrets, connections })
  const networks = new Networks((id, baseUrl) => tlsOfConnection(id, { connections, secrets, baseUrl }))
  const [{ preferences, notice }, { views, notice: viewsNotice }] = await Promise.all([
    preferencesFile.load(),
    viewsFile.load(),
  ])
  const pictureLimit = { megabytes: preferences.pictures.mostMegabytes }
  const pictureProcess = new PictureProcess({ folder: fileURLToPath(new URL('renderer/', distUrl)), logger })
  const services = new ServiceWatch({
    isOnline: () => network.state.online,
    check: async (connectionId) => {
      const session = await sessions.get(connectionId).catch(() => null)
      // Without a key nothing is requested; a failure is noted like that of any other request.
      await session?.check().catch(() => undefined)
    },
    onChange: (connectionId, service) => {
      push('connection.service', { connectionId, service })
    },
  })
  const sessions: Sessions = new Sessions(connections, {
    dataFolder,
    secrets,
    fetchOf: (id) => networks.fetchOf(id),
    sampleFetch: async () => (await import('../sample/index.ts')).createSampleService(),
    storeWorkerUrl: new URL('store-worker.js', distUrl),
    reviewWorkerUrl,
    logger,
    network,
    keepsQueue: true,
    // Chromium's network refuses every call before.
    mayBegin: app.whenReady(),
    pictures: {
      workerUrl: new URL('artwork-worker.js', distUrl),
      fetchElsewhere: (id, serviceHost) => networks.fetchElsewhere(id, serviceHost),
      mostBytes: () => pictureLimit.megabytes * 1_000_000,
      onProgress: (run) => {
        push('pictures.progress', run)
      },
      draw: (picture) => pictureProcess.draw(picture),
    },
    onProgress: (job) => {
      push('download.progress', job)
      queueRun.note(job)
    },
    onReach: (connectionId, reached, since) => {
      services.note(connectionId, reached, since)
    },
    onNotice: (connectionId, notice) => {
      push('connection.notice', { connectionId, notice })
    },
    onChanged: (connectionId, campaignIds) => {
      push('data.changed', { connectionId, campaignIds })
    },
  })
  const { connectionId } = preferences.lastView
  if (connectionId !== null) {
    void sessions.lookAt(connectionId)
    // A failure is told to the first call.
    sessions.get(connectionId).catch(() => undefined)
    // With the settings read, the threads of the cache are on their way.
    await connections.get(connectionId).catch(() => null)
  }
  return {
    dataFolder,
    connections,
    sessions,
    secrets,
    keys,
    preferencesFile,
    preferences,
    viewsFile,
    views,
    notices: [restored, notice, viewsNotice].filter((each) => each !== null),
    logger,
    backups,
    exports: new Exports({
      workerUrl: new URL('export-worker.js', distUrl),
      onProgress: (job) => {
        push('export.progress', job)
      },
      onUnexpected: (error) => logger.unexpected(error, 'export'),
    }),
    pictureProcess,
    exportPreviews: new ExportPreviews(new URL('preflight-worker.js', distUrl)),
    pictureGuard: new PictureGuard(join(dataFolder, 'pictures-left-out.json')),
    printAddresses: new PrintAddresses((pathname) =>
      servePage(fileURLToPath(new URL('print/', distUrl)), pathname, PRINT_POLICY),
    ),
    reviewFiles: new ReviewFiles(
      new URL('exchange-worker.js', distUrl),
      temporaryFolder(dataFolder),
      (milliseconds) =>
        new Intl.DateTimeFormat(systemLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(
          milliseconds,
        ),
    ),
    farewell: new Farewell(),
    menu: new MenuLabels(),
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
    windowState,
    networks,
    services,
    pictureLimit,
  }
}
