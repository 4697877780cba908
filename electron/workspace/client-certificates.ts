import { AppError } from '../contract/app-error.ts'
import { CLIENT_CERTIFICATE_REASONS } from '../contract/strings/service.ts'
import type { Secrets } from '../secrets/types.ts'
import { readClientCertificate, type ClientCertificate } from '../service/certificates/client-certificate.ts'
import type { Connections } from './types.ts'

/** Returns the account under which the keychain holds the password of a connection's client certificate. */
export const clientCertificateAccount = (connectionId: string): string => `${connectionId}/client-certificate`

/**
 * Returns the client certificate of a connection, opened with its password; null without one. Rejects with
 * `clientCertificate` when it cannot be opened.
 */
export async function loadClientCertificate(
  connectionId: string,
  connections: Connections,
  password: () => Promise<string | null>,
): Promise<ClientCertificate | null> {
  const bytes = await connections.clientCertificate(connectionId)
  if (bytes === null) return null
  // Without a password in the file the keychain is not asked.
  const open = readClientCertificate(bytes, null)
  if (open.state === 'open') return open.certificate
  const known = await password()
  const reading = known === null ? open : readClientCertificate(bytes, known)
  if (reading.state === 'open') return reading.certificate
  const reason = known === null ? 'passwordUnknown' : 'passwordWrong'
  throw new AppError('clientCertificate', { params: { reason: CLIENT_CERTIFICATE_REASONS[reason]('') } })
}

/** Returns the password of a connection's client certificate from the keychain. */
export function clientCertificatePassword(secrets: Secrets, connectionId: string): Promise<string | null> {
  return secrets.get(clientCertificateAccount(connectionId))
}

/** Removes everything that the keychain holds for a connection. Never rejects. */
export async function removeSecrets(secrets: Secrets, connectionId: string): Promise<void> {
  await Promise.all([secrets.remove(connectionId), secrets.remove(clientCertificateAccount(connectionId))])
}
