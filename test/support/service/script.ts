/** A request as it came in. */
export interface ReceivedRequest {
  readonly method: string
  /** Whom the client certificate names; left out where none was presented. */
  readonly client?: string
  /** Path without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names; values as sent. */
  readonly headers: Readonly<Record<string, string>>
}

/** What the service does instead of answering well. */
export type Misbehaviour =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** Waits before the answer begins, and between pieces of its body. */
  | {
      readonly kind: 'slow'
      readonly beforeMs?: number
      readonly betweenMs?: number
      readonly pieces?: number
    }
  /** Never answers, or stops in the middle of the body without closing. */
  | { readonly kind: 'hang'; readonly at: 'start' | 'body' }
  /** Closes the connection before the answer or in the middle of its body. */
  | { readonly kind: 'cut'; readonly at: 'start' | 'body' }
  /** The JSON stops in the middle, though the HTTP answer is complete. */
  | { readonly kind: 'truncate' }
  /** A page to sign in to a network, with status 200. */
  | { readonly kind: 'login' }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** These bytes, with status 200. */
  | { readonly kind: 'bytes'; readonly body: Uint8Array; readonly contentType?: string }
  /** Changes the answer's JSON; see `edits.ts` for ready ones. */
  | { readonly kind: 'edit'; readonly edit: (body: unknown, request: ReceivedRequest) => unknown }
  /** Changes the answer's text: other bytes than JSON, numbers that JavaScript cannot hold. */
  | { readonly kind: 'text'; readonly change: (text: string) => string }
  /** Answers well, when what is returned has come to pass: to hold a request while something else happens. */
  | { readonly kind: 'wait'; readonly until: (request: ReceivedRequest) => Promise<void> }
  /** Answers well; to let some requests through before a later step. */
  | { readonly kind: 'well' }

export interface Step {
  /** Which requests it is for; all if left out. */
  readonly when?: (request: ReceivedRequest) => boolean
  /** For how many of them; every one if left out. */
  readonly times?: number
  readonly behave: Misbehaviour
}

/** For {@link Step.when}: the item list, or a campaign's record. */
export const isItems = (request: ReceivedRequest): boolean => request.path.endsWith('/campaign-items')
export const isCampaign = (request: ReceivedRequest): boolean => /\/campaign\/[^/]+$/u.test(request.path)

/** Steps in their order; a request gets the first that is for it and not used up. */
export class Script {
  #steps: { readonly step: Step; left: number }[] = []

  replace(steps: readonly Step[]): void {
    this.#steps = steps.map((step) => ({ step, left: step.times ?? Number.POSITIVE_INFINITY }))
  }

  next(request: ReceivedRequest): Misbehaviour | null {
    const entry = this.#steps.find(({ step, left }) => left > 0 && (step.when?.(request) ?? true))
    if (entry === undefined) return null
    entry.left -= 1
    return entry.step.behave
  }
}
