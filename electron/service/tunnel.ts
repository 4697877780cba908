import type { IncomingMessage } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { checkServerIdentity } from './certificates/server-identity.ts'
import { hostAndPort, type Proxy } from './proxies.ts'
import { ProxyError, proxyReasonOf } from './proxy-error.ts'
import { offersOnlyOthers, ProxyChallengeError, realmOf } from './proxy-sign-in.ts'
import { connectThroughSocks5 } from './socks5.ts'

/** Limit for opening a tunnel, in milliseconds. */
const TUNNEL_TIMEOUT_MS = 10_000
/** Statuses of a proxy that could not reach the service. */
const GATEWAY_FAILURES: ReadonlySet<number> = new Set([500, 502, 503, 504])

export interface TunnelOptions {
  /** Aborts the attempt. */
  readonly signal: AbortSignal
  /** Verifies a proxy that is reached over https, before it receives credentials. */
  readonly proxyContext: SecureContext
  /** IP address of the proxy, if its name has already been resolved. */
  readonly address?: string
}

interface Target {
  /** An IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

/**
 * Opens a connection to a service through a proxy. Rejects with a `ProxyError` or with the
 * signal's reason.
 */
export async function openTunnel(proxy: Proxy, target: Target, options: TunnelOptions): Promise<Socket> {
  const timeout = AbortSignal.timeout(TUNNEL_TIMEOUT_MS)
  const signal = AbortSignal.any([options.signal, timeout])
  const proxyName = hostAndPort(proxy.host, proxy.port)
  try {
    if (proxy.kind === 'socks4') throw new ProxyError('socks4', proxyName)
    return await (proxy.kind === 'socks5'
      ? openSocksTunnel(proxy, proxyName, target, { ...options, signal })
      : openHttpTunnel(proxy, proxyName, target, { ...options, signal }))
  } catch (error) {
    options.signal.throwIfAborted()
    if (timeout.aborted) throw new ProxyError('silent', proxyName, { cause: error })
    if (error instanceof ProxyError) throw error
    throw new ProxyError(proxyReasonOf(error), proxyName, { cause: error })
  }
}

function connectSocket(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const removeListeners = (): void => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
    }
    const onError = (error: Error): void => {
      removeListeners()
      reject(error)
    }
    const onAbort = (): void => {
      socket.destroy()
      onError(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      removeListeners()
      resolve(socket)
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

async function openSocksTunnel(
  proxy: Proxy,
  proxyName: string,
  target: Target,
  { signal, address = proxy.host }: TunnelOptions,
): Promise<Socket> {
  const socket = await connectSocket(address, proxy.port, signal)
  const onAbort = (): void => {
    socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  socket.on('error', ignoreError)
  try {
    await connectThroughSocks5(socket, proxyName, target, proxy.credentials)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The reader of a tunnel receives its errors; without a listener, they would end the process. */
const ignoreError = (): void => undefined

async function openHttpTunnel(
  proxy: Proxy,
  proxyName: string,
  target: Target,
  { signal, proxyContext, address = proxy.host }: TunnelOptions,
): Promise<Socket> {
  const hostPort = hostAndPort(target.host, target.port)
  const tlsOptions = {
    secureContext: proxyContext,
    rejectUnauthorized: true,
    checkServerIdentity,
    // Without one, Node takes the name of the service from the header `Host`.
    servername: isIP(proxy.host) === 0 ? proxy.host : '',
  }
  const authorization = basicAuthorization(proxy)
  const options = {
    host: address,
    port: proxy.port,
    method: 'CONNECT',
    path: hostPort,
    signal,
    agent: false,
    headers: { host: hostPort, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) },
  } as const
  const refusalOf = ({ statusCode: status = 0, headers }: IncomingMessage): ProxyError => {
    if (status === 407) {
      const offered = headers['proxy-authenticate'] ?? []
      if (offersOnlyOthers(offered)) return new ProxyError('signInUnsupported', proxyName, { status })
      const reason = authorization === null ? 'credentialsMissing' : 'credentialsRejected'
      return new ProxyChallengeError(reason, proxyName, realmOf(offered))
    }
    return new ProxyError(GATEWAY_FAILURES.has(status) ? 'serviceUnreachable' : 'denied', proxyName, {
      status,
    })
  }
  // Loaded for a proxy only: they would delay every start by 25 ms.
  const [http, https] = await Promise.all([import('node:http'), import('node:https')])
  return new Promise((resolve, reject) => {
    const request =
      proxy.kind === 'http' ? http.request(options) : https.request({ ...options, ...tlsOptions })
    request.on('error', reject)
    request.on('response', (response) => {
      response.destroy()
      reject(refusalOf(response))
    })
    request.on('connect', (response, stream: Socket, head: Buffer) => {
      stream.on('error', ignoreError)
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) stream.unshift(head)
        resolve(stream)
        return
      }
      stream.destroy()
      reject(refusalOf(response))
    })
    request.end()
  })
}

function basicAuthorization({ credentials }: Proxy): string | null {
  if (credentials === null) return null
  const { username, password } = credentials
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
