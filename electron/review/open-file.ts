import Database from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { readHeader } from '../store/database/file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from '../store/database/handles.ts'
import { migrate, migrationError } from '../store/database/migrate.ts'
import {
  hasSpaceForMigration,
  migrationCopyPath,
  removeMigrationCopies,
} from '../store/database/migration-copies.ts'
import { openOrSetAside } from '../store/database/open-or-set-aside.ts'
import { createPrivateFile, createPrivateFolder } from '../store/database/private-file.ts'
import { withReviewErrors } from './errors.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { inspectSchema, rejectNewer, versionOf } from '../store/database/integrity.ts'

export interface OpenedFile {
  readonly handle: WriteHandle
  /** A damaged file that was set aside. */
  readonly notice: Fault | null
}

export interface OpenFileOptions {
  /** Whether to set the file aside without a check, because it was found damaged while in use. */
  readonly isDamaged?: boolean
  readonly migrations?: readonly string[]
}

/**
 * Opens the file with the reviews: creates it, migrates it after a backup, or sets a damaged one aside and
 * creates an empty one. Commits are flushed to disk. Throws `reviewsNewer` for a file of a newer application
 * and `reviewsNotMigrated` for one that cannot be migrated, which are not changed, and `reviewsUnavailable`.
 */
export function openFile(file: string, options: OpenFileOptions = {}): OpenedFile {
  const { isDamaged = false, migrations = MIGRATIONS } = options
  return withReviewErrors(() => {
    createPrivateFolder(dirname(file))
    const open = (): WriteHandle => openAndMigrate(file, migrations)
    const { opened, notice } = openOrSetAside(file, open, { isDamaged, code: 'reviewsDamaged' })
    return { handle: opened, notice }
  })
}

/** Opens the file for reading, or returns null if there is none. Throws as {@link openFile} does. */
export function openFileForReading(file: string): ReadHandle | null {
  if (!existsSync(file)) return null
  return withReviewErrors(() => {
    const handle = new ReadHandle(
      new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
    )
    try {
      const version = versionOf(handle)
      rejectNewer(version, MIGRATIONS.length)
      // The file is still empty.
      if (version > 0) return handle
      handle.close()
      return null
    } catch (error) {
      handle.close()
      throw error
    }
  })
}

function openAndMigrate(file: string, migrations: readonly string[]): WriteHandle {
  checkFile(file, migrations.length)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    // Each commit is flushed to disk, so that it survives a power failure.
    database.pragma('synchronous = FULL')
    database.pragma('fullfsync = ON')
    database.pragma('foreign_keys = ON')
    const handle = new WriteHandle(database)
    const version = versionOf(handle)
    if (version > 0 && version < migrations.length) backUp(handle, file, version)
    migrate(handle, undefined, migrations)
    if (version === migrations.length) removeMigrationCopies(file)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

/** Checks a file read-only before it is opened for writing, so that a newer or damaged one is not changed. */
function checkFile(file: string, knownVersion: number): void {
  const header = readHeader(file)
  if (header.kind !== 'database') return
  if (header.userVersion !== null) rejectNewer(header.userVersion, knownVersion)
  const handle = new ReadHandle(
    new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
  )
  try {
    const { version, isForeign } = inspectSchema(handle)
    rejectNewer(version, knownVersion)
    if (isForeign) throw damagedError('The file is a database of something else.')
    if (handle.values<string>('PRAGMA quick_check(1)').get() !== 'ok')
      throw damagedError('quick_check found damage.')
  } finally {
    handle.close()
  }
}

function damagedError(detail: string): AppError {
  return new AppError('cacheDamaged', { detail })
}

/** Copies the database to a file next to it. Throws `cacheNotMigrated` if there is no space for it. */
function backUp(handle: WriteHandle, file: string, version: number): void {
  const backup = migrationCopyPath(file, version)
  try {
    if (!hasSpaceForMigration(file)) throw new AppError('diskFull')
    // An empty file is a valid target, and keeps its permissions.
    createPrivateFile(backup)
    handle.command('VACUUM INTO ?').run(backup)
  } catch (error) {
    rmSync(backup, { force: true })
    throw migrationError(error)
  }
}
