import { proxyFromEnvironment } from '../service/proxies.ts'
import type { SecureFetch } from '../service/secure-fetch.ts'
import type { TlsSettings } from '../service/tls-settings.ts'
import type { Fetch } from '../service/types.ts'
import { withUserAgent } from '../service/user-agent.ts'
import type { Environment } from './io.ts'

/** The network of the command line. */
export interface NodeNetwork {
  /**
   * Returns Node's `fetch`. For https, returns one that trusts the system's certificate authorities, uses the
   * proxy of the environment, and has the settings of a connection.
   */
  fetchWith(tls: TlsSettings): Fetch
  /** Closes everything that is open, so that the process can end. */
  close(): Promise<void>
}

/** @param version version of this program, for the requests */
export function createNodeNetwork(env: Environment, version: () => Promise<string>): NodeNetwork {
  const opened = new Set<Promise<SecureFetch>>()

  async function openSecure(tls: TlsSettings): Promise<SecureFetch> {
    // Loading the authorities and the code for proxies takes a tenth of a second, so only https does it.
    const { createSecureFetch } = await import('../service/secure-fetch.ts')
    return createSecureFetch({
      proxyFor: (address) => proxyFromEnvironment(env, address),
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
    async close() {
      await Promise.allSettled([...opened].map(async (each) => (await each).close()))
    },
  }
}
