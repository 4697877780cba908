import type { BackupProgress, BackupSchedule, CompletedRestore } from '../../electron/contract/backup.ts'

/** What main reports about backups. */
export class BackupsModel {
  /** Of the file that is being written or checked; null before the first report. */
  progress = $state.raw<BackupProgress | null>(null)
  /** Null until the settings have loaded it. */
  schedule = $state.raw<BackupSchedule | null>(null)
  /** The restore that was completed at this start. */
  restored: CompletedRestore | null = null
}
