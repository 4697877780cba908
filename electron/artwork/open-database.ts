import Database from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Fault } from '../contract/faults.ts'
import type { PictureKind } from '../content/inspect.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from '../store/database/handles.ts'
import { migrate } from '../store/database/migrate.ts'
import { openOrSetAside } from '../store/database/open-or-set-aside.ts'
import { createPrivateFile, createPrivateFolder } from '../store/database/private-file.ts'
import { rejectNewerFile } from '../store/database/reject-newer-file.ts'
import { checkIntegrity, rejectNewer, versionOf } from '../store/database/integrity.ts'
import { withSqliteErrors } from '../store/database/sqlite-errors.ts'
import { MIGRATIONS } from './migrations/index.ts'

export interface OpenedPictures {
  readonly handle: WriteHandle
  /** Reports a damaged database that was set aside. */
  readonly notice: Fault | null
}

/**
 * Opens the database of pictures, and creates, migrates or sets it aside if necessary. A new database removes
 * the pictures in `folder`. Throws `cacheNewer` for one of a newer version, which is not changed.
 */
export function openPictures(file: string, folder: string, isDamaged = false): OpenedPictures {
  return withSqliteErrors(() => {
    createPrivateFolder(dirname(file))
    const { opened, notice } = openOrSetAside(file, () => openMigrated(file, folder), { isDamaged })
    return { handle: opened, notice }
  })
}

/** Oldest version with all tables and columns that readers use. */
const MIN_READABLE_VERSION = 5

/**
 * Opens the database of pictures read-only; returns null if there is none, or if it must be migrated first.
 * Throws `cacheNewer`, `cacheDamaged`, `cacheBusy` and `cacheUnavailable`.
 */
export function openPicturesForReading(file: string): ReadHandle | null {
  if (!existsSync(file)) return null
  return withSqliteErrors(() => {
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    const handle = new ReadHandle(database)
    try {
      const version = versionOf(handle)
      rejectNewer(version, MIGRATIONS.length)
      if (version >= MIN_READABLE_VERSION) return handle
      handle.close()
      return null
    } catch (error) {
      handle.close()
      throw error
    }
  })
}

function openMigrated(file: string, folder: string): WriteHandle {
  rejectNewerFile(file, MIGRATIONS.length)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Applies to new files only; evicted pictures then free disk space.
    database.pragma('page_size = 8192')
    database.pragma('auto_vacuum = INCREMENTAL')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // A checkpoint waits for the disk, so it runs only every 32 MB.
    database.pragma('wal_autocheckpoint = 4000')
    database.pragma('journal_size_limit = 33554432')
    const handle = new WriteHandle(database)
    const version = versionOf(handle)
    rejectNewer(version, MIGRATIONS.length)
    if (version === 0) rmSync(folder, { recursive: true, force: true })
    migrate(handle, undefined, MIGRATIONS)
    checkIntegrity(handle, file)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

/** A row of `files`; the bytes are in `body`, in `album`, or in a separate file. */
export interface FileRow {
  readonly hash: string
  readonly kind: PictureKind
  readonly bytes: number
  readonly pixels: number | null
  readonly body: number | null
  readonly album: number | null
  readonly start: number | null
}
export const FILE_COLUMNS = 'files.hash, kind, bytes, width * height AS pixels, body, album, start'
