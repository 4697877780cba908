import { AppError } from '../contract/app-error.ts'
import type { Connection, PasswordLocation } from '../contract/connection.ts'
import { messages } from '../contract/messages.ts'
import type { Secrets } from '../secrets/types.ts'
import {
  readClientCertificate,
  requireValid,
  validityProblem,
  type ClientCertificate,
} from '../service/certificates/client-certificate.ts'
import { DEFAULT_TLS, tlsSettings, type TlsSettings } from '../service/tls-settings.ts'
import { managedAuthority, requireAllowedAddress, type ManagedSettings } from './managed/managed-settings.ts'
import { clientCertificateAccount } from './connections.ts'
import type { ClientCertificateFile, Connections } from './types.ts'

/** A client certificate file with the password that opens it. */
export interface OpenedClientCertificate {
  readonly file: ClientCertificateFile
  readonly certificate: ClientCertificate
  /** Null: none is needed. */
  readonly password: string | null
}

/** Where client certificates and their passwords are saved. */
export interface CertificateDependencies {
  readonly connections: Connections
  readonly secrets: Secrets
}

/**
 * Opens the file of a client certificate; null when it needs a password, or another one. Throws `badInput`
 * with the reason when the file cannot be used or the certificate is not valid now.
 * @param password null: unknown
 */
export function openClientCertificate(
  fileName: string,
  bytes: Uint8Array,
  password: string | null,
): OpenedClientCertificate | null {
  const withoutPassword = readClientCertificate(bytes, null)
  const needsPassword = withoutPassword.state === 'locked'
  const result = needsPassword && password !== null ? readClientCertificate(bytes, password) : withoutPassword
  if (result.state === 'locked') return null
  const { certificate } = result
  requireValid(certificate)
  const { subject, issuer, validFrom, validUntil } = certificate
  return {
    file: { fileName, subject, issuer, validFrom, validUntil, needsPassword, bytes },
    certificate,
    password: needsPassword ? password : null,
  }
}

/** Saves a client certificate for a connection. Its password is saved in the keychain, else in memory. */
export async function saveClientCertificate(
  connectionId: string,
  { file, password }: OpenedClientCertificate,
  { connections, secrets }: CertificateDependencies,
): Promise<Connection> {
  const connection = await connections.setClientCertificate(connectionId, file)
  const account = clientCertificateAccount(connectionId)
  await (password === null ? secrets.remove(account) : secrets.set(account, password))
  return connection
}

/** Removes the client certificate of a connection with its password. */
export async function removeClientCertificate(
  connectionId: string,
  { connections, secrets }: CertificateDependencies,
): Promise<Connection> {
  const connection = await connections.clearClientCertificate(connectionId)
  await secrets.remove(clientCertificateAccount(connectionId))
  return connection
}

/** Returns where the password of a connection's client certificate is stored. */
export async function findPasswordLocation(
  { id, clientCertificate }: Connection,
  secrets: Secrets,
): Promise<PasswordLocation> {
  if (clientCertificate?.needsPassword !== true) return 'notNeeded'
  const { storage } = await secrets.status(clientCertificateAccount(id))
  // Only keys are withheld.
  return storage === 'withheld' ? 'none' : storage
}

/**
 * Returns the client certificate of a connection, opened with its password; null without one. Rejects with
 * `clientCertificate` when it cannot be opened or is not valid now.
 */
async function loadClientCertificate(
  connectionId: string,
  connections: Connections,
  password: () => Promise<string | null>,
): Promise<ClientCertificate | null> {
  const { clientCertificate } = await connections.get(connectionId)
  if (clientCertificate === null) return null
  const bytes = await connections.clientCertificate(connectionId)
  if (bytes === null) throw unusableCertificate(messages.reasons.savedClientCertificate.fileMissing)
  const withoutPassword = readClientCertificate(bytes, null)
  // The keychain is read only if the file needs a password.
  const storedPassword = withoutPassword.state === 'open' ? null : await password()
  const result = storedPassword === null ? withoutPassword : readClientCertificate(bytes, storedPassword)
  if (result.state === 'locked') {
    const reason = storedPassword === null ? 'passwordUnknown' : 'passwordWrong'
    throw unusableCertificate(
      messages.reasons.savedClientCertificate[reason],
      messages.reasons.clientCertificateAdvice.enterPassword,
    )
  }
  const problem = validityProblem(result.certificate)
  if (problem !== null)
    throw unusableCertificate(
      messages.reasons.savedClientCertificate[problem.reason](problem),
      messages.reasons.clientCertificateAdvice.renew,
    )
  return result.certificate
}

function unusableCertificate(reason: string, advice?: string): AppError {
  return new AppError('clientCertificate', { params: { reason, advice } })
}

/** Certificates to use instead of those of a connection; null: those of the connection. */
export interface CertificateOverrides {
  readonly authority: string | null
  readonly clientCertificate: ClientCertificate | null
}

export interface TlsSource extends CertificateOverrides {
  /** Null: the sample, which needs no network. */
  readonly baseUrl: string | null
  /** Null: a connection that is not saved yet. */
  readonly connectionId: string | null
  readonly connections: Connections
  readonly managed: ManagedSettings
  /** Returns the password of the connection's client certificate. */
  readonly password: () => Promise<string | null>
}

/**
 * Returns the TLS settings for an address. Rejects with `clientCertificate` when the client certificate of
 * the connection cannot be used, and with `addressNotAllowed`.
 */
export async function resolveTls(source: TlsSource): Promise<TlsSettings> {
  const { baseUrl, connectionId, connections, managed, password } = source
  if (baseUrl === null) return DEFAULT_TLS
  requireAllowedAddress(baseUrl, managed)
  const authority =
    managedAuthority(managed, source.authority) ??
    (connectionId === null ? null : await connections.authority(connectionId))
  const certificate =
    source.clientCertificate ??
    (connectionId === null ? null : await loadClientCertificate(connectionId, connections, password))
  return tlsSettings(baseUrl, authority, certificate)
}

/** Returns the TLS settings of a connection at its own address or another one; see `resolveTls`. */
export async function tlsOfConnection(
  connectionId: string,
  {
    connections,
    secrets,
    managed,
    baseUrl,
  }: CertificateDependencies & {
    readonly managed: Promise<ManagedSettings>
    readonly baseUrl?: string | undefined
  },
): Promise<TlsSettings> {
  return resolveTls({
    baseUrl: baseUrl ?? (await connections.get(connectionId)).baseUrl,
    connectionId,
    connections,
    managed: await managed,
    password: () => clientCertificatePassword(secrets, connectionId),
    authority: null,
    clientCertificate: null,
  })
}

/** Returns the password of a connection's client certificate from the keychain. */
export function clientCertificatePassword(secrets: Secrets, connectionId: string): Promise<string | null> {
  return secrets.get(clientCertificateAccount(connectionId))
}
