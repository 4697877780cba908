import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCertificate, issueChain, serverFiles } from '../support/certificates/make.ts'
import { startProxy } from '../support/proxy.ts'
import { runCli, startCli, type CliResult } from '../support/run-cli.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { startSocksProxy } from '../support/socks-proxy.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-94c1d0'
const { root, intermediate, leaf } = issueChain()

let service: TestService
let home: string
let authority: string
let removeHome: () => Promise<void>

beforeAll(async () => {
  service = await startTestService({
    items: 10,
    campaigns: 1,
    tls: serverFiles(leaf, intermediate),
    key: KEY,
  })
})
beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  authority = join(home, 'works.pem')
  await writeFile(authority, root.pem)
  service.requests.length = 0
})
afterEach(() => removeHome())
afterAll(() => service.close())

type Env = Readonly<Record<string, string>>

const sync = (env: Env, words: readonly string[] = []): Promise<CliResult> =>
  runCli(
    ['sync', '--base-url', service.url, '--data', join(home, 'data'), '--all', '--ca', authority].concat(
      ...words,
    ),
    { home, key: KEY, env },
  )
const doctor = (env: Env): Promise<CliResult> =>
  runCli(['doctor', '--base-url', service.url, '--data', join(home, 'data'), '--ca', authority], {
    home,
    key: KEY,
    env,
  })

const hostOf = (url: string): string => new URL(url).host

describe('a proxy that is reached by https', () => {
  const withPassword = (url: string): string => url.replace('://', '://ann:proxy-password@')

  it.each(['sync', 'doctor'] as const)(
    'receives no credentials from “%s” unless its certificate is trusted',
    async (command) => {
      const { leaf: stranger } = issueChain()
      await using proxy = await startProxy({ tls: serverFiles(stranger) })
      const env = { HTTPS_PROXY: withPassword(proxy.url) }
      const { code, stdout, stderr } = await (command === 'sync'
        ? sync(env, ['--retries', '0'])
        : doctor(env))
      expect(code).toBe(3)
      expect(stdout + stderr).toContain(hostOf(proxy.url))
      expect(proxy.connected).toEqual([])
      expect(proxy.authorizations).toEqual([])
      expect(service.requests).toEqual([])
    },
  )

  it('receives none with a certificate for the service and not for the proxy', async () => {
    const certificate = issueCertificate({ name: 'Service', hosts: ['service.example'], issuer: root })
    await using proxy = await startProxy({ tls: serverFiles(certificate) })
    const { code, stdout } = await runCli(
      ['doctor', '--base-url', 'https://service.example', '--data', join(home, 'data'), '--ca', authority],
      { home, key: KEY, env: { HTTPS_PROXY: withPassword(proxy.url) } },
    )
    expect({ code, stdout }).toMatchObject({ code: 3 })
    expect(proxy.authorizations).toEqual([])
  })

  it('receives none if only the subject of its certificate has its name', async () => {
    const certificate = issueCertificate({ name: 'localhost', issuer: root })
    await using proxy = await startProxy({ tls: serverFiles(certificate) })
    const { code } = await doctor({ HTTPS_PROXY: withPassword(proxy.url.replace('127.0.0.1', 'localhost')) })
    expect(code).toBe(3)
    expect(proxy.authorizations).toEqual([])
  })

  it('receives credentials if the connection’s authority issued its certificate', async () => {
    await using proxy = await startProxy({ tls: serverFiles(leaf, intermediate) })
    const { code, stdout } = await doctor({ HTTPS_PROXY: withPassword(proxy.url) })
    expect({ code, stdout }).toMatchObject({ code: 0 })
    const expected = `Basic ${Buffer.from('ann:proxy-password').toString('base64')}`
    expect(new Set(proxy.authorizations)).toEqual(new Set([expected]))
  })
})

describe('a proxy that never responds', () => {
  it('is named in the error, and every command ends', async () => {
    await using proxy = await startProxy({ silent: true })
    const env = { HTTPS_PROXY: proxy.url }
    const [synced, examined] = await Promise.all([sync(env, ['--retries', '0']), doctor(env)])
    expect(synced.code).toBe(3)
    expect(synced.stderr).toContain(`The proxy ${hostOf(proxy.url)} doesn’t respond.`)
    expect(examined.code).toBe(3)
    expect(examined.stdout).toContain(`The proxy ${hostOf(proxy.url)} doesn’t respond.`)
    expect(examined.stdout).not.toContain('already downloaded')
    expect(service.requests).toEqual([])
  })

  it.runIf(process.platform !== 'win32').each(['sync', 'doctor'])(
    'does not prevent an interrupted %s from ending',
    async (command) => {
      await using proxy = await startProxy({ silent: true })
      const words = [command, '--base-url', service.url, '--data', join(home, 'data'), '--ca', authority]
      const { child, ended } = startCli([...words, ...(command === 'sync' ? ['--all'] : [])], {
        home,
        key: KEY,
        env: { HTTPS_PROXY: proxy.url },
      })
      await expect.poll(() => proxy.connected.length).toBeGreaterThan(0)
      child.kill('SIGINT')
      const { code, stderr } = await ended
      expect(code).not.toBe(0)
      expect(code).not.toBeNull()
      expect(stderr).toContain('Interrupted.')
    },
  )
})

describe('an error of a proxy', () => {
  it.each<[number, RegExp]>([
    [403, /refused to connect to 127\.0\.0\.1:\d+ \(403\)\./u],
    [407, /requires a user name and password \(407\)\./u],
    [503, /can’t reach 127\.0\.0\.1:\d+ \(503\)\./u],
  ])('is reported for status %d', async (refuse, words) => {
    await using proxy = await startProxy({ refuse })
    const { code, stderr } = await sync({ HTTPS_PROXY: proxy.url }, ['--retries', '0'])
    expect(code).toBe(3)
    expect(stderr).toContain(`The proxy ${hostOf(proxy.url)} `)
    expect(stderr).toMatch(words)
  })

  it('is reported after a closed connection, which is retried', async () => {
    await using proxy = await startProxy({ drops: 2 })
    const env = { HTTPS_PROXY: proxy.url }
    const { code, stderr } = await sync(env, ['--retries', '0'])
    expect(code).toBe(3)
    expect(stderr).toContain(`The proxy ${hostOf(proxy.url)} closed the connection.`)
    const retried = await sync(env)
    expect(retried).toMatchObject({ code: 0 })
    expect(retried.stderr).toContain(`The proxy ${hostOf(proxy.url)} closed the connection. Trying again in`)
    expect(retried.stderr).not.toContain(hostOf(service.url))
  })

  it('is reported for a rejected password, without repeating it', async () => {
    await using proxy = await startProxy({ refuse: 407 })
    const { stderr } = await sync({ HTTPS_PROXY: proxy.url.replace('://', '://me:hush-hush@') })
    expect(stderr).toContain('rejected the user name or password.')
    expect(stderr).not.toContain('hush')
    // It is not retried, which could lock the account.
    expect(proxy.connected).toHaveLength(1)
  })

  it('is reported if the proxy is down or unknown', async () => {
    const proxy = await startProxy()
    await proxy[Symbol.asyncDispose]()
    const down = await sync({ HTTPS_PROXY: proxy.url }, ['--retries', '0'])
    expect(down).toMatchObject({ code: 3 })
    expect(down.stderr).toContain(`The proxy ${hostOf(proxy.url)} refused the connection.`)
    const unknown = await sync({ HTTPS_PROXY: 'http://proxy.invalid:3128' }, ['--retries', '0'])
    expect(unknown).toMatchObject({ code: 3 })
    expect(unknown.stderr).toContain('The proxy proxy.invalid:3128 can’t be found.')
  })
})

describe('a SOCKS 5 proxy', () => {
  it('is used with its password, except for networks in NO_PROXY', async () => {
    const credentials = { username: 'me', password: 'p@ss' }
    await using proxy = await startSocksProxy({ credentials })
    const env = { ALL_PROXY: proxy.url.replace('://', '://me:p%40ss@') }
    const { code, stderr } = await sync(env)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).not.toContain('Warning')
    expect(new Set(proxy.connected)).toEqual(new Set([hostOf(service.url)]))
    expect(new Set(proxy.authorizations)).toEqual(new Set(['me:p@ss']))
    const examined = await doctor(env)
    expect(examined.code).toBe(0)
    expect(examined.stdout).toContain(leaf.certificate.fingerprint256)
    const connectedBefore = proxy.connected.length
    expect((await sync({ ...env, NO_PROXY: '10.0.0.0/8, 127.0.0.0/8' })).code).toBe(0)
    expect(proxy.connected).toHaveLength(connectedBefore)
  })

  it('resolves the service’s name', async () => {
    await using proxy = await startSocksProxy({ reply: 4 })
    const words = ['sync', '--base-url', 'https://desk.print.invalid/api', '--all', '--retries', '0']
    const { code, stderr } = await runCli([...words, '--data', join(home, 'data')], {
      home,
      key: KEY,
      env: { ALL_PROXY: proxy.url },
    })
    expect(code).toBe(3)
    expect(proxy.connected).toEqual(['desk.print.invalid:443'])
    expect(stderr).toContain(`The proxy ${hostOf(proxy.url)} can’t reach desk.print.invalid.`)
  })

  it('is reported when it refuses', async () => {
    const credentials = { username: 'me', password: 'right' }
    await using proxy = await startSocksProxy({ credentials })
    const none = await sync({ ALL_PROXY: proxy.url })
    expect(none).toMatchObject({ code: 3 })
    expect(none.stderr).toContain('requires a user name and password')
    const wrong = await sync({ ALL_PROXY: proxy.url.replace('://', '://me:wrong@') })
    expect(wrong.stderr).toContain('rejected the user name or password')
    await using strict = await startSocksProxy({ reply: 2 })
    const denied = await sync({ ALL_PROXY: strict.url })
    expect(denied.stderr).toMatch(/refused to connect to 127\.0\.0\.1:\d+\./u)
  })
})

describe('requests of the command line', () => {
  it('contain program name and version', async () => {
    const packageFile = new URL('../../package.json', import.meta.url)
    const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
    expect((await sync({})).code).toBe(0)
    expect((await doctor({})).code).toBe(0)
    await using plain = await startTestService({ items: 10, campaigns: 1, key: KEY })
    const words = ['sync', '--base-url', plain.url, '--data', join(home, 'data'), '--all']
    expect((await runCli(words, { home, key: KEY })).code).toBe(0)
    const agents = [...service.requests, ...plain.requests].map(({ headers }) => headers['user-agent'])
    expect(new Set(agents)).toEqual(new Set([`CampaignDesk/${version}`]))
  })

  it('verify certificates whatever the environment says, without a warning of Node', async () => {
    const words = ['--base-url', service.url, '--data', join(home, 'data')]
    const options = { home, key: KEY, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }
    for (const command of [['sync', '--all'], ['doctor']]) {
      const { code, stderr } = await runCli([...command, ...words], options)
      expect(code).toBe(3)
      expect(stderr).not.toContain('Warning')
    }
    expect(service.requests).toEqual([])
  })
})
