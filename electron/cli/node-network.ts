import { managedProxyChoice, type ManagedProxy } from '../service/managed-proxy.ts'
import { proxyFromEnvironment, type ProxyChoice } from '../service/proxies.ts'
import type { ProxySignIn } from '../service/proxy-sign-in.ts'
import type { SecureFetch } from '../service/secure-fetch.ts'
import type { TlsSettings } from '../service/tls-settings.ts'
import type { Fetch } from '../service/types.ts'
import { withUserAgent } from '../service/user-agent.ts'
import type { Environment } from './io.ts'

/** The network of the command line. */
export interface NodeNetwork {
  /**
   * Returns Node's `fetch`. For https, returns one that trusts the system's certificate authorities, uses the
   * managed proxy or that of the environment, and has the settings of a connection.
   */
  fetchWith(tls: TlsSettings): Fetch
  /** Returns the proxy for an address, with its login if one is saved. */
  proxyFor(address: string): Promise<ProxyChoice>
  /** Closes everything that is open, so that the process can end. */
  close(): Promise<void>
}

export interface NodeNetworkOptions {
  /** Returns the proxy that the organization sets. */
  readonly proxy: () => Promise<ManagedProxy>
  readonly signIn: ProxySignIn
}

/** @param version version of this program, for the requests */
export function createNodeNetwork(
  env: Environment,
  version: () => Promise<string>,
  { proxy, signIn }: NodeNetworkOptions,
): NodeNetwork {
  const chooseProxy = async (address: string): Promise<ProxyChoice> =>
    managedProxyChoice(await proxy(), address) ?? proxyFromEnvironment(env, address)
  const opened = new Set<Promise<SecureFetch>>()

  async function openSecure(tls: TlsSettings): Promise<SecureFetch> {
    // Loading the authorities and the code for proxies takes a tenth of a second, so only https does it.
    const { createSecureFetch } = await import('../service/secure-fetch.ts')
    return createSecureFetch({
      proxyFor: chooseProxy,
      signIn,
      ...tls,
      extraAuthorityFile: env['NODE_EXTRA_CA_CERTS'],
    })
  }

  return {
    fetchWith(tls) {
      let secure: Promise<SecureFetch> | null = null
      return withUserAgent(version, async (request) => {
        if (!request.url.startsWith('https:')) return fetch(request)
        if (secure === null) {
          secure = openSecure(tls)
          opened.add(secure)
        }
        return (await secure).fetch(request)
      })
    },
    async proxyFor(address) {
      const choice = await chooseProxy(address)
      if (choice.kind === 'direct' || choice.credentials !== null) return choice
      return { ...choice, credentials: await signIn.load(choice) }
    },
    async close() {
      await Promise.allSettled([...opened].map(async (each) => (await each).close()))
    },
  }
}
