import { AppError } from '../contract/app-error.ts'
import type { FaultCode } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import { ProxyError, type ProxyReason } from './proxy-error.ts'

/** Describes a request in errors and reports; contains no query and no key. */
export interface RequestContext {
  readonly host: string
  /** For reports, such as `GET /campaign-items`. */
  readonly label: string
}

interface FaultMeaning {
  readonly code: FaultCode
  readonly reason?: () => string
  readonly unknownAuthority?: boolean
  readonly insecure?: boolean
  readonly keyMayBeSent?: boolean
  readonly clientCertificate?: keyof typeof messages.reasons.clientCertificate
}

/** Codes of Node, its HTTP client and, after `net::`, Chromium; the first match applies. */
const FAULT_MEANINGS: readonly (readonly [RegExp, FaultMeaning])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/u, tlsMeaning('selfSigned')],
  // OpenSSL: the chain has only one certificate, which is not self-signed.
  [/^(UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/u, tlsMeaning('chainIncomplete')],
  [
    /^(UNABLE_TO_(VERIFY|GET)_\w+|SELF_SIGNED_CERT_IN_CHAIN|ERR_CERT_AUTHORITY_INVALID|CERT_UNTRUSTED|INVALID_CA)$/u,
    tlsMeaning('authority'),
  ],
  [/^(CERT_HAS_EXPIRED|ERR_CERT_DATE_INVALID)$/u, tlsMeaning('expired')],
  [/^CERT_NOT_YET_VALID$/u, tlsMeaning('notYetValid')],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID|HOSTNAME_MISMATCH)$/u,
    tlsMeaning('otherName'),
  ],
  [/^(CERT_REVOKED|ERR_CERT_REVOKED)$/u, tlsMeaning('revoked')],
  [/^ERR_CERT_WEAK_\w+$|^CA_MD_TOO_WEAK$|^EE_KEY_TOO_SMALL$/u, tlsMeaning('weak')],
  [
    /^(ERR_SSL_CLIENT_AUTH_CERT_NEEDED|ERR_SSL_TLSV13?_ALERT_CERTIFICATE_REQUIRED)$/u,
    { code: 'clientCertificate', clientCertificate: 'required' },
  ],
  // Alerts about a certificate that this side sent, or did not send.
  [
    /^(ERR_BAD_SSL_CLIENT_AUTH_CERT|ERR_SSL_CLIENT_AUTH_\w+|ERR_SSL_(SSLV3|TLSV1|SSL\/TLS)_ALERT_(BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED))$/u,
    { code: 'clientCertificate', clientCertificate: 'rejected' },
  ],
  [
    /^ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE$/u,
    { code: 'clientCertificate', clientCertificate: 'handshake' },
  ],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/u, insecureMeaning('plainHttp')],
  [/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/u, insecureMeaning('noAgreement')],
  // UNSPECIFIED is Node's code for errors of OpenSSL that it has no name for, such as an excluded name.
  [
    /^(CERT_\w+|ERR_CERT_\w+|ERROR_IN_CERT_\w+|UNABLE_TO_DEC\w+|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE|UNSPECIFIED)$/u,
    tlsMeaning('invalid'),
  ],

  [/^(ENOTFOUND|EAI_\w+|ENETUNREACH|ENETDOWN)$/u, { code: 'offline' }],
  [/^(ERR_NAME_\w+|ERR_INTERNET_DISCONNECTED|ERR_DNS_\w+|ERR_ICANN_NAME_COLLISION)$/u, { code: 'offline' }],
  // A firewall of this computer causes EACCES and EPERM.
  [
    /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EAFNOSUPPORT|EACCES|EPERM)$/u,
    { code: 'unreachable' },
  ],
  [/^ERR_UNSAFE_PORT$/u, { code: 'addressInvalid', reason: () => messages.reasons.address.blockedPort }],
  [
    /^(ERR_CONNECTION_REFUSED|ERR_CONNECTION_FAILED|ERR_ADDRESS_\w+|ERR_NETWORK_ACCESS_DENIED)$/u,
    { code: 'unreachable' },
  ],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT)$/u, { code: 'timeout' }],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/u,
    { code: 'interrupted' },
  ],
  [
    /^(ERR_CONNECTION_\w+|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_\w+|ERR_EMPTY_RESPONSE)$/u,
    { code: 'interrupted' },
  ],
  [
    /^(ERR_HTTP2_\w+|ERR_QUIC_\w+|ERR_SOCKET_NOT_CONNECTED|ERR_NETWORK_\w+|ERR_ABORTED|ERR_STREAM_PREMATURE_CLOSE)$/u,
    { code: 'interrupted' },
  ],
  // Decompression that misses its end: the body was cut.
  [/^Z_BUF_ERROR$/u, { code: 'interrupted' }],
  [
    /^(Z_\w+|ERR__ERROR_FORMAT_\w+|ZSTD_error_\w+|ERR_CONTENT_DECODING_\w+)$/u,
    { code: 'badAnswer', reason: () => messages.reasons.answer.compression },
  ],
  [
    /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|ERR_INVALID_HTTP_RESPONSE|ERR_INVALID_CHUNKED_ENCODING|ERR_RESPONSE_HEADERS_\w+)$/u,
    { code: 'badAnswer', reason: () => messages.reasons.answer.notHttp },
  ],
]

function tlsMeaning(reason: keyof typeof messages.reasons.tls): FaultMeaning {
  return {
    code: 'tls',
    reason: () => messages.reasons.tls[reason],
    unknownAuthority: reason === 'selfSigned' || reason === 'authority' || reason === 'chainIncomplete',
  }
}

function insecureMeaning(reason: keyof typeof messages.reasons.tls): FaultMeaning {
  return { code: 'tls', reason: () => messages.reasons.tls[reason], insecure: true }
}

/** Returns the fault of a service that requires a client certificate, or refuses the presented one. */
export function clientCertificateFault(
  { host, label }: RequestContext,
  reason: keyof typeof messages.reasons.clientCertificate,
  { errorText = reason, cause }: { readonly errorText?: string; readonly cause?: unknown } = {},
): AppError {
  return new AppError('clientCertificate', {
    cause,
    detail: `${label} → ${errorText}`,
    params: { host, reason: messages.reasons.clientCertificate[reason]({ host }) },
  })
}

/** Faults of requests that ended before anything was sent, unless marked otherwise. */
const NOTHING_SENT: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'addressInvalid',
  'offline',
  'unreachable',
  'tls',
  'proxyFailed',
])

/** Returns whether the service may have received a request that failed with an error. */
export function mayBeSent(error: unknown): boolean {
  if (!(error instanceof AppError)) return true
  return !NOTHING_SENT.has(error.code) || error.params.keyMayBeSent === true
}

const CHROMIUM_ERROR = /\bnet::(ERR_[\w/]+)/u

/** Yields an error and its causes, outermost first, including the members of an `AggregateError`. */
function* errorChain(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 5) return
  yield error
  yield* errorChain(error.cause, depth + 1)
  if (error instanceof AggregateError) for (const member of error.errors) yield* errorChain(member, depth + 1)
}

/** Returns the error of a class among an error and its causes; null if there is none. */
export function causeOf<Kind extends Error>(
  error: unknown,
  kind: abstract new (...parameters: never[]) => Kind,
): Kind | null {
  for (const linkedError of errorChain(error)) if (linkedError instanceof kind) return linkedError
  return null
}

function codesOf(error: Error): readonly string[] {
  const code =
    'code' in error && typeof error.code === 'string' ? error.code.replace(/^net::/u, '') : undefined
  const chromium = CHROMIUM_ERROR.exec(error.message)?.[1]
  return [chromium, code].filter((text) => text !== undefined)
}

/** Message of `fetch` for a port that browsers block (Fetch standard, “bad port”). */
const BLOCKED_PORT_MESSAGE = /^bad port$/iu

/** Messages of errors without a code. */
const MESSAGE_PATTERNS: readonly (readonly [RegExp, FaultCode])[] = [
  [/^terminated$|other side closed|socket hang up|premature close|^aborted$/iu, 'interrupted'],
]

const UNKNOWN_ERROR: FaultMeaning = { code: 'unreachable', keyMayBeSent: true }

function classify(error: unknown): { readonly meaning: FaultMeaning; readonly errorText: string } | null {
  const errors = [...errorChain(error)]
  const codes = errors.flatMap(codesOf)
  for (const errorText of codes) {
    const [, meaning] = FAULT_MEANINGS.find(([pattern]) => pattern.test(errorText)) ?? []
    if (meaning !== undefined) return { meaning, errorText }
  }
  for (const { name, message } of errors) {
    if (BLOCKED_PORT_MESSAGE.test(message))
      return {
        meaning: { code: 'addressInvalid', reason: () => messages.reasons.address.blockedPort },
        errorText: message,
      }
    if (name === 'TimeoutError') return { meaning: { code: 'timeout' }, errorText: name }
    const [, code] = MESSAGE_PATTERNS.find(([pattern]) => pattern.test(message)) ?? []
    if (code !== undefined) return { meaning: { code }, errorText: message }
  }
  const [errorText] = codes
  // When an unknown error happens is unknown too.
  if (errorText !== undefined) return { meaning: UNKNOWN_ERROR, errorText }
  return errors.some(({ message }) => message === 'fetch failed')
    ? { meaning: UNKNOWN_ERROR, errorText: 'fetch failed' }
    : null
}

/**
 * Returns the fault for an exception of `fetch` or of reading its body, from Node or Chromium. Any other
 * error, such as an internal one, is returned unchanged.
 */
export function networkFault(error: unknown, requestContext: RequestContext): unknown {
  // The network library may wrap errors of this application, such as that of an invalid proxy setting.
  const appError = causeOf(error, AppError)
  if (appError !== null) return appError
  const proxyError = proxyErrorOf(error)
  if (proxyError !== null) return proxyFault(proxyError, requestContext)
  const classified = classify(error)
  if (classified === null) return error
  const { clientCertificate } = classified.meaning
  if (clientCertificate !== undefined)
    return clientCertificateFault(requestContext, clientCertificate, {
      errorText: classified.errorText,
      cause: error,
    })
  return new AppError(classified.meaning.code, {
    cause: error,
    detail: `${requestContext.label} → ${classified.errorText}`,
    params: {
      host: requestContext.host,
      reason: classified.meaning.reason?.(),
      unknownAuthority: classified.meaning.unknownAuthority,
      insecure: classified.meaning.insecure,
      keyMayBeSent: classified.meaning.keyMayBeSent,
    },
  })
}

/** Chromium's codes for failures of a proxy; the first match applies. */
const CHROMIUM_PROXY_REASONS: readonly (readonly [RegExp, ProxyReason])[] = [
  [/^ERR_PROXY_CONNECTION_FAILED$/u, 'unreachable'],
  [/^ERR_PROXY_CERTIFICATE_INVALID$/u, 'certificate'],
  [/^ERR_(PROXY_AUTH_\w+|MALFORMED_IDENTITY)$/u, 'credentialsMissing'],
  [/^ERR_SOCKS_CONNECTION_HOST_UNREACHABLE$/u, 'serviceUnreachable'],
  [/^(ERR_TUNNEL_CONNECTION_FAILED|ERR_SOCKS_\w+|ERR_PROXY_\w+)$/u, 'noTunnel'],
]

/** Returns the failure of the proxy that caused an error; null if the proxy is not the cause. */
export function proxyErrorOf(error: unknown): ProxyError | null {
  for (const linkedError of errorChain(error)) {
    if (linkedError instanceof ProxyError) return linkedError
    for (const code of codesOf(linkedError)) {
      const [, reason] = CHROMIUM_PROXY_REASONS.find(([pattern]) => pattern.test(code)) ?? []
      if (reason !== undefined) return new ProxyError(reason, null, { cause: linkedError })
    }
  }
  return null
}

function proxyFault(error: ProxyError, { host, label }: RequestContext): AppError {
  const { cause } = error
  const code = cause instanceof Error ? codesOf(cause)[0] : undefined
  const errorText = code ?? (error.status === null ? error.reason : `CONNECT ${String(error.status)}`)
  return new AppError('proxyFailed', {
    cause: error,
    detail: `${label} → proxy: ${errorText}`,
    params: {
      host,
      reason: error.describe(host),
      proxySignIn: error.canSignIn ? (error.proxy ?? undefined) : undefined,
    },
    retryable: error.isTemporary,
  })
}
