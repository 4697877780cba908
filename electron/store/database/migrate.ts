import type { WriteHandle } from './handles.ts'
import { MIGRATIONS } from '../migrations/index.ts'

/**
 * Brings a database to a version of the schema (the newest unless told otherwise), one transaction a
 * migration. The migrations are those of the cache, unless others are given.
 */
export function migrate(
  handle: WriteHandle,
  upTo?: number,
  migrations: readonly string[] = MIGRATIONS,
): void {
  const last = upTo ?? migrations.length
  for (;;) {
    const done = handle.transaction(() => {
      // Read inside the transaction: another program may have migrated while we waited for it.
      const version = handle.values<number>('PRAGMA user_version').get() ?? 0
      if (version >= last) return true
      const migration = migrations[version]
      if (migration === undefined) return true
      handle.execute(migration)
      handle.execute(`PRAGMA user_version = ${String(version + 1)}`)
      return false
    })
    if (done) return
  }
}
