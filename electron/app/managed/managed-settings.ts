import { readFile } from 'node:fs/promises'
import { homedir, userInfo } from 'node:os'
import { basename, isAbsolute, join, normalize } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../../contract/app-error.ts'
import { clipText } from '../../contract/clip-text.ts'
import {
  MANAGED_CHANNELS,
  MANAGED_UPDATES,
  type ManagedSummary,
  type ManagedUpdates,
} from '../../contract/managed.ts'
import { messages } from '../../contract/messages.ts'
import { normalizeBaseUrl } from '../../service/address-and-key.ts'
import { readAuthority } from '../../service/certificates/read-authority.ts'
import { parseManagedProxy, SYSTEM_PROXY, type ManagedProxy } from '../../service/managed-proxy.ts'
import type { AuthorityFile } from '../types.ts'
import {
  isChangedByOwnerOnly,
  readFailureReason,
  systemSources,
  type PolicySource,
} from './policy-sources.ts'

/** Settings that an organization manages. Each replaces what a person could set. */
export interface ManagedSettings {
  /** Names of the files or registry keys that were found. */
  readonly sources: readonly string[]
  /** Normalized; null: people enter addresses. */
  readonly baseUrl: string | null
  /** Whether connections to other addresses are refused. */
  readonly onlyBaseUrl: boolean
  /**
   * Trusted for the hosts of all connections, instead of authorities that people chose; null: not managed.
   */
  readonly authority: AuthorityFile | null
  readonly proxy: ManagedProxy
  readonly updates: ManagedUpdates
  /** Absolute paths of folders in which files may be written; null: any. */
  readonly exportFolders: readonly string[] | null
  /** Sentences about settings that could not be used. */
  readonly problems: readonly string[]
}

export const NO_MANAGED_SETTINGS: ManagedSettings = {
  sources: [],
  baseUrl: null,
  onlyBaseUrl: false,
  authority: null,
  proxy: SYSTEM_PROXY,
  updates: { mode: null, channel: null },
  exportFolders: null,
  problems: [],
}

/** The home folder by the system's list of users, which no environment variable changes. */
function homeFolder(): string {
  try {
    return userInfo().homedir
  } catch {
    return homedir()
  }
}

const MAX_FOLDERS = 100
const MAX_PATH_LENGTH = 4_096

/** Both the registry and property lists may have numbers for booleans. */
const switchSchema = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1])]),
  v.transform((value) => value === true || value === 1),
)

/** A path from the root or from the person's home folder (`~`). */
const pathSchema = v.pipe(
  v.string(),
  v.maxLength(MAX_PATH_LENGTH),
  v.transform((path) => (/^~(?:[/\\]|$)/u.test(path) ? join(homeFolder(), path.slice(1)) : path)),
  v.check(isAbsolute),
  v.transform(normalize),
)

/** Transforms a text with a function that throws an `AppError` for an invalid one. */
function parsed<Value>(parse: (text: string) => Value) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return parse(dataset.value)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        addIssue({ message: error.message })
        return NEVER
      }
    }),
  )
}

/** The managed settings by their names in every source. */
const SETTINGS = {
  BaseAddress: parsed(normalizeBaseUrl),
  OnlyBaseAddress: switchSchema,
  CertificateAuthority: pathSchema,
  Proxy: parsed(parseManagedProxy),
  Updates: v.picklist(MANAGED_UPDATES),
  UpdateChannel: v.picklist(MANAGED_CHANNELS),
  ExportFolders: v.pipe(
    v.union([
      v.array(pathSchema),
      v.pipe(
        pathSchema,
        v.transform((path) => [path]),
      ),
    ]),
    v.maxLength(MAX_FOLDERS),
  ),
}
type SettingName = keyof typeof SETTINGS
type Values = { readonly [Name in SettingName]?: v.InferOutput<(typeof SETTINGS)[Name]> }

/** Settings that restrict: an invalid value is the strictest one, so that a typo allows nothing. */
const STRICTEST = { OnlyBaseAddress: true, ExportFolders: [] as string[] } as const
const isRestriction = (name: string): name is keyof typeof STRICTEST => Object.hasOwn(STRICTEST, name)
const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

const MAX_NAME_LENGTH = 100
/** Maximum number of reported problems; a file may contain anything. */
const MAX_PROBLEMS = 50

/**
 * Reads the managed settings. Never rejects: what cannot be used is reported in `problems`. If a source
 * cannot be read, no folder is allowed for files, because it may restrict them.
 * @param owner user id of the administrator, to whom files must belong
 */
export async function loadManagedSettings(
  sources: readonly PolicySource[] = systemSources(),
  owner?: number,
): Promise<ManagedSettings> {
  const policies = await Promise.all(sources.map(async ({ name, read }) => ({ name, policy: await read() })))
  if (policies.every(({ policy }) => policy.state === 'none')) return NO_MANAGED_SETTINGS
  const problems: string[] = []
  const found: string[] = []
  let isUnreadable = false
  const merged: Record<string, unknown> = {}
  for (const { name, policy } of policies) {
    if (policy.state === 'unsafe') problems.push(messages.managed.problems.unsafe({ source: name }))
    else if (policy.state === 'unreadable') {
      found.push(name)
      isUnreadable = true
      problems.push(messages.managed.problems.unreadable({ source: name, reason: policy.reason }))
    } else if (policy.state === 'read') {
      found.push(name)
      for (const [setting, value] of Object.entries(policy.values))
        if (!Object.hasOwn(merged, setting)) merged[setting] = value
    }
  }
  const values = parseValues(merged, problems)
  const onlyBaseUrl = values.OnlyBaseAddress ?? false
  const baseUrl = values.BaseAddress ?? null
  if (onlyBaseUrl && baseUrl === null) problems.push(messages.managed.problems.addressMissing)
  return {
    sources: found,
    baseUrl,
    onlyBaseUrl,
    authority: await loadAuthority(values.CertificateAuthority, owner, problems),
    proxy: values.Proxy ?? SYSTEM_PROXY,
    updates: { mode: values.Updates ?? null, channel: values.UpdateChannel ?? null },
    exportFolders: isUnreadable ? [] : (values.ExportFolders ?? null),
    problems: problems.slice(0, MAX_PROBLEMS),
  }
}

function parseValues(merged: Readonly<Record<string, unknown>>, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(merged)) {
    const shownName = clipText(name, MAX_NAME_LENGTH)
    if (!isSetting(name)) {
      problems.push(messages.managed.problems.unknown({ name: shownName }))
      continue
    }
    const result = v.safeParse(SETTINGS[name], value)
    if (result.success) values[name] = result.output
    else if (isRestriction(name)) {
      values[name] = STRICTEST[name]
      problems.push(messages.managed.problems.invalidRestriction({ name }))
    } else problems.push(messages.managed.problems.invalid({ name }))
  }
  return values
}

async function loadAuthority(
  file: string | undefined,
  owner: number | undefined,
  problems: string[],
): Promise<AuthorityFile | null> {
  if (file === undefined) return null
  const refuse = (reason: string): null => {
    problems.push(messages.managed.problems.authority({ file, reason }))
    return null
  }
  try {
    if (!(await isChangedByOwnerOnly(file, owner)))
      return refuse(messages.managed.readReasons.unsafeAuthority)
    const { pem, subjects } = readAuthority(await readFile(file))
    return { fileName: basename(file), subjects, pem }
  } catch (error) {
    if (error instanceof AppError) return refuse(error.params.reason ?? error.message)
    return refuse(readFailureReason(error))
  }
}

/** Returns the managed settings without the content of certificates, for the window. */
export function summarizeManaged(settings: ManagedSettings): ManagedSummary {
  const { authority, proxy, ...others } = settings
  return {
    ...others,
    authority: authority === null ? null : { fileName: authority.fileName, subjects: authority.subjects },
    proxy: proxy.text,
  }
}

/** Returns the authority (PEM) to trust: the managed one, else the given one; null for none. */
export function managedAuthority({ authority }: ManagedSettings, other: string | null): string | null {
  return authority?.pem ?? other
}

/** Throws `addressNotAllowed` if the organization allows connections to another address only. */
export function requireAllowedAddress(
  baseUrl: string,
  { baseUrl: allowed, onlyBaseUrl }: ManagedSettings,
): void {
  if (!onlyBaseUrl || baseUrl === allowed) return
  throw new AppError('addressNotAllowed', { params: { host: allowed ?? undefined } })
}
