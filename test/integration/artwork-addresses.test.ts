import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPictureFetch } from '../../electron/artwork/picture-client.ts'
import {
  createGuardedFetch,
  type GuardedFetchOptions,
  type ResolveName,
} from '../../electron/service/guarded-fetch.ts'
import { ProxyError } from '../../electron/service/proxy-error.ts'
import type { SecureFetch } from '../../electron/service/secure-fetch.ts'
import type { Fetch } from '../../electron/service/types.ts'
import { LOCAL_ARTWORK } from '../fixtures/hostile/texts.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { png } from '../support/pictures.ts'
import { startTestService, type TestService } from '../support/service/start.ts'

const { root, intermediate, leaf } = issueChain({
  hosts: ['pictures.example', 'service.example', '127.0.0.1'],
})
const NAMES: Readonly<Record<string, string>> = {
  'service.example': '203.0.113.5',
  'local.example': '127.0.0.1',
  'intranet.example': '192.168.7.7',
  'pictures.example': '127.0.0.1',
}
const PICTURE = png(3)

let pictures: TestService
let opened: SecureFetch[]
/** The names that were resolved. */
let names: string[]

// The system trusts the authority, but the connection has none.
const trusted = tls.getCACertificates('default')
beforeAll(() => tls.setDefaultCACertificates([...trusted, root.pem]))
afterAll(() => tls.setDefaultCACertificates(trusted))

beforeEach(async () => {
  pictures = await startTestService({ items: 1, campaigns: 1, tls: serverFiles(leaf, intermediate) })
  pictures.script([{ behavior: { kind: 'bytes', body: PICTURE, contentType: 'image/png' } }])
  opened = []
  names = []
})
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await pictures.close()
})

const resolveName: ResolveName = (name) => {
  names.push(name)
  const address = NAMES[name]
  if (address === undefined) return Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }))
  return Promise.resolve([{ address, family: 4 }])
}

interface Network {
  readonly proxies?: string
  /** Responses of the service’s own host. */
  readonly own?: Fetch
  readonly proxiedFetch?: GuardedFetchOptions['proxiedFetch']
  readonly resolveName?: ResolveName
}

const nowhere: Fetch = ({ url }) => Promise.reject(new Error(`Nothing was to be sent to ${url}`))

/** Creates a picture fetcher for a service, without the connection’s authority. */
function fetcherFor(
  serviceHost: string,
  { proxies = 'DIRECT', own = nowhere, proxiedFetch, resolveName: resolve = resolveName }: Network = {},
) {
  const guarded = createGuardedFetch({
    serviceHost,
    proxiesFor: () => Promise.resolve(proxies),
    proxiedFetch: proxiedFetch ?? nowhere,
    resolveName: resolve,
  })
  opened.push(guarded)
  const fetchPicture = createPictureFetch({
    baseUrl: `https://${serviceHost}/api`,
    key: () => Promise.resolve('key'),
    fetch: own,
    fetchFromOtherHosts: guarded.fetch,
    retry: { attempts: 1 },
  })
  return (address: string) => fetchPicture(address, new AbortController().signal, 'view')
}

const portOf = ({ origin }: TestService): string => new URL(origin).port

describe('a picture at a local address', () => {
  it.each([...LOCAL_ARTWORK, 'https://local.example:PORT/a.png', 'https://intranet.example/a.png'])(
    'is not fetched for a service on the internet: %s',
    async (address) => {
      const fetchPicture = fetcherFor('service.example')
      await expect(fetchPicture(address.replace('PORT', portOf(pictures)))).rejects.toMatchObject({
        problem: 'badAddress',
      })
      expect(pictures.requests).toEqual([])
    },
  )

  it('is not fetched after a redirect of the service', async () => {
    const redirect = { status: 302, headers: { location: `https://local.example:${portOf(pictures)}/a.png` } }
    const fetchPicture = fetcherFor('service.example', {
      own: () => Promise.resolve(new Response(null, redirect)),
    })
    await expect(fetchPicture('https://service.example/files/1')).rejects.toMatchObject({
      problem: 'badAddress',
    })
    expect(pictures.requests).toEqual([])
  })

  it('is fetched for a service on the same kind of network, but not from another kind', async () => {
    const fetchPicture = fetcherFor('127.0.0.1')
    expect(await fetchPicture(`https://pictures.example:${portOf(pictures)}/a.png`)).toEqual(PICTURE)
    await expect(fetchPicture('https://intranet.example/a.png')).rejects.toMatchObject({
      problem: 'badAddress',
    })
    await expect(fetchPicture('https://169.254.169.254/a.png')).rejects.toMatchObject({
      problem: 'badAddress',
    })
  })

  it('is not fetched after a redirect of a picture host', async () => {
    pictures.script([{ behavior: { kind: 'redirect', to: 'https://192.168.0.1/admin' } }])
    const fetchPicture = fetcherFor('127.0.0.1')
    await expect(fetchPicture(`https://pictures.example:${portOf(pictures)}/a.png`)).rejects.toMatchObject({
      problem: 'badAddress',
    })
  })
})

describe('a picture behind a proxy', () => {
  const proxiedFetch: Fetch = () => Promise.resolve(new Response(PICTURE))

  it('is not resolved here, so that only IP addresses are checked', async () => {
    const fetchPicture = fetcherFor('service.example', { proxies: 'PROXY proxy.example:3128', proxiedFetch })
    expect(await fetchPicture('https://intranet.example/a.png')).toEqual(PICTURE)
    expect(names).toEqual([])
    await expect(fetchPicture('https://10.0.0.8/a.png')).rejects.toMatchObject({ problem: 'badAddress' })
  })

  const MAY_BYPASS = 'PROXY proxy.example:3128; SOCKS5 [fd00::1]:1080; DIRECT'

  it('is sent to the proxies only, also if they may be bypassed', async () => {
    const used: unknown[] = []
    const fetchPicture = fetcherFor('service.example', {
      proxies: MAY_BYPASS,
      proxiedFetch: (request, proxies) => {
        used.push(proxies)
        return proxiedFetch(request)
      },
    })
    expect(await fetchPicture('https://unknown-here.example/a.png')).toEqual(PICTURE)
    expect(used).toEqual([
      [
        { kind: 'http', host: 'proxy.example', port: 3128, credentials: null },
        { kind: 'socks5', host: 'fd00::1', port: 1080, credentials: null },
      ],
    ])
    expect(names).toEqual([])
  })

  const unreachable = () =>
    Promise.reject(
      new ProxyError('unreachable', null, { cause: new Error('net::ERR_PROXY_CONNECTION_FAILED') }),
    )

  it('is fetched from a checked address if the proxies cannot be reached and may be bypassed', async () => {
    const throughService = fetcherFor('127.0.0.1', { proxies: MAY_BYPASS, proxiedFetch: unreachable })
    expect(await throughService(`https://pictures.example:${portOf(pictures)}/a.png`)).toEqual(PICTURE)
    const requests = pictures.requests.length
    const fetchPicture = fetcherFor('service.example', { proxies: MAY_BYPASS, proxiedFetch: unreachable })
    for (const host of [`local.example:${portOf(pictures)}`, 'intranet.example'])
      await expect(fetchPicture(`https://${host}/a.png`)).rejects.toMatchObject({ problem: 'badAddress' })
    expect(pictures.requests).toHaveLength(requests)
  })

  it('is not fetched from a name that changes its address after the proxies failed', async () => {
    const answers = ['203.0.113.7', '127.0.0.1']
    const resolveChanging: ResolveName = (name) =>
      name === 'service.example'
        ? resolveName(name)
        : Promise.resolve([
            { address: answers.length > 1 ? (answers.shift() ?? '') : '127.0.0.1', family: 4 },
          ])
    const fetchPicture = fetcherFor('service.example', {
      proxies: MAY_BYPASS,
      proxiedFetch: async () => {
        // The attacker's name has its public address while the proxies are asked.
        await resolveChanging('changing.example')
        return unreachable()
      },
      resolveName: resolveChanging,
    })
    await expect(fetchPicture(`https://changing.example:${portOf(pictures)}/a.png`)).rejects.toMatchObject({
      problem: 'badAddress',
    })
    expect(pictures.requests).toEqual([])
  })

  it.each([
    ['PROXY proxy.example:3128', 'unreachable'],
    [MAY_BYPASS, 'credentialsMissing'],
  ] as const)('is not fetched directly with %s after the failure %s', async (proxies, reason) => {
    const fetchPicture = fetcherFor('127.0.0.1', {
      proxies,
      proxiedFetch: () => Promise.reject(new ProxyError(reason, 'proxy.example:3128')),
    })
    await expect(fetchPicture(`https://pictures.example:${portOf(pictures)}/a.png`)).rejects.toMatchObject({
      code: 'proxyFailed',
    })
    expect(pictures.requests).toEqual([])
    expect(names).toEqual([])
  })
})

describe('a picture on another host', () => {
  it('is not fetched with the certificates of the connection', async () => {
    const requests: string[] = []
    const fetchPicture = createPictureFetch({
      baseUrl: 'https://service.example/api',
      key: () => Promise.resolve('key'),
      fetch: ({ url }) => {
        requests.push(`connection ${url}`)
        return Promise.resolve(new Response(PICTURE))
      },
      fetchFromOtherHosts: ({ url, headers }) => {
        requests.push(`elsewhere ${url} ${headers.get('authorization') ?? 'no key'}`)
        return Promise.resolve(new Response(PICTURE))
      },
    })
    const { signal } = new AbortController()
    await fetchPicture('https://service.example/a.png', signal, 'view')
    await fetchPicture('https://service.example:8443/a.png', signal, 'view')
    await fetchPicture('https://a.service.example/a.png', signal, 'view')
    expect(requests).toEqual([
      'connection https://service.example/a.png',
      'connection https://service.example:8443/a.png',
      'elsewhere https://a.service.example/a.png no key',
    ])
  })
})
