import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { Agent, fetch, ProxyAgent, type Dispatcher } from 'undici'
import { hostAndPort, proxyFromEnvironment, type ProxyChoice } from '../service/proxies.ts'
import type { Fetch } from '../service/types.ts'
import type { Environment } from './io.ts'

/** What only newer versions of Node have. */
const { getCACertificates }: Partial<typeof tls> = tls

/** Companies put their own authority into the system's store, where browsers find it and Node does not. */
function systemAuthorities(): readonly string[] | null {
  if (getCACertificates === undefined) return null
  const usual = getCACertificates('default')
  try {
    return [...new Set([...usual, ...getCACertificates('system')])]
  } catch {
    // A store that cannot be read leaves the authorities that Node brings.
    return usual
  }
}

/** Authorities that Node would add by itself, were it not given others. */
function extraAuthorities(env: Environment): readonly string[] {
  const file = env['NODE_EXTRA_CA_CERTS'] ?? ''
  try {
    return file === '' ? [] : [readFileSync(file, 'utf8')]
  } catch {
    // Node itself warns of it and goes on.
    return []
  }
}

function trustOf(env: Environment, authority: string | null): { readonly secureContext?: tls.SecureContext } {
  const system = systemAuthorities()
  // An older Node that is given nothing trusts what it always does.
  if (system === null && authority === null) return {}
  const usual = system ?? [...tls.rootCertificates, ...extraAuthorities(env)]
  return {
    secureContext: tls.createSecureContext({ ca: authority === null ? [...usual] : [...usual, authority] }),
  }
}

function dispatcherOf(proxy: ProxyChoice, trust: { readonly secureContext?: tls.SecureContext }): Dispatcher {
  if (proxy.kind === 'direct') return new Agent({ connect: trust })
  return new ProxyAgent({
    uri: `${proxy.kind}://${hostAndPort(proxy.host, proxy.port)}`,
    ...(proxy.authorization === null ? {} : { token: proxy.authorization }),
    requestTls: trust,
    proxyTls: trust,
  })
}

/** A `fetch` for https, on every Node that runs this: see {@link proxyFromEnvironment} for the proxy. */
export function createSecureFetch(env: Environment, authority: string | null): Fetch {
  const trust = trustOf(env, authority)
  const dispatchers = new Map<string, Dispatcher>()

  const dispatcherFor = (address: string): Dispatcher => {
    const { origin } = new URL(address)
    const existing = dispatchers.get(origin)
    if (existing !== undefined) return existing
    const made = dispatcherOf(proxyFromEnvironment(env, address), trust)
    dispatchers.set(origin, made)
    return made
  }

  return async ({ url, method, headers, redirect, signal }) => {
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(headers),
      redirect,
      signal,
      dispatcher: dispatcherFor(url),
    })
    const { status, statusText } = answer
    const body = answer.body as ReadableStream<Uint8Array> | null
    // A response of Node's own kind, as everyone else has it.
    return new Response(body, { status, statusText, headers: [...answer.headers] })
  }
}
