import type { X509Certificate } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { SecureContext, SecureContextOptions } from 'node:tls'
import { badInput } from '../../contract/app-error.ts'
import { utcDay } from '../../contract/instant.ts'
import { messages } from '../../contract/messages.ts'
import { nameOfSubject, parseCertificate } from './read-authority.ts'

/** A certificate with its private key, by which a connection identifies itself to its service. */
export interface ClientCertificate {
  /** Options for OpenSSL. */
  readonly options: Pick<SecureContextOptions, 'pfx' | 'cert' | 'key' | 'passphrase'>
  /** Name of the holder, for display. */
  readonly subject: string
  /** Name of the issuer, for display. */
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly validFrom: number
  /** Milliseconds since 1970. */
  readonly validUntil: number
}

export type ClientCertificateResult =
  | { readonly state: 'open'; readonly certificate: ClientCertificate }
  /** The password is missing or wrong. */
  | { readonly state: 'locked' }

/** A certificate with its chain and its key takes some kilobytes. */
export const MAX_CLIENT_CERTIFICATE_BYTES = 1_000_000

const PEM_BLOCK = /-----BEGIN [A-Z0-9 ]+-----/u
const PEM_CERTIFICATE = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/u
const PEM_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/u
const PEM_ENCRYPTED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/u
/** Errors of OpenSSL and BoringSSL (Electron) for a wrong password. */
const WRONG_PASSWORD = /mac verify failure|INCORRECT_PASSWORD|bad.decrypt|BAD_DECRYPT|bad password read/iu
const OUTDATED_ENCRYPTION = /unsupported/iu
const KEY_MISMATCH = /key.values.mismatch/iu

/**
 * Reads a client certificate: PKCS #12, or PEM with a certificate and its private key. Throws `badInput` with
 * the reason if the file cannot be used with any password.
 * @param password null if none is known.
 */
export function readClientCertificate(bytes: Uint8Array, password: string | null): ClientCertificateResult {
  if (bytes.byteLength > MAX_CLIENT_CERTIFICATE_BYTES)
    throw badInput(messages.reasons.clientCertificateFile.tooLarge)
  const text = Buffer.from(bytes).toString('latin1')
  const isPem = PEM_BLOCK.test(text)
  if (isPem && !PEM_CERTIFICATE.test(text))
    throw badInput(messages.reasons.clientCertificateFile.noCertificate)
  if (isPem && !PEM_KEY.test(text)) throw badInput(messages.reasons.clientCertificateFile.noKey)
  if (isPem && password === null && PEM_ENCRYPTED_KEY.test(text)) return { state: 'locked' }
  const content = Buffer.from(bytes)
  const options = {
    ...(isPem ? { cert: content, key: content } : { pfx: content }),
    ...(password === null ? {} : { passphrase: password }),
  }
  let context: SecureContext
  try {
    context = process.getBuiltinModule('node:tls').createSecureContext(options)
  } catch (error) {
    const message = error instanceof Error ? `${error.message} ${codeOf(error)}` : ''
    if (WRONG_PASSWORD.test(message)) return { state: 'locked' }
    if (KEY_MISMATCH.test(message)) throw badInput(messages.reasons.clientCertificateFile.mismatch)
    if (!isPem && OUTDATED_ENCRYPTION.test(message))
      throw badInput(messages.reasons.clientCertificateFile.outdated)
    throw badInput(messages.reasons.clientCertificateFile[isPem ? 'damaged' : 'notACertificate'])
  }
  const certificate = certificateOf(context)
  if (certificate === null) throw badInput(messages.reasons.clientCertificateFile.noCertificate)
  return {
    state: 'open',
    certificate: {
      options,
      subject: nameOfSubject(certificate.subject),
      issuer: nameOfSubject(certificate.issuer),
      validFrom: Date.parse(certificate.validFrom),
      validUntil: Date.parse(certificate.validTo),
    },
  }
}

/** Why a client certificate is not valid. */
export interface ValidityProblem {
  readonly reason: 'expired' | 'notYetValid'
  /** Name of the holder. */
  readonly name: string
  /** When it expired, or will be valid (UTC). */
  readonly day: string
}

/**
 * Returns why a client certificate is not valid at a time; null when it is valid.
 * @param now milliseconds since 1970.
 */
export function validityProblem(
  { subject, validFrom, validUntil }: Pick<ClientCertificate, 'subject' | 'validFrom' | 'validUntil'>,
  now: number = Date.now(),
): ValidityProblem | null {
  if (validUntil < now) return { reason: 'expired', name: subject, day: utcDay(validUntil) }
  return validFrom > now ? { reason: 'notYetValid', name: subject, day: utcDay(validFrom) } : null
}

/** Throws `badInput` with the reason for a client certificate that is not valid now. */
export function requireValid(certificate: ClientCertificate): void {
  const problem = validityProblem(certificate)
  if (problem !== null) throw badInput(messages.reasons.clientCertificateFile[problem.reason](problem))
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns the certificate of a context, which Node exposes only through a socket. */
function certificateOf(secureContext: SecureContext): X509Certificate | null {
  const { TLSSocket } = process.getBuiltinModule('node:tls')
  const socket = new TLSSocket(new PassThrough(), { secureContext, isServer: true })
  socket.on('error', () => undefined)
  try {
    const certificate = socket.getCertificate()
    return certificate !== null && 'raw' in certificate && certificate.raw instanceof Uint8Array
      ? parseCertificate(certificate.raw)
      : null
  } finally {
    socket.destroy()
  }
}
