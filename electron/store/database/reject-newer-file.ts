import Database from 'better-sqlite3'
import { readHeader } from './file-header.ts'
import { BUSY_TIMEOUT_MS, ReadHandle } from './handles.ts'
import { rejectNewer, versionOf } from './integrity.ts'
import { isDamage } from './sqlite-errors.ts'

/**
 * Throws `cacheNewer` for a database of a newer version, which is not changed, also if only its log contains
 * that version. Whoever opens another file reports what is wrong with it.
 */
export function rejectNewerFile(file: string, knownVersion: number): void {
  const header = readHeader(file)
  if (header.kind !== 'database') return
  if (header.userVersion !== null) {
    rejectNewer(header.userVersion, knownVersion)
    return
  }
  rejectNewer(versionInLog(file), knownVersion)
}

/** Returns the version of a database with a log; 0 if only a writer can read it, or if it is damaged. */
function versionInLog(file: string): number {
  try {
    const handle = new ReadHandle(
      new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }),
    )
    try {
      return versionOf(handle)
    } finally {
      handle.close()
    }
  } catch (error) {
    if (
      isDamage(error) ||
      (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_READONLY'))
    )
      return 0
    throw error
  }
}
