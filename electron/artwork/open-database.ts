import Database from 'better-sqlite3'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { setAside } from '../store/database/damaged.ts'
import { readHeader } from '../store/database/file-header.ts'
import { BUSY_TIMEOUT_MS, WriteHandle } from '../store/database/handles.ts'
import { migrate } from '../store/database/migrate.ts'
import { isDamage, withSqliteErrors } from '../store/database/sqlite-errors.ts'
import { MIGRATIONS } from './migrations/index.ts'

export interface OpenedPictures {
  readonly handle: WriteHandle
  /** A damaged database that was set aside: its pictures are fetched again. */
  readonly notice: Fault | null
}

/**
 * Opens the database of the pictures, made, migrated or set aside as needed. Pictures in `folder` that a new one knows
 * nothing of are removed. Throws `cacheNewer` for one of a newer application, which stays untouched.
 */
export function openPictures(file: string, folder: string, damaged = false): OpenedPictures {
  return withSqliteErrors(() => {
    mkdirSync(dirname(file), { recursive: true })
    let notice: Fault | null = null
    if (damaged || readHeader(file).kind === 'notADatabase') notice = setAside(file)
    let handle: WriteHandle
    try {
      handle = openSound(file, folder)
    } catch (error) {
      if (notice !== null || !isDamage(error)) throw error
      notice = setAside(file)
      handle = openSound(file, folder)
    }
    return { handle, notice }
  })
}

function openSound(file: string, folder: string): WriteHandle {
  const header = readHeader(file)
  if (header.kind === 'database' && header.userVersion !== null) refuseNewer(header.userVersion)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    const handle = new WriteHandle(database)
    const version = handle.values<number>('PRAGMA user_version').get() ?? 0
    refuseNewer(version)
    if (version === 0) rmSync(folder, { recursive: true, force: true })
    migrate(handle, undefined, MIGRATIONS)
    if (handle.values<string>('PRAGMA quick_check(1)').get() !== 'ok')
      throw new AppError('cacheDamaged', { detail: 'quick_check found damage.' })
    return handle
  } catch (error) {
    database.close()
    throw error
  }
}

function refuseNewer(version: number): void {
  if (version > MIGRATIONS.length)
    throw new AppError('cacheNewer', { params: { found: version, known: MIGRATIONS.length } })
}
