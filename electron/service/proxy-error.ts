import { messages } from '../contract/messages.ts'

export type ProxyReason = keyof typeof messages.reasons.proxy

/** Reasons after which another attempt may succeed. */
const TEMPORARY_REASONS: ReadonlySet<ProxyReason> = new Set<ProxyReason>([
  'notFound',
  'refused',
  'unreachable',
  'silent',
  'disconnected',
  'serviceUnreachable',
])

/** A failure of the proxy between this computer and the service. */
export class ProxyError extends Error {
  readonly reason: ProxyReason
  /** Host and port of the proxy; null if unknown. */
  readonly proxy: string | null
  /** Status of the proxy's response; null if there is none. */
  readonly status: number | null
  /** Whether a person can sign in to the proxy, which may fix it. */
  readonly canSignIn: boolean

  constructor(
    reason: ProxyReason,
    proxy: string | null,
    {
      status = null,
      canSignIn = false,
      cause,
    }: { readonly status?: number | null; readonly canSignIn?: boolean; readonly cause?: unknown } = {},
  ) {
    super(`proxy: ${reason}`, { cause })
    this.name = 'ProxyError'
    this.reason = reason
    this.proxy = proxy
    this.status = status
    this.canSignIn = canSignIn
  }

  /** Whether another attempt may succeed. */
  get isTemporary(): boolean {
    return TEMPORARY_REASONS.has(this.reason)
  }

  /** Returns the reason as a clause without a period. */
  describe(host: string): string {
    return messages.reasons.proxy[this.reason]({
      proxy: this.proxy ?? '',
      isKnown: this.proxy !== null,
      host,
      status: String(this.status ?? ''),
      hasStatus: this.status !== null,
    })
  }
}

/** Returns the reason for a failure to reach a proxy, from the code of Node's error. */
export function proxyReasonOf(error: unknown): ProxyReason {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(ENOTFOUND|EAI_\w+)$/u.test(code)) return 'notFound'
  if (/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/u.test(code)) return 'silent'
  if (code === 'ECONNRESET') return 'disconnected'
  if (/^(HPE_\w+|EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/u.test(code))
    return 'notAProxy'
  if (/CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|SELF_SIGNED/u.test(code)) return 'certificate'
  return code === 'ECONNREFUSED' ? 'refused' : 'unreachable'
}
