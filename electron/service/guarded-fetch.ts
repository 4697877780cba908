import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { LocalAddressRefused, localRangeOf } from './local-addresses.ts'
import { proxyErrorOf } from './network-faults.ts'
import { choicesFromPac, type Proxy } from './proxies.ts'
import { createSecureFetch, type SecureFetch } from './secure-fetch.ts'
import { DEFAULT_TLS } from './tls-settings.ts'
import type { Fetch } from './types.ts'

/** Returns the IP addresses of a name. */
export type ResolveName = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface GuardedFetchOptions {
  /** Host of the service, as in `URL.hostname`. Local networks of this host may be used. */
  readonly serviceHost: string
  /** Returns the system's proxies for an address, as a PAC file would: `PROXY host:port; DIRECT`. */
  readonly proxiesFor: (address: string) => Promise<string>
  /**
   * Sends a request through the first of these proxies that can be reached, and never directly. Rejects with
   * a failure of a proxy (see `proxyErrorOf`) if it can reach none.
   */
  readonly proxiedFetch: (request: Request, proxies: readonly Proxy[]) => ReturnType<Fetch>
  /** The value of `NODE_EXTRA_CA_CERTS`. */
  readonly extraAuthorityFile?: string | undefined
  /** Default: the system's resolver. */
  readonly resolveName?: ResolveName
}

const resolveBySystem: ResolveName = (name) => systemLookup(name, { all: true })

/**
 * Creates a `fetch` for https to hosts in the service's answers. It never connects to loopback, link-local or
 * private addresses unless the service is on such a network, and rejects with `LocalAddressRefused` instead.
 * Without a proxy, it connects to the address that was checked. A proxy resolves names itself, so only IP
 * addresses can be checked then; if the system's proxies may be bypassed, that is done without a proxy.
 */
export function createGuardedFetch(options: GuardedFetchOptions): SecureFetch {
  const { serviceHost, proxiesFor, proxiedFetch, extraAuthorityFile, resolveName = resolveBySystem } = options

  const addressesOf = async (hostname: string) => {
    const host = hostname.replace(/^\[|\]$/gu, '')
    return isIP(host) === 0 ? resolveName(host) : [{ address: host, family: isIP(host) }]
  }

  async function rejectLocalAddresses(addresses: readonly { readonly address: string }[]): Promise<void> {
    const ranges = addresses.map(({ address }) => localRangeOf(address)).filter((range) => range !== null)
    if (ranges.length === 0) return
    const serviceRanges = (await addressesOf(serviceHost)).map(({ address }) => localRangeOf(address))
    if (!ranges.every((range) => serviceRanges.includes(range))) throw new LocalAddressRefused()
  }

  async function resolveChecked(hostname: string) {
    const addresses = await addressesOf(hostname)
    await rejectLocalAddresses(addresses)
    return addresses
  }

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolveChecked(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (all === true) callback(null, [...addresses])
        else if (first === undefined) callback(notFound(hostname), '')
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error instanceof Error ? error : notFound(hostname), ''),
    )
  }
  const direct = createSecureFetch({
    ...DEFAULT_TLS,
    proxyFor: () => ({ kind: 'direct' }),
    extraAuthorityFile,
    lookup,
  })

  return {
    async fetch(request) {
      const { hostname } = new URL(request.url)
      // No name is looked up for an IP address.
      if (isIP(hostname.replace(/^\[|\]$/gu, '')) !== 0) await resolveChecked(hostname)
      const choices = choicesFromPac(await proxiesFor(request.url))
      const proxies = choices.filter((choice) => choice.kind !== 'direct')
      if (proxies.length === 0 || choices[0] !== proxies[0]) return direct.fetch(request)
      try {
        return await proxiedFetch(request, proxies)
      } catch (error) {
        const mayBypass = proxies.length < choices.length && proxyErrorOf(error)?.isTemporary === true
        if (!mayBypass || request.signal.aborted) throw error
        return direct.fetch(request)
      }
    },
    close: () => direct.close(),
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`No address is known for ${hostname}.`), { code: 'ENOTFOUND' })
}
