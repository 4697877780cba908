import { AppError } from '../contract/app-error.ts'
import { messages } from '../contract/messages.ts'

/** Which zip files are accepted, and the errors for others. */
export interface ArchiveRules {
  readonly maxEntries: number
  /** Whether entries may be compressed. Uncompressed ones cannot unpack to more than the size of the file. */
  readonly compressed: boolean
  /** Creates the error for a file that cannot be used. */
  readonly unusable: (reason: string, cause?: unknown) => AppError
  /** Reasons that name the kind of file, as clauses. */
  readonly reasons: Readonly<Record<'notAZip' | 'entryMissing' | 'tooLarge' | 'tooMuch', string>>
}

/** Converts an error of the file system or the zip reader to `unusable`. Returns an `AppError` unchanged. */
export function asUnusable(error: unknown, { unusable }: Pick<ArchiveRules, 'unusable'>): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') {
    if (error.code === 'ENOENT') return unusable(messages.reasons.archive.missing, error)
    return unusable(messages.reasons.archive.unreadable({ code: error.code }), error)
  }
  return unusable(messages.reasons.archive.damaged, error)
}
