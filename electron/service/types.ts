import type { Operations } from './operations.ts'
import type { OnReachability } from './reachability.ts'

/** A `fetch` function: Electron's network, Node's, or the sample service. */
export type Fetch = (request: Request) => Promise<Response>

/** A pause before a retry. */
export interface RetryWait {
  /** Length of the pause. */
  readonly milliseconds: number
  /** A sentence for people: reason, duration and next attempt. */
  readonly message: string
}

/** The permission to read a response to its end, for responses that are read one after the other. */
export interface ReadPermit {
  readonly isGranted: boolean
  /** Resolves when it is granted; never rejects. */
  readonly granted: Promise<void>
  /** Records how long the client held the request or response back. */
  recordWait(milliseconds: number): void
}

export interface RequestOptions {
  /** Overrides the attempts of the service. */
  readonly attempts?: number
  readonly signal?: AbortSignal
  /** The body is not read to its end before this is granted. */
  readonly readPermit?: ReadPermit
}

export type CampaignService = Operations<RequestOptions>

/** Time limits of a request in milliseconds. */
export interface Timeouts {
  /** Until the response starts. */
  readonly responseMs?: number
  /** Between two chunks of its body. */
  readonly idleMs?: number
  /** For the whole request. */
  readonly totalMs?: number
}

export interface ServiceOptions {
  /** May have a path and a trailing slash. */
  readonly baseUrl: string
  /** Sent verbatim as the value of `Authorization` (section 5), to the base address's origin only. */
  readonly key: string
  readonly fetch: Fetch
  /** Default 4; fewer after overload. */
  readonly maxConcurrent?: number
  readonly timeouts?: Timeouts
  readonly retry?: {
    readonly attempts?: number
    readonly baseDelayMs?: number
    /** A request fails if the service requests a longer pause. */
    readonly maxDelayMs?: number
  }
  readonly onReachability?: OnReachability | undefined
  /** Called before each pause that precedes another attempt. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined
}
