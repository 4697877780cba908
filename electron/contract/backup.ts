/** Why a backup was created: first change of a day, request of the person, or before a restore. */
export const BACKUP_KINDS = ['daily', 'person', 'beforeRestore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** A backup of settings and reviews. */
export interface Backup {
  readonly id: string
  readonly kind: BackupKind
  /** In milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}
