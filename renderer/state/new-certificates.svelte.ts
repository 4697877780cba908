import type { ConnectionClientCertificate } from '../../electron/contract/connection.ts'

function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).origin : null
}

/** Client certificates that were chosen for addresses that are not connections yet, as main keeps them. */
export class NewCertificates {
  #byOrigin = $state.raw<ReadonlyMap<string, ConnectionClientCertificate>>(new Map())

  /** Returns the certificate for an address; null: none was chosen. */
  at(baseUrl: string): ConnectionClientCertificate | null {
    return this.#byOrigin.get(originOf(baseUrl) ?? '') ?? null
  }

  /** Null: none any more. */
  set(baseUrl: string, certificate: ConnectionClientCertificate | null): void {
    const origin = originOf(baseUrl)
    if (origin === null) return
    const byOrigin = new Map(this.#byOrigin)
    if (certificate === null) byOrigin.delete(origin)
    else byOrigin.set(origin, certificate)
    this.#byOrigin = byOrigin
  }
}
