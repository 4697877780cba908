import type { WriteHandle } from './handles.ts'
import { MIGRATIONS } from '../migrations/index.ts'

/**
 * Brings a database to a version of the schema (the newest unless told otherwise), one transaction a migration.
 */
export function migrate(handle: WriteHandle, upTo: number = MIGRATIONS.length): void {
  for (;;) {
    const done = handle.transaction(() => {
      // Read inside the transaction: another program may have migrated while we waited for it.
      const version = handle.values<number>('PRAGMA user_version').get() ?? 0
      if (version >= upTo) return true
      const migration = MIGRATIONS[version]
      if (migration === undefined) return true
      handle.execute(migration)
      handle.execute(`PRAGMA user_version = ${String(version + 1)}`)
      return false
    })
    if (done) return
  }
}
