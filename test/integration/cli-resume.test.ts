import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import type { KeyStatus } from '../../electron/contract/connection.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { Interruption } from '../../electron/cli/exit-codes.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { type CliResult, parseJsonLines, runCli, startCli } from '../support/run-cli.ts'
import { isItems, type ReceivedRequest } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key'
const ITEMS = 240
const CAMPAIGNS = 3

let service: TestService
let home: string
let removeHome: () => Promise<void>

beforeAll(async () => {
  service = await startTestService({ items: ITEMS, campaigns: CAMPAIGNS, key: KEY, limit: { max: 60 } })
})
beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
  service.script([])
})
afterEach(() => removeHome())
afterAll(() => service.close())

const syncArgs = (...more: readonly string[]): readonly string[] => [
  'sync',
  '--base-url',
  service.url,
  '--data',
  join(home, 'data'),
  '--json',
  ...more,
]
const sync = (...more: readonly string[]): Promise<CliResult> => runCli(syncArgs(...more), { home, key: KEY })

async function status(): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await runCli(['status', '--json', '--data', join(home, 'data')], { home })
  return parseJsonLines(stdout).filter(({ type }) => type === 'campaign')
}

/** Runs `sync` until the service has a matching request, which it never answers, then ends the process. */
async function stopAt(
  matches: (request: ReceivedRequest) => boolean,
  signal: NodeJS.Signals,
  ...more: readonly string[]
): Promise<CliResult> {
  const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
  service.script([
    {
      when: matches,
      behavior: {
        kind: 'wait',
        until: () => {
          reach(undefined)
          return new Promise<void>(() => undefined)
        },
      },
    },
  ])
  const { child, ended } = startCli(syncArgs(...more), { home, key: KEY })
  await reached
  child.kill(signal)
  const end = await ended
  service.script([])
  return end
}

const campaign = (index: number): string => service.plan.campaigns[index]?.id ?? ''
/** Unlike the connection test before it, a discovery requests a sort order. */
const isDiscoveryPage =
  (skip: number) =>
  (request: ReceivedRequest): boolean =>
    isItems(request) &&
    !('campaignId' in request.query) &&
    'sort' in request.query &&
    Number(request.query['skip']) >= skip
const isCampaignRecord =
  (index: number) =>
  ({ path }: ReceivedRequest): boolean =>
    path.endsWith(`/campaign/${campaign(index)}`)
const isItemsPage =
  (index: number) =>
  (request: ReceivedRequest): boolean =>
    isItems(request) && request.query['campaignId'] === campaign(index)

async function expectEverything(): Promise<void> {
  const campaigns = await status()
  expect(campaigns.map(({ completeness }) => completeness)).toEqual(Array(CAMPAIGNS).fill('complete'))
  expect(campaigns.reduce((sum, { items }) => sum + Number(items), 0)).toBe(ITEMS)
}

describe.skipIf(process.platform === 'win32')('sync --resume', () => {
  it.each([
    ['SIGKILL', 'the first page of the discovery', isDiscoveryPage(0)],
    ['SIGKILL', 'a later page of the discovery', isDiscoveryPage(150)],
    ['SIGINT', 'a later page of the discovery', isDiscoveryPage(150)],
    ['SIGKILL', 'the record of a campaign', isCampaignRecord(1)],
    ['SIGKILL', 'the items of a campaign', isItemsPage(2)],
    ['SIGINT', 'the items of a campaign', isItemsPage(0)],
  ] as const)('continues everything after %s at %s', async (signal, _, matches) => {
    const { code, stdout, stderr } = await stopAt(matches, signal, '--all')
    if (signal === 'SIGINT') {
      expect(code).toBe(130)
      expect(stderr).toMatch(/Continue with: campaign-desk sync --connection \S{36} --resume --data \S+\n/u)
      expect(parseJsonLines(stdout).at(-1)).toMatchObject({ type: 'sync', exitCode: 130 })
      expect(parseJsonLines(stdout).at(-1)?.['pending']).toBeGreaterThan(0)
    }
    const resumed = await sync('--resume')
    expect(resumed.stderr).toContain('Continuing')
    expect(resumed.code).toBe(0)
    await expectEverything()
    const repeated = await sync('--resume')
    expect(repeated.code).toBe(0)
    expect(repeated.stderr).toContain('There is nothing unfinished.')
  })

  it('continues the only connection without its address, also with another key', async () => {
    const { stderr } = await stopAt(isItemsPage(0), 'SIGINT', '--campaign', campaign(0))
    const [, hint = ''] = /Continue with: campaign-desk (.*)\n/u.exec(stderr) ?? []
    const withoutAddress = ['sync', '--resume', '--data', join(home, 'data')]
    const refused = await runCli(withoutAddress, { home, key: 'replaced' })
    expect(refused.code).toBe(3)
    expect(await runCli(hint.split(' '), { home, key: KEY })).toMatchObject({ code: 0 })
    expect((await status()).map(({ id }) => id)).toEqual([campaign(0)])
    expect(await runCli(withoutAddress, { home, key: KEY })).toMatchObject({ code: 0 })
    const connections = createConnections(join(home, 'data'))
    expect(await connections.list()).toHaveLength(1)
    await connections.createSample()
    expect((await runCli(withoutAddress, { home, key: KEY })).code).toBe(2)
  })

  it('requests nothing if it is interrupted before the cache is open, and continues later', async () => {
    await stopAt(isItemsPage(0), 'SIGKILL', '--campaign', campaign(0))
    const interruption = new AbortController()
    let opened = 0
    const { code } = await runCliInProcess(syncArgs('--resume'), {
      env: { LANG: 'C.UTF-8', CAMPAIGN_DESK_API_KEY: KEY },
      interrupted: interruption.signal,
      fetchWith: () => {
        opened += 1
        // The first one tests the service, the second one belongs to the cache.
        if (opened === 2) {
          service.requests.length = 0
          interruption.abort(new Interruption('SIGINT'))
        }
        return (request) => fetch(request)
      },
    })
    expect(code).toBe(130)
    expect(service.requests).toEqual([])
    expect((await sync('--resume')).code).toBe(0)
    expect((await status()).map(({ id }) => id)).toEqual([campaign(0)])
  })

  it('does not report a number of campaigns after an interrupted discovery', async () => {
    const { stderr, stdout } = await stopAt(isDiscoveryPage(100), 'SIGINT', '--all')
    expect(stderr).not.toMatch(/found \d/iu)
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'discovery', result: 'interrupted' },
      { type: 'sync', pending: 1, exitCode: 130 },
    ])
  })

  it('exits with 4 while something is missing, and continues with it', async () => {
    await stopAt(isItemsPage(0), 'SIGKILL', '--campaign', campaign(0), '--campaign', campaign(2))
    const { code } = await stopAt(isItemsPage(2), 'SIGINT', '--resume')
    expect(code).toBe(130)
    expect((await status()).map(({ id }) => id)).toEqual([campaign(0)])
    service.script([{ when: isItemsPage(2), behavior: { kind: 'status', status: 400 } }])
    const failed = await sync('--resume')
    expect(failed.code).toBe(4)
    expect(failed.stderr).toContain('1 download is not finished')
    service.script([])
    expect((await sync('--resume')).code).toBe(0)
    expect((await status()).map(({ id }) => id).sort()).toEqual([campaign(0), campaign(2)].sort())
  })

  it('continues a failed discovery after the campaigns it had found', async () => {
    service.script([{ when: isDiscoveryPage(100), behavior: { kind: 'status', status: 400 } }])
    const failed = await sync('--all')
    expect(failed.code).toBe(4)
    expect(failed.stderr).not.toContain('Found ')
    service.script([])
    const resumed = await sync('--resume')
    expect(resumed.code).toBe(0)
    await expectEverything()
  })

  it('also downloads recent changes with --recent', async () => {
    expect((await sync('--campaign', campaign(0))).code).toBe(0)
    await stopAt(isItemsPage(1), 'SIGKILL', '--campaign', campaign(1))
    const { code, stdout } = await sync('--recent', '--resume')
    expect(code).toBe(0)
    expect(parseJsonLines(stdout)).toMatchObject([
      { type: 'campaign', id: campaign(1), result: 'complete', mode: 'full' },
      { type: 'campaign', id: campaign(0), result: 'complete', mode: 'recent' },
      { type: 'sync', campaigns: 2, complete: 2, pending: 0 },
    ])
  })

  it('reports the downloads that another process works on, and exits with 4', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>()
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    const until = (): Promise<undefined> => {
      reach(undefined)
      return released
    }
    service.script([{ when: isItemsPage(0), times: 1, behavior: { kind: 'wait', until } }])
    const { ended } = startCli(syncArgs('--campaign', campaign(0), '--campaign', campaign(1)), {
      home,
      key: KEY,
    })
    await reached
    const meanwhile = await sync('--resume')
    release(undefined)
    expect(meanwhile.code).toBe(4)
    expect(meanwhile.stderr).toContain('Another process is working on 2 unfinished downloads.')
    expect(meanwhile.stderr).not.toContain('nothing unfinished')
    expect(parseJsonLines(meanwhile.stdout)).toMatchObject([{ type: 'sync', pending: 2, exitCode: 4 }])
    expect((await ended).code).toBe(0)
  })

  it('skips a campaign that another run has downloaded meanwhile', async () => {
    await stopAt(isItemsPage(1), 'SIGKILL', '--campaign', campaign(1))
    expect((await sync('--campaign', campaign(1))).code).toBe(0)
    expect((await sync('--resume')).stderr).toContain('There is nothing unfinished.')
  })

  it('continues downloads of the window, also paused ones', async () => {
    const connections = createConnections(join(home, 'data'))
    const connection = await connections.create({ baseUrl: service.url, key: KEY })
    const secrets = memorySecrets()
    const session = await openConnection(connection, {
      dataFolder: join(home, 'data'),
      secrets,
      fetch: (request) => fetch(request),
      sampleFetch: () => Promise.reject(new Error('No sample here')),
      storeWorkerUrl: STORE_WORKER_URL,
      reviewWorkerUrl: REVIEW_WORKER_URL,
      keepsQueue: true,
      onProgress: () => undefined,
      onChanged: () => undefined,
    })
    session.downloads.start([campaign(0), campaign(1)])
    session.downloads.pause(null)
    await session.close()
    expect(await connections.hasQueue(connection.id)).toBe(true)
    expect((await sync('--resume')).code).toBe(0)
    expect(await connections.hasQueue(connection.id)).toBe(false)
    expect(await status()).toMatchObject([{ completeness: 'complete' }, { completeness: 'complete' }])
  })
})

function memorySecrets(): Secrets {
  const session: KeyStatus = { storage: 'session', reason: null }
  return {
    get: () => Promise.resolve(KEY),
    set: () => Promise.resolve(session),
    remove: () => Promise.resolve(),
    status: () => Promise.resolve(session),
  }
}
