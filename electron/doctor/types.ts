import type { OtherTypes } from '../contract/item.ts'
import type { DoctorFinding, DoctorVerdict } from '../contract/doctor.ts'
import type { AppError } from '../contract/app-error.ts'
import type { ClientCertificate } from '../service/certificates/client-certificate.ts'
import type { ProxyChoice } from '../service/proxies.ts'
import type { Fetch } from '../service/types.ts'

/** Gives the IP addresses of a name; rejects with the system's error. */
export type Lookup = (host: string) => Promise<readonly string[]>

export interface DoctorOptions {
  /** As it was entered or saved; null: the sample, which has none. */
  readonly baseUrl: string | null
  /** Null: there is none. It is sent to the address's own origin, and stands in no finding. */
  readonly key: string | null
  /** The network that downloads use: its verdict about a certificate is the one that counts. */
  readonly fetch: Fetch
  /** The way that this network takes to an address. */
  readonly proxyFor: (address: string) => ProxyChoice | Promise<ProxyChoice>
  /** PEM of what is trusted beside the system's authorities. */
  readonly authority: string | null
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** What this side presents to the service; left out or null: nothing. */
  readonly clientCertificate?: ClientCertificate | null
  /** The system's own if left out. */
  readonly lookup?: Lookup
  /** Milliseconds since 1970; the system's clock if left out. */
  readonly now?: () => number
  /** Called with every finding as soon as it is there. */
  readonly onFinding?: (finding: DoctorFinding) => void
  /** Ends the run: what has not been looked at is skipped. */
  readonly signal?: AbortSignal
  /** Milliseconds for all of it; a minute if left out. */
  readonly limitMs?: number
  /** For the report: which program this is, and on what it runs. */
  readonly about: string
}

/** What a check found, before its time is noted. */
export interface Finding {
  readonly verdict: DoctorVerdict
  readonly message: string
  readonly facts?: readonly string[]
}

/** What matters of a page of items. */
export interface Page {
  readonly ids: readonly string[]
  /** `updatedAt` of each; null where it is missing or unreadable. */
  readonly times: readonly (number | null)[]
  readonly totalCount: number
  /** Values that are not of the documented types. */
  readonly otherTypes: OtherTypes
  /** As the service says that it applied it. */
  readonly limit: number | null
}

/** What the service's clock said in an answer, and ours in the middle of that exchange. */
export interface ClockReading {
  readonly theirs: number
  readonly ours: number
}

/** What checks have found out for later ones. */
export interface Examination {
  readonly options: DoctorOptions
  /** Normalised. */
  readonly baseUrl: string
  readonly url: URL
  /** The network, which notes the clock of each answer. */
  readonly fetch: Fetch
  /** Aborted when the run is stopped or its time is over. */
  readonly signal: AbortSignal
  proxy: ProxyChoice
  /** Addresses of the service, or of the proxy before it. */
  addresses: readonly string[]
  /** The one that took a connection. */
  address: string
  answer: { readonly bytes: Uint8Array; readonly tookMs: number } | AppError | null
  page: Page | null
  clock: ClockReading | null
}

export type Check = (examination: Examination) => Promise<Finding> | Finding
