import Database from 'better-sqlite3'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyStatus } from '../../electron/contract/connection.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } from '../../electron/sample/service.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { createLogger } from '../../electron/app/logger.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { ConnectionSession, OpenConnectionOptions } from '../../electron/app/types.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'k-4711-very-distinctive'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: TestService
let open: ConnectionSession[]

beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService({ items: 300, campaigns: 3, key: KEY })
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((session) => session.close()))
  await service.close()
  await folder.remove()
})

/** Keys in memory, with the number of reads. */
function memorySecrets(): Secrets & { reads: number } {
  const keys = new Map<string, string>()
  const status = (id: string): KeyStatus => ({ storage: keys.has(id) ? 'session' : 'none', reason: null })
  return {
    reads: 0,
    get(id) {
      this.reads += 1
      return Promise.resolve(keys.get(id) ?? null)
    },
    set(id, key) {
      keys.set(id, key)
      return Promise.resolve(status(id))
    },
    remove(id) {
      keys.delete(id)
      return Promise.resolve()
    },
    status: (id) => Promise.resolve(status(id)),
  }
}

const noNetwork = () => Promise.reject(new Error('No network was to be used'))

async function openSession(kind: 'service' | 'sample', changes: Partial<OpenConnectionOptions> = {}) {
  const connections = createConnections(folder.path)
  const [existing] = await connections.list()
  const connection =
    existing ??
    (kind === 'sample'
      ? await connections.createSample()
      : await connections.create({ baseUrl: service.url, key: KEY }))
  const reportedJobs: DownloadJob[] = []
  const changed: (readonly [string, readonly string[]])[] = []
  const session = await openConnection(connection, {
    dataFolder: folder.path,
    secrets: memorySecrets(),
    fetch: (request) => fetch(request),
    sampleFetch: noNetwork,
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    readers: 1,
    service: { retry: { attempts: 2, baseDelayMs: 1 } },
    onProgress: (job) => reportedJobs.push(job),
    onChanged: (id, campaignIds) => changed.push([id, campaignIds]),
    ...changes,
  })
  open.push(session)
  return { session, reportedJobs, changed, connection }
}

async function download(session: ConnectionSession, campaignId: string): Promise<DownloadJob> {
  const [job] = session.downloads.start([campaignId])
  return session.downloads.waitForEnd(job?.jobId ?? '')
}

const campaignOf = (): { readonly id: string; readonly itemCount: number } => {
  const campaign = service.plan.campaigns[0]
  if (campaign === undefined) throw new Error('The plan has no campaign')
  return campaign
}

describe('openConnection', () => {
  it('reads no key and uses no network', async () => {
    const secrets = memorySecrets()
    const { session } = await openSession('service', { secrets, fetch: noNetwork })
    expect(session.notice).toBeNull()
    expect(await session.store.listCampaigns()).toEqual([])
    expect(await session.keyStatus()).toEqual({ storage: 'none', reason: null })
    expect(secrets.reads).toBe(0)
  })

  it('does not wait for the keychain', async () => {
    const never = new Promise<never>(() => undefined)
    const stuck: Secrets = { get: () => never, set: () => never, remove: () => never, status: () => never }
    const { session } = await openSession('service', { secrets: stuck })
    expect(await session.store.countItems()).toEqual({ campaigns: 0, items: 0 })
  })

  it('reports a missing key, and works after it is entered', async () => {
    const secrets = memorySecrets()
    const { session, connection, changed, reportedJobs } = await openSession('service', { secrets })
    const { id, itemCount } = campaignOf()
    expect(await download(session, id)).toMatchObject({ state: 'failed', error: { code: 'keyMissing' } })
    await expect(session.test()).rejects.toMatchObject({ code: 'keyMissing' })

    await secrets.set(connection.id, KEY)
    expect(await session.test()).toMatchObject({ itemCount: 300 })
    expect(await download(session, id)).toMatchObject({ state: 'done', items: itemCount })
    expect(changed).toEqual([[connection.id, [id]]])
    expect(reportedJobs.every((job) => job.connectionId === connection.id)).toBe(true)
    expect(await session.footprint()).toMatchObject({ campaigns: 1, items: itemCount })
    expect((await session.footprint()).bytes).toBeGreaterThan(10_000)
  })

  it('uses a replaced key', async () => {
    const secrets = memorySecrets()
    const { session, connection } = await openSession('service', { secrets })
    await secrets.set(connection.id, 'an old key')
    expect(await download(session, campaignOf().id)).toMatchObject({ error: { code: 'serviceUnauthorized' } })
    await secrets.set(connection.id, KEY)
    session.keyChanged()
    expect(await download(session, campaignOf().id)).toMatchObject({ state: 'done' })
  })

  it('repeats a request whose key is replaced before the service refuses it', async () => {
    const secrets = memorySecrets()
    const { session, connection } = await openSession('service', {
      secrets,
      async fetch(...request) {
        const response = await fetch(...request)
        if (response.status === 401) {
          await secrets.set(connection.id, KEY)
          session.keyChanged()
        }
        return response
      },
    })
    await secrets.set(connection.id, 'an old key')
    expect(await download(session, campaignOf().id)).toMatchObject({ state: 'done' })
  })

  it('shows all data after a restart without the service', async () => {
    const secrets = memorySecrets()
    const { session, connection } = await openSession('service', { secrets })
    await secrets.set(connection.id, KEY)
    const { id, itemCount } = campaignOf()
    await download(session, id)
    await session.close()
    await service.close()
    const { session: again } = await openSession('service', { secrets: memorySecrets(), fetch: noNetwork })
    expect(again.connection).toEqual(connection)
    expect(await again.store.listCampaigns()).toEqual([
      expect.objectContaining({ id, copy: 'complete', itemCount }),
    ])
    expect((await again.store.openResult(EMPTY_QUERY, 'grid')).count).toBe(itemCount)
  })

  it('downloads the sample without a key and without a network', async () => {
    const { session } = await openSession('sample', {
      fetch: noNetwork,
      sampleFetch: () => Promise.resolve(createSampleService({ items: 600, campaigns: 4 })),
    })
    expect(await session.keyStatus()).toEqual({ storage: 'notNeeded', reason: null })
    expect(await session.test()).toMatchObject({ itemCount: 600 })
    const { jobId } = session.downloads.discover()
    expect(await session.downloads.waitForEnd(jobId)).toMatchObject({ state: 'done', campaignsFound: 4 })
    const ids = (await session.store.listCampaigns()).map((campaign) => campaign.id)
    const jobs = await Promise.all(
      session.downloads.start(ids).map((job) => session.downloads.waitForEnd(job.jobId)),
    )
    expect(jobs.map((job) => job.state)).toEqual(['done', 'done', 'done', 'done'])
    expect(await session.store.countItems()).toEqual({ campaigns: 4, items: 600 })
  })

  it('finds a few changes in each later download of the sample, also after a restart', async () => {
    const sampleFetch: OpenConnectionOptions['sampleFetch'] = (countDownloads) =>
      createSampleService({ items: 600, campaigns: 4, countDownloads })
    const campaignId = planSample({ items: 600, campaigns: 4 }).campaigns[1]?.id ?? ''
    const refresh = async (session: ConnectionSession): Promise<DownloadJob> => {
      const [job] = session.downloads.start([campaignId], { mode: 'recent' })
      return session.downloads.waitForEnd(job?.jobId ?? '')
    }
    const first = await openSession('sample', { fetch: noNetwork, sampleFetch })
    const jobs = [await download(first.session, campaignId)]
    for (let count = 0; count < 2; count += 1) jobs.push(await refresh(first.session))
    await first.session.close()
    const again = await openSession('sample', { fetch: noNetwork, sampleFetch })
    for (let count = 0; count < 2; count += 1) jobs.push(await refresh(again.session))

    expect(jobs.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done'])
    // A deletion needs the whole list; the others are recent changes.
    expect(jobs.map(({ mode }) => mode)).toEqual(['full', 'full', 'recent', 'recent', 'full'])
    for (const { changes } of jobs.slice(1)) {
      expect(changes?.added).toBeGreaterThan(0)
      expect(changes?.changed).toBeGreaterThan(3)
    }
    expect(jobs.map(({ changes }) => changes?.deleted)).toEqual([0, 1, 0, 0, 1])

    // The stored items are those of the service, which were never changed during a download.
    const answer = createSampleService({
      ...{ items: 600, campaigns: 4 },
      countDownloads: () => Promise.resolve(4),
    })
    const response = await answer(
      new Request(`${SAMPLE_BASE_URL}/campaign-items?limit=500&campaignId=${campaignId}`, {
        headers: { authorization: SAMPLE_KEY },
      }),
    )
    const { campaignItemIds } = (await response.json()) as { readonly campaignItemIds: readonly string[] }
    const { ids } = await again.session.store.findIds({ ...EMPTY_QUERY, campaignIds: [campaignId] }, 1_000)
    expect(new Set(ids)).toEqual(new Set(campaignItemIds))
  })

  it('stops its downloads when it is closed', async () => {
    const secrets = memorySecrets()
    const { session, connection } = await openSession('service', { secrets })
    await secrets.set(connection.id, KEY)
    service.script([{ behavior: { kind: 'hang', at: 'start' } }])
    const [job] = session.downloads.start([campaignOf().id])
    const ended = session.downloads.waitForEnd(job?.jobId ?? '')
    await session.close()
    expect(await ended).toMatchObject({ state: 'waiting' })
    await expect(session.store.listCampaigns()).rejects.toMatchObject({ code: 'shuttingDown' })
  })
})

describe('a cache that cannot be opened', () => {
  const cacheFile = async (): Promise<string> => {
    const { id } = await createConnections(folder.path).createSample()
    const { databaseFile } = connectionLayout(folder.path, id)
    await mkdir(dirname(databaseFile), { recursive: true })
    return databaseFile
  }

  it('is set aside if it is damaged, with a notice', async () => {
    const file = await cacheFile()
    await writeFile(file, 'this is no database '.repeat(1_000))
    const { session } = await openSession('sample')
    expect(session.notice).toMatchObject({ code: 'cacheDamaged' })
    expect(await session.store.listCampaigns()).toEqual([])
    expect((await readdir(dirname(file))).length).toBeGreaterThan(2)
  })

  it('is not changed if it is of a newer version, which every call reports', async () => {
    const file = await cacheFile()
    const database = new Database(file)
    database.pragma('user_version = 9999')
    database.exec('CREATE TABLE future (x)')
    database.close()
    const before = await readFile(file)
    const logger = createLogger(join(folder.path, 'logs'))
    const { session } = await openSession('sample', {
      logger,
      sampleFetch: () => createSampleService({ items: 10, campaigns: 1 }),
    })
    expect(session.notice).toMatchObject({
      code: 'cacheNewer',
      detail: expect.stringContaining('9999') as string,
    })
    await expect(session.store.listCampaigns()).rejects.toMatchObject({ code: 'cacheNewer' })
    await expect(session.store.openResult(EMPTY_QUERY, 'grid')).rejects.toMatchObject({ code: 'cacheNewer' })
    expect(await download(session, 'any')).toMatchObject({ state: 'failed', error: { code: 'cacheNewer' } })
    expect(await session.test()).toMatchObject({ itemCount: 10 })
    expect((await session.footprint()).bytes).toBeGreaterThan(0)
    await session.close()
    expect((await readFile(file)).equals(before)).toBe(true)
  })

  it('is reported if its worker cannot start', async () => {
    const { session } = await openSession('sample', {
      storeWorkerUrl: new URL('missing.js', import.meta.url),
    })
    expect(session.notice).toMatchObject({ code: 'cacheUnavailable' })
    await expect(session.store.countItems()).rejects.toMatchObject({ code: 'cacheUnavailable' })
  })
})

describe('the key', () => {
  it('is not on disk after downloads and failures', async () => {
    const logger = createLogger(join(folder.path, 'logs'))
    const secrets = memorySecrets()
    const { session, connection, reportedJobs } = await openSession('service', { secrets, logger })
    await secrets.set(connection.id, KEY)
    await createConnections(folder.path).replaceKey(connection.id, KEY)
    await session.test()
    await download(session, campaignOf().id)
    service.script([{ behavior: { kind: 'edit', edit: () => ({ error: `no access for ${KEY}` }) } }])
    await download(session, campaignOf().id)
    logger.unexpected(new Error(`refused ${KEY} at ${service.url}/campaign-items?key=${KEY}`), 'test')
    await session.close()
    await logger.flush()

    const entries = await readdir(folder.path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      expect((await readFile(file)).includes(KEY), file).toBe(false)
    }
    expect(JSON.stringify(reportedJobs)).not.toContain(KEY)
  })
})
