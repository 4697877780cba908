import type { Proxy, ProxyCredentials } from './proxies.ts'
import { ProxyError } from './proxy-error.ts'

/** What a proxy requires. */
export interface ProxyChallenge {
  /** The name that the proxy gives to what it protects; null if it gives none. Untrusted. */
  readonly realm: string | null
  /** Whether others in the network cannot read the password. */
  readonly isEncrypted: boolean
  /** The address of the request that the proxy refused. */
  readonly url: string
}

/** The logins of proxies. Each is sent to the proxy for which a person entered it, and to no other. */
export interface ProxySignIn {
  /** Returns the login that is in use; null: none, or the proxy rejected it. */
  current(proxy: Proxy): ProxyCredentials | null
  /** Returns the saved login for a proxy that requires one; null: none. Never rejects. */
  load(proxy: Proxy): Promise<ProxyCredentials | null>
  /** Records that a proxy requires a login, or rejected this one. */
  recordRefusal(proxy: Proxy, challenge: ProxyChallenge, rejected: ProxyCredentials | null): void
}

/** A proxy responded to a request for a tunnel with 407. */
export class ProxyChallengeError extends ProxyError {
  /** See `ProxyChallenge`. */
  readonly realm: string | null

  constructor(reason: 'credentialsMissing' | 'credentialsRejected', proxy: string, realm: string | null) {
    super(reason, proxy, { status: 407 })
    this.realm = realm
  }
}

const listOf = (offered: string | readonly string[]): readonly string[] => [offered].flat()

/** Returns whether a proxy offers kinds of authentication, and Basic is not among them. */
export function offersOnlyOthers(offered: string | readonly string[]): boolean {
  const list = listOf(offered)
  return list.length > 0 && !list.some((each) => /(?:^|,)\s*basic(?:\s|,|$)/iu.test(each))
}

/** Returns the realm in the headers `Proxy-Authenticate`; null if there is none. */
export function realmOf(offered: string | readonly string[]): string | null {
  for (const each of listOf(offered)) {
    const [, realm] = /\bbasic\s+realm="((?:[^"\\]|\\.)*)"/iu.exec(each) ?? []
    if (realm !== undefined) return realm.replaceAll(/\\(.)/gu, '$1')
  }
  return null
}

/**
 * Runs `open` with the login for a proxy: without one first, unless one is in use, and again with the saved
 * one if the proxy requires it. Credentials in the address of the proxy are used instead. Rejects with a
 * `ProxyError`.
 * @param url the address that is to be reached
 */
export async function withProxyLogin<Result>(
  proxy: Proxy,
  url: string,
  signIn: ProxySignIn | undefined,
  open: (proxy: Proxy) => Promise<Result>,
): Promise<Result> {
  // Only http proxies report what they require.
  if (signIn === undefined || proxy.credentials !== null || proxy.kind.startsWith('socks')) return open(proxy)
  let login = signIn.current(proxy)
  for (;;) {
    try {
      return await open({ ...proxy, credentials: login })
    } catch (error) {
      if (!(error instanceof ProxyChallengeError)) throw error
      const saved = login === null ? await signIn.load(proxy) : null
      if (saved === null) {
        const { reason, proxy: name, status, realm } = error
        signIn.recordRefusal(proxy, { realm, url, isEncrypted: proxy.kind === 'https' }, login)
        throw new ProxyError(reason, name, { status, canSignIn: true, cause: error })
      }
      login = saved
    }
  }
}
