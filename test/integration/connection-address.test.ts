import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection, KeyStatus } from '../../electron/contract/connection.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { keyForAddress } from '../../electron/app/changed-address.ts'
import { createConnectionKeys } from '../../electron/app/connection-keys.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { ConnectionSession } from '../../electron/app/types.ts'
import { storedIdsIn, difference, NO_DIFFERENCE } from '../support/download-setup.ts'
import { delayPagesFrom } from '../support/service/hold.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key'
const OPTIONS = { items: 900, campaigns: 2, key: KEY, limit: { max: 100 } }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let first: TestService
let second: TestService
let open: ConnectionSession[]

beforeEach(async () => {
  folder = await temporaryFolder()
  first = await startTestService(OPTIONS)
  second = await startTestService(OPTIONS)
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((session) => session.close()))
  await Promise.all([first.close(), second.close()])
  await folder.remove()
})

const secrets: Secrets = {
  get: () => Promise.resolve(KEY),
  set: () => Promise.resolve<KeyStatus>({ storage: 'session', reason: null }),
  remove: () => Promise.resolve(),
  status: () => Promise.resolve<KeyStatus>({ storage: 'session', reason: null }),
}

async function start(connection: Connection): Promise<ConnectionSession> {
  const session = await openConnection(connection, {
    dataFolder: folder.path,
    secrets,
    fetch: (request) => fetch(request),
    sampleFetch: () => Promise.reject(new Error('No sample here')),
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    readers: 1,
    service: { retry: { attempts: 1, baseDelayMs: 1 } },
    keepsQueue: true,
    onProgress: () => undefined,
    onChanged: () => undefined,
  })
  open.push(session)
  return session
}

async function downloaded(
  { downloads }: ConnectionSession,
  campaignId: string,
  mode: 'full' | 'recent' = 'full',
): Promise<DownloadJob> {
  const [job] = downloads.start([campaignId], { mode })
  return downloads.waitForEnd(job?.jobId ?? '')
}

describe('the key for an edited address', () => {
  const connection = { id: 'c1', baseUrl: 'https://print.example/api' } as Connection
  const noFiles = {
    authority: () => Promise.resolve(null),
    clientCertificate: () => Promise.resolve(null),
    get: () => Promise.resolve(connection),
  }
  const keys = createConnectionKeys({ secrets, connections: noFiles })
  const key = (baseUrl: string, entered: string | null, sendKeyTo: string | null): Promise<string> =>
    keyForAddress(connection, { baseUrl, key: entered, sendKeyTo }, keys)

  it('is sent to another path of the same origin', async () => {
    expect(await key('https://print.example/api/v2', null, null)).toBe(KEY)
  })

  it.each([
    ['another host', 'https://other.example/api'],
    ['another port', 'https://print.example:8443/api'],
    ['another scheme', 'http://print.example/api'],
    ['a host below it', 'https://a.print.example/api'],
  ])('is not sent to %s unless the person confirms that origin', async (_, address) => {
    await expect(key(address, null, null)).rejects.toMatchObject({ code: 'badInput' })
    await expect(key(address, null, 'https://elsewhere.example')).rejects.toMatchObject({ code: 'badInput' })
    expect(await key(address, null, new URL(address).origin)).toBe(KEY)
    expect(await key(address, 'another', null)).toBe('another')
  })

  it('is reported as missing if there is none', async () => {
    const none = { getWithOrigin: () => Promise.resolve(null) }
    const address = { baseUrl: 'https://print.example', key: null, sendKeyTo: null }
    await expect(keyForAddress(connection, address, none)).rejects.toMatchObject({ code: 'keyMissing' })
  })
})

describe('a connection with a changed address', () => {
  it('keeps a custom name, and is unique for its address and key', async () => {
    const connections = createConnections(folder.path)
    const plain = await connections.create({ baseUrl: 'https://print.example/api', key: KEY })
    const named = await connections.create({ baseUrl: 'https://two.example', key: KEY, name: 'Two' })
    expect(await connections.setAddress(plain.id, 'https://new.example/api', KEY)).toMatchObject({
      name: 'new.example',
      baseUrl: 'https://new.example/api',
      addressChangedAt: expect.any(Number) as number,
    })
    await expect(connections.setAddress(named.id, 'https://new.example/api', KEY)).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringContaining('“new.example” already uses this address') as string,
    })
    expect(await connections.setAddress(named.id, 'https://new.example/api', 'another key')).toMatchObject({
      name: 'Two',
    })
    expect(await connections.findByAddress('https://new.example/api', 'another key')).toMatchObject([
      { id: named.id },
    ])
  })

  it('keeps snapshots, but reads whole lists before recent changes', async () => {
    const connections = createConnections(folder.path)
    const connection = await connections.create({ baseUrl: first.url, key: KEY })
    const [campaign] = first.plan.campaigns
    if (campaign === undefined) throw new Error('There is no campaign')
    const before = await start(connection)
    await downloaded(before, campaign.id)
    await before.close()

    const moved = await start(await connections.setAddress(connection.id, second.url, KEY))
    expect(difference(await storedIdsIn(moved.store, campaign.id), first.items.idsOf(campaign.id))).toEqual(
      NO_DIFFERENCE,
    )
    expect(await downloaded(moved, campaign.id, 'recent')).toMatchObject({
      state: 'done',
      mode: 'full',
      note: expect.stringContaining('from this address') as string,
    })
    expect(await downloaded(moved, campaign.id, 'recent')).toMatchObject({ state: 'done', mode: 'recent' })
  })

  it('does not resume a download from the old address', async () => {
    const connections = createConnections(folder.path)
    const connection = await connections.create({ baseUrl: first.url, key: KEY })
    const largest = [...first.plan.campaigns].sort((a, b) => b.itemCount - a.itemCount)[0]
    if (largest === undefined) throw new Error('There is no campaign')
    const hold = delayPagesFrom(first, 200)
    const before = await start(connection)
    const [job] = before.downloads.start([largest.id])
    await expect
      .poll(() => before.downloads.list().find(({ jobId }) => jobId === job?.jobId)?.items)
      .toBeGreaterThanOrEqual(200)
    await before.close()
    hold.release()

    const moved = await start(await connections.setAddress(connection.id, second.url, KEY))
    const [again] = await moved.resumeUnfinished()
    const resumed = again ?? moved.downloads.list()[0]
    await moved.downloads.waitForEnd(resumed?.jobId ?? '')
    const offsets = second.requests.map(({ query }) => query['skip'] ?? '0')
    expect(offsets).toContain('0')
    expect(difference(await storedIdsIn(moved.store, largest.id), second.items.idsOf(largest.id))).toEqual(
      NO_DIFFERENCE,
    )
  })
})

describe('failed downloads', () => {
  it('are listed after a restart until they are retried or dismissed', async () => {
    const connections = createConnections(folder.path)
    const connection = await connections.create({ baseUrl: first.url, key: KEY })
    const [one, two] = first.plan.campaigns.map(({ id }) => id)
    first.setKey('another')
    const before = await start(connection)
    const failed = [await downloaded(before, one ?? ''), await downloaded(before, two ?? '')] as const
    expect(failed.map(({ error }) => error?.code)).toEqual(['serviceUnauthorized', 'serviceUnauthorized'])
    await before.close()

    const after = await start(connection)
    expect(after.downloads.list()).toMatchObject(
      failed.map(({ jobId, error, endedAt }) => ({ jobId, state: 'failed', error, endedAt })),
    )
    first.setKey(KEY)
    after.downloads.retry(failed[0].jobId)
    expect(await after.downloads.waitForEnd(failed[0].jobId)).toMatchObject({ state: 'done' })
    after.dismissDownloads([failed[1].jobId])
    await after.close()
    expect((await start(connection)).downloads.list()).toEqual([])
  })

  it('are replaced by a later download of the same campaign', async () => {
    const connections = createConnections(folder.path)
    const connection = await connections.create({ baseUrl: first.url, key: KEY })
    const [campaign] = first.plan.campaigns
    first.setKey('another')
    const before = await start(connection)
    await downloaded(before, campaign?.id ?? '')
    first.setKey(KEY)
    await downloaded(before, campaign?.id ?? '')
    await before.close()
    expect((await start(connection)).downloads.list()).toEqual([])
  })
})
