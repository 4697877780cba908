/** Clauses that say why; they fill the place of `reason` in the sentences of `faults.ts`. */
export const ADDRESS_REASONS = {
  notAnAddress: 'it is not a complete address',
  scheme: 'it has to begin with https://',
  blank: 'there is a blank or a line break in it',
  credentials: 'it contains a user name or a password',
  query: 'it contains a “?” or a “#”',
} as const

export const KEY_REASONS = {
  blankAtEdge: 'it begins or ends with a blank',
  controlCharacter: 'it contains a line break or another control character',
  notSendable:
    'it contains a character, such as an accented letter or a curly quotation mark, that no request can carry unaltered',
} as const

export const TLS_REASONS = {
  selfSigned: 'it is signed by itself and not by an authority that this computer trusts',
  authority: 'this computer does not know the authority that signed it',
  expired: 'it has expired, or the clock of this computer is wrong',
  notYetValid: 'it is not valid yet, or the clock of this computer is wrong',
  otherName: 'it belongs to another address',
  revoked: 'it was revoked',
  weak: 'it is too weak',
  clientCertificate: 'the service asks for a certificate of this computer',
  noAgreement: 'no secure connection could be agreed on',
  invalid: 'it is not valid',
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

export const PROXY_REASONS = {
  unusable: 'HTTPS_PROXY does not hold the address of a proxy, such as http://proxy.example.com:3128',
} as const

export const ANSWER_REASONS = {
  empty: 'it is empty',
  notAnObject: 'it is not a JSON object',
  tooLarge: 'it is too large',
  notHttp: 'it is not HTTP',
  compression: 'it cannot be decompressed',
} as const

export const REDIRECT_REASONS = {
  endless: 'it goes on and on',
  elsewhere: (host: string): string => host,
} as const
