import Database from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Fault } from '../contract/faults.ts'
import { readHeader } from '../store/database/file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from '../store/database/handles.ts'
import { migrate } from '../store/database/migrate.ts'
import { openOrSetAside } from '../store/database/open-or-set-aside.ts'
import { createPrivateFile, createPrivateFolder } from '../store/database/private-file.ts'
import { checkSoundness } from '../store/database/soundness.ts'
import { withSqliteErrors } from '../store/database/sqlite-errors.ts'
import { refuseNewer, versionOf } from '../store/database/version.ts'
import { MIGRATIONS } from './migrations/index.ts'

export interface OpenedPictures {
  readonly handle: WriteHandle
  /** A damaged database that was set aside: its pictures are fetched again. */
  readonly notice: Fault | null
}

/**
 * Opens the database of the pictures, made, migrated or set aside as needed. Pictures in `folder` that a new
 * one knows nothing of are removed. Throws `cacheNewer` for one of a newer application, which stays
 * untouched.
 */
export function openPictures(file: string, folder: string, damaged = false): OpenedPictures {
  return withSqliteErrors(() => {
    createPrivateFolder(dirname(file))
    const { opened, notice } = openOrSetAside(file, () => openSound(file, folder), { damaged })
    return { handle: opened, notice }
  })
}

/** Since this version the database has the tables and columns of now. */
const READABLE_FROM = 5

/**
 * Opens the database of the pictures for reading only; null when there is none, or one of a version that its
 * thread is still to migrate. Throws `cacheNewer`, `cacheDamaged`, `cacheBusy` and `cacheUnavailable`.
 */
export function openPicturesForReading(file: string): ReadHandle | null {
  if (!existsSync(file)) return null
  return withSqliteErrors(() => {
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    const handle = new ReadHandle(database)
    try {
      const version = versionOf(handle)
      refuseNewer(version, MIGRATIONS.length)
      if (version >= READABLE_FROM) return handle
      handle.close()
      return null
    } catch (error) {
      handle.close()
      throw error
    }
  })
}

function openSound(file: string, folder: string): WriteHandle {
  const header = readHeader(file)
  if (header.kind === 'database' && header.userVersion !== null)
    refuseNewer(header.userVersion, MIGRATIONS.length)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Only heeded in a new file: the pages of a picture go back to the disk when it makes room.
    database.pragma('page_size = 8192')
    database.pragma('auto_vacuum = INCREMENTAL')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // Emptying the log into the file waits for the disk: every 32 megabytes is often enough.
    database.pragma('wal_autocheckpoint = 4000')
    database.pragma('journal_size_limit = 33554432')
    const handle = new WriteHandle(database)
    const version = versionOf(handle)
    refuseNewer(version, MIGRATIONS.length)
    if (version === 0) rmSync(folder, { recursive: true, force: true })
    migrate(handle, undefined, MIGRATIONS)
    checkSoundness(handle, file)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}
