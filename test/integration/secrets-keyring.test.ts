import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeBoundKey } from '../../electron/secrets/bound-key.ts'
import { loadTestKeytar, type LoaderName } from '../support/secrets/libraries.ts'
import { temporaryFolder } from '../support/store.ts'

const run = promisify(execFile)
const CHILD = fileURLToPath(new URL('../support/secrets/keyring-child.ts', import.meta.url))
/** A key as the application saves it, with line breaks and characters that only some encodings support. */
const KEY = encodeBoundKey('Schlüssel "0042" ÿ', { origin: 'https://print.example', trust: '' })

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
  ...(isOnPath('dbus-run-session') ? [] : ['the Debian package dbus']),
  ...(isOnPath('gnome-keyring-daemon') ? [] : ['the Debian package gnome-keyring']),
]
const hasKeytar = await loadTestKeytar().then(
  () => true,
  () => false,
)
const isWhole = process.env['CI'] === 'true'
if (missing.length > 0 && !isWhole)
  process.stderr.write(`Left out: keys in a real keyring. It needs ${missing.join(', ')}.\n`)
else if (!hasKeytar && !isWhole) process.stderr.write('Left out: keys in a real keyring through keytar.\n')

/** The libraries that load here; in CI all must. */
const loaders: readonly LoaderName[] = hasKeytar || isWhole ? ['keyring', 'keytar', 'both'] : ['keyring']

interface Report {
  readonly before: { readonly key: string | null; readonly status: unknown }
  readonly saved: { readonly storage: string; readonly reason: string | null }
  readonly current: string | null
  readonly after: { readonly key: string | null; readonly status: unknown; readonly other: string | null }
  readonly replaced: { readonly key: string | null }
  readonly outdated: string | null
  readonly removed: {
    readonly key: string | null
    readonly status: unknown
    readonly keyOfWriter: string | null
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'run'), { mode: 0o700 })
})
afterEach(() => folder.remove())

const DESKTOP = new Set(['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'])
const withoutDesktop = Object.fromEntries(Object.entries(process.env).filter(([name]) => !DESKTOP.has(name)))

const UNLOCKED = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; '
const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null; '

interface SessionOptions {
  /** Shell commands that prepare the session. */
  readonly prepare: string
  readonly hasBus?: boolean
}

/**
 * Runs the child in a separate session, apart from this computer’s keyring. `libraries`: the one that writes,
 * and optionally another that reads.
 */
async function inSession(
  libraries: readonly LoaderName[],
  { prepare, hasBus = true }: SessionOptions,
): Promise<Report> {
  const line = `${prepare}exec "$0" "$@"`
  const command = ['sh', '-c', line, process.execPath, CHILD, 'connection-1', KEY, ...libraries]
  const [program = '', ...words] = hasBus ? ['dbus-run-session', '--', ...command] : command
  const { stdout } = await run(program, words, {
    // Ends only a child that hangs.
    timeout: 200_000,
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
  describe.each(loaders)('through %s', (library) => {
    it('are saved for their connection until they are removed', async () => {
      expect(await inSession([library], { prepare: UNLOCKED })).toEqual({
        before: { key: null, status: { storage: 'none', reason: null } },
        saved: { storage: 'keychain', reason: null },
        current: KEY,
        after: { key: KEY, status: { storage: 'keychain', reason: null }, other: null },
        replaced: { key: `${KEY}-2` },
        outdated: null,
        removed: { key: null, status: { storage: 'none', reason: null }, keyOfWriter: null },
      })
    })

    it('are saved for the session if the keyring is locked', async () => {
      await inSession([library], { prepare: UNLOCKED })
      const report = await inSession([library], { prepare: LOCKED })
      expect(report.saved.storage).toBe('session')
      expect(report.saved.reason).toContain('locked')
      expect(report.current).toBe(KEY)
      expect(report.after.key).toBeNull()
    })

    it('are saved for the session without a session bus', async () => {
      const report = await inSession([library], { prepare: '', hasBus: false })
      expect(report.saved.storage).toBe('session')
      expect(report.saved.reason).toContain('no keychain')
      expect(report.current).toBe(KEY)
      expect(report.after.key).toBeNull()
    })
  })

  it.skipIf(!loaders.includes('keytar')).each([
    ['keytar', 'keyring'],
    ['keytar', 'both'],
    ['keyring', 'both'],
    ['both', 'keyring'],
  ] as const)('written through %s are read, replaced and removed through %s', async (writer, reader) => {
    const { saved, after, replaced, outdated, removed } = await inSession([writer, reader], {
      prepare: UNLOCKED,
    })
    expect(saved.storage).toBe('keychain')
    expect(after).toEqual({ key: KEY, status: { storage: 'keychain', reason: null }, other: null })
    expect(replaced.key).toBe(`${KEY}-2`)
    // The outdated key is removed: there is none or the new one.
    expect([null, `${KEY}-2`]).toContain(outdated)
    expect(removed).toEqual({ key: null, status: { storage: 'none', reason: null }, keyOfWriter: null })
  })
})
