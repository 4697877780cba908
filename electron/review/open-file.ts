import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { readHeader } from '../store/database/file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from '../store/database/handles.ts'
import { migrate } from '../store/database/migrate.ts'
import { openOrSetAside } from '../store/database/open-or-set-aside.ts'
import { createPrivateFile, createPrivateFolder } from '../store/database/private-file.ts'
import { refuseNewer, versionOf } from '../store/database/version.ts'
import { withReviewErrors } from './errors.ts'
import { MIGRATIONS } from './migrations/index.ts'

export interface OpenedFile {
  readonly handle: WriteHandle
  /** A damaged file that was set aside. */
  readonly notice: Fault | null
}

export interface OpenFileOptions {
  /** The file was found damaged while it was in use: set it aside without looking at it again. */
  readonly damaged?: boolean
  readonly migrations?: readonly string[]
}

/**
 * Opens the file with the reviews: makes it, migrates it after keeping a copy of it as it was, sets a damaged
 * one aside and begins an empty one. What is committed is on disk. Throws `reviewsNewer` for a file of a
 * newer application, which stays untouched, and `reviewsUnavailable`.
 */
export function openFile(file: string, options: OpenFileOptions = {}): OpenedFile {
  const { damaged = false, migrations = MIGRATIONS } = options
  return withReviewErrors(() => {
    createPrivateFolder(dirname(file))
    const open = (): WriteHandle => openSound(file, migrations)
    const { opened, notice } = openOrSetAside(file, open, { isDamaged: damaged, code: 'reviewsDamaged' })
    return { handle: opened, notice }
  })
}

/** Opens the file for reading only; null when there is none. Throws as {@link openFile} does. */
export function openFileForReading(file: string): ReadHandle | null {
  if (!existsSync(file)) return null
  return withReviewErrors(() => {
    const handle = new ReadHandle(
      new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
    )
    try {
      const version = versionOf(handle)
      refuseNewer(version, MIGRATIONS.length)
      // Nobody has kept anything in it yet.
      if (version > 0) return handle
      handle.close()
      return null
    } catch (error) {
      handle.close()
      throw error
    }
  })
}

function openSound(file: string, migrations: readonly string[]): WriteHandle {
  inspect(file, migrations.length)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    // With each commit the log is forced to disk: what was acknowledged outlives a flat battery.
    database.pragma('synchronous = FULL')
    database.pragma('fullfsync = ON')
    database.pragma('foreign_keys = ON')
    const handle = new WriteHandle(database)
    const version = versionOf(handle)
    if (version > 0 && version < migrations.length) keepCopy(handle, file, version)
    migrate(handle, undefined, migrations)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Looks at a file before it is opened for writing: what is too new or damaged must be left or set aside as it
 * is.
 */
function inspect(file: string, known: number): void {
  const header = readHeader(file)
  if (header.kind !== 'database') return
  if (header.userVersion !== null) refuseNewer(header.userVersion, known)
  const look = new ReadHandle(
    new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
  )
  try {
    const version = versionOf(look)
    refuseNewer(version, known)
    const tables = look.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    if (version === 0 && tables.length > 0) throw damage('The file is a database of something else.')
    if (look.values<string>('PRAGMA quick_check(1)').get() !== 'ok') throw damage('quick_check found damage.')
  } finally {
    look.close()
  }
}

function damage(detail: string): AppError {
  return new AppError('cacheDamaged', { detail })
}

/** Writes the whole database as it is now to a file beside it. */
function keepCopy(handle: WriteHandle, file: string, version: number): void {
  const extension = extname(file)
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${basename(file, extension)}.version-${String(version)}-${stamp}${extension}`
  const copy = join(dirname(file), name)
  // An empty file is a valid target, and keeps its permissions.
  createPrivateFile(copy)
  handle.command('VACUUM INTO ?').run(copy)
}
