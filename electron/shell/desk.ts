import type { Fault } from '../contract/faults.ts'
import type { Preferences } from '../contract/preferences.ts'
import type { Views } from '../contract/views.ts'
import type { Secrets } from '../secrets/types.ts'
import type { ConnectionKeys } from '../app/connection-keys.ts'
import type { Backups } from '../app/backups.ts'
import type { Schedule } from '../app/schedule.ts'
import type { Connections, Logger, PreferencesFile, ViewsFile } from '../app/types.ts'
import type { ExportPreviews } from './export-previews.ts'
import type { Exports } from './exports.ts'
import type { Farewell } from './farewell.ts'
import type { MenuLabels } from './menu-labels.ts'
import type { Networks } from './networks.ts'
import type { PictureGuard } from './picture-guard.ts'
import type { PictureProcess } from './picture-process.ts'
import type { PrintAddresses } from './printing/print-addresses.ts'
import type { ReviewFiles } from './review-files.ts'
import type { ServiceWatch } from './service-watch.ts'
import type { Sessions } from './sessions.ts'
import type { WindowStateFile } from './window-state-file.ts'

/** Everything that the handlers work with; put together once, at the start. */
export interface Desk {
  readonly dataFolder: string
  readonly connections: Connections
  readonly sessions: Sessions
  readonly secrets: Secrets
  readonly keys: ConnectionKeys
  readonly preferencesFile: PreferencesFile
  /** As they were when the application started. */
  readonly preferences: Preferences
  readonly viewsFile: ViewsFile
  /** As they were when the application started. */
  readonly views: Views
  readonly notices: readonly Fault[]
  readonly logger: Logger
  readonly exports: Exports
  readonly exportPreviews: ExportPreviews
  readonly pictureGuard: PictureGuard
  readonly pictureProcess: PictureProcess
  readonly printAddresses: PrintAddresses
  readonly reviewFiles: ReviewFiles
  readonly windowState: WindowStateFile
  readonly farewell: Farewell
  readonly backups: Backups
  readonly networks: Networks
  readonly services: ServiceWatch
  readonly schedule: Schedule
  readonly menu: MenuLabels
  /** Megabytes that the pictures of a connection may take, as the person wants it now. */
  readonly pictureLimit: { megabytes: number }
}
