import { app, session, type Session } from 'electron'
import {
  managedAuthority,
  requireAllowedAddress,
  type ManagedSettings,
} from '../app/managed/managed-settings.ts'
import type { ChallengedProxy, ProxyLogins } from '../app/proxy-logins.ts'
import { normalizeBaseUrl } from '../service/address-and-key.ts'
import { proxyConfig, type ManagedProxy } from '../service/managed-proxy.ts'
import { proxyErrorOf } from '../service/network-faults.ts'
import {
  hostAndPort,
  proxyFromPac,
  type Proxy,
  type ProxyChoice,
  type ProxyCredentials,
} from '../service/proxies.ts'
import { ProxyError } from '../service/proxy-error.ts'
import type { ProxySignIn } from '../service/proxy-sign-in.ts'
import type { SecureFetch } from '../service/secure-fetch.ts'
import { tlsSettings, type TlsSettings } from '../service/tls-settings.ts'
import type { Fetch } from '../service/types.ts'
import { withUserAgent } from '../service/user-agent.ts'
import type { OpenedClientCertificate } from '../app/client-certificates.ts'
import type { AuthorityFile } from '../app/types.ts'
import { createNetFetch } from './net-fetch.ts'

/** Limit for a request that checks a login, in milliseconds. */
const LOGIN_TIMEOUT_MS = 15_000

interface Network {
  readonly session: Session
  readonly fetch: Fetch
  /** Ends every request. */
  readonly close: () => Promise<void>
}

/** Returns the TLS settings of a connection, at its own address or another one. */
type TlsOf = (connectionId: string, baseUrl?: string) => Promise<TlsSettings>

/** Creates a network with Node's TLS and the proxy that Chromium would use. */
async function openSecure(tls: TlsSettings, own: Session, signIn: ProxySignIn): Promise<SecureFetch> {
  // Few connections need it, and it takes time to load.
  const { createSecureFetch } = await import('../service/secure-fetch.ts')
  return createSecureFetch({
    ...tls,
    proxyFor: async (address) => proxyFromPac(await own.resolveProxy(address)),
    signIn,
    extraAuthorityFile: process.env['NODE_EXTRA_CA_CERTS'],
  })
}

/** Returns whether a connection has certificates that Chromium cannot use. */
function needsNodeTls({ authority, clientCertificate }: TlsSettings): (address: URL) => boolean {
  const host = authority === null ? null : new URL(authority.origin).hostname
  return ({ protocol, origin, hostname }) =>
    protocol === 'https:' && (hostname === host || origin === clientCertificate?.origin)
}

/**
 * Repeats requests without a certificate to servers that request one. Chromium ends such requests, although
 * many of the servers do not require a certificate. The error is Chromium's, which contains the reason.
 */
function withoutCertificate(chromium: Fetch, anonymous: Fetch): Fetch {
  const origins = new Set<string>()
  return async (request) => {
    const { origin } = new URL(request.url)
    if (origins.has(origin)) return anonymous(request)
    try {
      return await chromium(request)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('ERR_SSL_CLIENT_AUTH_CERT_NEEDED')) throw error
      try {
        const response = await anonymous(request)
        origins.add(origin)
        return response
      } catch (cause) {
        throw request.signal.aborted ? cause : error
      }
    }
  }
}

/** Makes a new session use the managed proxy, or that of the system. */
export async function setManagedProxy(created: Session, proxy: ManagedProxy): Promise<void> {
  const config = proxyConfig(proxy)
  // A new session receives the system's proxy late, and would send its first requests past it.
  await (config === null ? created.forceReloadProxyConfig() : created.setProxy(config))
}

/**
 * The network of each connection, with separate trust and sockets. Chromium can neither trust an additional
 * authority nor present a certificate from a file, so requests of a connection with either of them go to its
 * host through Node's TLS, with the proxy that Chromium would use.
 */
export class Networks {
  readonly #tlsOf: TlsOf
  readonly #managed: Promise<ManagedSettings>
  readonly #logins: ProxyLogins
  readonly #ofConnections = new Map<string, Promise<Network>>()
  readonly #ofOrigins = new Map<string, Promise<Network>>()
  readonly #elsewhere = new Map<string, Promise<Network>>()
  readonly #authorities = new Map<string, AuthorityFile>()
  readonly #clientCertificates = new Map<string, OpenedClientCertificate>()
  #count = 0

  constructor(tlsOf: TlsOf, managed: Promise<ManagedSettings>, logins: ProxyLogins) {
    this.#tlsOf = tlsOf
    this.#managed = managed
    this.#logins = logins
  }

  /** Returns the network of a connection, with its certificates at the time of each request. */
  fetchOf(connectionId: string): Fetch {
    return async (request) => (await this.#ofConnection(connectionId)).fetch(request)
  }

  /** Returns the network for an address without a connection. */
  fetchTo(baseUrl: string): Fetch {
    return async (request) => {
      requireAllowedAddress(normalizeBaseUrl(baseUrl), await this.#managed)
      return (await this.#ofOrigin(new URL(baseUrl).origin)).fetch(request)
    }
  }

  /** Returns the network for artwork of a connection on other hosts, without its certificates. */
  fetchFromOtherHosts(connectionId: string, serviceHost: string): Fetch {
    return async (request) => {
      const network = await this.#get(this.#elsewhere, connectionId, () => this.#createGuarded(serviceHost))
      return network.fetch(request)
    }
  }

  /** Runs `use` with the network of a connection at another address. */
  async tryAddress<Value>(
    connectionId: string,
    baseUrl: string,
    use: (fetch: Fetch) => Promise<Value>,
  ): Promise<Value> {
    const network = await this.#create(await this.#tlsOf(connectionId, baseUrl))
    try {
      return await use(network.fetch)
    } finally {
      await network.close()
    }
  }

  /** Returns the proxy for an address, with its login if one is known. */
  async proxyOf(connectionId: string | null, address: string): Promise<ProxyChoice> {
    const network = await (connectionId === null
      ? this.#ofOrigin(new URL(address).origin)
      : this.#ofConnection(connectionId))
    const proxy = proxyFromPac(await network.session.resolveProxy(address))
    return proxy.kind === 'direct' ? proxy : { ...proxy, credentials: this.#logins.current(proxy) }
  }

  /**
   * Sends a login to a proxy that has required one, with a request to the address that it refused. Rejects
   * with the `ProxyError` of the proxy if it does not accept the login.
   */
  async checkLogin({ proxy, challenge }: ChallengedProxy, login: ProxyCredentials): Promise<void> {
    const checked = await this.#newSession()
    const isProxy = (other: Proxy): boolean =>
      other.kind === proxy.kind && other.host === proxy.host && other.port === proxy.port
    const once: ProxySignIn = {
      current: (other) => (isProxy(other) ? login : null),
      load: () => Promise.resolve(null),
      recordRefusal: (...refusal) => this.#logins.recordRefusal(...refusal),
    }
    const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS)
    try {
      // Without the key. What the service answers does not matter.
      const request = new Request(new URL('/', challenge.url), { method: 'HEAD', redirect: 'manual', signal })
      const response = await createNetFetch(checked, once)(request)
      await response.body?.cancel()
    } catch (error) {
      const proxyError = proxyErrorOf(error)
      if (
        proxyError !== null &&
        proxyError.reason !== 'serviceUnreachable' &&
        proxyError.reason !== 'noTunnel'
      )
        throw proxyError
      if (signal.aborted)
        throw new ProxyError('silent', hostAndPort(proxy.host, proxy.port), { cause: error })
    } finally {
      await checked.closeAllConnections()
    }
  }

  /** Removes the logins of proxies that sessions have cached. */
  async forgetLogins(): Promise<void> {
    const all = [this.#ofConnections, this.#ofOrigins, this.#elsewhere]
    await Promise.all(
      all.flatMap((networks) => [...networks.keys()].map((key) => this.#forget(networks, key))),
    )
  }

  /** Must be called after a connection's certificates change or it is removed. */
  async changed(connectionId: string): Promise<void> {
    await Promise.all([
      this.#forget(this.#ofConnections, connectionId),
      this.#forget(this.#elsewhere, connectionId),
    ])
  }

  /** Trusts an authority at an address without a connection, until the application ends. */
  async trustAt(baseUrl: string, authority: AuthorityFile): Promise<void> {
    const { origin } = new URL(baseUrl)
    this.#authorities.set(origin, authority)
    await this.#forget(this.#ofOrigins, origin)
  }

  trustedAt(baseUrl: string): AuthorityFile | null {
    return this.#authorities.get(new URL(baseUrl).origin) ?? null
  }

  /**
   * Presents a client certificate at an address without a connection, until the application ends; null
   * removes it.
   */
  async presentAt(baseUrl: string, opened: OpenedClientCertificate | null): Promise<void> {
    const { origin } = new URL(baseUrl)
    if (opened === null) this.#clientCertificates.delete(origin)
    else this.#clientCertificates.set(origin, opened)
    await this.#forget(this.#ofOrigins, origin)
  }

  presentedAt(baseUrl: string): OpenedClientCertificate | null {
    return this.#clientCertificates.get(new URL(baseUrl).origin) ?? null
  }

  #ofConnection(id: string): Promise<Network> {
    return this.#get(this.#ofConnections, id, async () => this.#create(await this.#tlsOf(id)))
  }

  #ofOrigin(origin: string): Promise<Network> {
    return this.#get(this.#ofOrigins, origin, async () => {
      const { certificate = null } = this.#clientCertificates.get(origin) ?? {}
      const authority = managedAuthority(await this.#managed, this.#authorities.get(origin)?.pem ?? null)
      return this.#create(tlsSettings(origin, authority, certificate))
    })
  }

  #get(
    networks: Map<string, Promise<Network>>,
    key: string,
    create: () => Promise<Network>,
  ): Promise<Network> {
    const existing = networks.get(key)
    if (existing !== undefined) return existing
    const creation = create()
    networks.set(key, creation)
    creation.catch(() => {
      // A file that could not be read may be readable at the next attempt.
      if (networks.get(key) === creation) networks.delete(key)
    })
    return creation
  }

  /**
   * Returns a session in memory, without cookies, cache, credentials and earlier results of certificate
   * checks. It uses the system's proxy, or the one that the organization sets.
   */
  async #newSession(): Promise<Session> {
    const { proxy } = await this.#managed
    this.#count += 1
    const created = session.fromPartition(`service-${String(this.#count)}`, { cache: false })
    await setManagedProxy(created, proxy)
    return created
  }

  /** Returns a session that connects to these proxies only: it never bypasses them, not even for loopback. */
  async #newProxiedSession(proxyRules: string): Promise<Session> {
    const proxied = await this.#newSession()
    await proxied.setProxy({ proxyRules, proxyBypassRules: '<-loopback>' })
    return proxied
  }

  async #createGuarded(serviceHost: string): Promise<Network> {
    const own = await this.#newSession()
    const { createGuardedFetch } = await import('../service/guarded-fetch.ts')
    const sessions = new Map<string, Promise<Session>>()
    const throughProxies = (proxies: readonly Proxy[]): Promise<Session> => {
      const rules = proxies.map(({ kind, host, port }) => `${kind}://${hostAndPort(host, port)}`).join(',')
      const existing = sessions.get(rules)
      if (existing !== undefined) return existing
      const creation = this.#newProxiedSession(rules)
      sessions.set(rules, creation)
      return creation
    }
    const guarded = createGuardedFetch({
      serviceHost,
      proxiesFor: (address) => own.resolveProxy(address),
      proxiedFetch: async (request, proxies) =>
        createNetFetch(await throughProxies(proxies), this.#logins)(request),
      extraAuthorityFile: process.env['NODE_EXTRA_CA_CERTS'],
    })
    return {
      session: own,
      fetch: withUserAgent(() => Promise.resolve(app.getVersion()), guarded.fetch),
      close: async () => {
        const proxied = await Promise.all(sessions.values())
        await Promise.all([...[own, ...proxied].map((each) => each.closeAllConnections()), guarded.close()])
      },
    }
  }

  async #create(tls: TlsSettings): Promise<Network> {
    const own = await this.#newSession()
    let secure: Promise<SecureFetch> | null = null
    const secureFetch: Fetch = async (request) => {
      secure ??= openSecure(tls, own, this.#logins)
      return (await secure).fetch(request)
    }
    const needsSecure = needsNodeTls(tls)
    const other = withoutCertificate(createNetFetch(own, this.#logins), secureFetch)
    return {
      session: own,
      fetch: withUserAgent(
        () => Promise.resolve(app.getVersion()),
        (request) => (needsSecure(new URL(request.url)) ? secureFetch(request) : other(request)),
      ),
      close: async () => {
        await Promise.all([own.closeAllConnections(), secure?.then((opened) => opened.close())])
      },
    }
  }

  async #forget(networks: Map<string, Promise<Network>>, key: string): Promise<void> {
    const network = networks.get(key)
    networks.delete(key)
    await (await network?.catch(() => undefined))?.close()
  }
}
