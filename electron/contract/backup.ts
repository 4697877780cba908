/**
 * Why a backup was made: the first time on a day that something had changed, asked for, or before another was
 * restored.
 */
export const BACKUP_KINDS = ['daily', 'person', 'beforeRestore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** What was set and reviewed, as it was at a moment. */
export interface Backup {
  readonly id: string
  readonly kind: BackupKind
  /** In milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}
