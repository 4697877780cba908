import { shownName } from '../clip-text.ts'

/** Reasons as clauses for `reason` in the messages of `faults.ts`. */
export const ADDRESS_REASONS = {
  notAnAddress: 'it is not a complete address',
  scheme: 'it has to begin with https://',
  blank: 'there is a blank or a line break in it',
  credentials: 'it contains a user name or a password',
  query: 'it contains a “?” or a “#”',
  blockedPort: 'its port is reserved for another protocol, and web requests to it are blocked',
} as const

export const KEY_REASONS = {
  blankAtEdge: 'it begins or ends with a blank',
  controlCharacter: 'it contains a line break or another control character',
  notSendable:
    'it contains a character, such as an accented letter or a curly quotation mark, that no request can carry unaltered',
} as const

export const TLS_REASONS = {
  selfSigned: 'it is signed by itself, so this computer does not know the authority that signed it',
  authority: 'this computer does not know the authority that signed it',
  expired: 'it has expired, or the clock of this computer is wrong',
  notYetValid: 'it is not valid yet, or the clock of this computer is wrong',
  otherName: 'it belongs to another address',
  revoked: 'it was revoked',
  weak: 'it is too weak',
  chainIncomplete:
    'this computer does not know its issuer, and the service did not send the issuer’s certificate; an intermediate certificate may be missing on the service',
  noAgreement: 'the two sides found no common protocol, or the port does not use HTTPS',
  plainHttp: 'the service uses plain HTTP on this port',
  invalid: 'it is not valid',
} as const

/** What is wrong with the client certificate of a connection, as the first part of a sentence. */
export const CLIENT_CERTIFICATE_REASONS = {
  required: (host: string) => `${host} requires a client certificate`,
  rejected: (host: string) => `${host} did not accept the client certificate, or requires one`,
  handshake: (host: string) => `${host} ended the TLS handshake; it may require a client certificate`,
} as const

/** Why the saved client certificate of a connection cannot be presented, as the first part of a sentence. */
export const SAVED_CLIENT_CERTIFICATE_REASONS = {
  passwordUnknown: 'The password of the client certificate is not known',
  passwordWrong: 'The password of the client certificate is wrong',
  fileMissing: 'The file of the client certificate is missing',
  notValid: (problem: string) => `The client certificate ${problem}`,
} as const

/** What to do about a saved client certificate that cannot be presented. */
export const CLIENT_CERTIFICATE_ADVICE = {
  enterPassword: 'Enter the password of the certificate for this connection.',
  renew: 'Ask your administrator for a new certificate, and choose its file for this connection.',
} as const

/** Why a client certificate is not valid; follows “certificate”. */
export const CLIENT_CERTIFICATE_VALIDITY = {
  expired: (name: string, day: string) => `“${name}” expired on ${day}`,
  notYetValid: (name: string, day: string) =>
    `“${name}” is not valid before ${day}, or the clock of this computer is wrong`,
} as const

/** Why a file cannot be used as a client certificate. */
export const CLIENT_CERTIFICATE_FILE_REASONS = {
  tooLarge: 'the file is far too large for a certificate',
  noCertificate: 'there is no certificate in that file',
  noKey:
    'there is no private key in that file; a client certificate is a PKCS #12 file (.p12, .pfx), or a PEM file with the certificate and its key',
  notACertificate: 'that file is neither PKCS #12 (.p12, .pfx) nor PEM',
  damaged: 'the certificate or the key in that file is damaged',
  mismatch: 'the private key in that file does not belong to the certificate',
  outdated:
    'that file uses an outdated encryption; export the certificate again with AES, or convert the file with “openssl pkcs12 -legacy”',
  unreadable: 'that file cannot be read',
  wrongPassword: 'the password is wrong',
  notValid: (problem: string) => `the certificate ${problem}`,
} as const

/** Why a file cannot be used as the certificate authority of a connection. */
export const AUTHORITY_REASONS = {
  tooLarge: 'the file is far too large for certificates',
  noCertificate: 'there is no certificate in that file; it should be a PEM or DER file (.pem, .crt, .cer)',
  damaged: 'a certificate in that file is damaged',
  privateKey:
    'that file contains a private key, which belongs to its owner alone; ask for the certificate of the authority',
  notAnAuthority: (name: string) =>
    `“${name}” is the certificate of a single server or person, not of an authority; ask for the one that signed it`,
  expired: (name: string, day: string) => `the certificate “${name}” expired on ${day}`,
  notYetValid: (name: string, day: string) =>
    `the certificate “${name}” is valid from ${day} only, or the clock of this computer is wrong`,
  unreadable: 'that file cannot be read',
} as const

/**
 * Why the proxy of the environment cannot be used.
 * @param variable name of the environment variable
 */
export const PROXY_ADDRESS_REASONS = {
  invalid: (variable: string) =>
    `${variable} does not contain the address of a proxy, such as http://proxy.example.com:3128 or socks5://proxy.example.com:1080`,
  socks4: (variable: string) =>
    `${variable} names a SOCKS 4 proxy, which is not supported; use socks5:// or http://`,
} as const

/** Errors of a proxy, which follow “The proxy proxy.example:3128 …”. `host` is the service. */
export const PROXY_REASONS = {
  notFound: () => 'cannot be found',
  refused: () => 'does not accept connections',
  unreachable: () => 'cannot be reached',
  silent: () => 'does not respond',
  disconnected: () => 'closed the connection without a response',
  credentialsMissing: () => 'requires a user name and a password (407)',
  credentialsRejected: () => 'rejected the user name or the password',
  signInUnsupported: () =>
    'requires a kind of sign-in (407), such as Kerberos or NTLM, that works only in the window and without certificates of the connection',
  denied: (host: string, status: number | null) => `refuses to connect to ${host}${inBrackets(status)}`,
  serviceUnreachable: (host: string, status: number | null) =>
    `reports that it cannot reach ${host}${inBrackets(status)}`,
  noTunnel: (host: string) => `did not open a connection to ${host}`,
  notAProxy: () => 'does not respond like a proxy of its kind',
  certificate: () => 'has a certificate that this computer does not trust',
  socks4: () => 'is a SOCKS 4 proxy, which does not work with a client certificate',
} as const

function inBrackets(status: number | null): string {
  return status === null ? '' : ` (${String(status)})`
}

export const REDIRECT_REASONS = { endless: 'it goes on and on', elsewhere: shownName } as const
