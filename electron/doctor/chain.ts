import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, createSecureContext, type TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../service/certificates/client-certificate.ts'
import { trustedAuthorities, trustSettings } from '../service/trust.ts'
import { openTunnel } from '../service/tunnel.ts'
import { codeOf, firstHop, openSocket, targetOf } from './network.ts'
import type { Examination } from './types.ts'

const HANDSHAKE_MS = 10_000
const MAX_CHAIN_LENGTH = 10

/** The certificates of a service, trusted or not. */
export interface Sighting {
  /** The service's own first. */
  readonly chain: readonly X509Certificate[]
  readonly protocol: string
  readonly cipher: string
  /** OpenSSL's code for why they are not trusted; null if they are. */
  readonly refusal: string | null
}

/** An IP address is never sent as a name. */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}

/** Returns the chain without Node's older certificate objects: they crash for keys that cannot be read. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let next = socket.getPeerX509Certificate()
  while (next !== undefined && chain.length < MAX_CHAIN_LENGTH) {
    const certificate = next
    if (chain.some(({ raw }) => raw.equals(certificate.raw))) break
    chain.push(certificate)
    next = certificate.issuerCertificate
  }
  return chain
}

function handshake(
  stream: Duplex,
  host: string,
  clientCertificate: ClientCertificate | null,
  signal: AbortSignal,
): Promise<Sighting> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      socket: stream,
      ...serverName(host),
      host,
      rejectUnauthorized: false,
      ...clientCertificate?.options,
    })
    const onAbort = (): void => {
      socket.destroy()
      reject(new Error('stopped'))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      signal.removeEventListener('abort', onAbort)
      const refusal: unknown = socket.authorized ? null : socket.authorizationError
      resolve({
        chain: chainOf(socket),
        protocol: socket.getProtocol() ?? '?',
        cipher: socket.getCipher().standardName,
        refusal: refusal === null ? null : typeof refusal === 'string' ? refusal : codeOf(refusal),
      })
      socket.destroy()
    })
  })
}

/**
 * Reads the certificates of the service, through the proxy if there is one, without sending a request.
 * Rejects with the error if the connection fails before, such as `ProxyError`.
 */
export async function seeChain(examination: Examination): Promise<Sighting> {
  const { authority, extraAuthorityFile } = examination.options
  const signal = AbortSignal.any([examination.signal, AbortSignal.timeout(HANDSHAKE_MS)])
  const stream =
    examination.proxy.kind === 'direct'
      ? await openSocket(examination.address, firstHop(examination).port, signal)
      : await openTunnel(examination.proxy, targetOf(examination.url), {
          signal,
          address: examination.address,
          proxyContext: createSecureContext(trustSettings(trustedAuthorities(extraAuthorityFile), authority)),
        })
  try {
    const { clientCertificate = null } = examination.options
    return await handshake(stream, targetOf(examination.url).host, clientCertificate, signal)
  } finally {
    stream.destroy()
  }
}
