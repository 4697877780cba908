import type { WriteHandle } from './handles.ts'
import { fromSqliteError } from './sqlite-errors.ts'

/** How long the end waits for others that still read, in milliseconds. */
const PATIENCE_MS = 250

/**
 * Closes the cache so that it is one plain file: the log is emptied into it and left behind. A file with a
 * log could not be read from a folder that cannot be written to, because a log needs company. Where another
 * program still reads, the log stays; that does no harm.
 */
export function closeDatabase(handle: WriteHandle): void {
  try {
    handle.execute('PRAGMA optimize')
    handle.waitingFor(PATIENCE_MS, () => {
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
  const known = fromSqliteError(error)
  return known instanceof Error && 'code' in known && known.code === 'cacheBusy'
}
