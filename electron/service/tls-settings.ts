import type { ClientCertificate } from './certificates/client-certificate.ts'

/** What a connection adds to the settings of TLS. */
export interface TlsSettings {
  /** PEM of authorities that are trusted beside the system's. */
  readonly authority: string | null
  /** Presented to servers of this origin only; null for none. */
  readonly clientCertificate: { readonly certificate: ClientCertificate; readonly origin: string } | null
}

export const DEFAULT_TLS: TlsSettings = { authority: null, clientCertificate: null }
