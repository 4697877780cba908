import http from 'node:http'
import tls from 'node:tls'
import type { Fetch } from '../service/types.ts'
import type { Environment } from './io.ts'

/** What only newer versions of Node have. */
const { setDefaultCACertificates, getCACertificates }: Partial<typeof tls> = tls
const { setGlobalProxyFromEnv }: Partial<typeof http> = http

/** Companies put their own certificate authority into the system's store, where browsers find it and Node does not. */
function trustSystemAuthorities(): void {
  if (setDefaultCACertificates === undefined || getCACertificates === undefined) return
  try {
    const authorities = new Set([...getCACertificates('default'), ...getCACertificates('system')])
    setDefaultCACertificates([...authorities])
  } catch {
    // A store that cannot be read leaves the authorities that Node brings.
  }
}

/** Only for https, which passes through a proxy unread; http is for this computer, and its key stays on it. */
function useProxy(env: Environment): void {
  const proxy = env['https_proxy'] ?? env['HTTPS_PROXY']
  if (proxy === undefined || proxy === '') return
  setGlobalProxyFromEnv?.({ https_proxy: proxy, no_proxy: env['no_proxy'] ?? env['NO_PROXY'] })
}

/** Node's `fetch`, with the system's certificate authorities and the proxy that the environment names. */
export function createNodeFetch(env: Environment): Fetch {
  let prepared = false
  return (request) => {
    // Reading the authorities takes a tenth of a second, which only this way to the service is worth.
    if (!prepared && request.url.startsWith('https:')) {
      prepared = true
      trustSystemAuthorities()
      useProxy(env)
    }
    return fetch(request)
  }
}
