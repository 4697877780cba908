import { AppError } from '../contract/app-error.ts'
import { FILE_REASONS } from '../contract/strings/workspace.ts'

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const NO_PERMISSION: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The system's code of a failed file operation (`ENOENT`); null for anything else. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** A failure to write into the data folder, as the person is to hear of it. */
export function writeError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (code !== null && NO_ROOM.has(code)) return new AppError('diskFull', { cause: error })
  if (code !== null && NO_PERMISSION.has(code)) return new AppError('folderReadOnly', { cause: error })
  const reason = FILE_REASONS.systemSays(code)
  return new AppError('cacheUnavailable', { cause: error, params: { reason } })
}
