import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import type { Network } from '../download/types.ts'
import { createSecrets } from '../secrets/create-secrets.ts'
import { tlsOfConnection } from '../app/client-certificates.ts'
import { createConnections } from '../app/connections.ts'
import { createLogger } from '../app/logger.ts'
import type { QueueRun } from '../app/queue-run.ts'
import { createAppServices, type AppServices } from '../app/services.ts'
import { workerUrls } from '../app/worker-urls.ts'
import { PRINT_POLICY } from './content-security-policy.ts'
import { logFailures } from './log-failures.ts'
import { CameraPermission } from './camera-permission.ts'
import { MenuLabels } from './menu.ts'
import { Networks } from './networks.ts'
import { PictureGuard } from './picture-guard.ts'
import { PictureProcess } from './picture-process.ts'
import { PrintAddresses } from './printing/print-addresses.ts'
import { servePage } from './protocol.ts'
import { RecentCrashes } from './recent-crashes.ts'
import { ShutdownHandshake } from './shutdown-handshake.ts'
import { push } from './window-events.ts'
import { allowsCamera, systemLocale } from './system.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import type { WindowStateFile } from './window-state.ts'

/** The services that the handlers use. */
export interface ShellServices extends AppServices {
  readonly crashes: RecentCrashes
  readonly camera: CameraPermission
  readonly pictureGuard: PictureGuard
  readonly pictureProcess: PictureProcess
  readonly printAddresses: PrintAddresses
  readonly windowState: WindowStateFile
  readonly shutdownHandshake: ShutdownHandshake
  readonly networks: Networks
  readonly menu: MenuLabels
}

export interface ShellServicesOptions {
  readonly network: Network
  readonly queueRun: QueueRun
  readonly windowState: WindowStateFile
}

/** Creates the services of a data folder while Electron starts; see `createAppServices`. */
export async function createShellServices(
  dataFolder: string,
  distUrl: URL,
  { network, queueRun, windowState }: ShellServicesOptions,
): Promise<ShellServices> {
  const logger = createLogger(join(dataFolder, 'logs'))
  logFailures(logger)
  handleUncaughtErrors(logger)
  const connections = createConnections(dataFolder)
  const secrets = createSecrets()
  const networks = new Networks((id, baseUrl) => tlsOfConnection(id, { connections, secrets, baseUrl }))
  const pictureProcess = new PictureProcess({ folder: fileURLToPath(new URL('renderer/', distUrl)), logger })
  const services = await createAppServices({
    dataFolder,
    connections,
    secrets,
    logger,
    network,
    workers: workerUrls(distUrl),
    fetchOf: (id) => networks.fetchOf(id),
    // Chromium's network refuses earlier requests.
    readyToStart: app.whenReady(),
    pictures: {
      fetchFromOtherHosts: (id, serviceHost) => networks.fetchFromOtherHosts(id, serviceHost),
      draw: (picture) => pictureProcess.draw(picture),
    },
    locale: systemLocale,
    sendEvent: push,
    onDownloadProgress: (job) => queueRun.record(job),
  })
  return {
    ...services,
    pictureProcess,
    crashes: new RecentCrashes(),
    camera: new CameraPermission(allowsCamera),
    pictureGuard: new PictureGuard(join(dataFolder, 'pictures-left-out.json')),
    printAddresses: new PrintAddresses((pathname) =>
      servePage(fileURLToPath(new URL('print/', distUrl)), pathname, PRINT_POLICY),
    ),
    shutdownHandshake: new ShutdownHandshake(() => push('app.closing', null)),
    menu: new MenuLabels(),
    windowState,
    networks,
  }
}
