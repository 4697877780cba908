import type { WriteHandle } from './handles.ts'
import { fromSqliteError } from './sqlite-errors.ts'

/** Time to wait for other readers, in milliseconds. */
const LOCK_TIMEOUT_MS = 250

/**
 * Closes the cache as a single file, with the log emptied into it, because a file with a log cannot be read
 * from a read-only folder. If another program still reads, the log stays.
 */
export function closeDatabase(handle: WriteHandle): void {
  try {
    handle.execute('PRAGMA optimize')
    handle.withLockTimeout(LOCK_TIMEOUT_MS, () => {
      handle.execute('PRAGMA wal_checkpoint(TRUNCATE)')
      handle.execute('PRAGMA journal_mode = DELETE')
    })
  } catch (error) {
    if (!isBusy(error)) throw error
  } finally {
    handle.close()
  }
}

function isBusy(error: unknown): boolean {
  const converted = fromSqliteError(error)
  return converted instanceof Error && 'code' in converted && converted.code === 'cacheBusy'
}
