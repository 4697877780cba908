import Database from 'better-sqlite3'
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { CACHE_REASONS } from '../../contract/strings/store.ts'
import type { Fault } from '../../contract/faults.ts'
import { readHeader } from './file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from './handles.ts'
import { KNOWN_VERSION } from '../migrations/index.ts'
import { migrate } from './migrate.ts'
import { openOrSetAside, type SetAsideOptions } from './open-or-set-aside.ts'
import { checkSoundness, tablesOf } from './soundness.ts'
import { fromSqliteError, withSqliteErrors } from './sqlite-errors.ts'
import { createPrivateFile, createPrivateFolder } from './private-file.ts'
import { refuseNewer, versionOf } from './version.ts'

export interface OpenedDatabase {
  /** Or why there is no writing, only reading: the folder cannot be written to, or the disk is full. */
  readonly handle: WriteHandle | 'folderReadOnly' | 'diskFull'
  /** A damaged file that was set aside. */
  readonly notice: Fault | null
}

/**
 * Opens the cache for writing: makes its folder, migrates it, sets a damaged file aside and begins an empty
 * one. Throws `cacheNewer` for a file of a newer application (which stays untouched), `cacheBusy`,
 * `cacheUnavailable`, `diskFull`, and `folderReadOnly` where there is nothing to be read and no way to begin.
 */
export function openForWriting(file: string, options: Pick<SetAsideOptions, 'damaged'> = {}): OpenedDatabase {
  makeFolder(dirname(file))
  if (!isWritable(file)) {
    openForReading(file).close()
    return { handle: 'folderReadOnly', notice: null }
  }
  return withSqliteErrors(() => {
    const { opened, notice } = openOrSetAside(file, () => openUnlessFull(file), options)
    return { handle: opened, notice }
  })
}

/** Where there is no room, what is there can be read all the same. */
function openUnlessFull(file: string): WriteHandle | 'diskFull' {
  try {
    return openSound(file)
  } catch (error) {
    const fault = fromSqliteError(error)
    if (fault instanceof AppError && fault.code === 'diskFull' && isReadable(file)) return 'diskFull'
    throw error
  }
}

/**
 * Opens the cache for reading only. Works in a folder that cannot be written to. Throws `notFound` when there
 * is no file, `cacheNewer`, `cacheDamaged`, `cacheBusy` and `cacheUnavailable`.
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
      refuseNewer(version, KNOWN_VERSION)
      if (version < KNOWN_VERSION) {
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

/** Even opening for writing writes a little. Where that fails, what is there can be read all the same. */
function isReadable(file: string): boolean {
  try {
    openForReading(file).close()
    return true
  } catch {
    return false
  }
}

function openSound(file: string): WriteHandle {
  inspect(file)
  createPrivateFile(file)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Only heeded in a new file: an item's body fills a good part of the usual page.
    database.pragma('page_size = 8192')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    // 16 megabytes: a download appends, so what it wrote it does not read again.
    database.pragma('cache_size = -16384')
    database.pragma('temp_store = FILE')
    // What a download that failed had staged does not linger in the gaps of the file, as far as that costs no
    // more.
    database.pragma('secure_delete = FAST')
    // Emptying the log into the file waits for the disk: it is left to quiet moments (see writer.ts), unless
    // the log has 256 megabytes.
    database.pragma('wal_autocheckpoint = 32000')
    database.pragma('journal_size_limit = 33554432')
    const handle = new WriteHandle(database)
    migrate(handle)
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

function openReadOnly(file: string): Database.Database {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
}

/**
 * Looks at a file before it is opened for writing: what is not ours, too new or damaged must be left or set
 * aside as it is. A newer application's file does not even get a log of ours.
 */
function inspect(file: string): void {
  const header = readHeader(file)
  if (header.kind !== 'database') return
  if (header.userVersion !== null) refuseNewer(header.userVersion, KNOWN_VERSION)
  const look = new ReadHandle(openReadOnly(file))
  try {
    const version = versionOf(look)
    refuseNewer(version, KNOWN_VERSION)
    if (version === 0 && tablesOf(look).length > 0) {
      throw new AppError('cacheDamaged', { detail: 'The file is a database of something else.' })
    }
    checkSoundness(look, file)
  } finally {
    look.close()
  }
}

function makeFolder(folder: string): void {
  try {
    createPrivateFolder(folder)
  } catch (cause) {
    throw new AppError('cacheUnavailable', {
      cause,
      params: { reason: CACHE_REASONS.noFolder },
      detail: `mkdir: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`,
    })
  }
}

/** Whether the file, and the files that SQLite puts beside it, can be written. */
function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}
