import type { OtherTypes } from '../contract/item.ts'
import type { DoctorResult } from '../contract/doctor.ts'
import type { AppError } from '../contract/app-error.ts'
import type { ClientCertificate } from '../service/certificates/client-certificate.ts'
import type { ProxyChoice } from '../service/proxies.ts'
import type { Fetch } from '../service/types.ts'

/** Returns the IP addresses of a name; rejects with the system's error. */
export type Lookup = (host: string) => Promise<readonly string[]>

export interface DoctorOptions {
  /** The address as entered or saved; null for the sample, which has none. */
  readonly baseUrl: string | null
  /** Sent only to the origin of the address. Null for none. */
  readonly key: string | null
  /** Removes the key and other secrets from the texts of the results, as from the log. */
  readonly redact: (text: string) => string
  /** The network of downloads, which alone decides whether a certificate is trusted. */
  readonly fetch: Fetch
  /** Returns the proxy that this network uses for an address. */
  readonly proxyFor: (address: string) => ProxyChoice | Promise<ProxyChoice>
  /** Authority (PEM) that is trusted in addition to those of the system; null for none. */
  readonly authority: string | null
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** Default: none. */
  readonly clientCertificate?: ClientCertificate | null
  /** Default: the system's resolver. */
  readonly lookup?: Lookup
  /** Returns milliseconds since 1970; default: the system's clock. */
  readonly now?: () => number
  /** Called with each result immediately. */
  readonly onResult?: (result: DoctorResult) => void
  /** Stops the run; the remaining checks are skipped. */
  readonly signal?: AbortSignal
  /** Limit for the whole run, in milliseconds; default: a minute. */
  readonly limitMs?: number
  /** Program, version and platform, for the report. */
  readonly about: string
}

/** The result of a check, without its duration. */
export type CheckOutcome = Pick<DoctorResult, 'verdict' | 'message' | 'fault'> &
  Partial<Pick<DoctorResult, 'facts'>>

/** The parts of a page of items that are checked. */
export interface Page {
  readonly ids: readonly string[]
  /** `updatedAt` of each item, in milliseconds since 1970; null if it is missing or invalid. */
  readonly times: readonly (number | null)[]
  readonly totalCount: number
  /** Values of undocumented types. */
  readonly otherTypes: OtherTypes
  /** The page size that the service reports as applied. */
  readonly limit: number | null
}

/** The service's clock in a response, and this computer's clock in the middle of that request. */
export interface ClockReading {
  readonly serviceTime: number
  readonly localTime: number
}

/** Values that checks pass to later ones. */
export interface Diagnosis {
  readonly options: DoctorOptions
  /** Normalized. */
  readonly baseUrl: string
  readonly url: URL
  /** The network; records the clock of each response. */
  readonly fetch: Fetch
  /** Aborted when the run is stopped or times out. */
  readonly signal: AbortSignal
  proxy: ProxyChoice
  /** IP addresses of the service, or of the proxy. */
  addresses: readonly string[]
  /** The IP address that accepted a connection. */
  address: string
  /** The response to the request for the first page. */
  firstResponse: { readonly bytes: Uint8Array; readonly tookMs: number } | AppError | null
  page: Page | null
  clock: ClockReading | null
}

export type Check = (diagnosis: Diagnosis) => Promise<CheckOutcome> | CheckOutcome
