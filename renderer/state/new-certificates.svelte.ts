import type { ConnectionClientCertificate } from '../../electron/contract/connection.ts'

function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).origin : null
}

/** Client certificates that were chosen for addresses without a connection, as main stores them. */
export class NewCertificates {
  #byOrigin = $state.raw<ReadonlyMap<string, ConnectionClientCertificate>>(new Map())

  /** Returns the certificate for an address, or null. */
  at(baseUrl: string): ConnectionClientCertificate | null {
    return this.#byOrigin.get(originOf(baseUrl) ?? '') ?? null
  }

  /** Sets or, with null, removes the certificate for an address. */
  set(baseUrl: string, certificate: ConnectionClientCertificate | null): void {
    const origin = originOf(baseUrl)
    if (origin === null) return
    const byOrigin = new Map(this.#byOrigin)
    if (certificate === null) byOrigin.delete(origin)
    else byOrigin.set(origin, certificate)
    this.#byOrigin = byOrigin
  }
}
