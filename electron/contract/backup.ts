import * as v from 'valibot'
import { connectionIdSchema, type ReadonlyOutput } from './base-schemas.ts'
import type { ReviewFileCounts } from './review-file.ts'

/** Extension of backup files without the dot. */
export const BACKUP_FILE_EXTENSION = 'cdbackup'

/**
 * Why a backup was created: in the data folder by the first change of a day, by the person, or before a
 * restore; as a file by the person or by the schedule.
 */
export const BACKUP_KINDS = ['daily', 'person', 'beforeRestore', 'file', 'scheduledFile'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

export const backupIdSchema = v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,64}$/))

/** A backup in the data folder. */
export interface Backup {
  readonly id: string
  readonly kind: BackupKind
  /** In milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

/** The connection of a backup, without its key. */
export interface BackupConnection {
  readonly id: string
  readonly name: string
  readonly kind: 'service' | 'sample'
  /** Null for the sample. */
  readonly baseUrl: string | null
  readonly reviews: ReviewFileCounts
}

/** What a backup file contains. */
export interface BackupContents {
  readonly connections: readonly BackupConnection[]
  readonly hasSettings: boolean
  /** Numbers of saved views and of export profiles. */
  readonly views: number
  readonly profiles: number
}

/** A backup file that was written. */
export interface WrittenBackup {
  readonly fileName: string
  readonly contents: BackupContents
  readonly bytes: number
}

/** The connection here that a restored one merges with or replaces. */
export interface RestoreTarget {
  readonly id: string
  readonly name: string
  readonly reviews: ReviewFileCounts
  /** When an item was last marked, in milliseconds since 1970; null if none is. */
  readonly markedAt: number | null
}

/** A backup file that was checked and not restored yet. */
export interface OpenedBackup {
  readonly openId: string
  readonly fileName: string
  readonly bytes: number
  /** When it was created, in milliseconds since 1970. */
  readonly at: number
  readonly appVersion: string
  readonly contents: BackupContents
  /** By the ids of the backup's connections; a connection without one is new. */
  readonly targets: Readonly<Record<string, RestoreTarget>>
  /** Numbers of the views and profiles here, which the restored ones replace. */
  readonly present: Readonly<Record<'views' | 'profiles', number>>
}

/** How the reviews of a connection that exists are restored. */
export const RESTORE_MODES = ['merge', 'replace'] as const
export type RestoreMode = (typeof RESTORE_MODES)[number]

/** The parts of a backup file to restore. */
export const restoreChoiceSchema = v.strictObject({
  settings: v.boolean(),
  /** Saved views and export profiles. */
  views: v.boolean(),
  /** By ids of the backup's connections; the others are not restored. */
  connections: v.pipe(
    v.array(v.strictObject({ id: connectionIdSchema, mode: v.picklist(RESTORE_MODES) })),
    v.maxLength(1_000),
  ),
})
export type RestoreChoice = ReadonlyOutput<typeof restoreChoiceSchema>

/** The last restore, which was completed at the start. */
export interface CompletedRestore {
  /** The backup of the state before it; null if there was nothing to back up. */
  readonly before: Backup | null
}

/** Steps of writing or reading a backup file. */
export type BackupPhase = 'collecting' | 'writing' | 'verifying' | 'reading'

export interface BackupProgress {
  readonly phase: BackupPhase
  /** Of the files in the backup, in bytes; null while unknown. */
  readonly bytes: { readonly done: number; readonly total: number } | null
}

export const SCHEDULE_INTERVALS = ['never', 'daily', 'weekly'] as const

export const MIN_KEPT_FILES = 1
export const MAX_KEPT_FILES = 100

/** When backup files are written to a folder. */
export const backupScheduleChangeSchema = v.strictObject({
  every: v.picklist(SCHEDULE_INTERVALS),
  /** Number of files; older ones are removed. */
  keep: v.pipe(v.number(), v.safeInteger(), v.minValue(MIN_KEPT_FILES), v.maxValue(MAX_KEPT_FILES)),
})
export type BackupScheduleChange = ReadonlyOutput<typeof backupScheduleChangeSchema>

export interface BackupSchedule extends BackupScheduleChange {
  /** Only shown, never sent back; null until the person has chosen one. */
  readonly folder: string | null
  /** When a file was last written, in milliseconds since 1970; null if never. */
  readonly lastAt: number | null
  /** Why the last attempt failed, as sentences; null if it did not. */
  readonly failure: string | null
}
