import type { LookupFunction, Socket } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import { Agent, buildConnector, fetch } from 'undici'
import { whenUsed } from '../contract/when-used.ts'
import { checkServerIdentity } from './certificates/server-identity.ts'
import type { ProxyChoice } from './proxies.ts'
import { withProxyLogin, type ProxySignIn } from './proxy-sign-in.ts'
import { receivedResponse } from './received-response.ts'
import type { TlsSettings } from './tls-settings.ts'
import { trustedAuthorities, trustSettings } from './trust.ts'
import { openTunnel } from './tunnel.ts'
import type { Fetch } from './types.ts'

/** Limit for a connection to the service and its handshake, in milliseconds, without that of the proxy. */
const CONNECT_TIMEOUT_MS = 10_000

export interface SecureFetchOptions extends TlsSettings {
  readonly proxyFor: (address: string) => ProxyChoice | Promise<ProxyChoice>
  /** Default: proxies that require a login are refused. */
  readonly signIn?: ProxySignIn | undefined
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** Resolves the names of hosts that are reached directly; default: the system's resolver. */
  readonly lookup?: LookupFunction
}

export interface SecureFetch {
  readonly fetch: Fetch
  /** Ends every request and every attempt to connect. */
  close(): Promise<void>
}

/**
 * Keeps undici's responses as long as their bodies: undici cancels the body of a response that was garbage
 * collected.
 */
const responsesByBody = new WeakMap<ReadableStream<Uint8Array>, object>()

/**
 * Creates a `fetch` for https that verifies certificates with OpenSSL and connects through proxies of every
 * kind.
 */
export function createSecureFetch(options: SecureFetchOptions): SecureFetch {
  const closing = new AbortController()
  const connect = createConnector(options, closing.signal)
  const agent = new Agent({ connect })
  return {
    fetch: async (request) => {
      const { url, method, headers, redirect, signal } = request
      const undiciResponse = await fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        redirect,
        signal,
        dispatcher: agent,
      })
      const body = undiciResponse.body as ReadableStream<Uint8Array> | null
      if (body !== null) responsesByBody.set(body, undiciResponse)
      // Callers expect Node's `Response`, not undici's.
      return receivedResponse(undiciResponse.status, undiciResponse.headers, body)
    },
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

type Connector = Exclude<Agent.Options['connect'], undefined | buildConnector.BuildOptions>

function createHandshake(secureContext: SecureContext, lookup?: LookupFunction): buildConnector.connector {
  return buildConnector({
    secureContext,
    // The environment must not be able to turn the verification off.
    rejectUnauthorized: true,
    checkServerIdentity,
    timeout: CONNECT_TIMEOUT_MS,
    ...(lookup === undefined ? {} : { lookup }),
  })
}

function createConnector(options: SecureFetchOptions, signal: AbortSignal): Connector {
  const { proxyFor, signIn, authority, clientCertificate, extraAuthorityFile, lookup } = options
  // Parsing hundreds of authorities takes time, and most connections need only one context.
  const authorities = whenUsed(() => trustedAuthorities(extraAuthorityFile))
  const systemContext = whenUsed(() => tls.createSecureContext({ ca: authorities() }))
  const connectionSettings = whenUsed(() => trustSettings(authorities(), authority?.pem ?? null))
  const connectionContext = whenUsed(() =>
    authority === null ? systemContext() : tls.createSecureContext(connectionSettings()),
  )
  const handshakeWithOthers = whenUsed(() => createHandshake(systemContext(), lookup))
  const handshakeWithoutCertificate = whenUsed(() => createHandshake(connectionContext(), lookup))
  const handshakeWithCertificate = whenUsed(() =>
    createHandshake(
      tls.createSecureContext({ ...connectionSettings(), ...clientCertificate?.certificate.options }),
      lookup,
    ),
  )
  const authorityHost = authority === null ? null : new URL(authority.origin).hostname
  const selectHandshake = ({ origin, hostname }: URL): buildConnector.connector => {
    if (origin === clientCertificate?.origin) return handshakeWithCertificate()
    return hostname === authorityHost ? handshakeWithoutCertificate() : handshakeWithOthers()
  }
  return (target, callback) => {
    const { hostname, port, protocol } = target
    const host = hostname.replace(/^\[|\]$/gu, '')
    const address = new URL(`${protocol}//${target.host ?? hostname}`)
    const connectToProxy = async (): Promise<Socket | null> => {
      const proxy = await proxyFor(address.href)
      if (proxy.kind === 'direct') return null
      const service = { host, port: port === '' ? 443 : Number(port) }
      const tunnelOptions = { signal, proxyContext: connectionContext() }
      return withProxyLogin(proxy, address.href, signIn, (signedIn) =>
        openTunnel(signedIn, service, tunnelOptions),
      )
    }
    const prepare = async (): Promise<readonly [buildConnector.connector, Socket | null]> => [
      selectHandshake(address),
      await connectToProxy(),
    ]
    prepare().then(
      ([handshake, tunnel]) => {
        handshake(tunnel === null ? target : { ...target, httpSocket: tunnel }, (...result) => {
          const [error, socket] = result
          if (error !== null) tunnel?.destroy()
          // A TLS alert leaves the socket open; undici would report the later end instead of the alert.
          socket?.once('error', () => socket.destroy())
          callback(...result)
        })
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}
