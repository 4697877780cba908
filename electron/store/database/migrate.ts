import { AppError } from '../../contract/app-error.ts'
import type { FaultCode } from '../../contract/faults.ts'
import { messages } from '../../contract/messages.ts'
import type { WriteHandle } from './handles.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { fromSqliteError } from './sqlite-errors.ts'

/** Faults with a message of their own: of the file or of another program, not of the migration. */
const OTHER_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'cacheBusy',
  'cacheDamaged',
  'folderReadOnly',
])

/**
 * Migrates a database to a version of the schema, by default the newest. All migrations are one transaction,
 * so that after a failure the earlier version of the application can still open it. The default migrations
 * are those of the cache. Throws `cacheNotMigrated` with nothing changed.
 */
export function migrate(
  handle: WriteHandle,
  upTo?: number,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const targetVersion = upTo ?? migrations.length
  let missing: readonly string[] = []
  try {
    handle.transaction(() => {
      // Read inside the transaction, because another program may have migrated meanwhile.
      const version = handle.values<number>('PRAGMA user_version').get() ?? 0
      missing = migrations.slice(version, targetVersion)
      for (const migration of missing) handle.execute(migration)
      if (missing.length > 0) handle.execute(`PRAGMA user_version = ${String(version + missing.length)}`)
    })
  } catch (error) {
    throw missing.length > 0 ? migrationError(error) : error
  }
}

/** Returns the error of a database that was not migrated because of `error`. */
export function migrationError(error: unknown): unknown {
  const converted = fromSqliteError(error)
  if (!(converted instanceof AppError) || OTHER_FAULTS.has(converted.code)) return converted
  return converted.as(
    'cacheNotMigrated',
    converted.code === 'diskFull'
      ? { reason: messages.reasons.cache.noSpace, advice: messages.reasons.cache.freeSpace }
      : {},
  )
}
