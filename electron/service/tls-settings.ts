import type { ClientCertificate } from './certificates/client-certificate.ts'

/** TLS settings that a connection adds to the defaults. */
export interface TlsSettings {
  /**
   * Authorities (PEM) that are trusted in addition to the system's, only for the host of this origin; null
   * for none.
   */
  readonly authority: { readonly pem: string; readonly origin: string } | null
  /** Presented to servers of this origin only; null for none. */
  readonly clientCertificate: { readonly certificate: ClientCertificate; readonly origin: string } | null
}

export const DEFAULT_TLS: TlsSettings = { authority: null, clientCertificate: null }

/**
 * Returns the settings for one address.
 * @param authority PEM; null for none.
 */
export function tlsSettings(
  address: string,
  authority: string | null,
  certificate: ClientCertificate | null,
): TlsSettings {
  const { origin } = new URL(address)
  return {
    authority: authority === null ? null : { pem: authority, origin },
    clientCertificate: certificate === null ? null : { certificate, origin },
  }
}
