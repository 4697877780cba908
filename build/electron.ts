import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, fallbackFolder } from './paths.ts'

/** An Electron that can be started. */
export interface Runtime {
  readonly executable: string
  /** `own`: the version in package.json. `fallback`: the one of `npm run electron:fallback`, for development only. */
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

/** The Electron at hand, without downloading anything; null when there is none. */
export function findElectron(): Runtime | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined && override !== '') return runtimeIn(override, 'override')
  const own = runtimeIn(join(PACKAGE, 'dist'), 'own')
  // A half-unpacked download has no path.txt: the installer writes it last.
  if (own !== null && existsSync(join(PACKAGE, 'path.txt'))) return own
  return runtimeIn(fallbackFolder(), 'fallback')
}

/**
 * The Electron at hand, else the one that Electron's own installer downloads; null where it cannot.
 * @param say gets what a person should read while waiting.
 */
export function provideElectron(say: (line: string) => void): Runtime | null {
  const found = findElectron()
  if (found !== null) return found
  say('Getting Electron with its own installer (some 100 MB, once) …')
  const installer = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const runtime = findElectron()
  if (runtime === null) {
    const reason = installer.stderr.split('\n').find((line) => line.trim() !== '')
    say(`Electron could not be downloaded${reason === undefined ? '' : ` (${reason.trim()})`}.`)
  }
  return runtime
}

/** What to do where Electron cannot be downloaded. */
export const FALLBACK_ADVICE =
  process.platform === 'linux' && process.arch === 'x64'
    ? 'It comes from GitHub. Where GitHub cannot be reached, an older runtime for development and tests can be built:\n\n    npm run electron:fallback\n'
    : 'It comes from GitHub. Check the network (HTTPS_PROXY is respected) and try again.\n'
