import Database from 'better-sqlite3'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import type { FaultCode } from '../../contract/faults.ts'

/** Fault codes by result codes of SQLite (https://sqlite.org/rescode.html), extended ones first. */
const FAULT_CODES: Readonly<Record<string, FaultCode>> = {
  // SQLite cannot create the shared memory of the log on a full disk.
  SQLITE_IOERR_SHMSIZE: 'diskFull',
  // Another process creates the file.
  SQLITE_READONLY_ROLLBACK: 'cacheBusy',
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

const REASONS: Readonly<Record<string, 'cannotOpen' | 'notAllowed' | 'badDisk'>> = {
  SQLITE_CANTOPEN: 'cannotOpen',
  SQLITE_PERM: 'notAllowed',
  SQLITE_AUTH: 'notAllowed',
  SQLITE_IOERR: 'badDisk',
}

/** Converts an error of SQLite to an `AppError`; returns any other value unchanged. */
export function fromSqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const primary = /^SQLITE_[A-Z0-9]+/.exec(error.code)?.[0] ?? error.code
  const code = FAULT_CODES[error.code] ?? FAULT_CODES[primary] ?? 'internal'
  const reason = REASONS[primary]
  return new AppError(code, {
    cause: error,
    detail: `${error.code}: ${error.message}`,
    ...(reason === undefined ? {} : { params: { reason: messages.reasons.cache[reason] } }),
  })
}

/** Returns whether an error means that the file is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'cacheDamaged'
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}

/** Runs work and converts errors of SQLite to `AppError`. */
export function withSqliteErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw fromSqliteError(error)
  }
}
