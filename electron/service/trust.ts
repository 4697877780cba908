import { readFileSync } from 'node:fs'
import tls, { type SecureContextOptions } from 'node:tls'
import { hasIntermediate } from './certificates/read-authority.ts'

/** Missing in older versions of Node. */
const { getCACertificates }: Partial<typeof tls> = tls

/**
 * Returns the authorities of Node and of the system, where companies add their own; null if this version of
 * Node cannot read the system's.
 */
function systemAuthorities(): readonly string[] | null {
  if (getCACertificates === undefined) return null
  const defaults = getCACertificates('default')
  try {
    return [...new Set([...defaults, ...getCACertificates('system')])]
  } catch {
    // Without a readable store of the system, use those that are bundled with Node.
    return defaults
  }
}

/** Returns the authorities of a file that Node ignores if authorities are passed to it. */
function extraAuthorities(file: string): readonly string[] {
  try {
    return file === '' ? [] : [readFileSync(file, 'utf8')]
  } catch {
    // Node itself warns about it and continues.
    return []
  }
}

/**
 * Returns the authorities (PEM) that every connection trusts: those of Node and of the system.
 * @param extraFile the value of `NODE_EXTRA_CA_CERTS`.
 */
export function trustedAuthorities(extraFile: string | undefined): string[] {
  return [...(systemAuthorities() ?? [...tls.rootCertificates, ...extraAuthorities(extraFile ?? '')])]
}

/**
 * Returns TLS settings with the given authorities and those of a connection.
 * @param pem authorities of the connection; null for none.
 */
export function trustSettings(authorities: readonly string[], pem: string | null): SecureContextOptions {
  if (pem === null) return { ca: [...authorities] }
  // The chosen file may contain an issuing authority without its root. In other cases, a partial chain would
  // hide a missing certificate.
  return { ca: [...authorities, pem], allowPartialTrustChain: hasIntermediate(pem) }
}
