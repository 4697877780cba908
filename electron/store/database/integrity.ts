import { statSync } from 'node:fs'
import { AppError } from '../../contract/app-error.ts'
import type { ReadHandle } from './handles.ts'

/** A full check of larger files would delay the start. */
const MAX_FULL_CHECK_BYTES = 8 * 1024 * 1024

/** Returns the names of all tables. */
function tablesOf(handle: ReadHandle): readonly string[] {
  return handle.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
}

/**
 * Checks a small file fully, and a large one by reading a row of each table. Throws `cacheDamaged` or
 * SQLite's error.
 */
export function checkIntegrity(handle: ReadHandle, file: string): void {
  if (statSync(file).size <= MAX_FULL_CHECK_BYTES) {
    const result = handle.values<string>('PRAGMA quick_check(1)').get()
    if (result !== 'ok') throw new AppError('cacheDamaged', { detail: 'quick_check found damage.' })
    return
  }
  for (const table of tablesOf(handle)) handle.values<number>(`SELECT 1 FROM "${table}" LIMIT 1`).get()
}

/** Returns the version of a database's schema (`user_version`), 0 if it has none. */
export function versionOf(handle: ReadHandle): number {
  return handle.values<number>('PRAGMA user_version').get() ?? 0
}

/** Throws `cacheNewer` for a version that this application does not support. */
export function rejectNewer(version: number, knownVersion: number): void {
  if (version > knownVersion)
    throw new AppError('cacheNewer', {
      detail: `The format is ${String(version)}, the newest known one ${String(knownVersion)}.`,
    })
}

/**
 * Returns the version of a schema, and whether the database is of something else: it has tables but no
 * version. Both are read at once, because another process may create the file meanwhile.
 */
export function inspectSchema(handle: ReadHandle): { readonly version: number; readonly isForeign: boolean } {
  return handle.snapshot(() => {
    const version = versionOf(handle)
    return { version, isForeign: version === 0 && tablesOf(handle).length > 0 }
  })
}
