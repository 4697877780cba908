import type { WriteHandle } from './handles.ts'
import { MIGRATIONS } from '../migrations/index.ts'

/**
 * Migrates a database to a version of the schema, by default the newest, with one transaction for each
 * migration. The default migrations are those of the cache.
 */
export function migrate(
  handle: WriteHandle,
  upTo?: number,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const targetVersion = upTo ?? migrations.length
  for (;;) {
    const done = handle.transaction(() => {
      // Read inside the transaction, because another program may have migrated meanwhile.
      const version = handle.values<number>('PRAGMA user_version').get() ?? 0
      if (version >= targetVersion) return true
      const migration = migrations[version]
      if (migration === undefined) return true
      handle.execute(migration)
      handle.execute(`PRAGMA user_version = ${String(version + 1)}`)
      return false
    })
    if (done) return
  }
}
