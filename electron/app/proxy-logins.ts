import * as v from 'valibot'
import type { KeyStatus } from '../contract/connection.ts'
import type { Secrets } from '../secrets/types.ts'
import { hostAndPort, type Proxy, type ProxyCredentials } from '../service/proxies.ts'
import type { ProxyChallenge, ProxySignIn } from '../service/proxy-sign-in.ts'

/** A proxy that requires a login, with its last challenge. */
export interface ChallengedProxy {
  readonly proxy: Proxy
  readonly challenge: ProxyChallenge
  /** The last user name; empty: unknown. */
  readonly username: string
}

const loginSchema = v.object({
  /** A login for an encrypted proxy is not sent to an unencrypted one with the same name and port. */
  kind: v.picklist(['http', 'https', 'socks4', 'socks5']),
  username: v.string(),
  password: v.string(),
})

/** Returns the keychain account of the login of a proxy (host and port). */
const accountOf = (address: string): string => `proxy/${address}`
const proxyAccount = ({ host, port }: Proxy): string => accountOf(hostAndPort(host, port))

const keyOf = (proxy: Proxy): string => `${proxy.kind}://${hostAndPort(proxy.host, proxy.port)}`

const isSame = (one: ProxyCredentials, other: ProxyCredentials): boolean =>
  one.username === other.username && one.password === other.password

/**
 * The logins of proxies: in memory, and in the keychain if the person wants that. A rejected login is not
 * sent again before the person enters another one, because a proxy may lock the account.
 */
export class ProxyLogins implements ProxySignIn {
  readonly #secrets: () => Secrets
  readonly #conceal: (secret: string) => void
  readonly #logins = new Map<string, ProxyCredentials>()
  readonly #saved = new Map<string, Promise<ProxyCredentials | null>>()
  readonly #challenged = new Map<string, ChallengedProxy>()

  /**
   * @param secrets called when a proxy requires a login
   * @param conceal see `Logger.conceal`
   */
  constructor(secrets: () => Secrets, conceal: (secret: string) => void) {
    this.#secrets = secrets
    this.#conceal = conceal
  }

  current(proxy: Proxy): ProxyCredentials | null {
    return this.#logins.get(keyOf(proxy)) ?? null
  }

  async load(proxy: Proxy): Promise<ProxyCredentials | null> {
    const key = keyOf(proxy)
    const known = this.#logins.get(key)
    if (known !== undefined) return known
    const reading = this.#saved.get(key) ?? this.#read(proxy)
    this.#saved.set(key, reading)
    const saved = await reading
    // It may have been rejected, or replaced, in the meantime.
    if (saved !== null && this.#saved.get(key) === reading && !this.#logins.has(key))
      this.#logins.set(key, saved)
    return this.current(proxy)
  }

  recordRefusal(proxy: Proxy, challenge: ProxyChallenge, rejected: ProxyCredentials | null): void {
    const key = keyOf(proxy)
    const { username = '' } = rejected ?? this.#challenged.get(hostAndPort(proxy.host, proxy.port)) ?? {}
    this.#challenged.set(hostAndPort(proxy.host, proxy.port), { proxy, challenge, username })
    const current = this.#logins.get(key)
    if (rejected === null || current === undefined || !isSame(rejected, current)) return
    this.#logins.delete(key)
    this.#saved.set(key, Promise.resolve(null))
  }

  /** Returns a proxy that requires a login; null: none with this address has done so. */
  challenged(address: string): ChallengedProxy | null {
    return this.#challenged.get(address) ?? null
  }

  /**
   * Uses a login that the proxy has accepted. Returns where it is saved.
   * @param remembers whether it is saved in the keychain; otherwise, a saved one is removed
   */
  async accept(proxy: Proxy, login: ProxyCredentials, remembers: boolean): Promise<KeyStatus> {
    const { username, password } = login
    const key = keyOf(proxy)
    this.#conceal(password)
    this.#logins.set(key, login)
    this.#saved.set(key, Promise.resolve(remembers ? login : null))
    if (remembers)
      return this.#secrets().set(
        proxyAccount(proxy),
        JSON.stringify({ kind: proxy.kind, username, password }),
      )
    await this.#secrets().remove(proxyAccount(proxy))
    return { storage: 'session', reason: null }
  }

  /** Returns the proxies (host and port) to which logins are sent. */
  get signedIn(): readonly string[] {
    return [...this.#logins.keys()].map((key) => key.replace(/^\w+:\/\//u, ''))
  }

  /** Forgets the login of a proxy (host and port), in the keychain too. */
  async signOut(address: string): Promise<void> {
    for (const key of this.#logins.keys()) {
      if (!key.endsWith(`://${address}`)) continue
      this.#logins.delete(key)
      this.#saved.set(key, Promise.resolve(null))
    }
    await this.#secrets().remove(accountOf(address))
  }

  async #read(proxy: Proxy): Promise<ProxyCredentials | null> {
    const text = await this.#secrets().get(proxyAccount(proxy))
    if (text === null) return null
    this.#conceal(text)
    const login = parseLogin(text)
    if (login === null || login.kind !== proxy.kind) return null
    this.#conceal(login.password)
    return { username: login.username, password: login.password }
  }
}

function parseLogin(text: string): v.InferOutput<typeof loginSchema> | null {
  try {
    const result = v.safeParse(loginSchema, JSON.parse(text))
    return result.success ? result.output : null
  } catch {
    return null
  }
}
