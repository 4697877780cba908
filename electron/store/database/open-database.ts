import Database from 'better-sqlite3'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'
import type { Fault } from '../../contract/faults.ts'
import { readHeader } from './file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from './handles.ts'
import { SCHEMA_VERSION } from '../migrations/index.ts'
import { migrate } from './migrate.ts'
import { copyCacheIfCheap, removeMigrationCopies } from './migration-copies.ts'
import { openOrSetAside, type SetAsideOptions } from './open-or-set-aside.ts'
import { checkIntegrity, inspectSchema, rejectNewer, versionOf } from './integrity.ts'
import { fromSqliteError, withSqliteErrors } from './sqlite-errors.ts'
import { createPrivateFile, createPrivateFolder } from './private-file.ts'

export interface OpenedDatabase {
  /** A fault code if the file can be read but not written. */
  readonly handle: WriteHandle | 'folderReadOnly' | 'diskFull'
  /** The notice of a damaged file that was set aside. */
  readonly notice: Fault | null
}

/**
 * Opens the cache for writing: creates its folder, migrates it, or sets a damaged file aside and creates an
 * empty one. Throws `cacheNewer` for a file of a newer application and `cacheNotMigrated` for one that cannot
 * be migrated, which are not changed, `cacheBusy`, `cacheUnavailable`, `diskFull`, and `folderReadOnly` if
 * there is no file and none can be created.
 */
export function openForWriting(
  file: string,
  options: Pick<SetAsideOptions, 'isDamaged'> = {},
): OpenedDatabase {
  createFolder(dirname(file))
  if (!isWritable(file)) {
    openForReading(file).close()
    return { handle: 'folderReadOnly', notice: null }
  }
  return withSqliteErrors(() => {
    const { opened, notice } = openOrSetAside(file, () => openIfNotFull(file), options)
    return { handle: opened, notice }
  })
}

/** Opens a file for writing. Returns `diskFull` if the disk is full and the file can still be read. */
function openIfNotFull(file: string): WriteHandle | 'diskFull' {
  try {
    return openAndMigrate(file)
  } catch (error) {
    const fault = fromSqliteError(error)
    if (fault instanceof AppError && fault.code === 'diskFull' && isReadable(file)) return 'diskFull'
    throw error
  }
}

/**
 * Opens the cache for reading, also in a read-only folder. Throws `notFound` if there is no file,
 * `cacheNewer`, `cacheDamaged`, `cacheBusy` and `cacheUnavailable`.
 */
export function openForReading(file: string): ReadHandle {
  if (!existsSync(file)) {
    throw new AppError(isWritable(file) ? 'notFound' : 'folderReadOnly', {
      detail: 'There is no cache file.',
    })
  }
  return withSqliteErrors(() => {
    const handle = new ReadHandle(openReadOnly(file))
    try {
      const version = versionOf(handle)
      rejectNewer(version, SCHEMA_VERSION)
      if (version < SCHEMA_VERSION) {
        throw new AppError('folderReadOnly', {
          detail: 'The cache is of an older version and must be migrated.',
        })
      }
    } catch (error) {
      handle.close()
      throw error
    }
    return handle
  })
}

function isReadable(file: string): boolean {
  try {
    openForReading(file).close()
    return true
  } catch {
    return false
  }
}

function openAndMigrate(file: string): WriteHandle {
  const version = inspect(file)
  if (version > 0 && version < SCHEMA_VERSION) copyCacheIfCheap(file, version)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Applies to new files only. An item's body would fill most of a page of the default size.
    database.pragma('page_size = 8192')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // Only 16 MB, because a download does not read the rows that it appends.
    database.pragma('cache_size = -16384')
    database.pragma('temp_store = FILE')
    // Overwrites deleted content if that needs no additional writes.
    database.pragma('secure_delete = FAST')
    // Emptying the log waits for the disk, so it is idle work (see writer.ts) unless the log has 256 MB.
    database.pragma('wal_autocheckpoint = 32000')
    database.pragma('journal_size_limit = 33554432')
    const handle = new WriteHandle(database)
    migrate(handle)
    if (version === SCHEMA_VERSION) removeMigrationCopies(file)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

function openReadOnly(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  // Instead of 16 MB, because indexes are read once and large values pass through it.
  database.pragma('cache_size = -4096')
  return database
}

/**
 * Checks a file read-only before it is opened for writing, so that an unknown, newer or damaged one is not
 * changed. Returns its version.
 */
function inspect(file: string): number {
  const header = readHeader(file)
  if (header.kind !== 'database') return 0
  if (header.userVersion !== null) rejectNewer(header.userVersion, SCHEMA_VERSION)
  try {
    return inspectDatabase(file, openReadOnly(file))
  } catch (error) {
    if (!needsRollback(error)) throw error
    return inspectDatabase(file, new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS }))
  }
}

/**
 * Returns whether only a writer can read the file, because another process creates it or was killed while
 * creating it.
 */
export function needsRollback(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_READONLY_ROLLBACK'
}

function inspectDatabase(file: string, database: Database.Database): number {
  const handle = new ReadHandle(database)
  try {
    const { version, isForeign } = inspectSchema(handle)
    rejectNewer(version, SCHEMA_VERSION)
    if (isForeign) {
      throw new AppError('cacheDamaged', { detail: 'The file is another kind of database.' })
    }
    checkIntegrity(handle, file)
    return version
  } finally {
    handle.close()
  }
}

function createFolder(folder: string): void {
  try {
    createPrivateFolder(folder)
  } catch (cause) {
    throw new AppError('cacheUnavailable', {
      cause,
      params: { reason: messages.reasons.cache.noFolder },
      detail: `mkdir: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`,
    })
  }
}

/** Returns whether the file and the other files of SQLite can be written. */
function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}
