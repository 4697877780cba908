import { app, session, type Session } from 'electron'
import type { Fetch } from '../service/types.ts'
import { withUserAgent } from '../service/user-agent.ts'
import type { ChosenAuthority } from '../workspace/types.ts'
import { trustAuthority } from './certificates.ts'
import { createNetFetch } from './net-fetch.ts'

interface Network {
  readonly session: Session
  readonly fetch: Fetch
}

const UNCHANGED = (error: Error): Error => error

/**
 * Chromium's network, one for each connection: what is trusted for one is not trusted for another, and neither do
 * they share sockets.
 */
export class Networks {
  readonly #authorityOf: (connectionId: string) => Promise<string | null>
  readonly #ofConnections = new Map<string, Promise<Network>>()
  readonly #ofOrigins = new Map<string, Promise<Network>>()
  readonly #chosen = new Map<string, ChosenAuthority>()
  #made = 0

  /** @param authorityOf PEM of what is trusted for a connection beside the system's authorities. */
  constructor(authorityOf: (connectionId: string) => Promise<string | null>) {
    this.#authorityOf = authorityOf
  }

  /** The network of a connection, always with the authority that it has at that moment. */
  fetchOf(connectionId: string): Fetch {
    return async (request) => (await this.#ofConnection(connectionId)).fetch(request)
  }

  /** The network for an address that is no connection yet. */
  fetchTo(baseUrl: string): Fetch {
    return async (request) => (await this.#ofOrigin(new URL(baseUrl).origin)).fetch(request)
  }

  /** What the system says about proxies on the way to an address, as a PAC file would: `PROXY host:port; DIRECT`. */
  async proxyOf(connectionId: string | null, address: string): Promise<string> {
    const network = await (connectionId === null
      ? this.#ofOrigin(new URL(address).origin)
      : this.#ofConnection(connectionId))
    return network.session.resolveProxy(address)
  }

  /** To be called when a connection has another authority, or is gone: nothing of the old one is used again. */
  async changed(connectionId: string): Promise<void> {
    await this.#forget(this.#ofConnections, connectionId)
  }

  /** Trusts an authority at an address that is no connection yet, until the application ends. */
  async trustAt(baseUrl: string, authority: ChosenAuthority): Promise<void> {
    const { origin } = new URL(baseUrl)
    this.#chosen.set(origin, authority)
    await this.#forget(this.#ofOrigins, origin)
  }

  trustedAt(baseUrl: string): ChosenAuthority | null {
    return this.#chosen.get(new URL(baseUrl).origin) ?? null
  }

  #ofConnection(id: string): Promise<Network> {
    return this.#get(this.#ofConnections, id, () => this.#authorityOf(id))
  }

  #ofOrigin(origin: string): Promise<Network> {
    return this.#get(this.#ofOrigins, origin, () => Promise.resolve(this.#chosen.get(origin)?.pem ?? null))
  }

  #get(
    networks: Map<string, Promise<Network>>,
    key: string,
    authority: () => Promise<string | null>,
  ): Promise<Network> {
    const existing = networks.get(key)
    if (existing !== undefined) return existing
    const making = authority().then((pem) => this.#make(pem))
    networks.set(key, making)
    making.catch(() => {
      // A file that could not be read may be readable at the next attempt.
      if (networks.get(key) === making) networks.delete(key)
    })
    return making
  }

  #make(pem: string | null): Network {
    this.#made += 1
    // A partition in memory: no cookies, no cache, no credentials, and no verdict about a certificate from before.
    const own = session.fromPartition(`service-${String(this.#made)}`, { cache: false })
    const fetch = createNetFetch(own, pem === null ? UNCHANGED : trustAuthority(own, pem))
    return { session: own, fetch: withUserAgent(() => Promise.resolve(app.getVersion()), fetch) }
  }

  async #forget(networks: Map<string, Promise<Network>>, key: string): Promise<void> {
    const network = networks.get(key)
    networks.delete(key)
    await (await network?.catch(() => undefined))?.session.closeAllConnections()
  }
}
