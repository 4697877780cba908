import Database from 'better-sqlite3'
import { AppError } from '../contract/app-error.ts'
import { MAX_NOTE_LENGTH } from '../contract/review.ts'
import { BUSY_TIMEOUT_MS, ReadHandle, WriteHandle } from '../store/database/handles.ts'
import { rejectNewer, versionOf } from '../store/database/integrity.ts'
import { migrate } from '../store/database/migrate.ts'
import { withReviewErrors } from './errors.ts'
import { MIGRATIONS, PHOTOS_VERSION } from './migrations/index.ts'

/**
 * Checks a reviews file from an untrusted source before anything else opens it: its schema is exactly that of
 * its version, without triggers and views that would run later, and hashes cannot name other files. Throws
 * `reviewsNewer` and `reviewsDamaged`.
 */
export function checkForeignFile(file: string): void {
  withReviewErrors(() => {
    const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    try {
      database.pragma('trusted_schema = OFF')
      database.pragma('cell_size_check = ON')
      const handle = new ReadHandle(database)
      const version = versionOf(handle)
      rejectNewer(version, MIGRATIONS.length)
      if (version < 1 || schemaOf(handle) !== schemaOfVersion(version))
        throw damaged('Its schema is another.')
      if (handle.values<string>('PRAGMA integrity_check(1)').get() !== 'ok')
        throw damaged('integrity_check found damage.')
      const invalid = `SELECT (SELECT count(*) FROM reviews WHERE length(note) > ${String(MAX_NOTE_LENGTH)})`
      const invalidHashes = `(SELECT count(*) FROM photos WHERE length(hash) <> 64 OR hash GLOB '*[^0-9a-f]*')`
      const count = handle
        .values<number>(version < PHOTOS_VERSION ? invalid : `${invalid} + ${invalidHashes}`)
        .get()
      if (count !== 0) throw damaged('It contains invalid values.')
    } finally {
      database.close()
    }
  })
}

function damaged(detail: string): AppError {
  return new AppError('cacheDamaged', { detail })
}

/** Returns all objects of a schema, without what versions of SQLite write differently. */
function schemaOf(handle: ReadHandle): string {
  const objects = handle
    .tuples<[type: string, name: string, sql: string | null]>(
      'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
    )
    .all()
  return JSON.stringify(
    objects.map(([type, name, sql]) => [type, name, sql?.replaceAll(/[\s"]+/gu, ' ') ?? null]),
  )
}

function schemaOfVersion(version: number): string {
  const database = new Database(':memory:')
  try {
    const handle = new WriteHandle(database)
    migrate(handle, version, MIGRATIONS)
    return schemaOf(handle)
  } finally {
    database.close()
  }
}
