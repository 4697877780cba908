import { statSync } from 'node:fs'
import { AppError } from '../../contract/app-error.ts'
import type { ReadHandle } from './handles.ts'

/** Files up to this many bytes are checked through at every start; larger ones would delay it. */
const FULL_CHECK_BYTES = 8 * 1024 * 1024

export function tablesOf(handle: ReadHandle): readonly string[] {
  return handle.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
}

/**
 * A cheap look at every table; a thorough one at a small file. Throws `cacheDamaged` or SQLite's own error.
 */
export function checkSoundness(handle: ReadHandle, file: string): void {
  if (statSync(file).size <= FULL_CHECK_BYTES) {
    const verdict = handle.values<string>('PRAGMA quick_check(1)').get()
    if (verdict !== 'ok') throw new AppError('cacheDamaged', { detail: 'quick_check found damage.' })
    return
  }
  for (const table of tablesOf(handle)) handle.values<number>(`SELECT 1 FROM "${table}" LIMIT 1`).get()
}
