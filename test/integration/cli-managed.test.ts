import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_MANAGED_SETTINGS, type ManagedSettings } from '../../electron/app/managed/managed-settings.ts'
import { ProxyLogins } from '../../electron/app/proxy-logins.ts'
import { createNodeNetwork } from '../../electron/cli/node-network.ts'
import { createSecrets } from '../../electron/secrets/create-secrets.ts'
import { parseManagedProxy } from '../../electron/service/managed-proxy.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { startProxy } from '../support/proxy.ts'
import type { CliResult } from '../support/run-cli.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-41aa'
const { root, intermediate, leaf } = issueChain()
const AUTHORITY = { fileName: 'company.pem', subjects: ['Company'], pem: root.pem }

let service: TestService
let folder: string
let remove: () => Promise<void>
let entries: Map<string, string>

beforeAll(async () => {
  service = await startTestService({
    items: 10,
    campaigns: 1,
    tls: serverFiles(leaf, intermediate),
    key: KEY,
  })
})
beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
  entries = new Map()
  service.requests.length = 0
})
afterEach(() => remove())
afterAll(() => service.close())

/** Runs the command line with these managed settings and the entries of the keychain. */
async function run(
  words: readonly string[],
  managed: Partial<ManagedSettings>,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const settings = { ...NO_MANAGED_SETTINGS, ...managed }
  const secrets = createSecrets({
    keychain: () =>
      Promise.resolve({
        getPassword: (_service, account) => Promise.resolve(entries.get(account) ?? null),
        setPassword: () => Promise.reject(new Error('the command line saves no login')),
        deletePassword: () => Promise.resolve(false),
      }),
  })
  const network = createNodeNetwork(env, () => Promise.resolve('0.0.0-test'), {
    proxy: () => Promise.resolve(settings.proxy),
    signIn: new ProxyLogins(
      () => secrets,
      () => undefined,
    ),
  })
  try {
    return await runCliInProcess([...words, '--data', join(folder, 'data')], {
      env: { CAMPAIGN_DESK_API_KEY: KEY, ...env },
      fetchWith: (tls) => network.fetchWith(tls),
      proxyFor: (address) => network.proxyFor(address),
      secrets: () => secrets,
      managed: () => Promise.resolve(settings),
    })
  } finally {
    await network.close()
  }
}

const sync = (managed: Partial<ManagedSettings>, env: Readonly<Record<string, string>> = {}) =>
  run(
    ['sync', '--base-url', service.url, '--all', '--retries', '2'],
    { authority: AUTHORITY, ...managed },
    env,
  )

const hostOf = (url: string): string => new URL(url).host
const savedLogin = (password: string, kind = 'http'): string =>
  JSON.stringify({ kind, username: 'ann', password })

describe('a proxy that requires a login', () => {
  it('gets the one that was saved in the window', async () => {
    await using proxy = await startProxy({ login: 'ann:secret' })
    entries.set(`proxy/${hostOf(proxy.url)}`, savedLogin('secret'))
    const { code, stdout, stderr } = await sync({}, { HTTPS_PROXY: proxy.url })
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
    expect(service.requests.length).toBeGreaterThan(0)
    // First none, because not every proxy requires one.
    expect(proxy.authorizations[0]).toBeUndefined()
    const examined = await run(
      ['doctor', '--base-url', service.url],
      { authority: AUTHORITY },
      { HTTPS_PROXY: proxy.url },
    )
    expect(examined).toMatchObject({ code: 0 })
  })

  it.each([
    ['that is saved for another proxy', () => ['proxy/127.0.0.1:1', savedLogin('secret')] as const],
    [
      'that is saved for an encrypted proxy',
      (host: string) => [`proxy/${host}`, savedLogin('secret', 'https')] as const,
    ],
    ['that is damaged', (host: string) => [`proxy/${host}`, 'secret'] as const],
  ])('gets no login %s, and the message states both ways', async (_name, entryOf) => {
    await using proxy = await startProxy({ login: 'ann:secret' })
    entries.set(...entryOf(hostOf(proxy.url)))
    const { code, stderr } = await sync({}, { HTTPS_PROXY: proxy.url })
    expect(code).toBe(3)
    expect(stderr).toContain('requires a user name and password (407)')
    expect(stderr).toContain(
      'a login that the window has saved in the keychain, or the one in the address in HTTPS_PROXY',
    )
    expect(stderr).not.toContain('secret')
    expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]))
    expect(service.requests).toEqual([])
  })

  it('gets a wrong login once, so that it locks no account', async () => {
    await using proxy = await startProxy({ login: 'ann:secret' })
    entries.set(`proxy/${hostOf(proxy.url)}`, savedLogin('old'))
    const { code, stderr } = await sync({}, { HTTPS_PROXY: proxy.url })
    expect({ code, stderr }).toMatchObject({ code: 3 })
    expect(stderr).toContain('rejected the user name or password')
    expect(proxy.authorizations.filter((each) => each !== undefined)).toHaveLength(1)
  })

  it('gets none if it requires another kind of authentication', async () => {
    await using proxy = await startProxy({ login: 'ann:secret', challenge: 'Negotiate' })
    entries.set(`proxy/${hostOf(proxy.url)}`, savedLogin('secret'))
    const { code, stderr } = await sync({}, { HTTPS_PROXY: proxy.url })
    expect(code).toBe(3)
    expect(stderr).toContain('such as Kerberos')
    expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]))
  })
})

describe('managed settings on the command line', () => {
  it('choose the proxy instead of the environment', async () => {
    await using managedProxy = await startProxy()
    await using other = await startProxy()
    const env = { HTTPS_PROXY: other.url }
    expect(await sync({ proxy: parseManagedProxy(managedProxy.url) }, env)).toMatchObject({ code: 0 })
    expect(managedProxy.connected.length).toBeGreaterThan(0)
    expect(await sync({ proxy: parseManagedProxy('none') }, env)).toMatchObject({ code: 0 })
    expect(other.connected).toEqual([])
  })

  it('trust the managed authority, and no other address than the managed one', async () => {
    expect(await sync({ baseUrl: service.url, onlyBaseUrl: true })).toMatchObject({ code: 0 })
    service.requests.length = 0
    const { code, stderr } = await sync({ baseUrl: 'https://print.example', onlyBaseUrl: true })
    expect(code).toBe(2)
    expect(stderr).toContain('Your organization allows connections only to https://print.example.')
    expect(service.requests).toEqual([])
  })

  it('allow files in their folders only', async () => {
    const allowed = join(folder, 'allowed')
    await mkdir(allowed)
    await symlink(folder, join(allowed, 'link'))
    expect(await run(['sync', '--sample', '--all'], {})).toMatchObject({ code: 0 })
    const exportTo = (file: string) => run(['export', '--out', file], { exportFolders: [allowed] })
    expect(await exportTo(join(allowed, 'items.csv'))).toMatchObject({ code: 0 })
    for (const file of [join(folder, 'items.csv'), join(allowed, 'link', 'items.csv')]) {
      const { code, stderr } = await exportTo(file)
      expect(code).toBe(5)
      expect(stderr).toContain(`Allowed folders: ${allowed}.`)
    }
    expect(existsSync(join(folder, 'items.csv'))).toBe(false)
    const commands = [
      ['campaigns', '--out', join(folder, 'campaigns.csv')],
      ['stats', '--by', 'status', '--out', join(folder, 'stats.csv')],
      ['timeline', '--out', join(folder, 'dates.ics')],
    ]
    for (const words of commands) expect(await run(words, { exportFolders: [] })).toMatchObject({ code: 5 })
    expect(existsSync(join(folder, 'dates.ics'))).toBe(false)
  })
})
