import type { ArchiveRules } from '../../archive/rules.ts'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'

// Limits of a backup file, and the errors for one that exceeds them or is damaged.

/** A manifest has some 150 bytes for each file. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024
export const MAX_REVIEWS_BYTES = 4_000_000_000

/** Creates a `backupFileUnusable` error with a localized reason. */
export function unusable(reason: string, cause?: unknown): AppError {
  return new AppError('backupFileUnusable', {
    params: { reason },
    cause,
    ...(cause instanceof Error ? { detail: cause.message.slice(0, 500) } : {}),
  })
}

/** Entries are not compressed, so that a file cannot unpack to more than its own size. */
export const BACKUP_FILE_RULES: ArchiveRules = {
  maxEntries: 300_000,
  compressed: false,
  unusable,
  get reasons() {
    return messages.backups.fileReasons
  },
}
