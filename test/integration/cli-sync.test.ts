import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { type CliResult, parseJsonLines, runCli, startCli } from '../support/run-cli.ts'
import { idsWithoutEntity, totalCountOff } from '../support/service/edits.ts'
import { isCampaign, isItems, type Step } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { startProxy } from '../support/proxy.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-7f3a91c2e5'
const UNKNOWN = '00000000-0000-4000-8000-00000000dead'
const PAGES: Step['when'] = (request) => isItems(request) && 'campaignId' in request.query

let service: TestService
let home: string
let data: string
let removeHome: () => Promise<void>
const ends: CliResult[] = []

beforeAll(async () => {
  service = await startTestService({ items: 240, campaigns: 3, key: KEY, basePath: '/api' })
})

beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  data = join(home, 'data')
  service.script([])
})

afterEach(async () => {
  for (const { stdout, stderr } of ends.splice(0)) {
    expect(stdout + stderr).not.toMatch(/\n\s+at /u)
    expect(stdout + stderr).not.toContain(KEY)
    expect(stderr).not.toMatch(/undefined|\[object/u)
  }
  for (const [file, content] of await filesUnder(home)) expect(content.includes(KEY), file).toBe(false)
  await removeHome()
})

afterAll(async () => {
  await service.close()
})

async function filesUnder(folder: string): Promise<(readonly [file: string, content: Buffer])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => [file, await readFile(file)] as const))
}

/** Runs `sync` with the service’s address, key and data folder unless they are given. */
async function sync(
  words: readonly string[],
  options: { key?: string | null; url?: string; env?: Record<string, string> } = {},
): Promise<CliResult> {
  const key = options.key === undefined ? KEY : options.key
  const end = await runCli(['sync', '--base-url', options.url ?? service.url, '--data', data, ...words], {
    home,
    ...(key === null ? {} : { key }),
    ...(options.env === undefined ? {} : { env: options.env }),
  })
  ends.push(end)
  return end
}

async function cli(...words: string[]): Promise<CliResult> {
  const end = await runCli([...words, '--data', data], { home })
  ends.push(end)
  return end
}

const connectionFolders = (): Promise<string[]> => readdir(join(data, 'connections')).catch(() => [])

function campaign(index: number): { readonly id: string; readonly itemCount: number } {
  const found = service.plan.campaigns[index]
  if (found === undefined) throw new RangeError('no such campaign')
  return found
}

describe('sync', () => {
  it('downloads every campaign that the key can access', async () => {
    const { code, stdout, stderr } = await sync(['--all'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('Found 3 campaigns.')
    expect(stderr).toContain('Downloaded 3 campaigns with 240 items.')
    const status = parseJsonLines((await cli('status', '--json')).stdout)
    expect(status[0]).toMatchObject({ baseUrl: service.url, campaigns: 3, items: 240 })
    expect(status.slice(1).every(({ completeness }) => completeness === 'complete')).toBe(true)
    expect((await cli('export', '--out', '-')).stdout.split('\r\n')).toHaveLength(242)
  })

  it('downloads named campaigns, and prints JSON lines with --json', async () => {
    const { id, itemCount } = campaign(1)
    const { code, stdout } = await sync(['--campaign', `${service.origin}/app/campaign/${id}`, '--json'])
    expect(code).toBe(0)
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'campaign', id, result: 'complete', items: itemCount, expected: itemCount, error: null },
      { type: 'sync', campaigns: 1, complete: 1, items: itemCount, exitCode: 0 },
    ])
    expect(parseJsonLines((await cli('status', '--json')).stdout)).toHaveLength(2)
  })

  it('uses one connection per address and key', async () => {
    await sync(['--campaign', campaign(0).id])
    await sync(['--campaign', campaign(1).id], { url: `${service.url}/` })
    expect(await connectionFolders()).toHaveLength(1)
    service.setKey('another-key')
    const { code } = await sync(['--campaign', campaign(1).id], { key: 'another-key' })
    service.setKey(KEY)
    expect(code).toBe(0)
    const [first, second] = await connectionFolders()
    expect([first, second].every((name) => name !== undefined)).toBe(true)

    const only = await cli('export', '--out', '-', '--campaign', campaign(0).id)
    expect(only.code).toBe(0)
    const both = await cli('export', '--out', '-', '--campaign', campaign(1).id)
    expect(both.code).toBe(2)
    expect(both.stderr).toContain('--connection')
    expect(both.stderr).toContain(first)
    const chosen = ['export', '--out', '-', '--campaign', campaign(1).id, '--connection', second ?? '']
    expect((await cli(...chosen)).code).toBe(0)
  })

  it('continues after a failed campaign, and exits with the worst code', async () => {
    const { id } = campaign(2)
    service.script([
      {
        when: (request) => isItems(request) && request.query['campaignId'] === campaign(0).id,
        behavior: { kind: 'status', status: 400 },
      },
    ])
    const requested = [campaign(0).id, UNKNOWN, id].flatMap((each) => ['--campaign', each])
    const { code, stdout, stderr } = await sync([...requested, '--json'])
    expect(code).toBe(4)
    expect(stderr).toContain('1 of 3 campaigns downloaded completely.')
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'campaign', id: campaign(0).id, result: 'failed', error: { code: 'serviceBadRequest' } },
      { type: 'campaign', id: UNKNOWN, result: 'failed', error: { code: 'serviceNotFound' } },
      { type: 'campaign', id, result: 'complete', error: null },
      { type: 'sync', campaigns: 3, complete: 1, exitCode: 4 },
    ])
    // Nothing was downloaded of the campaigns that failed.
    expect(stderr).toContain('and the campaign ID.')
    expect(stderr).not.toContain('already downloaded')
  })

  it.each([
    ['forbidden', /No access to the details \(403\)/u, 'record refused (403)'],
    [null, /Details not found \(404\)/u, 'record not found (404)'],
  ] as const)(
    'reports a campaign whose record is %s although its items are listed',
    async (answer, sentence, short) => {
      await using other = await startTestService({ items: 30, campaigns: 1, key: KEY })
      const id = other.plan.campaigns[0]?.id ?? ''
      other.setCampaign(id, answer)
      const { code, stdout, stderr } = await sync(['--campaign', id, '--json'], { url: other.url })
      const record = answer ?? 'missing'
      expect(code).toBe(0)
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toContain('Earlier details')
      expect(parseJsonLines(stdout)[0]).toMatchObject({
        type: 'campaign',
        result: 'complete',
        items: 30,
        record,
      })
      expect((await cli('status')).stdout).toContain(short)
      const [, campaignJson] = parseJsonLines((await cli('status', '--json')).stdout)
      expect(campaignJson).toMatchObject({ completeness: 'complete', record, unavailable: false })
    },
  )

  it.each(['incomplete', 'deletionsNotAccepted'] as const)(
    'reports a refused record if the result is %s and the copy stays',
    async (result) => {
      await using other = await startTestService({ items: 30, campaigns: 1, key: KEY })
      const id = other.plan.campaigns[0]?.id ?? ''
      await sync(['--campaign', id], { url: other.url })
      other.setCampaign(id, 'forbidden')
      if (result === 'incomplete')
        other.script([{ when: PAGES, behavior: { kind: 'edit', edit: totalCountOff(() => 5) } }])
      else for (const item of other.items.idsOf(id).slice(4)) other.items.delete(item)
      const { code, stdout, stderr } = await sync(['--campaign', id, '--json'], { url: other.url })
      expect(code).toBe(4)
      expect(stderr).toMatch(/No access to the details \(403\)/u)
      expect(stderr).toContain('Earlier details are kept.')
      expect(parseJsonLines(stdout)[0]).toMatchObject({ type: 'campaign', result, record: 'forbidden' })
      const [, stored] = parseJsonLines((await cli('status', '--json')).stdout)
      expect(stored).toMatchObject({ completeness: 'complete', record: 'forbidden', unavailable: false })
    },
  )

  it('reports how many items were added, changed and deleted', async () => {
    await using other = await startTestService({ items: 30, campaigns: 1, key: KEY })
    const id = other.plan.campaigns[0]?.id ?? ''
    const first = await sync(['--campaign', id, '--json'], { url: other.url })
    expect(parseJsonLines(first.stdout)).toMatchObject([
      { type: 'campaign', added: 30, changed: 0, deleted: 0, record: 'fetched' },
      { type: 'sync', added: 30, changed: 0, deleted: 0 },
    ])
    const [firstId = '', secondId = '', thirdId = ''] = other.items.idsOf(id)
    other.items.delete(firstId)
    other.items.delete(secondId)
    other.items.update(thirdId, { qty: 12_345 })
    const second = await sync(['--campaign', id, '--json'], { url: other.url })
    expect(second.stderr).toContain('28 items, complete (0 added, 1 changed, 2 deleted).')
    expect(parseJsonLines(second.stdout)).toMatchObject([
      { type: 'campaign', added: 0, changed: 1, deleted: 2 },
      { type: 'sync', added: 0, changed: 1, deleted: 2 },
    ])
    const third = await sync(['--recent'], { url: other.url })
    expect(third.stderr).toContain('28 items, complete (no changes).')
  })

  it('reports downloaded campaigns that the service no longer lists, and keeps them', async () => {
    await using other = await startTestService({ items: 30, campaigns: 2, key: KEY })
    await sync(['--all'], { url: other.url })
    const [removed] = other.plan.campaigns
    for (const item of other.items.idsOf(removed?.id ?? '')) other.items.delete(item)
    const repeated = await sync(['--all', '--quiet', '--json'], { url: other.url })
    expect(repeated.code).toBe(0)
    expect(repeated.stderr).toBe(
      `The service no longer lists items of 1 downloaded campaign: “${removed?.name ?? ''}”. The downloaded copy is unchanged.\n`,
    )
    expect(parseJsonLines(repeated.stdout)[0]).toMatchObject({
      ...{ type: 'discovery', result: 'complete', campaigns: 1 },
      notListed: [{ id: removed?.id, name: removed?.name }],
    })
    const campaigns = parseJsonLines((await cli('status', '--json')).stdout).filter(
      ({ id }) => id === removed?.id,
    )
    expect(campaigns).toMatchObject([{ completeness: 'complete' }])
  })

  it.each([['--campaign'], ['--recent']])(
    'deletes more than half of a campaign only with --accept-deletions (%s)',
    async (option) => {
      await using other = await startTestService({ items: 30, campaigns: 1, key: KEY })
      const id = other.plan.campaigns[0]?.id ?? ''
      const words = option === '--campaign' ? [option, id, '--json'] : [option, '--json']
      await sync(['--campaign', id], { url: other.url })
      for (const item of other.items.idsOf(id).slice(4)) other.items.delete(item)
      const refused = await sync(words, { url: other.url })
      expect(refused.code).toBe(4)
      expect(refused.stderr).toContain('The service no longer lists 26 of 30 downloaded items.')
      const hint = /To apply them: campaign-desk (.*)\n$/u.exec(refused.stderr)?.[1] ?? ''
      expect(hint).toMatch(/^sync --connection \S+ --resume --accept-deletions --data /u)
      // Continuing alone would not help.
      expect(refused.stderr).not.toContain('Continue with')
      expect(parseJsonLines(refused.stdout)).toMatchObject([
        { type: 'campaign', id, result: 'deletionsNotAccepted', items: 30, deleted: 0, wouldDelete: 26 },
        { type: 'sync', complete: 0, deleted: 0, pending: 1, exitCode: 4 },
      ])
      expect(parseJsonLines((await cli('status', '--json')).stdout)[1]).toMatchObject({
        completeness: 'complete',
        items: 30,
      })
      expect((await sync(['--resume'], { url: other.url })).code).toBe(4)
      const accepted = await sync(['--resume', '--accept-deletions', '--json'], { url: other.url })
      expect(accepted.code).toBe(0)
      expect(parseJsonLines(accepted.stdout)[0]).toMatchObject({ result: 'complete', items: 4, deleted: 26 })
      expect(parseJsonLines((await cli('status', '--json')).stdout)[1]).toMatchObject({ items: 4 })
    },
  )

  it.each([['--verbose'], ['--json']])(
    'does not print a key that the service sends back (%s)',
    async (option) => {
      const { id } = campaign(0)
      const behavior = { kind: 'redirect', to: `https://${KEY}.example/` } as const
      for (const when of [isItems, PAGES]) {
        service.script([{ when, behavior }])
        // The key must not be in the output, which is checked after each test.
        const { code, stdout, stderr } = await sync(['--campaign', id, option])
        expect(code).toBeGreaterThan(0)
        expect(option === '--json' ? stdout : stderr).toContain('….example')
      }
    },
  )

  it('keeps the complete snapshot when a later download is incomplete', async () => {
    const { id, itemCount } = campaign(0)
    await sync(['--campaign', id])
    service.script([{ when: PAGES, behavior: { kind: 'edit', edit: idsWithoutEntity(3) } }])
    const { code, stderr } = await sync(['--campaign', id])
    expect(code).toBe(4)
    expect(stderr).toContain('incomplete')
    const [, snapshot] = parseJsonLines((await cli('status', '--json')).stdout)
    expect(snapshot).toMatchObject({ completeness: 'complete', items: itemCount })
  })

  it('marks an incomplete snapshot, which export reports', async () => {
    const { id, itemCount } = campaign(0)
    service.script([{ when: PAGES, behavior: { kind: 'edit', edit: totalCountOff(() => 5) } }])
    expect((await sync(['--campaign', id])).code).toBe(4)
    const [, snapshot] = parseJsonLines((await cli('status', '--json')).stdout)
    expect(snapshot).toMatchObject({ completeness: 'incomplete', items: itemCount, expected: itemCount + 5 })
    expect((await cli('status')).stdout).toContain('incomplete')
    const { code, stderr } = await cli('export', '--out', '-')
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Warning: the downloaded copy of .+ is incomplete\./u)
  })
})

describe('the connection to the service', () => {
  const certificate = fileURLToPath(new URL('../support/service/tls/certificate.pem', import.meta.url))

  it.runIf(process.platform === 'linux')('trusts the authorities of the system', async () => {
    await using tls = await startTestService({ items: 10, campaigns: 1, tls: true, key: KEY })
    const { code } = await sync(['--all'], { url: tls.url, env: { SSL_CERT_FILE: certificate } })
    expect(code).toBe(0)
  })

  it.runIf(process.platform === 'linux')(
    'uses the proxy for https, but not for http on this computer',
    async () => {
      await using tls = await startTestService({ items: 10, campaigns: 1, tls: true, key: KEY })
      await using proxy = await startProxy()
      const env = { SSL_CERT_FILE: certificate, HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url }
      expect((await sync(['--all'], { env })).code).toBe(0)
      expect(proxy.connected).toEqual([])
      expect((await sync(['--all'], { url: tls.url, env })).code).toBe(0)
      expect(new Set(proxy.connected)).toEqual(new Set([new URL(tls.url).host]))
    },
  )
})

describe('a service with a private authority', () => {
  const { root, intermediate, leaf } = issueChain()
  const start = () =>
    startTestService({ items: 10, campaigns: 1, tls: serverFiles(leaf, intermediate), key: KEY })
  let file: string

  beforeEach(async () => {
    file = join(home, 'works.pem')
    await writeFile(file, root.pem)
  })

  it('is rejected, and trusted with --ca in that run only', async () => {
    await using tls = await start()
    const refused = await sync(['--all'], { url: tls.url })
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('choose its file.')
    expect(tls.requests).toEqual([])
    expect(await sync(['--all', '--ca', file], { url: tls.url })).toMatchObject({ code: 0 })
    expect(tls.requests.length).toBeGreaterThan(2)
    expect(tls.requests.every(({ headers }) => /\bgzip\b/u.test(headers['accept-encoding'] ?? ''))).toBe(true)
    expect((await sync(['--all'], { url: tls.url })).code).toBe(3)
  })

  it('is trusted with the authority chosen in the application', async () => {
    await using tls = await start()
    const connections = createConnections(data)
    const { id } = await connections.create({ baseUrl: tls.url, key: KEY })
    await connections.setAuthority(id, { fileName: 'works.pem', subjects: [], pem: root.pem })
    expect(await sync(['--all'], { url: tls.url })).toMatchObject({ code: 0 })
  })

  it('is reached through a proxy with its credentials', async () => {
    await using tls = await start()
    await using proxy = await startProxy()
    const env = { https_proxy: proxy.url.replace('://', '://someone:p%40ss@') }
    expect(await sync(['--all', '--ca', file], { url: tls.url, env })).toMatchObject({ code: 0 })
    expect(new Set(proxy.connected)).toEqual(new Set([new URL(tls.url).host]))
    expect(new Set(proxy.authorizations)).toEqual(
      new Set([`Basic ${Buffer.from('someone:p@ss').toString('base64')}`]),
    )
    const without = { ...env, NO_PROXY: 'example.com, 127.0.0.1' }
    const requested = proxy.connected.length
    expect((await sync(['--all', '--ca', file], { url: tls.url, env: without })).code).toBe(0)
    expect(proxy.connected).toHaveLength(requested)
  })

  it('is not reached through a proxy that refuses or is invalid', async () => {
    await using tls = await start()
    await using proxy = await startProxy({ refuse: 403 })
    const refused = await sync(['--all', '--ca', file], { url: tls.url, env: { HTTPS_PROXY: proxy.url } })
    expect(refused.code).toBe(3)
    const none = await sync(['--all'], { url: tls.url, env: { HTTPS_PROXY: 'ftp://me:secret-word@proxy' } })
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('HTTPS_PROXY')
    expect(none.stderr).not.toContain('secret-word')
    expect(tls.requests).toEqual([])
  })

  it('is not contacted if the --ca file is no authority', async () => {
    await writeFile(file, leaf.pem)
    for (const [name, words] of [
      [file, /isn’t an authority’s certificate/u],
      [join(home, 'nowhere.pem'), /can’t be read/u],
    ] as const) {
      const { code, stderr } = await sync(['--all', '--ca', name])
      expect(code).toBe(2)
      expect(stderr).toMatch(words)
      expect(stderr).toContain('--ca')
    }
    expect(await connectionFolders()).toEqual([])
  })
})

describe('a sync that cannot start', () => {
  it.each<[string, Step['behavior'], number, RegExp]>([
    ['a key that is refused', { kind: 'status', status: 401 }, 3, /401/u],
    ['a key that may not read', { kind: 'status', status: 403 }, 3, /403/u],
    ['an unknown address', { kind: 'status', status: 404 }, 3, /404/u],
    ['a sign-in page', { kind: 'login' }, 3, /A web page answered/u],
    [
      'a redirect to another origin',
      { kind: 'redirect', to: 'https://elsewhere.example/' },
      3,
      /another address/u,
    ],
    ['an interrupted connection', { kind: 'cut', at: 'start' }, 4, /was interrupted/u],
    ['a service that fails', { kind: 'status', status: 500 }, 4, /500/u],
    ['an invalid response', { kind: 'text', change: () => '[1]' }, 4, /unreadable response/u],
  ])('leaves no connection: %s', async (_, behavior, expected, words) => {
    service.script([{ behavior }])
    const { code, stdout, stderr } = await sync(['--all', '--json', '--retries', '1'])
    expect(code).toBe(expected)
    expect(stderr).toMatch(words)
    expect(parseJsonLines(stdout)).toMatchObject([{ type: 'error', exitCode: expected }])
    expect(await connectionFolders()).toEqual([])
  })

  it('retries from the first request, and reports each wait', async () => {
    service.script([{ times: 2, behavior: { kind: 'status', status: 503 } }])
    const { code, stderr } = await sync(['--campaign', campaign(0).id])
    expect(code).toBe(0)
    const waits = stderr.split('\n').filter((line) => line.includes('Trying again'))
    expect(waits).toHaveLength(2)
    expect(waits[0]).toMatch(
      /^127\.0\.0\.1:\d+ reported an error \(503\)\. Trying again in [\d.]+ s \(2 of 4\)\.$/u,
    )
  })

  it('waits for Retry-After, but not longer than --max-wait', async () => {
    const busy = { kind: 'status', status: 429, headers: { 'retry-after': '2' } } as const
    service.script([{ times: 1, behavior: busy }])
    const longWait = await sync(['--campaign', campaign(0).id])
    expect(longWait.code).toBe(0)
    expect(longWait.stderr).toContain('received too many requests (429). Trying again in 2 s (2 of 4).')
    service.script([{ times: 1, behavior: busy }])
    const shortWait = await sync(['--campaign', campaign(0).id, '--max-wait', '1s'])
    expect(shortWait.code).toBe(4)
    expect(shortWait.stderr).not.toContain('Trying again')
    expect(shortWait.stderr).toMatch(/requests a pause of 2 s\. .*--max-wait/u)
  })

  it('makes one attempt with --retries 0', async () => {
    service.requests.length = 0
    service.script([{ behavior: { kind: 'status', status: 503 } }])
    const { code, stderr } = await sync(['--campaign', campaign(0).id, '--retries', '0'])
    expect(code).toBe(4)
    expect(stderr).not.toContain('Trying again')
    expect(service.requests).toHaveLength(1)
  })

  it('reports a service that does not accept connections', async () => {
    const closedService = await startTestService({ items: 1 })
    await closedService.close()
    const { code, stderr } = await sync(['--all'], { url: closedService.url })
    expect(code).toBe(3)
    expect(stderr).toContain('can’t be reached')
    expect(await connectionFolders()).toEqual([])
  })

  it('reports an untrusted certificate', async () => {
    await using tls = await startTestService({ items: 10, tls: true, key: KEY })
    const { code, stderr } = await sync(['--all'], { url: tls.url })
    expect(code).toBe(3)
    expect(stderr).toContain('certificate')
    expect(tls.requests).toEqual([])
  })

  it('reports a missing or invalid key', async () => {
    service.requests.length = 0
    const none = await sync(['--all'], {
      key: null,
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    })
    expect(none.code).toBe(3)
    expect(none.stderr).toContain('CAMPAIGN_DESK_API_KEY')
    const broken = await sync(['--all'], { key: 'two\nlines' })
    expect(broken.code).toBe(3)
    expect(broken.stderr).not.toContain('lines\n')
    expect(service.requests).toEqual([])
    expect(await connectionFolders()).toEqual([])
  })

  it('reports an address that would send the key unprotected', async () => {
    const { code, stderr } = await sync(['--all'], { url: 'http://print.example' })
    expect(code).toBe(2)
    expect(stderr).toContain('https://')
  })

  it('reports a data folder that cannot be created', async () => {
    const end = await runCli(
      ['sync', '--base-url', service.url, '--all', '--data', join(process.execPath, 'data')],
      { home, key: KEY },
    )
    ends.push(end)
    expect([1, 5]).toContain(end.code)
    expect(end.stderr).toMatch(/^[A-Z].+\.\n$/u)
  })
})

describe('a sync that fails during a download', () => {
  it.each<[string, Step['behavior'], number]>([
    ['the service responds with 503', { kind: 'status', status: 503 }, 4],
    [
      'the service requests a long wait',
      { kind: 'status', status: 429, headers: { 'retry-after': '86400' } },
      4,
    ],
    ['the JSON is truncated', { kind: 'truncate' }, 4],
    ['the response is interrupted', { kind: 'cut', at: 'body' }, 4],
    ['a sign-in page appears', { kind: 'login' }, 4],
    ['the key is refused', { kind: 'status', status: 401 }, 3],
  ])('exits with an error: %s', async (_, behavior, expected) => {
    service.script([{ when: PAGES, behavior }])
    const { code, stderr } = await sync(['--campaign', campaign(0).id, '--retries', '1'])
    expect(code).toBe(expected)
    expect(stderr).toContain('not downloaded')
  })

  it('reports that the search for campaigns failed after the first response', async () => {
    service.script([
      { when: isItems, times: 1, behavior: { kind: 'correct' } },
      { when: isItems, behavior: { kind: 'status', status: 400 } },
    ])
    const { code, stderr } = await sync(['--all'])
    expect(code).toBe(4)
    expect(stderr).toContain('Not all campaigns could be found.')
  })

  it.runIf(process.platform !== 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is interrupted by %s without damage, and exits with %d', async (signal, code) => {
    await sync(['--campaign', campaign(0).id])
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
    service.script([
      {
        when: PAGES,
        behavior: {
          kind: 'wait',
          until: () => {
            reach(undefined)
            return new Promise<void>(() => undefined)
          },
        },
      },
    ])
    const words = ['sync', '--base-url', service.url, '--data', data, '--campaign', campaign(0).id, '--json']
    const { child, ended } = startCli(words, { home, key: KEY })
    await reached
    child.kill(signal)
    const end = await ended
    ends.push(end)
    expect(end.code).toBe(code)
    expect(end.stderr).toContain('Interrupted.')
    expect(parseJsonLines(end.stdout).at(-1)).toMatchObject({ type: 'sync', complete: 0, exitCode: code })
    const [, snapshot] = parseJsonLines((await cli('status', '--json')).stdout)
    expect(snapshot).toMatchObject({ completeness: 'complete', items: campaign(0).itemCount })
  })

  it('sends the key in the documented header, only to this origin', async () => {
    service.requests.length = 0
    await sync(['--campaign', campaign(0).id])
    expect(service.requests.length).toBeGreaterThan(2)
    expect(service.requests.every(({ headers }) => headers['authorization'] === KEY)).toBe(true)
    expect(service.requests.filter(isCampaign)).toHaveLength(1)
  })
})
