import type { Fetch } from '../service/types.ts'
import type { Environment } from './io.ts'

/**
 * Node's `fetch`, and for https one that knows the system's certificate authorities, the connection's own and the
 * proxy that the environment names.
 * @param authority PEM of authorities that are trusted beside the system's.
 */
export function createNodeFetch(env: Environment, authority: string | null): Fetch {
  let secure: Promise<Fetch> | null = null
  return async (request) => {
    if (!request.url.startsWith('https:')) return fetch(request)
    // Reading the authorities and the proxies' part takes a tenth of a second, which only this way is worth.
    secure ??= import('./secure-fetch.ts').then(({ createSecureFetch }) => createSecureFetch(env, authority))
    return (await secure)(request)
  }
}
