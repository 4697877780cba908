import { AppError } from '../../contract/app-error.ts'
import type { ReadHandle } from './handles.ts'

/** Returns the version of a database's schema (`user_version`), 0 if it has none. */
export function versionOf(handle: ReadHandle): number {
  return handle.values<number>('PRAGMA user_version').get() ?? 0
}

/** Throws `cacheNewer` for a version that this application does not know. */
export function refuseNewer(version: number, knownVersion: number): void {
  if (version > knownVersion)
    throw new AppError('cacheNewer', { params: { found: version, known: knownVersion } })
}
