import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { messages } from '../../contract/messages.ts'
import { isMissing, systemCode } from '../files.ts'
import { windowsProgram } from '../windows-program.ts'
import { parseRegistry } from './parse-registry.ts'

const run = promisify(execFile)

export type PolicyValues = Readonly<Record<string, unknown>>

/** What a source of managed settings contains. `unsafe`: others than the administrator can change it. */
export type Policy =
  | { readonly state: 'none' | 'unsafe' }
  | { readonly state: 'read'; readonly values: PolicyValues }
  | { readonly state: 'unreadable'; readonly reason: string }

/** A file or a registry key with managed settings. */
export interface PolicySource {
  /** Its path. */
  readonly name: string
  /** Never rejects. */
  readonly read: () => Promise<Policy>
}

const MAX_POLICY_BYTES = 1_000_000
/** Limit for a program of the system, in milliseconds. */
const PROGRAM_TIMEOUT_MS = 3_000
const ROOT_UID = 0
/** Permission of the group or of everyone to write. */
const WRITABLE_BY_OTHERS = 0o022

const REGISTRY_PATH = String.raw`Software\Policies\Campaign Desk`
const LINUX_FILE = '/etc/campaign-desk/managed.json'
const MAC_FOLDER = '/Library/Managed Preferences'
/** The bundle id, as in `electron-builder.yml`. */
const MAC_FILE = 'io.github.campaign-desk.plist'

const objectSchema = v.record(v.string(), v.unknown())

/**
 * Returns whether only an administrator can change a file: it and its folder belong to the owner, and neither
 * the group nor others can write to them. Windows has no such permissions; there it is always true.
 */
export async function isChangedByOwnerOnly(file: string, owner: number = ROOT_UID): Promise<boolean> {
  if (process.platform === 'win32') return true
  const stats = await Promise.all([file, dirname(file)].map((path) => stat(path)))
  return stats.every(({ uid, mode }) => uid === owner && (mode & WRITABLE_BY_OTHERS) === 0)
}

/**
 * Returns a source that is a file. Without the file, reading it costs one `stat`.
 * @param owner user id of the administrator
 */
function fileSource(file: string, owner: number, parse: (file: string) => Promise<unknown>): PolicySource {
  return {
    name: file,
    read: async () => {
      try {
        const stats = await stat(file)
        if (!stats.isFile() || !(await isChangedByOwnerOnly(file, owner))) return { state: 'unsafe' }
        if (stats.size > MAX_POLICY_BYTES) return unreadable('tooLarge')
        const content = await parse(file)
        return !Array.isArray(content) && v.is(objectSchema, content)
          ? { state: 'read', values: content }
          : unreadable('notAnObject')
      } catch (error) {
        if (isMissing(error)) return { state: 'none' }
        if (error instanceof SyntaxError) return unreadable('notAnObject')
        return { state: 'unreadable', reason: readFailureReason(error) }
      }
    },
  }
}

/** Returns why the system could not read a file of the organization, as a clause. */
export function readFailureReason(error: unknown): string {
  const code = systemCode(error)
  const { system, systemUnknown } = messages.managed.readReasons
  return code === null ? systemUnknown : system({ code })
}

function unreadable(reason: 'tooLarge' | 'notAnObject' | 'unexpectedOutput' | 'notAscii'): Policy {
  return { state: 'unreadable', reason: messages.managed.readReasons[reason] }
}

/** Returns a source that is a JSON file. */
export function jsonSource(file: string, owner: number = ROOT_UID): PolicySource {
  return fileSource(file, owner, async (path) => JSON.parse(await readFile(path, 'utf8')) as unknown)
}

/** Returns a source that is the property list of a configuration profile. */
function plistSource(file: string): PolicySource {
  return fileSource(file, ROOT_UID, async (path) => {
    const { stdout } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path], {
      timeout: PROGRAM_TIMEOUT_MS,
      maxBuffer: MAX_POLICY_BYTES,
    })
    return JSON.parse(stdout) as unknown
  })
}

/** Runs `reg.exe` and returns its output; null if there is no such key. */
export type QueryRegistry = (args: readonly string[]) => Promise<Buffer | null>

/** Exit code of `reg.exe query` for a missing key. */
const KEY_MISSING = 1

const queryRegistry: QueryRegistry = async (args) => {
  try {
    const { stdout } = await run(windowsProgram('reg.exe'), args, {
      encoding: 'buffer',
      timeout: PROGRAM_TIMEOUT_MS,
      maxBuffer: MAX_POLICY_BYTES,
      windowsHide: true,
    })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === KEY_MISSING) return null
    throw error
  }
}

/** Returns a source that is a registry key. Only administrators can change the keys of policies. */
export function registrySource(hive: 'HKLM' | 'HKCU', query: QueryRegistry = queryRegistry): PolicySource {
  const key = `${hive}\\${REGISTRY_PATH}`
  return {
    name: key,
    read: async () => {
      try {
        // Paths cannot contain the separator of lists. Programs of 32 and 64 bits see the same key.
        const output = await query(['query', key, '/se', '|', '/reg:64'])
        if (output === null) return { state: 'none' }
        // The encoding of other characters depends on the console.
        if (output.some((byte) => byte > 0x7f)) return unreadable('notAscii')
        const values = parseRegistry(output.toString('latin1'), key, '|')
        return values === null ? unreadable('unexpectedOutput') : { state: 'read', values }
      } catch (error) {
        return { state: 'unreadable', reason: readFailureReason(error) }
      }
    },
  }
}

/** Returns the sources of a system. A setting of an earlier one wins: the computer's over the person's. */
export function systemSources(platform: NodeJS.Platform = process.platform): readonly PolicySource[] {
  if (platform === 'win32') return [registrySource('HKLM'), registrySource('HKCU')]
  if (platform !== 'darwin') return [jsonSource(LINUX_FILE)]
  return [join(MAC_FOLDER, MAC_FILE), join(MAC_FOLDER, userInfo().username, MAC_FILE)].map(plistSource)
}
