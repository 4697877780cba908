/** A received request. */
export interface ReceivedRequest {
  readonly method: string
  /** The subject of the client certificate, if one was sent. */
  readonly client?: string
  /** Path without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names; values as sent. */
  readonly headers: Readonly<Record<string, string>>
}

/** What the service does instead of responding correctly. */
export type Behavior =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** Waits before the response, and between chunks of its body. */
  | {
      readonly kind: 'slow'
      readonly beforeMs?: number
      readonly betweenMs?: number
      readonly pieces?: number
    }
  /** Never responds, or stops in the middle of the body without closing. */
  | { readonly kind: 'hang'; readonly at: 'start' | 'body' }
  /** Closes the connection before the response or in the middle of its body. */
  | { readonly kind: 'cut'; readonly at: 'start' | 'body' }
  /** Truncates the JSON of a complete HTTP response. */
  | { readonly kind: 'truncate' }
  /** The sign-in page of a network, with status 200. */
  | { readonly kind: 'login' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** These bytes, with status 200. */
  | { readonly kind: 'bytes'; readonly body: Uint8Array; readonly contentType?: string }
  /** Changes the JSON of the response; see `edits.ts` for examples. */
  | { readonly kind: 'edit'; readonly edit: (body: unknown, request: ReceivedRequest) => unknown }
  /** Changes the text of the response: invalid JSON, or numbers that JavaScript cannot represent. */
  | { readonly kind: 'text'; readonly change: (text: string) => string }
  /** Responds correctly after a promise resolves: to delay a request while something else happens. */
  | { readonly kind: 'wait'; readonly until: (request: ReceivedRequest) => Promise<void> }
  /** Responds correctly, to let some requests through before a later step. */
  | { readonly kind: 'correct' }

export interface Step {
  /** Which requests it applies to; default: all. */
  readonly when?: (request: ReceivedRequest) => boolean
  /** How many requests it applies to; default: all. */
  readonly times?: number
  readonly behavior: Behavior
}

/** For {@link Step.when}: the item list, or a campaign’s record. */
export const isItems = (request: ReceivedRequest): boolean => request.path.endsWith('/campaign-items')
export const isCampaign = (request: ReceivedRequest): boolean => /\/campaign\/[^/]+$/u.test(request.path)

/** Steps in order; a request gets the first one that applies and is not used up. */
export class Script {
  #steps: { readonly step: Step; left: number }[] = []

  replace(steps: readonly Step[]): void {
    this.#steps = steps.map((step) => ({ step, left: step.times ?? Number.POSITIVE_INFINITY }))
  }

  next(request: ReceivedRequest): Behavior | null {
    const entry = this.#steps.find(({ step, left }) => left > 0 && (step.when?.(request) ?? true))
    if (entry === undefined) return null
    entry.left -= 1
    return entry.step.behavior
  }
}
