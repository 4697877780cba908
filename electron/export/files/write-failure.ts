import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'

type Reason = Exclude<keyof typeof messages.exportFiles.writeReasons, 'singleFile' | 'other'>

/** Reasons by the system's codes of errors. */
const REASONS: Readonly<Record<string, Reason>> = {
  ENOENT: 'noFolder',
  ENOTDIR: 'noFolder',
  EISDIR: 'isFolder',
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  EROFS: 'readOnly',
  ENOSPC: 'diskFull',
  EDQUOT: 'quotaUsed',
  EFBIG: 'tooLarge',
  EBUSY: 'isOpen',
  ETXTBSY: 'isOpen',
  ENAMETOOLONG: 'nameTooLong',
  EINVAL: 'nameInvalid',
  ELOOP: 'linkLoop',
  EMFILE: 'tooManyOpen',
  ENFILE: 'tooManyOpen',
  EIO: 'diskError',
  EPIPE: 'noReader',
}

/** Returns why a file could not be written, as a clause, for an error code of the system such as `ENOSPC`. */
export function writeFailureReason(code: string): string {
  const { writeReasons } = messages.exportFiles
  const reason = REASONS[code]
  return reason === undefined ? writeReasons.other({ code }) : writeReasons[reason]
}

/**
 * Returns `fileNotWritten` with the reason for an error code of the system.
 * @param file name of the file, if there are several
 */
export function fileNotWritten(
  code: string,
  cause?: unknown,
  platform: NodeJS.Platform = process.platform,
  file?: string,
): AppError {
  const { writeReasons, writeAdvice } = messages.exportFiles
  // On Windows, a file that is open in a spreadsheet fails like one without permission.
  const isLocked = platform === 'win32' && (code === 'EPERM' || code === 'EACCES')
  const known = REASONS[code]
  const reason = isLocked ? writeReasons.isOpenOrForbidden : writeFailureReason(code)
  const advice = isLocked
    ? writeAdvice.isOpenOrForbidden
    : known === undefined || known === 'noReader'
      ? undefined
      : writeAdvice[known]
  return new AppError('fileNotWritten', { params: { reason, advice, file }, detail: code, cause })
}

/** Converts an error of the file system to `fileNotWritten`; returns any other error unchanged. */
export function writeFailure(error: unknown, file?: string): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error
  return isSystemError && typeof error.code === 'string'
    ? fileNotWritten(error.code, error, process.platform, file)
    : error
}
