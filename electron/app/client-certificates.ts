import { AppError, badInput } from '../contract/app-error.ts'
import type { Connection, PasswordLocation } from '../contract/connection.ts'
import {
  CLIENT_CERTIFICATE_ADVICE,
  CLIENT_CERTIFICATE_FILE_REASONS,
  SAVED_CLIENT_CERTIFICATE_REASONS,
} from '../contract/strings/service.ts'
import type { Secrets } from '../secrets/types.ts'
import {
  readClientCertificate,
  requireValid,
  validityProblem,
  type ClientCertificate,
} from '../service/certificates/client-certificate.ts'
import { DEFAULT_TLS, tlsSettings, type TlsSettings } from '../service/tls-settings.ts'
import type { ChosenClientCertificate, Connections } from './types.ts'

/** A client certificate file that was read, with the password that opens it. */
export interface OpenedClientCertificate {
  readonly chosen: ChosenClientCertificate
  readonly certificate: ClientCertificate
  /** Null: it needs none. */
  readonly password: string | null
}

/** What is needed to save the client certificate of a connection. */
export interface ClientCertificateParts {
  readonly connections: Connections
  readonly secrets: Secrets
}

/** Returns the account under which the keychain holds the password of a connection's client certificate. */
export const clientCertificateAccount = (connectionId: string): string => `${connectionId}/client-certificate`

/**
 * Opens the file of a client certificate; null when it needs a password. Throws `badInput` with the reason
 * when the file cannot be used, the password is wrong or the certificate is not valid now.
 * @param password null: none is known.
 */
export function openClientCertificate(
  fileName: string,
  bytes: Uint8Array,
  password: string | null,
): OpenedClientCertificate | null {
  const open = readClientCertificate(bytes, null)
  const reading = open.state === 'open' || password === null ? open : readClientCertificate(bytes, password)
  if (reading.state === 'locked') {
    if (password === null) return null
    throw badInput(CLIENT_CERTIFICATE_FILE_REASONS.wrongPassword)
  }
  const { certificate } = reading
  requireValid(certificate)
  const { subject, issuer, validFrom, validUntil } = certificate
  const needsPassword = open.state === 'locked'
  return {
    chosen: { fileName, subject, issuer, validFrom, validUntil, needsPassword, bytes },
    certificate,
    password: needsPassword ? password : null,
  }
}

/** Saves a client certificate for a connection, its password in the keychain, else in memory. */
export async function saveClientCertificate(
  connectionId: string,
  { chosen, password }: OpenedClientCertificate,
  { connections, secrets }: ClientCertificateParts,
): Promise<Connection> {
  const connection = await connections.setClientCertificate(connectionId, chosen)
  const account = clientCertificateAccount(connectionId)
  await (password === null ? secrets.remove(account) : secrets.set(account, password))
  return connection
}

/** Removes the client certificate of a connection with its password. */
export async function removeClientCertificate(
  connectionId: string,
  { connections, secrets }: ClientCertificateParts,
): Promise<Connection> {
  const connection = await connections.clearClientCertificate(connectionId)
  await secrets.remove(clientCertificateAccount(connectionId))
  return connection
}

/** Returns where the password of a connection's client certificate is. */
export async function clientCertificatePasswordPlace(
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
  if (bytes === null) throw unusable(SAVED_CLIENT_CERTIFICATE_REASONS.fileMissing)
  // Without a password in the file the keychain is not asked.
  const open = readClientCertificate(bytes, null)
  const storedPassword = open.state === 'open' ? null : await password()
  const reading = storedPassword === null ? open : readClientCertificate(bytes, storedPassword)
  if (reading.state === 'locked') {
    const reason = storedPassword === null ? 'passwordUnknown' : 'passwordWrong'
    throw unusable(SAVED_CLIENT_CERTIFICATE_REASONS[reason], CLIENT_CERTIFICATE_ADVICE.enterPassword)
  }
  const problem = validityProblem(reading.certificate)
  if (problem !== null)
    throw unusable(SAVED_CLIENT_CERTIFICATE_REASONS.notValid(problem), CLIENT_CERTIFICATE_ADVICE.renew)
  return reading.certificate
}

function unusable(reason: string, advice?: string): AppError {
  return new AppError('clientCertificate', { params: { reason, advice } })
}

/** Certificates that replace those of a connection; null: its own. */
export interface NamedCertificates {
  readonly authority: string | null
  readonly clientCertificate: ClientCertificate | null
}

export interface TlsSource extends NamedCertificates {
  /** Null: the sample data, which needs no network. */
  readonly baseUrl: string | null
  /** Null: a connection that is not saved yet. */
  readonly connectionId: string | null
  readonly connections: Connections
  /** Returns the password of the connection's client certificate. */
  readonly password: () => Promise<string | null>
}

/**
 * Returns the TLS settings for an address. Rejects with `clientCertificate` when the client certificate of
 * the connection cannot be used.
 */
export async function resolveTls(source: TlsSource): Promise<TlsSettings> {
  const { baseUrl, connectionId, connections, password } = source
  if (baseUrl === null) return DEFAULT_TLS
  const authority =
    source.authority ?? (connectionId === null ? null : await connections.authority(connectionId))
  const certificate =
    source.clientCertificate ??
    (connectionId === null ? null : await loadClientCertificate(connectionId, connections, password))
  return tlsSettings(baseUrl, authority, certificate)
}

/** Returns the TLS settings of a connection, at its own address or at another; see `resolveTls`. */
export async function tlsOfConnection(
  connectionId: string,
  { connections, secrets, baseUrl }: ClientCertificateParts & { readonly baseUrl?: string | undefined },
): Promise<TlsSettings> {
  return resolveTls({
    baseUrl: baseUrl ?? (await connections.get(connectionId)).baseUrl,
    connectionId,
    connections,
    password: () => clientCertificatePassword(secrets, connectionId),
    authority: null,
    clientCertificate: null,
  })
}

/** Returns the password of a connection's client certificate from the keychain. */
export function clientCertificatePassword(secrets: Secrets, connectionId: string): Promise<string | null> {
  return secrets.get(clientCertificateAccount(connectionId))
}

/**
 * Removes a connection with all its data and with its entries in the keychain; null: it has none. It must not
 * be open.
 */
export async function forgetConnection(
  connectionId: string,
  connections: Connections,
  secrets: Secrets | null,
): Promise<void> {
  await connections.remove(connectionId)
  await secrets?.remove(connectionId)
  await secrets?.remove(clientCertificateAccount(connectionId))
}
