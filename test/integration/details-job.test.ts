import { describe, expect, it, vi } from 'vitest'
import { createConnections } from '../../electron/app/connections.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { ConnectionSession } from '../../electron/app/types.ts'
import type { RecordState } from '../../electron/contract/campaign.ts'
import { NO_AUTOMATIC_DOWNLOADS, type KeyStatus } from '../../electron/contract/connection.ts'
import { runCliInProcess } from '../support/cli-in-process.ts'
import { setUpDownloads, type DownloadSetup } from '../support/download-setup.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { parseJsonLines } from '../support/run-cli.ts'
import { isCampaign, type Behavior, type ReceivedRequest, type Step } from '../support/service/script.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const CAMPAIGNS = 12

const isRecordOf =
  (id: string) =>
  (request: ReceivedRequest): boolean =>
    isCampaign(request) && request.path.endsWith(`/${encodeURIComponent(id)}`)
const step = (id: string, behavior: Behavior, times?: number): Step => ({
  when: isRecordOf(id),
  behavior,
  ...(times === undefined ? {} : { times }),
})
const requestedIds = (service: TestService): readonly string[] =>
  service.requests.filter(isCampaign).map(({ path }) => decodeURIComponent(path.split('/').at(-1) ?? ''))

/** Finds all campaigns, and returns their ids. */
async function find({ downloads, store, service }: DownloadSetup): Promise<readonly string[]> {
  await downloads.waitForEnd(downloads.discover().jobId)
  service.requests.length = 0
  return (await store.listCampaigns()).map(({ id }) => id)
}

async function statesIn({
  store,
}: Pick<DownloadSetup, 'store'>): Promise<Readonly<Partial<Record<RecordState, number>>>> {
  const states = (await store.listCampaigns()).map(({ recordState }) => recordState)
  return Object.fromEntries(
    [...new Set(states)].map((state) => [state, states.filter((each) => each === state).length]),
  )
}

describe('a fetch of details', () => {
  it('requests each record once, and reports its progress', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service, reportedJobs } = parts
    const ids = await find(parts)
    const job = downloads.fetchDetails(ids)
    expect(job).toMatchObject({ kind: 'details', state: 'waiting', items: 0, totalItems: CAMPAIGNS })
    expect(await downloads.waitForEnd(job.jobId)).toMatchObject({
      state: 'done',
      error: null,
      items: CAMPAIGNS,
      totalItems: CAMPAIGNS,
      details: { fetched: CAMPAIGNS, forbidden: 0, missing: 0, skipped: 0, failed: 0 },
    })
    expect([...requestedIds(service)].sort()).toEqual([...ids].sort())
    expect(service.requests.every(isCampaign)).toBe(true)
    expect(await statesIn(parts)).toEqual({ fetched: CAMPAIGNS })
    const done = reportedJobs.filter(({ jobId }) => jobId === job.jobId).map(({ items }) => items)
    expect(done).toEqual([...done].sort((one, other) => one - other))
  })

  it('counts refused, missing and failed records, waits for a busy service, and retries what failed', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    const [refused = '', missing = '', failing = '', busy = ''] = ids
    service.script([
      step(refused, { kind: 'status', status: 403 }),
      step(missing, { kind: 'status', status: 404 }),
      step(failing, { kind: 'bytes', body: new TextEncoder().encode('no JSON') }),
      step(busy, { kind: 'status', status: 429, headers: { 'retry-after': '0' } }, 1),
    ])
    const { jobId } = downloads.fetchDetails(ids)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'incomplete',
      error: {
        code: 'downloadIncomplete',
        message: expect.stringContaining('Details not fetched: 1.') as string,
      },
      items: CAMPAIGNS,
      details: { fetched: CAMPAIGNS - 3, forbidden: 1, missing: 1, failed: 1 },
    })
    expect(requestedIds(service).filter((id) => id === busy)).toHaveLength(2)
    expect(await statesIn(parts)).toEqual({ fetched: CAMPAIGNS - 3, forbidden: 1, missing: 1, never: 1 })

    service.script([])
    service.requests.length = 0
    downloads.retry(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      details: { fetched: CAMPAIGNS - 2, forbidden: 1, missing: 1, failed: 0 },
    })
    expect(requestedIds(service)).toEqual([failing])
  })

  it('fetches the others if a gateway reports a time-out for one record', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    service.script([step(ids[0] ?? '', { kind: 'status', status: 504 })])
    expect(await downloads.waitForEnd(downloads.fetchDetails(ids).jobId)).toMatchObject({
      state: 'incomplete',
      items: CAMPAIGNS,
      details: { fetched: CAMPAIGNS - 1, failed: 1 },
    })
    expect(await statesIn(parts)).toEqual({ fetched: CAMPAIGNS - 1, never: 1 })
  })

  it('leaves downloaded campaigns as they are', async () => {
    await using parts = await setUpDownloads({ items: 60, campaigns: 3 })
    const { downloads, service, store } = parts
    const [first = '', ...others] = await find(parts)
    await parts.run(first)
    const before = await store.getCampaign(first)
    service.script([step(first, { kind: 'status', status: 404 })])
    const { jobId } = downloads.fetchDetails([first, ...others])
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      details: { fetched: 2, skipped: 1 },
    })
    expect(await store.getCampaign(first)).toEqual(before)
  })

  it('fetches campaigns that are added while it waits or runs', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    const [first = ''] = ids
    const reached = Promise.withResolvers<undefined>()
    const released = Promise.withResolvers<undefined>()
    service.script([
      step(first, {
        kind: 'wait',
        until: () => {
          reached.resolve(undefined)
          return released.promise
        },
      }),
    ])
    const job = downloads.fetchDetails(ids.slice(0, 3))
    await reached.promise
    const extended = downloads.fetchDetails(ids.slice(2))
    expect(extended.jobId).toBe(job.jobId)
    released.resolve(undefined)
    await downloads.waitForEnd(job.jobId)
    expect(await statesIn(parts)).toEqual({ fetched: CAMPAIGNS })
    expect(downloads.list().filter(({ kind }) => kind === 'details')).toHaveLength(1)
  })

  it('keeps what it has fetched when it is canceled', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    service.script([
      { when: isCampaign, times: 5, behavior: { kind: 'correct' } },
      { when: isCampaign, behavior: { kind: 'hang', at: 'start' } },
    ])
    const { jobId } = downloads.fetchDetails(ids)
    await vi.waitFor(() => expect(downloads.list().at(-1)?.items).toBe(5), 60_000)
    downloads.cancel(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({ state: 'cancelled', details: { fetched: 5 } })
    expect(await statesIn(parts)).toEqual({ fetched: 5, never: CAMPAIGNS - 5 })
    expect(downloads.unfinished()).toEqual([])
  })

  it('continues after a pause with what is missing', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    service.script([
      { when: isCampaign, times: 5, behavior: { kind: 'correct' } },
      { when: isCampaign, behavior: { kind: 'hang', at: 'body' } },
    ])
    const { jobId } = downloads.fetchDetails(ids)
    await vi.waitFor(() => expect(downloads.list().at(-1)?.items).toBe(5), 60_000)
    downloads.pause(jobId)
    expect(downloads.list().at(-1)).toMatchObject({ state: 'paused', pausedBy: 'person', items: 5 })
    service.script([])
    downloads.resume(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      details: { fetched: CAMPAIGNS },
    })
  })

  it('ends when the connection is cut, and is retried with what is missing', async () => {
    await using parts = await setUpDownloads({ items: 600, campaigns: CAMPAIGNS })
    const { downloads, service } = parts
    const ids = await find(parts)
    service.script([
      { when: isCampaign, times: 5, behavior: { kind: 'correct' } },
      { when: isCampaign, behavior: { kind: 'cut', at: 'body' } },
    ])
    const { jobId } = downloads.fetchDetails(ids)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'interrupted' },
      items: 5,
    })
    service.script([])
    service.requests.length = 0
    downloads.retry(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      details: { fetched: CAMPAIGNS },
    })
    expect(requestedIds(service)).toHaveLength(CAMPAIGNS - 5)
  })

  it('gives up after many failures in a row', async () => {
    await using parts = await setUpDownloads({ items: 4_000, campaigns: 40 })
    const { downloads, service } = parts
    const ids = await find(parts)
    service.script([{ when: isCampaign, behavior: { kind: 'status', status: 500 } }])
    const { jobId } = downloads.fetchDetails(ids)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'serviceFailed' },
    })
    expect(new Set(requestedIds(service)).size).toBeLessThan(30)
    service.script([])
    downloads.retry(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({
      state: 'done',
      details: { fetched: 40, failed: 0 },
    })
  })
})

describe('details of a connection', () => {
  async function setUp() {
    const folder = await temporaryFolder()
    const service = await startTestService({ items: 600, campaigns: CAMPAIGNS, key: 'key' })
    const connections = createConnections(folder.path)
    const connection = await connections.create({ baseUrl: service.url, key: 'key' })
    const open: ConnectionSession[] = []
    const keyStatus: KeyStatus = { storage: 'session', reason: null }
    return {
      service,
      connections,
      connection,
      dataFolder: folder.path,
      async start(): Promise<ConnectionSession> {
        const session = await openConnection(connection, {
          dataFolder: folder.path,
          secrets: {
            get: () => Promise.resolve('key'),
            set: () => Promise.resolve(keyStatus),
            remove: () => Promise.resolve(),
            status: () => Promise.resolve(keyStatus),
          },
          fetch: (request) => fetch(request),
          sampleFetch: () => Promise.reject(new Error('No sample here')),
          storeWorkerUrl: STORE_WORKER_URL,
          reviewWorkerUrl: REVIEW_WORKER_URL,
          readers: 1,
          keepsQueue: true,
          onProgress: () => undefined,
          onChanged: () => undefined,
        })
        open.push(session)
        return session
      },
      async [Symbol.asyncDispose]() {
        await Promise.all(open.map((session) => session.close()))
        await service.close()
        await folder.remove()
      },
    }
  }

  it('continue after a restart with their results', async () => {
    await using parts = await setUp()
    const { service } = parts
    const first = await parts.start()
    await first.downloads.waitForEnd(first.downloads.discover().jobId)
    const ids = (await first.store.listCampaigns()).map(({ id }) => id)
    const [refused = ''] = ids
    service.script([
      step(refused, { kind: 'status', status: 403 }),
      { when: isCampaign, times: 4, behavior: { kind: 'correct' } },
      { when: isCampaign, behavior: { kind: 'hang', at: 'start' } },
    ])
    const { jobId } = first.downloads.fetchDetails(ids)
    await vi.waitFor(() => expect(first.downloads.list().at(-1)?.items).toBe(5), 60_000)
    await first.close()
    service.script([])
    service.requests.length = 0

    const second = await parts.start()
    const [resumed] = await second.resumeUnfinished()
    const list = second.downloads.list()
    expect((resumed ?? list[0])?.jobId).toBe(jobId)
    expect(await second.downloads.waitForEnd(jobId)).toMatchObject({
      kind: 'details',
      state: 'done',
      origin: 'resumed',
      details: { fetched: CAMPAIGNS - 1, forbidden: 1 },
    })
    expect(requestedIds(service)).toHaveLength(CAMPAIGNS - 5)
    expect(await statesIn(second)).toEqual({ fetched: CAMPAIGNS - 1, forbidden: 1 })
    await second.close()
    expect((await parts.start()).downloads.list()).toEqual([])
  })

  it('are continued by the command line', async () => {
    await using parts = await setUp()
    const { service } = parts
    const session = await parts.start()
    await session.downloads.waitForEnd(session.downloads.discover().jobId)
    const ids = (await session.store.listCampaigns()).map(({ id }) => id)
    service.script([{ when: isCampaign, behavior: { kind: 'hang', at: 'start' } }])
    session.downloads.fetchDetails(ids)
    await session.close()
    service.script([])
    const { code, stdout, stderr } = await runCliInProcess(
      ['sync', '--base-url', service.url, '--resume', '--json', '--data', parts.dataFolder],
      { env: { LANG: 'C.UTF-8', CAMPAIGN_DESK_API_KEY: 'key' } },
    )
    expect(stderr).toContain('Continuing the details of campaigns.')
    expect(stderr).toContain(`Fetched the details of ${String(CAMPAIGNS)} campaigns.`)
    expect(code).toBe(0)
    expect(parseJsonLines(stdout)[0]).toMatchObject({
      type: 'details',
      result: 'complete',
      fetched: CAMPAIGNS,
      error: null,
    })
    const reopened = await parts.start()
    expect(await statesIn(reopened)).toEqual({ fetched: CAMPAIGNS })
  })

  it('are fetched after a search for campaigns, if the connection says so', async () => {
    await using parts = await setUp()
    const session = await parts.start()
    const { downloads } = session
    await downloads.waitForEnd(downloads.discover().jobId)
    // A second search, so that the first one had the time to queue anything.
    await downloads.waitForEnd(downloads.discover().jobId)
    expect(downloads.list().every(({ kind }) => kind === 'discovery')).toBe(true)

    await parts.connections.setAutomatic(parts.connection.id, {
      ...NO_AUTOMATIC_DOWNLOADS,
      fetchesDetails: true,
    })
    const [first = ''] = (await session.store.listCampaigns()).map(({ id }) => id)
    await downloads.waitForEnd(downloads.fetchDetails([first]).jobId)
    await downloads.waitForEnd(downloads.discover().jobId)
    await vi.waitFor(async () => expect(await statesIn(session)).toEqual({ fetched: CAMPAIGNS }), 60_000)
    await vi.waitFor(
      () => expect(downloads.list().at(-1)).toMatchObject({ kind: 'details', state: 'done' }),
      60_000,
    )
    expect(downloads.list().at(-1)).toMatchObject({ details: { fetched: CAMPAIGNS - 1 } })
    expect(requestedIds(parts.service)).toHaveLength(CAMPAIGNS)
  })
})
