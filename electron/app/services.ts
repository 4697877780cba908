import { dateLocale } from '../contract/date-locale.ts'
import { toFault } from '../contract/app-error.ts'
import type { CompletedRestore } from '../contract/backup.ts'
import { clipText } from '../contract/clip-text.ts'
import type { EventName, Events } from '../contract/events.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { LanguageChoice, Preferences } from '../contract/preferences.ts'
import type { Views } from '../contract/views.ts'
import type { Network } from '../download/types.ts'
import type { Secrets } from '../secrets/types.ts'
import { runAutomaticDownloads } from './start-downloads.ts'
import { BackupFiles } from './backup/backup-files.ts'
import { createBackups, type Backups } from './backup/backups.ts'
import { restoreRequestedBackup } from './backup/restore.ts'
import { ScheduledBackups } from './backup/scheduled-backups.ts'
import { createCopyReviews } from './backup/source-files.ts'
import { startBackupTask } from './backup/task.ts'
import { createConnectionKeys, type ConnectionKeys } from './connection-keys.ts'
import { ExportPreviews } from './export-previews.ts'
import { Exports } from './exports.ts'
import { createSafePreferencesFile, createSafeViewsFile } from './safe-mode.ts'
import { createPreferencesFile } from './settings-files.ts'
import { ReviewFiles } from './review-files.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { ServiceWatch } from './service-watch.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'
import type { Connections, Logger, PictureOptions, PreferencesFile, ViewsFile } from './types.ts'
import { TemporaryFiles } from './temporary-files.ts'
import { createViewsFile } from './views-file.ts'
import type { WorkerUrls } from './worker-urls.ts'

/** Services of an application that keeps connections open; none of them needs Electron. */
export interface AppServices {
  readonly dataFolder: string
  /** Whether default settings apply, and nothing runs in the background. */
  readonly isSafeMode: boolean
  readonly connections: Connections
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly keys: ConnectionKeys
  readonly preferencesFile: PreferencesFile
  /** Read at the start; see the file for later changes. */
  readonly preferences: Preferences
  readonly viewsFile: ViewsFile
  /** Read at the start; see the file for later changes. */
  readonly views: Views
  /** Problems that occurred while the services were created. */
  readonly notices: readonly Fault[]
  readonly logger: Logger
  readonly exports: Exports
  readonly exportPreviews: ExportPreviews
  readonly reviewFiles: ReviewFiles
  readonly temporaryFiles: TemporaryFiles
  readonly backups: Backups
  readonly backupFiles: BackupFiles
  readonly scheduledBackups: ScheduledBackups
  /** A restore that was completed at this start; null: none. */
  readonly restored: CompletedRestore | null
  readonly serviceWatch: ServiceWatch
  readonly schedule: Schedule
  /** Limit for the pictures of a connection, in megabytes; follows the preferences. */
  readonly pictureLimit: { megabytes: number }
  /** The dates that the person cares about; follows the preferences. */
  readonly campaignDates: { keys: Preferences['campaignDates'] }
}

/** Sends an event to the windows. */
export type SendEvent = <Name extends EventName>(name: Name, payload: Events[Name]) => void

export interface AppServicesOptions
  extends
    Pick<AppServices, 'dataFolder' | 'isSafeMode' | 'connections' | 'secrets' | 'logger'>,
    Pick<SessionsOptions, 'fetchOf' | 'readyToStart'> {
  /** Emptied at the start and the end. */
  readonly temporaryFolder: string
  /** Rejects with `folderNotAllowed` if the organization does not allow a file there. */
  readonly requireAllowedPath: (file: string) => Promise<void>
  readonly version: string
  readonly workers: WorkerUrls
  readonly network: Network
  readonly pictures: Pick<PictureOptions, 'fetchFromOtherHosts' | 'draw'>
  readonly locale: () => string
  /** Activates a language before anything is shown or a thread is started. */
  readonly applyLanguage: (choice: LanguageChoice) => Promise<void>
  readonly sendEvent: SendEvent
  /** Called in addition to the event. */
  readonly onDownloadProgress: (job: DownloadJob) => void
}

/**
 * Creates the services of a data folder, and starts to open the last used cache. Reads saved data, but uses
 * neither the network nor the keychain.
 */
export async function createAppServices(options: AppServicesOptions): Promise<AppServices> {
  const { dataFolder, isSafeMode, connections, secrets, logger, workers, network, sendEvent } = options
  const copyReviews = createCopyReviews(dataFolder, workers.reviewWorkerUrl, logger)
  const backups = createBackups({ dataFolder, copyReviews })
  const temporaryFiles = new TemporaryFiles(options.temporaryFolder)
  void backups.removeUnfinished()
  void connections.removeLeftovers()
  const { restored, fault: restoreFault } = await restoreRequestedBackup({
    dataFolder,
    backups,
    copyReviews,
    mergeReviews: (task) => startBackupTask({ type: 'merge', ...task }, workers.backupWorkerUrl).done,
  }).then(
    (completed) => ({ restored: completed, fault: null }),
    (error: unknown) => ({
      restored: null,
      fault: toFault(error, logger.unexpected(error, 'restoring a backup')),
    }),
  )
  const storedPreferences = createPreferencesFile(dataFolder)
  const preferencesFile = isSafeMode ? createSafePreferencesFile(storedPreferences) : storedPreferences
  const viewsFile = isSafeMode ? createSafeViewsFile() : createViewsFile(dataFolder)
  const [{ preferences, notice: preferencesNotice, ignoredShortcuts }, { views, notice: viewsNotice }] =
    await Promise.all([preferencesFile.load(), viewsFile.load()])
  await options.applyLanguage(preferences.language)
  if (ignoredShortcuts.length > 0) logger.log('warning', ignoredShortcutsText(ignoredShortcuts))
  const pictureLimit = { megabytes: preferences.pictures.mostMegabytes }
  const serviceWatch = new ServiceWatch({
    isOnline: () => network.state.online,
    check: async (connectionId) => {
      const session = await sessions.get(connectionId).catch(() => null)
      // Without a key, no request is sent. A failure is recorded like that of any other request.
      await session?.check().catch(() => undefined)
    },
    onChange: (connectionId, service) => {
      sendEvent('connection.service', { connectionId, service })
      if (service.state === 'reachable') void sessions.serviceReached(connectionId)
    },
  })
  const sessions: Sessions = new Sessions(connections, {
    dataFolder,
    secrets,
    logger,
    network,
    fetchOf: options.fetchOf,
    storeWorkerUrl: workers.storeWorkerUrl,
    reviewWorkerUrl: workers.reviewWorkerUrl,
    keepsQueue: true,
    ...(options.readyToStart === undefined ? {} : { readyToStart: options.readyToStart }),
    pictures: {
      ...options.pictures,
      workerUrl: workers.artworkWorkerUrl,
      maxBytes: () => pictureLimit.megabytes * 1_000_000,
      onProgress: (run) => {
        sendEvent('pictures.progress', run)
      },
    },
    onProgress: (job) => {
      sendEvent('download.progress', job)
      options.onDownloadProgress(job)
    },
    onReach: (connectionId, reached, since) => {
      serviceWatch.record(connectionId, reached, since)
    },
    onNotice: (connectionId, notice) => {
      sendEvent('connection.notice', { connectionId, notice })
    },
    onChanged: (connectionId, campaignIds) => {
      sendEvent('data.changed', { connectionId, campaignIds })
    },
  })
  const { connectionId } = preferences.lastView
  if (connectionId !== null) {
    void sessions.setShown([connectionId])
    const connection = connections.get(connectionId)
    // The first call reports a failure.
    sessions.get(connectionId, connection).catch(() => undefined)
    // By then, the thread of the cache has been started.
    await connection.catch(() => null)
  }
  const keys = createConnectionKeys({ secrets, connections })
  const backupFiles: BackupFiles = new BackupFiles({
    dataFolder,
    appVersion: options.version,
    copyReviews,
    connections,
    sourceId: () => scheduledBackups.sourceId(),
    workerUrl: workers.backupWorkerUrl,
    onProgress: (progress) => {
      sendEvent('backups.progress', progress)
    },
    dayText: (milliseconds) =>
      new Intl.DateTimeFormat(dateLocale(options.locale()), { dateStyle: 'medium' }).format(milliseconds),
  })
  const scheduledBackups: ScheduledBackups = new ScheduledBackups({
    dataFolder,
    files: backupFiles,
    requireAllowedPath: options.requireAllowedPath,
    onChange: (schedule, failure) => {
      sendEvent('backups.scheduled', { schedule, failure })
    },
  })
  return {
    dataFolder,
    isSafeMode,
    connections,
    sessions,
    secrets,
    keys,
    preferencesFile,
    preferences,
    viewsFile,
    views,
    notices: [restoreFault, preferencesNotice, viewsNotice].filter((fault) => fault !== null),
    logger,
    backups,
    backupFiles,
    scheduledBackups,
    restored,
    exports: new Exports({
      workerUrl: workers.exportWorkerUrl,
      onProgress: (job) => {
        sendEvent('export.progress', job)
      },
      onUnexpected: (error) => logger.unexpected(error, 'export'),
    }),
    exportPreviews: new ExportPreviews(workers.preflightWorkerUrl),
    temporaryFiles,
    reviewFiles: new ReviewFiles(workers.reviewFilesWorkerUrl, temporaryFiles, (milliseconds) =>
      new Intl.DateTimeFormat(dateLocale(options.locale()), {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(milliseconds),
    ),
    schedule: createSchedule({
      run: (connection) => runAutomaticDownloads(connection, { sessions, keys, network }),
      lastEnd: (id) => connections.lastAutomaticEnd(id),
      recordEnd: (id, at) => connections.recordAutomaticEnd(id, at),
      onUnexpected: (error) => {
        logger.unexpected(error, 'automatic downloads')
      },
    }),
    serviceWatch,
    pictureLimit,
    campaignDates: { keys: preferences.campaignDates },
  }
}

/** Number and length of the names that are logged; a file may contain anything. */
const MAX_LOGGED_SHORTCUTS = 20
const MAX_LOGGED_NAME_LENGTH = 60

function ignoredShortcutsText(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_LOGGED_SHORTCUTS)
    .map((name) => JSON.stringify(clipText(name, MAX_LOGGED_NAME_LENGTH)))
  return `${String(names.length)} invalid shortcuts were ignored: ${shown.join(', ')}`
}

/** Interval between checks whether a daily backup is due, because the application may run for days. */
const BACKUP_CHECK_INTERVAL_MS = 3_600_000

/** Starts automatic work: daily backups, unfinished downloads of an earlier run, and scheduled downloads. */
export async function startBackgroundWork({
  sessions,
  schedule,
  connections,
  backups,
  scheduledBackups,
  logger,
}: Pick<
  AppServices,
  'sessions' | 'schedule' | 'connections' | 'backups' | 'scheduledBackups' | 'logger'
>): Promise<void> {
  const createBackup = (): void => {
    backups.createDaily().catch((error: unknown) => logger.unexpected(error, 'the daily backup'))
    scheduledBackups.runIfDue().catch((error: unknown) => logger.unexpected(error, 'the scheduled backup'))
  }
  createBackup()
  setInterval(createBackup, BACKUP_CHECK_INTERVAL_MS).unref()
  try {
    await sessions.openUnfinished()
    await schedule.begin(await connections.list())
  } catch (error) {
    logger.unexpected(error, 'downloads in the background')
  }
}
