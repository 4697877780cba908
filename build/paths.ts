import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Built application: main, preload, workers, command line and the window's pages. */
export const DIST = join(ROOT, 'dist')
/** Programs of the development dependencies. */
export const BIN = join(ROOT, 'node_modules', '.bin')

/** Where `npm run electron:fallback` puts its runtime; outside the project, so that clones share it. */
export function fallbackFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'campaign-desk', 'electron-fallback', '33.4.11')
}
