import Database from 'better-sqlite3'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { readHeader } from '../store/database/file-header.ts'
import { BUSY_TIMEOUT_MS, WriteHandle } from '../store/database/handles.ts'
import { migrate } from '../store/database/migrate.ts'
import { openOrSetAside } from '../store/database/open-or-set-aside.ts'
import { withSqliteErrors } from '../store/database/sqlite-errors.ts'
import { refuseNewer, versionOf } from '../store/database/version.ts'
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
    const { opened, notice } = openOrSetAside(file, () => openSound(file, folder), { damaged })
    return { handle: opened, notice }
  })
}

function openSound(file: string, folder: string): WriteHandle {
  const header = readHeader(file)
  if (header.kind === 'database' && header.userVersion !== null)
    refuseNewer(header.userVersion, MIGRATIONS.length)
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    const handle = new WriteHandle(database)
    const version = versionOf(handle)
    refuseNewer(version, MIGRATIONS.length)
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
