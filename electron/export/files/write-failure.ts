import { AppError } from '../../contract/app-error.ts'
import {
  OPEN_OR_FORBIDDEN,
  OPEN_OR_FORBIDDEN_ADVICE,
  WRITE_FAILURE_ADVICE,
  WRITE_FAILURE_REASONS,
  writeFailureOther,
} from '../../contract/strings/export.ts'

/**
 * Returns `fileNotWritten` with the reason for an error code of the system, such as `ENOSPC`.
 * @param file name of the file, if there are several
 */
export function fileNotWritten(
  code: string,
  cause?: unknown,
  platform: NodeJS.Platform = process.platform,
  file?: string,
): AppError {
  const isLocked = platform === 'win32' && (code === 'EPERM' || code === 'EACCES')
  const reason = isLocked ? OPEN_OR_FORBIDDEN : (WRITE_FAILURE_REASONS[code] ?? writeFailureOther(code))
  const advice = isLocked ? OPEN_OR_FORBIDDEN_ADVICE : WRITE_FAILURE_ADVICE[code]
  return new AppError('fileNotWritten', { params: { reason, advice, file }, detail: code, cause })
}

/** Converts an error of the file system to `fileNotWritten`; returns any other error unchanged. */
export function writeFailure(error: unknown, file?: string): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error
  return isSystemError && typeof error.code === 'string'
    ? fileNotWritten(error.code, error, process.platform, file)
    : error
}
