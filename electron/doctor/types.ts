import type { OtherTypes } from '../contract/item.ts'
import type { DoctorResult, DoctorVerdict } from '../contract/doctor.ts'
import type { AppError } from '../contract/app-error.ts'
import type { ClientCertificate } from '../service/certificates/client-certificate.ts'
import type { ProxyChoice } from '../service/proxies.ts'
import type { Fetch } from '../service/types.ts'

/** Gives the IP addresses of a name; rejects with the system's error. */
export type Lookup = (host: string) => Promise<readonly string[]>

export interface DoctorOptions {
  /** The address as entered or saved; null for the sample, which has none. */
  readonly baseUrl: string | null
  /** Null: none. It is sent to the origin of the address only, and no result contains it. */
  readonly key: string | null
  /** The network of downloads: only this decides whether a certificate is trusted. */
  readonly fetch: Fetch
  /** Returns the proxy that this network uses for an address. */
  readonly proxyFor: (address: string) => ProxyChoice | Promise<ProxyChoice>
  /** PEM of an authority that is trusted in addition to those of the system. */
  readonly authority: string | null
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** The client certificate; left out or null: none. */
  readonly clientCertificate?: ClientCertificate | null
  /** The system's own if left out. */
  readonly lookup?: Lookup
  /** Milliseconds since 1970; the system's clock if left out. */
  readonly now?: () => number
  /** Called with each result immediately. */
  readonly onResult?: (result: DoctorResult) => void
  /** Stops the run; the remaining checks are skipped. */
  readonly signal?: AbortSignal
  /** Milliseconds for all of it; a minute if left out. */
  readonly limitMs?: number
  /** For the report: the program, its version and its platform. */
  readonly about: string
}

/** The result of a check, without its duration. */
export interface CheckOutcome {
  readonly verdict: DoctorVerdict
  readonly message: string
  readonly facts?: readonly string[]
}

/** The parts of a page of items that are checked. */
export interface Page {
  readonly ids: readonly string[]
  /** `updatedAt` of each; null where it is missing or unreadable. */
  readonly times: readonly (number | null)[]
  readonly totalCount: number
  /** Values that are not of the documented types. */
  readonly otherTypes: OtherTypes
  /** The limit that the service reports to have applied. */
  readonly limit: number | null
}

/** The service's clock in an answer, and this computer's clock in the middle of that request. */
export interface ClockReading {
  readonly theirs: number
  readonly ours: number
}

/** Values that checks pass to later ones. */
export interface Examination {
  readonly options: DoctorOptions
  /** Normalised. */
  readonly baseUrl: string
  readonly url: URL
  /** The network, with the clock of each answer recorded. */
  readonly fetch: Fetch
  /** Aborted when the run is stopped or times out. */
  readonly signal: AbortSignal
  proxy: ProxyChoice
  /** Addresses of the service, or of the proxy before it. */
  addresses: readonly string[]
  /** The address that accepted a connection. */
  address: string
  answer: { readonly bytes: Uint8Array; readonly tookMs: number } | AppError | null
  page: Page | null
  clock: ClockReading | null
}

export type Check = (examination: Examination) => Promise<CheckOutcome> | CheckOutcome
