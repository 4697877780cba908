import type { BackupProgress, BackupSchedule } from './backup.ts'
import type { MenuCommand } from './commands.ts'
import type { Connection, KeyStatus, ServiceStatus } from './connection.ts'
import type { DoctorResult } from './doctor.ts'
import type { ExportPreview } from './export-preview.ts'
import type { ExportProfilesChange } from './export-profile.ts'
import type { Fault } from './faults.ts'
import type { ExportJob, DownloadJob } from './jobs.ts'
import type { Language } from './messages.ts'
import type { PictureRun } from './pictures.ts'
import type { PreferencesChange } from './preferences.ts'
import type { UpdateStatus } from './updates.ts'
import type { ViewsChange } from './views.ts'

/** Events that main sends to windows, by name. */
export interface Events {
  'app.online': { readonly online: boolean }
  /** The application quits, or the window reloads: save unsaved state, then call `app.readyToClose`. */
  'app.closing': null
  /** Whether this window had the focus last. Only this one asks what all windows could ask. */
  'app.front': { readonly isFront: boolean }
  /** A person chose another language, which main has activated. */
  'app.language': { readonly language: Language }
  /** Another window changed preferences. */
  'preferences.changed': PreferencesChange
  /** Another window changed the stored views. */
  'views.changed': ViewsChange
  /** Another window changed the export profiles. */
  'exports.profilesChanged': ExportProfilesChange
  /** Another window changed the settings of the checks of a connection, or accepted findings. */
  'checks.changed': { readonly connectionId: string }
  'download.progress': DownloadJob
  /** Another window moved downloads in the queue, or dismissed failed ones. */
  'downloads.changed': { readonly order: readonly string[]; readonly dismissed: readonly string[] }
  'pictures.progress': PictureRun
  'export.progress': ExportJob
  /** The preview of an export so far. */
  'export.preview': { readonly runId: string; readonly preview: ExportPreview }
  /** A result of the running doctor. */
  'doctor.result': { readonly runId: string; readonly result: DoctorResult }
  /** A connection was added or changed. */
  'connection.changed': Connection
  /** Another window removed a connection. */
  'connection.removed': { readonly connectionId: string; readonly remaining: readonly Connection[] }
  /** The state of a connection's key, sent if the keychain was slow. */
  'connection.key': { readonly connectionId: string; readonly key: KeyStatus }
  /** Campaigns whose stored data has changed; null for all of the connection. */
  'data.changed': { readonly connectionId: string; readonly campaignIds: readonly string[] | null }
  /** Whether the service of a connection can be reached. */
  'connection.service': { readonly connectionId: string; readonly service: ServiceStatus }
  /** Something about a connection that the person should know. */
  'connection.notice': { readonly connectionId: string; readonly notice: Fault }
  /** Reviews of a connection have changed; `merged` if by a review file or by another window. */
  'reviews.changed': { readonly connectionId: string; readonly merged: boolean }
  /** A review file was requested; `reviewFiles.openRequested` reads it. */
  'reviewFiles.requested': null
  /** A `campaign-desk:` link was requested; `links.openRequested` returns what it leads to. */
  'links.requested': null
  /** The backup file that is being written or checked. */
  'backups.progress': BackupProgress
  /** A scheduled backup ended; with a failure that was not reported yet. */
  'backups.scheduled': { readonly schedule: BackupSchedule; readonly failure: Fault | null }
  /** A backup file was requested; `backups.openRequested` reads it. */
  'backups.requested': null
  'menu.command': { readonly command: MenuCommand }
  'updates.changed': UpdateStatus
  /** A new version is available or ready. Sent once for each version. */
  'updates.announced': UpdateStatus
  /** A notification of this campaign (null for the connection) was clicked. */
  'campaign.show': { readonly connectionId: string; readonly campaignId: string | null }
}

export type EventName = keyof Events

export const EVENT_NAMES = [
  'app.online',
  'app.closing',
  'app.front',
  'app.language',
  'preferences.changed',
  'views.changed',
  'exports.profilesChanged',
  'checks.changed',
  'download.progress',
  'downloads.changed',
  'pictures.progress',
  'export.progress',
  'export.preview',
  'doctor.result',
  'connection.changed',
  'connection.removed',
  'connection.key',
  'connection.service',
  'connection.notice',
  'data.changed',
  'reviews.changed',
  'reviewFiles.requested',
  'links.requested',
  'backups.progress',
  'backups.scheduled',
  'backups.requested',
  'menu.command',
  'updates.changed',
  'updates.announced',
  'campaign.show',
] as const satisfies readonly EventName[]
