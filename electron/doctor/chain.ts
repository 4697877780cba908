import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, createSecureContext, type TLSSocket } from 'node:tls'
import { trustedAuthorities, trustSettings } from '../service/trust.ts'
import { openTunnel } from '../service/tunnel.ts'
import { codeOf, firstHop, openSocket, targetOf } from './network.ts'
import type { Diagnosis } from './types.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000
const MAX_CHAIN_LENGTH = 10

/** The result of a TLS handshake with the service, whether or not its certificates are trusted. */
export interface ServerHandshake {
  /** The service's certificate, followed by its issuers. */
  readonly chain: readonly X509Certificate[]
  readonly protocol: string
  readonly cipher: string
  /** OpenSSL's code for why the chain is not trusted; null if it is. */
  readonly verificationError: string | null
}

/** Returns the name to request; TLS allows no IP address there. */
function serverNameOption(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {}
}

/** Returns the chain. Avoids Node's older certificate objects, which crash for keys that cannot be read. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let current = socket.getPeerX509Certificate()
  while (current !== undefined && chain.length < MAX_CHAIN_LENGTH) {
    const certificate = current
    if (chain.some(({ raw }) => raw.equals(certificate.raw))) break
    chain.push(certificate)
    current = certificate.issuerCertificate
  }
  return chain
}

function performHandshake(stream: Duplex, host: string, signal: AbortSignal): Promise<ServerHandshake> {
  return new Promise((resolve, reject) => {
    // Without the client certificate, which a server that is not verified must not receive.
    const socket = connect({ socket: stream, ...serverNameOption(host), host, rejectUnauthorized: false })
    const onAbort = (): void => {
      socket.destroy()
      reject(new Error('stopped'))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      signal.removeEventListener('abort', onAbort)
      const verificationError: unknown = socket.authorized ? null : socket.authorizationError
      resolve({
        chain: chainOf(socket),
        protocol: socket.getProtocol() ?? '?',
        cipher: socket.getCipher().standardName,
        verificationError:
          verificationError === null
            ? null
            : typeof verificationError === 'string'
              ? verificationError
              : codeOf(verificationError),
      })
      socket.destroy()
    })
  })
}

/**
 * Reads the certificates of the service, through the proxy if there is one, without sending a request or
 * a client certificate. Rejects if the connection fails, for example with `ProxyError`, or if a service with
 * TLS 1.2 requires a client certificate.
 */
export async function readServerHandshake(diagnosis: Diagnosis): Promise<ServerHandshake> {
  const { authority, extraAuthorityFile } = diagnosis.options
  const signal = AbortSignal.any([diagnosis.signal, AbortSignal.timeout(HANDSHAKE_TIMEOUT_MS)])
  const stream =
    diagnosis.proxy.kind === 'direct'
      ? await openSocket(diagnosis.address, firstHop(diagnosis).port, signal)
      : await openTunnel(diagnosis.proxy, targetOf(diagnosis.url), {
          signal,
          address: diagnosis.address,
          proxyContext: createSecureContext(trustSettings(trustedAuthorities(extraAuthorityFile), authority)),
        })
  try {
    return await performHandshake(stream, targetOf(diagnosis.url).host, signal)
  } finally {
    stream.destroy()
  }
}
