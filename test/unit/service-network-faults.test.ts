import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { FAULT_CODES } from '../support/fault-codes.ts'
import { networkFault } from '../../electron/service/network-faults.ts'
import { ProxyError } from '../../electron/service/proxy-error.ts'

const exchange = { host: 'print.example', label: 'GET /api/campaign-items' }

/** An error as Node’s `fetch` throws it, with the code in its cause. */
function ofNode(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`failed: ${code}`), { code }) })
}

/** An error as Chromium’s network reports it in Electron. */
const ofChromium = (code: string): Error => new Error(`net::${code}`)

function faultOf(error: unknown): AppError {
  const fault = networkFault(error, exchange)
  expect(fault).toBeInstanceOf(AppError)
  return fault as AppError
}

const CODES: Readonly<Record<string, readonly string[]>> = {
  offline: [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENETUNREACH',
    'ERR_NAME_NOT_RESOLVED',
    'ERR_INTERNET_DISCONNECTED',
    'ERR_DNS_TIMED_OUT',
  ],
  unreachable: ['ECONNREFUSED', 'EHOSTUNREACH', 'ERR_CONNECTION_REFUSED', 'ERR_ADDRESS_UNREACHABLE'],
  timeout: [
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'ERR_TIMED_OUT',
    'ERR_CONNECTION_TIMED_OUT',
  ],
  interrupted: [
    'ECONNRESET',
    'EPIPE',
    'UND_ERR_SOCKET',
    'ERR_CONNECTION_RESET',
    'ERR_CONNECTION_CLOSED',
    'ERR_EMPTY_RESPONSE',
    'ERR_CONTENT_LENGTH_MISMATCH',
    'ERR_INCOMPLETE_CHUNKED_ENCODING',
    'ERR_NETWORK_CHANGED',
    'ERR_HTTP2_PROTOCOL_ERROR',
    'ERR_QUIC_PROTOCOL_ERROR',
    'Z_BUF_ERROR',
  ],
  tls: [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_REVOKED',
    'CERT_SIGNATURE_FAILURE',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_CERT_AUTHORITY_INVALID',
    'ERR_CERT_DATE_INVALID',
    'ERR_CERT_COMMON_NAME_INVALID',
    'ERR_CERT_INVALID',
    'ERR_SSL_PROTOCOL_ERROR',
    'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
  ],
  clientCertificate: [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_CLIENT_AUTH_CERT_NEEDED',
    'ERR_BAD_SSL_CLIENT_AUTH_CERT',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  ],
  badAnswer: [
    'Z_DATA_ERROR',
    'ERR__ERROR_FORMAT_PADDING_1',
    'ZSTD_error_corruption_detected',
    'ERR_CONTENT_DECODING_FAILED',
    'HPE_INVALID_CONSTANT',
    'ERR_INVALID_HTTP_RESPONSE',
    'ERR_RESPONSE_HEADERS_TOO_BIG',
  ],
}
const each = Object.entries(CODES).flatMap(([fault, codes]) =>
  codes.map((code): [string, string] => [code, fault]),
)

describe('networkFault', () => {
  it.each(each)('maps %s to %s, from Node and from Chromium', (code, fault) => {
    // Chromium has its own codes; in Node, the cause can have either.
    for (const error of code.startsWith('ERR_') ? [ofNode(code), ofChromium(code)] : [ofNode(code)]) {
      const found = faultOf(error)
      expect(found.code).toBe(fault)
      expect(found.detail).toBe(`GET /api/campaign-items → ${code}`)
      expect(found.message).toContain('print.example')
    }
    expect(FAULT_CODES).toContain(fault)
  })

  it.each([
    ['ERR_PROXY_CONNECTION_FAILED', 'The proxy can’t be reached.', true],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'The proxy didn’t connect to print.example.', false],
    ['ERR_PROXY_CERTIFICATE_INVALID', 'has an untrusted certificate', false],
    ['ERR_PROXY_AUTH_UNSUPPORTED', 'requires a user name and password (407)', false],
    ['ERR_SOCKS_CONNECTION_FAILED', 'didn’t connect to print.example', false],
    ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'can’t reach print.example', true],
  ])('reports %s as an error of the proxy', (code, words, retryable) => {
    const found = faultOf(ofChromium(code))
    expect(found).toMatchObject({ code: 'proxyFailed', retryable })
    expect(found.message).toContain(words)
    expect(found.detail).toBe(`GET /api/campaign-items → proxy: ${code}`)
  })

  it('includes the proxy and its status if known', () => {
    const error = new TypeError('fetch failed', {
      cause: new ProxyError('denied', 'proxy.example:3128', { status: 403 }),
    })
    expect(faultOf(error).message).toContain(
      'The proxy proxy.example:3128 refused to connect to print.example (403).',
    )
  })

  it('reports a blocked port', () => {
    const found = faultOf(ofChromium('ERR_UNSAFE_PORT'))
    expect(found.code).toBe('addressInvalid')
    expect(found.message).toContain('its port is reserved for another protocol')
  })

  it('reports what is wrong with a certificate', () => {
    const codes = [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_CERT_AUTHORITY_INVALID',
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'ERR_CERT_COMMON_NAME_INVALID',
      'CERT_REVOKED',
      'ERR_CERT_WEAK_KEY',
      'ERR_SSL_PROTOCOL_ERROR',
      'ERR_CERT_INVALID',
    ]
    const sentences = codes.map((code) => faultOf(ofNode(code)).message)
    expect(new Set(sentences).size).toBe(codes.length)
    for (const sentence of sentences) expect(sentence).not.toMatch(/[A-Z]+_[A-Z]+/u)
  })

  it.each([
    ['terminated', 'interrupted'],
    ['other side closed', 'interrupted'],
    ['socket hang up', 'interrupted'],
    ['bad port', 'addressInvalid'],
  ])('maps “%s” without a code to %s', (message, fault) =>
    expect(faultOf(new TypeError('fetch failed', { cause: new Error(message) })).code).toBe(fault),
  )

  it('checks the errors of several addresses', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(
      faultOf(new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) })).code,
    ).toBe('unreachable')
  })

  it('reports an unknown code as an unreachable service', () => {
    expect(faultOf(ofChromium('ERR_SOMETHING_NEW'))).toMatchObject({
      code: 'unreachable',
      detail: 'GET /api/campaign-items → ERR_SOMETHING_NEW',
    })
    expect(faultOf(new TypeError('fetch failed')).code).toBe('unreachable')
  })

  it('returns an internal error unchanged', () => {
    const mistake = new TypeError('x is not a function')
    expect(networkFault(mistake, exchange)).toBe(mistake)
    expect(networkFault('text', exchange)).toBe('text')
  })

  it('returns for circular causes', () => {
    const error = new Error('round')
    error.cause = error
    expect(networkFault(error, exchange)).toBe(error)
  })
})
