import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKeytar } from '../../electron/secrets/keychain.ts'
import { temporaryFolder } from '../support/store.ts'

const run = promisify(execFile)
const CHILD = fileURLToPath(new URL('../support/secrets/keyring-child.ts', import.meta.url))
const KEY = 'Schlüssel "0042" ÿ'

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const missing = [
  ...(process.platform === 'linux' ? [] : ['Linux']),
  ...(isOnPath('dbus-run-session') ? [] : ['the Debian package dbus-daemon']),
  ...(isOnPath('gnome-keyring-daemon') ? [] : ['the Debian package gnome-keyring']),
  ...(await loadKeytar().then(
    () => [],
    () => ['keytar (npm ci with libsecret-1-dev, or with its download)'],
  )),
]
const isWhole = process.env['CI'] === 'true'
if (missing.length > 0 && !isWhole)
  process.stderr.write(`Left out: keys in a real keyring. It needs ${missing.join(', ')}.\n`)

interface Report {
  readonly before: { readonly key: string | null; readonly status: unknown }
  readonly kept: { readonly place: string; readonly reason: string | null }
  readonly held: string | null
  readonly after: { readonly key: string | null; readonly status: unknown; readonly other: string | null }
  readonly removed: { readonly key: string | null; readonly status: unknown }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'run'), { mode: 0o700 })
})
afterEach(() => folder.remove())

const DESKTOP = new Set(['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'])
const withoutDesktop = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DESKTOP.has(name)))

/** Runs the child after a shell line that prepares its session; nothing of this computer's own keyring is touched. */
async function inSession(prepare: string, session: boolean): Promise<Report> {
  const line = `${prepare}exec "$0" "$@"`
  const command = ['sh', '-c', line, process.execPath, CHILD, 'connection-1', KEY]
  const [program = '', ...words] = session ? ['dbus-run-session', '--', ...command] : command
  const { stdout } = await run(program, words, {
    timeout: 50_000,
    env: {
      ...withoutDesktop,
      HOME: folder.path,
      XDG_DATA_HOME: join(folder.path, 'data'),
      XDG_CACHE_HOME: join(folder.path, 'cache'),
      XDG_RUNTIME_DIR: join(folder.path, 'run'),
    },
  })
  return JSON.parse(stdout) as Report
}

describe.skipIf(missing.length > 0 && !isWhole)('keys in a real keyring', () => {
  it('outlive the application, for their connection only, until they are removed', async () => {
    const report = await inSession(
      'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ',
      true,
    )
    expect(report).toEqual({
      before: { key: null, status: { place: 'none', reason: null } },
      kept: { place: 'keychain', reason: null },
      held: KEY,
      after: { key: KEY, status: { place: 'keychain', reason: null }, other: null },
      removed: { key: null, status: { place: 'none', reason: null } },
    })
  })

  it('are for this session only when the keyring is locked', async () => {
    await inSession('printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ', true)
    const report = await inSession('gnome-keyring-daemon --start --components=secrets >/dev/null; ', true)
    expect(report.kept.place).toBe('session')
    expect(report.kept.reason).toContain('locked')
    expect(report.held).toBe(KEY)
    expect(report.after.key).toBeNull()
  })

  it('are for this session only without a session bus', async () => {
    const report = await inSession('', false)
    expect(report.kept.place).toBe('session')
    expect(report.kept.reason).toContain('no keychain')
    expect(report.held).toBe(KEY)
    expect(report.after.key).toBeNull()
  })
})
