import { readFileSync } from 'node:fs'
import tls, { type SecureContextOptions } from 'node:tls'
import { hasIntermediate } from './certificates/read-authority.ts'

/** What only newer versions of Node have. */
const { getCACertificates }: Partial<typeof tls> = tls

/**
 * The authorities of the system: companies add their own there, where browsers find them and Node does not.
 */
function systemAuthorities(): readonly string[] | null {
  if (getCACertificates === undefined) return null
  const defaults = getCACertificates('default')
  try {
    return [...new Set([...defaults, ...getCACertificates('system')])]
  } catch {
    // A store that cannot be read leaves the authorities that Node brings.
    return defaults
  }
}

/** Authorities that Node would add by default, were it not given others. */
function extraAuthorities(file: string): readonly string[] {
  try {
    return file === '' ? [] : [readFileSync(file, 'utf8')]
  } catch {
    // Node itself warns about it and continues.
    return []
  }
}

/**
 * Returns the authorities that every connection trusts (PEM): those of Node and of the system.
 * @param extraFile the value of `NODE_EXTRA_CA_CERTS`.
 */
export function trustedAuthorities(extraFile: string | undefined): string[] {
  return [...(systemAuthorities() ?? [...tls.rootCertificates, ...extraAuthorities(extraFile ?? '')])]
}

/**
 * Returns the settings of TLS that trust authorities, and those that a connection adds.
 * @param pem of the connection; null for none.
 */
export function trustSettings(authorities: readonly string[], pem: string | null): SecureContextOptions {
  if (pem === null) return { ca: [...authorities] }
  // The chosen file may contain an issuing authority without its root. Otherwise, this only hides what is
  // missing.
  return { ca: [...authorities, pem], allowPartialTrustChain: hasIntermediate(pem) }
}
