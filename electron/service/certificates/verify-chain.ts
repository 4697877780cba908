import type { KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { namesAllowed } from './names.ts'
import { KEY_USAGE, readParts, type CertificateParts } from './parts.ts'

/** Why a chain is not trusted, in the words that OpenSSL has for it. */
export type ChainRefusal =
  | 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
  | 'CERT_HAS_EXPIRED'
  | 'CERT_NOT_YET_VALID'
  | 'ERR_TLS_CERT_ALTNAME_INVALID'
  | 'CERT_INVALID_PURPOSE'
  | 'CERT_INVALID_CA'
  | 'CERT_PATH_LENGTH_EXCEEDED'
  | 'CERT_NAME_NOT_PERMITTED'
  | 'CERT_UNHANDLED_EXTENSION'
  | 'CA_MD_TOO_WEAK'
  | 'EE_KEY_TOO_SMALL'
  | 'CERT_NOT_IN_FORM'

/** A chain has two to four certificates; a longer one is no honest one. */
const LONGEST_PATH = 8
/** No more signatures than these are looked at for one chain, whatever the server sends. */
const MOST_ISSUERS = 64
const SMALLEST_RSA_BITS = 2_048

const SERVER = '1.3.6.1.5.5.7.3.1'
const ANY_PURPOSE = '2.5.29.37.0'

/** SHA-256, -384 and -512 with RSA and ECDSA, and Ed25519. */
const SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.3.101.112',
])
/** RSASSA-PSS has its hash among the parameters; without one of these it would be SHA-1. */
const PSS = '1.2.840.113549.1.1.10'
const PSS_HASHES = /^[0-9a-f]*060960864801650304020[123]/u

const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

export interface ChainQuestion {
  /** What the server sent, its own certificate first. */
  readonly presented: readonly X509Certificate[]
  /** What is trusted. */
  readonly authorities: readonly X509Certificate[]
  /** Name or IP address that was asked for. */
  readonly host: string
  /** Milliseconds since 1970. */
  readonly now: number
}

function isWeakKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'rsa' || type === 'rsa-pss') return (details?.modulusLength ?? 0) < SMALLEST_RSA_BITS
  return type === 'ec' ? !CURVES.has(details?.namedCurve ?? '') : type !== 'ed25519'
}

function isWeakSignature({ signature, signatureParameters }: CertificateParts): boolean {
  return !(SIGNATURES.has(signature) || (signature === PSS && PSS_HASHES.test(signatureParameters)))
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const bare = host.replace(/^\[|\]$/gu, '')
  // The subject's own name counts no more; only the names that the certificate lists.
  return isIP(bare) === 0
    ? certificate.checkHost(bare, { subject: 'never' }) !== undefined
    : certificate.checkIP(bare) !== undefined
}

function isServer({ purposes, keyUsage }: CertificateParts): boolean {
  const { digitalSignature, keyEncipherment, keyAgreement } = KEY_USAGE
  const mayServe = keyUsage === null || (keyUsage & (digitalSignature | keyEncipherment | keyAgreement)) !== 0
  return mayServe && isForServers(purposes)
}

function isForServers(purposes: CertificateParts['purposes']): boolean {
  return purposes === null || purposes.includes(SERVER) || purposes.includes(ANY_PURPOSE)
}

function dateRefusal({ validFrom, validTo }: X509Certificate, now: number): ChainRefusal | null {
  if (!(Date.parse(validFrom) <= now)) return 'CERT_NOT_YET_VALID'
  return Date.parse(validTo) >= now ? null : 'CERT_HAS_EXPIRED'
}

function same(a: X509Certificate, b: X509Certificate): boolean {
  return a.raw.equals(b.raw)
}

/** Every way from a server's certificate up to one that is trusted. */
function* pathsTo({ presented, authorities }: ChainQuestion): Generator<readonly X509Certificate[]> {
  let looked = 0
  function* onwards(path: readonly X509Certificate[]): Generator<readonly X509Certificate[]> {
    const last = path.at(-1)
    if (last === undefined) return
    if (authorities.some((authority) => same(authority, last))) {
      yield path
      return
    }
    if (path.length === LONGEST_PATH) return
    for (const issuer of [...authorities, ...presented]) {
      if (path.some((earlier) => same(earlier, issuer)) || !last.checkIssued(issuer)) continue
      looked += 1
      if (looked > MOST_ISSUERS) return
      if (last.verify(issuer.publicKey)) yield* onwards([...path, issuer])
    }
  }
  yield* onwards(presented.slice(0, 1))
}

/** The rules of RFC 5280, 6.1, for one path; the certificate that is trusted is the last. */
function pathRefusal(path: readonly X509Certificate[], now: number): ChainRefusal | null {
  const parts = path.map(readParts)
  for (const [at, certificate] of path.entries()) {
    const own = parts[at]
    if (own === undefined) continue
    const refusal = dateRefusal(certificate, now)
    if (refusal !== null) return refusal
    if (own.demandsUnknown) return 'CERT_UNHANDLED_EXTENSION'
    if (isWeakKey(certificate.publicKey)) return 'EE_KEY_TOO_SMALL'
    // What is trusted is trusted for itself, whoever signed it.
    if (at < path.length - 1 && isWeakSignature(own)) return 'CA_MD_TOO_WEAK'
    if (at === 0) continue
    if (!own.isAuthority || (own.keyUsage !== null && (own.keyUsage & KEY_USAGE.certSign) === 0))
      return 'CERT_INVALID_CA'
    if (!isForServers(own.purposes)) return 'CERT_INVALID_PURPOSE'
    const between = path.slice(1, at).filter(({ subject, issuer }) => subject !== issuer).length
    if (own.pathLength !== null && between > own.pathLength) return 'CERT_PATH_LENGTH_EXCEEDED'
    const { nameConstraints } = own
    if (
      nameConstraints !== null &&
      !parts.slice(0, at).every(({ names }) => namesAllowed(names, nameConstraints))
    )
      return 'CERT_NAME_NOT_PERMITTED'
  }
  return null
}

/**
 * Whether a server's certificate can be traced to one of these authorities, and may be used for that host now; null:
 * it may. For where the network's own verdict is only that it does not know the authority.
 */
export function verifyChain(question: ChainQuestion): ChainRefusal | null {
  const [server] = question.presented
  if (server === undefined) return 'CERT_NOT_IN_FORM'
  try {
    if (!isFor(server, question.host)) return 'ERR_TLS_CERT_ALTNAME_INVALID'
    if (!isServer(readParts(server))) return 'CERT_INVALID_PURPOSE'
    let refusal: ChainRefusal | null = null
    for (const path of pathsTo(question)) {
      const found = pathRefusal(path, question.now)
      if (found === null) return null
      refusal ??= found
    }
    return refusal ?? 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'
  } catch {
    return 'CERT_NOT_IN_FORM'
  }
}
