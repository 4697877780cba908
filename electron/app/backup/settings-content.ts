import type * as v from 'valibot'
import { exportProfilesSchema } from '../../contract/export-profile.ts'
import { messages } from '../../contract/messages.ts'
import { viewsSchema } from '../../contract/views.ts'
import { MAX_AUTHORITY_BYTES, parseCertificate } from '../../service/certificates/read-authority.ts'
import { normalizeBaseUrl } from '../../service/address-and-key.ts'
import { settingsSchema, type ConnectionSettings } from '../connection-settings.ts'
import { MAX_SETTINGS_BYTES, parseJson } from '../json-file.ts'
import { pictureChoicesSchema } from '../picture-choices.ts'
import { savedChecksSchema } from '../saved-checks.ts'
import { preferencesFileSchema } from '../settings-files.ts'
import type { BackupPath } from './manifest.ts'

/** Kinds of files that are read into memory. */
export type SettingsKind = Exclude<BackupPath['kind'], 'reviews' | 'photo'>

const SCHEMAS = {
  preferences: preferencesFileSchema,
  views: viewsSchema,
  profiles: exportProfilesSchema,
  connection: settingsSchema,
  checks: savedChecksSchema,
  pictures: pictureChoicesSchema,
} as const satisfies Readonly<Record<Exclude<SettingsKind, 'authority'>, v.GenericSchema>>

const CERTIFICATES = /^(?:\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----)+\s*$/u

/** Result of parsing a settings file: a damaged one has a reason, as a clause. */
export type ParsedSettings<Value> = { readonly value: Value } | { readonly reason: string }

/** Parses the content of a JSON file of this kind. */
export function parseSettings<Kind extends keyof typeof SCHEMAS>(
  kind: Kind,
  bytes: Uint8Array,
): ParsedSettings<v.InferOutput<(typeof SCHEMAS)[Kind]>> {
  if (bytes.byteLength > MAX_SETTINGS_BYTES) return { reason: messages.reasons.file.tooLarge }
  return parseJson(Buffer.from(bytes).toString('utf8'), SCHEMAS[kind])
}

/** Returns why a settings file cannot be used, as a clause; null if it can. */
export function findSettingsProblem(kind: SettingsKind, bytes: Uint8Array): string | null {
  if (kind === 'connection')
    return portableConnection(bytes) === null ? messages.reasons.file.notInForm : null
  if (kind !== 'authority') {
    const parsed = parseSettings(kind, bytes)
    return 'reason' in parsed ? parsed.reason : null
  }
  const pem = Buffer.from(bytes).toString('latin1')
  if (bytes.byteLength > MAX_AUTHORITY_BYTES || !CERTIFICATES.test(pem))
    return messages.reasons.file.notInForm
  try {
    for (const block of pem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/gu) ?? [])
      parseCertificate(block)
    return null
  } catch {
    return messages.reasons.file.notInForm
  }
}

/**
 * Returns a settings file as it is written to a backup file, which may leave this computer: without the
 * digest of the key and the client certificate of a connection, and without fields that this version does not
 * know. Returns null if the file is damaged.
 */
export function portableSettings(kind: SettingsKind, bytes: Uint8Array): Uint8Array | null {
  if (kind === 'authority') return findSettingsProblem(kind, bytes) === null ? bytes : null
  const parsed = parseSettings(kind, bytes)
  if ('reason' in parsed) return null
  const value = kind === 'connection' ? portableConnection(bytes) : parsed.value
  return value === null ? null : Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

function portableConnection(bytes: Uint8Array): object | null {
  const parsed = parseSettings('connection', bytes)
  if ('reason' in parsed || !hasUsableAddress(parsed.value)) return null
  const { name, kind, baseUrl, createdAt, labels, automatic, authority, addressChangedAt } = parsed.value
  return { name, kind, baseUrl, createdAt, labels, automatic, authority, addressChangedAt }
}

function hasUsableAddress({ kind, baseUrl }: Pick<ConnectionSettings, 'kind' | 'baseUrl'>): boolean {
  if (baseUrl === null || kind === 'sample') return baseUrl === null && kind === 'sample'
  try {
    normalizeBaseUrl(baseUrl)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the settings of a restored connection, as the content of its file.
 * @param present the connection here that is replaced; what belongs to this computer stays
 */
export function restoredConnection(bytes: Uint8Array, present: Uint8Array | null): Uint8Array {
  const parsed = present === null ? null : parseSettings('connection', present)
  const own = parsed !== null && 'value' in parsed ? parsed.value : null
  const value = {
    ...own,
    ...portableConnection(bytes),
    keyMark: own?.keyMark ?? null,
    clientCertificate: own?.clientCertificate ?? null,
    automaticAt: own?.automaticAt ?? null,
  }
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
