import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The built application: main, preload, workers, command line and pages of the window. */
export const DIST = join(ROOT, 'dist')
/** Programs of the development dependencies. */
export const BIN = join(ROOT, 'node_modules', '.bin')

/**
 * Returns the folder for what is built once on a computer. It is outside the project, so that clones share
 * it.
 */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'campaign-desk')
}

export const FALLBACK_VERSION = '33.4.11'

/** Returns the folder of the fallback Electron. */
export function fallbackFolder(): string {
  return join(cacheFolder(), 'fallback-electron', FALLBACK_VERSION)
}
