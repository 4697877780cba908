import type { LookupFunction, Socket } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import { Agent, buildConnector, fetch } from 'undici'
import { checkServerIdentity } from './certificates/server-identity.ts'
import type { ProxyChoice } from './proxies.ts'
import type { TlsSettings } from './tls-settings.ts'
import { trustedAuthorities, trustSettings } from './trust.ts'
import { openTunnel } from './tunnel.ts'
import type { Fetch } from './types.ts'

/** Limit for a connection to the service and its handshake, in milliseconds, without that of the proxy. */
const CONNECT_TIMEOUT_MS = 10_000

export interface SecureFetchOptions extends TlsSettings {
  readonly proxyFor: (address: string) => ProxyChoice | Promise<ProxyChoice>
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** Resolves the names of hosts that are reached directly; left out: the system. */
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
const responses = new WeakMap<ReadableStream<Uint8Array>, object>()

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
      const answer = await fetch(url, {
        method,
        headers: Object.fromEntries(headers),
        redirect,
        signal,
        dispatcher: agent,
      })
      const { status, statusText } = answer
      const body = answer.body as ReadableStream<Uint8Array> | null
      if (body !== null) responses.set(body, answer)
      // A response of Node's own kind, as everyone else has it.
      return new Response(body, { status, statusText, headers: [...answer.headers] })
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

/** Calls a function once, when its result is first needed. */
function once<Value extends object>(create: () => Value): () => Value {
  let value: Value | null = null
  return () => (value ??= create())
}

function createConnector(options: SecureFetchOptions, signal: AbortSignal): Connector {
  const { proxyFor, authority, clientCertificate, extraAuthorityFile, lookup } = options
  // Reading hundreds of authorities takes time, and most connections need one context only.
  const authorities = once(() => trustedAuthorities(extraAuthorityFile))
  const system = once(() => tls.createSecureContext({ ca: authorities() }))
  const ownSettings = once(() => trustSettings(authorities(), authority?.pem ?? null))
  const own = once(() => (authority === null ? system() : tls.createSecureContext(ownSettings())))
  const toOthers = once(() => createHandshake(system(), lookup))
  const anonymous = once(() => createHandshake(own(), lookup))
  const identified = once(() =>
    createHandshake(
      tls.createSecureContext({ ...ownSettings(), ...clientCertificate?.certificate.options }),
      lookup,
    ),
  )
  const ownHost = authority === null ? null : new URL(authority.origin).hostname
  const handshakeWith = ({ origin, hostname }: URL): buildConnector.connector => {
    if (origin === clientCertificate?.origin) return identified()
    return hostname === ownHost ? anonymous() : toOthers()
  }
  return (target, callback) => {
    const { hostname, port, protocol } = target
    const host = hostname.replace(/^\[|\]$/gu, '')
    const address = new URL(`${protocol}//${target.host ?? hostname}`)
    const openProxy = async (): Promise<Socket | null> => {
      const proxy = await proxyFor(address.href)
      if (proxy.kind === 'direct') return null
      const service = { host, port: port === '' ? 443 : Number(port) }
      return openTunnel(proxy, service, { signal, proxyContext: own() })
    }
    const open = async (): Promise<readonly [buildConnector.connector, Socket | null]> => [
      handshakeWith(address),
      await openProxy(),
    ]
    open().then(
      ([handshake, stream]) => {
        handshake(stream === null ? target : { ...target, httpSocket: stream }, (...result) => {
          const [error, socket] = result
          if (error !== null) stream?.destroy()
          // An alert of the service leaves the socket open. Without this, undici reports its end and not the
          // alert.
          socket?.once('error', () => {
            socket.destroy()
          })
          callback(...result)
        })
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), null)
      },
    )
  }
}
