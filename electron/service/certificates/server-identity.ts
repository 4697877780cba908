import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import tls, { type DetailedPeerCertificate, type PeerCertificate } from 'node:tls'
import { excludesNames } from './name-constraints.ts'

/** No service has a longer chain. */
const MAX_CHAIN_LENGTH = 16

const MIN_RSA_BITS = 2_048

function identityError(code: string, host: string): Error {
  return Object.assign(new Error(`The certificate is not for ${host}: ${code}`), { code })
}

/** Returns the known issuers of a certificate, the nearest first. */
function issuersOf(certificate: PeerCertificate): readonly X509Certificate[] {
  const issuers: X509Certificate[] = []
  let current: Partial<DetailedPeerCertificate> = certificate
  while (issuers.length < MAX_CHAIN_LENGTH) {
    const { raw, issuerCertificate }: Partial<DetailedPeerCertificate> = current
    if (issuerCertificate === undefined || raw?.equals(issuerCertificate.raw) === true) break
    issuers.push(new X509Certificate(issuerCertificate.raw))
    current = issuerCertificate
  }
  return issuers
}

/**
 * Returns the code of a weakness that OpenSSL refuses and BoringSSL, the library in Electron, accepts. The
 * signature of a self-signed authority does not count, because trust in it does not depend on that.
 */
function weaknessOf(certificate: X509Certificate): string | null {
  const { publicKey, subject, issuer } = certificate
  // Older versions of Node do not report it.
  const { signatureAlgorithm = '' }: Partial<X509Certificate> = certificate
  if ((publicKey.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS)
    return 'EE_KEY_TOO_SMALL'
  return subject !== issuer && /sha-?1(?!\d)|md5/iu.test(signatureAlgorithm) ? 'CA_MD_TOO_WEAK' : null
}

/**
 * Checks that a certificate is for a host, after OpenSSL has verified its chain. Stricter than Node: only
 * names in the certificate's list are valid, a wildcard matches a whole label (RFC 9525, 6.3), and no
 * wildcard is valid below an authority that excludes names, because OpenSSL compares the wildcard and not the
 * names that it covers. Weak keys and signatures are refused too.
 * @param host name or IP address
 */
export function checkServerIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const error = tls.checkServerIdentity(host, certificate)
  if (error !== undefined) return error
  const name = host.replace(/\.$/u, '')
  const server = new X509Certificate(certificate.raw)
  const issuers = issuersOf(certificate)
  const weakness = [server, ...issuers].map(weaknessOf).find((code) => code !== null)
  if (weakness !== undefined) return identityError(weakness, host)
  if (isIP(name) !== 0)
    return server.checkIP(name) === undefined
      ? identityError('ERR_TLS_CERT_ALTNAME_INVALID', host)
      : undefined
  const options = { subject: 'never', partialWildcards: false } as const
  if (server.checkHost(name, options) === undefined)
    return identityError('ERR_TLS_CERT_ALTNAME_INVALID', host)
  if (server.checkHost(name, { ...options, wildcards: false }) !== undefined) return undefined
  return issuers.some(excludesNames) ? identityError('CERT_NAME_NOT_PERMITTED', host) : undefined
}
