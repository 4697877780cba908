import type { Operations } from './operations.ts'
import type { OnReach } from './reach.ts'

/** Anything that answers a request like `fetch`: Electron's network, Node's, the sample service, a test. */
export type Fetch = (request: Request) => Promise<Response>

/** A pause before something is tried again. */
export interface RetryWait {
  /** Length of the pause. */
  readonly milliseconds: number
  /** A sentence for people: why it waits, for how long, and which attempt follows. */
  readonly message: string
}

/** The place of an answer among those that are taken one after the other. */
export interface Turn {
  /** Whether it has come: the answers before this one are where they belong. */
  readonly hasCome: boolean
  /** Resolves when it has come; never rejects. */
  readonly come: Promise<void>
  /** Told, in milliseconds, how long the request was held back here, before it was sent or for its turn. */
  waited(milliseconds: number): void
}

export interface RequestOptions {
  /** Attempts of this request, where they differ from those of the service. */
  readonly attempts?: number
  readonly signal?: AbortSignal
  /** The request is sent as any other, but the body of its answer is not taken to its end before its turn has come. */
  readonly turn?: Turn
}

export type CampaignService = Operations<RequestOptions>

/** Time limits of an exchange in milliseconds. */
export interface Timeouts {
  /** Until the answer begins. */
  readonly answerMs?: number
  /** Between two pieces of its body. */
  readonly idleMs?: number
  /** For all of it. */
  readonly totalMs?: number
}

export interface ServiceOptions {
  /** May have a path and a trailing slash. */
  readonly baseUrl: string
  /** Sent verbatim as the value of `Authorization` (section 5), to the base address's origin only. */
  readonly key: string
  readonly fetch: Fetch
  /** Requests that may be under way at the same time; 4 if left out. Fewer when the service asks for it. */
  readonly mostInFlight?: number
  readonly timeouts?: Timeouts
  readonly retry?: {
    readonly attempts?: number
    readonly baseDelayMs?: number
    /** A service that asks for a longer pause is not waited for. */
    readonly longestDelayMs?: number
  }
  readonly onReach?: OnReach | undefined
  /** Called before each pause that precedes another attempt. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined
}
