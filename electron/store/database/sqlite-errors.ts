import Database from 'better-sqlite3'
import { AppError } from '../../contract/app-error.ts'
import { CACHE_REASONS } from '../../contract/strings/store.ts'
import type { FaultCode } from '../../contract/faults.ts'

/**
 * Result codes of SQLite (https://sqlite.org/rescode.html), a few extended ones first, and what each means.
 */
const FAULT_OF: Readonly<Record<string, FaultCode>> = {
  // What a full disk says when there is no room for the memory that is shared with the log.
  SQLITE_IOERR_SHMSIZE: 'diskFull',
  SQLITE_READONLY_DBMOVED: 'cacheUnavailable',
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
  SQLITE_CANTOPEN: CACHE_REASONS.cannotOpen,
  SQLITE_PERM: CACHE_REASONS.notAllowed,
  SQLITE_AUTH: CACHE_REASONS.notAllowed,
  SQLITE_IOERR: CACHE_REASONS.badDisk,
}

/** An error of SQLite as the application's own; every other value is given back as it is. */
export function fromSqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const primary = /^SQLITE_[A-Z0-9]+/.exec(error.code)?.[0] ?? error.code
  const code = FAULT_OF[error.code] ?? FAULT_OF[primary] ?? 'internal'
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
