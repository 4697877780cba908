import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import type { Network } from '../download/types.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import { tlsOfConnection } from '../app/client-certificates.ts'
import { createConnections } from '../app/connections.ts'
import { recentCampaignsPath } from '../app/layout.ts'
import { requireAllowedPath } from '../app/managed/export-folders.ts'
import { loadManagedSettings, type ManagedSettings } from '../app/managed/managed-settings.ts'
import { ProxyLogins } from '../app/proxy-logins.ts'
import { createLogger } from '../app/logger.ts'
import { RequestedLink } from '../app/app-links.ts'
import type { QueueRun } from '../app/queue-run.ts'
import { RecentCampaigns, type RecentCampaign } from '../app/recent-campaigns.ts'
import type { AppWindows } from './app-windows.ts'
import type { AppFolders } from '../app/app-folders.ts'
import type { DoctorReportRecord } from '../app/diagnostics.ts'
import type { StartMarker } from '../app/start-marker.ts'
import { createAppServices, type AppServices } from '../app/services.ts'
import { workerUrls } from '../app/worker-urls.ts'
import type { CrashReporter } from './crash-reporter.ts'
import { PRINT_POLICY } from './content-security-policy.ts'
import type { GuideWindow } from './guide-window.ts'
import { logFailures } from './log-failures.ts'
import { Networks } from './networks.ts'
import { PictureGuard } from './picture-guard.ts'
import { PictureProcess } from './picture-process.ts'
import { PrintAddresses } from './printing/print-addresses.ts'
import { PrintPreviews } from './printing/print-previews.ts'
import { servePage } from './protocol.ts'
import { push } from './window-events.ts'
import { applyLanguage } from './language.ts'
import { systemLocale } from './system.ts'
import { createUpdates, type ShellUpdates } from './updates/create-updates.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import type { WindowStateFile } from './window-state.ts'

const LICENSES_NAME = 'THIRD-PARTY-NOTICES.txt'

/** The services that the handlers use. */
export interface ShellServices extends AppServices, ShellUpdates {
  readonly folders: AppFolders
  readonly windows: AppWindows
  readonly guide: GuideWindow
  readonly pictureGuard: PictureGuard
  readonly pictureProcess: PictureProcess
  readonly printAddresses: PrintAddresses
  readonly printPreviews: PrintPreviews
  readonly windowState: WindowStateFile
  readonly network: Network
  readonly networks: Networks
  readonly recentCampaigns: RecentCampaigns
  readonly requestedLink: RequestedLink
  /** What the organization manages; read once. */
  readonly managed: Promise<ManagedSettings>
  readonly proxyLogins: ProxyLogins
  /** Path of the icon of the application. */
  readonly iconFile: string
  /** Path of the text with the licenses of the application and of the packages in it. */
  readonly licensesFile: string
  /** Path of the description of the application. */
  readonly packageFile: string
  /** The last report of the connection doctor for each connection, by its id. */
  readonly doctorReports: Map<string, DoctorReportRecord>
  readonly crashReporter: CrashReporter
  readonly startMarker: StartMarker
}

export interface ShellServicesOptions {
  readonly network: Network
  readonly queueRun: QueueRun
  readonly windowState: WindowStateFile
  readonly windows: AppWindows
  readonly isSafeMode: boolean
  readonly crashReporter: CrashReporter
  readonly startMarker: StartMarker
  /** When unfinished work of an earlier run may continue. */
  readonly readyToStart: Promise<unknown>
  /** Receives the recent campaigns when they are read, and when they change. */
  readonly onRecentCampaigns: (campaigns: readonly RecentCampaign[]) => void
  readonly guide: GuideWindow
}

/** Creates the services of a data folder while Electron starts; see `createAppServices`. */
export async function createShellServices(
  folders: AppFolders,
  distUrl: URL,
  {
    network,
    queueRun,
    windowState,
    windows,
    guide,
    isSafeMode,
    crashReporter,
    startMarker,
    readyToStart,
    onRecentCampaigns,
  }: ShellServicesOptions,
): Promise<ShellServices> {
  const { data: dataFolder } = folders
  const logger = createLogger(folders.logs)
  logFailures(logger)
  handleUncaughtErrors(logger)
  // Nothing of the first list waits for it.
  const managed = loadManagedSettings()
  void managed.then(({ problems }) => problems.forEach((problem) => logger.log('warning', problem)))
  const connections = createConnections(dataFolder)
  const secrets = createSecrets()
  const proxyLogins = new ProxyLogins(
    () => secrets,
    (secret) => logger.conceal(secret),
  )
  const networks = new Networks(
    (id, baseUrl) => tlsOfConnection(id, { connections, secrets, managed, baseUrl }),
    managed,
    proxyLogins,
  )
  const pictureProcess = new PictureProcess({ folder: fileURLToPath(new URL('renderer/', distUrl)), logger })
  const services = await createAppServices({
    dataFolder,
    temporaryFolder: folders.temporary,
    requireAllowedPath: async (file) => requireAllowedPath(file, await managed),
    isSafeMode,
    version: app.getVersion(),
    connections,
    secrets,
    logger,
    network,
    workers: workerUrls(distUrl),
    fetchOf: (id) => networks.fetchOf(id),
    readyToStart,
    pictures: {
      fetchFromOtherHosts: (id, serviceHost) => networks.fetchFromOtherHosts(id, serviceHost),
      draw: (picture, priority) => pictureProcess.draw(picture, priority),
    },
    locale: systemLocale,
    applyLanguage,
    sendEvent: push,
    onDownloadProgress: (job) => queueRun.record(job),
  })
  const printAddresses = new PrintAddresses((pathname) =>
    servePage(fileURLToPath(new URL('print/', distUrl)), pathname, PRINT_POLICY),
  )
  crashReporter.apply(services.preferences.keepsCrashReports)
  return {
    ...services,
    folders,
    crashReporter,
    startMarker,
    doctorReports: new Map(),
    packageFile: fileURLToPath(new URL('../package.json', distUrl)),
    ...createUpdates({
      dataFolder,
      preferences: services.preferences.updates,
      managed,
      network,
      logger,
      windows,
    }),
    managed,
    proxyLogins,
    pictureProcess,
    windows,
    guide,
    pictureGuard: new PictureGuard(join(dataFolder, 'pictures-left-out.json')),
    printAddresses,
    printPreviews: new PrintPreviews(printAddresses),
    windowState,
    network,
    networks,
    recentCampaigns: new RecentCampaigns(recentCampaignsPath(dataFolder), onRecentCampaigns),
    requestedLink: new RequestedLink(),
    iconFile: fileURLToPath(new URL('icon.png', distUrl)),
    // The package has it beside the archive, where people and companies look for it.
    licensesFile: join(app.isPackaged ? process.resourcesPath : fileURLToPath(distUrl), LICENSES_NAME),
  }
}
