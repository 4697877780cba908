import Database from 'better-sqlite3'
import { AppError } from '../../contract/app-error.ts'
import type { FaultCode } from '../../contract/faults.ts'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) and what each means for the person. */
const FAULT_OF: Readonly<Record<string, FaultCode>> = {
  SQLITE_CORRUPT: 'cacheDamaged',
  SQLITE_NOTADB: 'cacheDamaged',
  SQLITE_BUSY: 'cacheBusy',
  SQLITE_LOCKED: 'cacheBusy',
  SQLITE_FULL: 'diskFull',
  SQLITE_READONLY: 'folderReadOnly',
  SQLITE_CANTOPEN: 'cacheUnavailable',
  SQLITE_PERM: 'cacheUnavailable',
  SQLITE_AUTH: 'cacheUnavailable',
  SQLITE_IOERR: 'cacheUnavailable',
  SQLITE_NOLFS: 'diskFull',
}

const REASON_OF: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_PERM: 'the system does not allow it',
  SQLITE_AUTH: 'the system does not allow it',
  SQLITE_IOERR: 'the disk did not answer as it should',
}

/** An error of SQLite as the application's own; every other value is given back as it is. */
export function fromSqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  // The disk may be full while SQLite writes beside the database, and then it only speaks of input and output.
  const primary = /^SQLITE_[A-Z0-9]+/.exec(error.code)?.[0] ?? error.code
  const code = FAULT_OF[primary] ?? 'internal'
  const reason = REASON_OF[primary]
  return new AppError(code, {
    cause: error,
    detail: `${error.code}: ${error.message}`,
    ...(reason === undefined ? {} : { params: { reason } }),
  })
}

/** Whether SQLite says that the file itself is not sound. */
export function isDamage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'cacheDamaged'
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/** Does the work, and lets errors of SQLite out as the application's own. */
export function withSqliteErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw fromSqliteError(error)
  }
}
