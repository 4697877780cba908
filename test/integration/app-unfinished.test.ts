import { readFile, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection, KeyStatus } from '../../electron/contract/connection.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createSecrets } from '../../electron/secrets/create-secrets.ts'
import type { Keychain } from '../../electron/secrets/types.ts'
import type { Secrets } from '../../electron/secrets/types.ts'
import { downloadAutomatically } from '../../electron/app/start-downloads.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { openConnection } from '../../electron/app/open-connection.ts'
import type { ConnectionSession, OpenConnectionOptions } from '../../electron/app/types.ts'
import { storedIdsIn, difference, NO_DIFFERENCE } from '../support/download-setup.ts'
import { delayPagesFrom, requestedOffsets, type DelayedPages } from '../support/service/hold.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key'
const PAGE = 100
const HELD_FROM = 300

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: TestService
let connection: Connection
let hold: DelayedPages
let open: ConnectionSession[]
let key: string | null

beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService({ items: 2_000, campaigns: 4, key: KEY, limit: { max: PAGE } })
  connection = await createConnections(folder.path).create({ baseUrl: service.url, key: KEY })
  hold = delayPagesFrom(service, HELD_FROM)
  open = []
  key = KEY
})
afterEach(async () => {
  hold.release()
  await Promise.all(open.map((session) => session.close()))
  await service.close()
  await folder.remove()
})

/** A keychain with the key of the test. */
const secrets: Secrets = {
  get: () => Promise.resolve(key),
  set: () => Promise.resolve<KeyStatus>({ storage: 'session', reason: null }),
  remove: () => Promise.resolve(),
  status: () => Promise.resolve<KeyStatus>({ storage: key === null ? 'none' : 'session', reason: null }),
}

async function start(changes: Partial<OpenConnectionOptions> = {}): Promise<ConnectionSession> {
  const session = await openConnection(connection, {
    dataFolder: folder.path,
    secrets,
    fetch: (request) => fetch(request),
    sampleFetch: () => Promise.reject(new Error('No sample here')),
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    readers: 1,
    service: { retry: { attempts: 2, baseDelayMs: 1 } },
    keepsQueue: true,
    onProgress: () => undefined,
    onChanged: () => undefined,
    ...changes,
  })
  open.push(session)
  return session
}

const waitUntil = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })
const ids = (): readonly string[] => service.plan.campaigns.map(({ id }) => id)
const largest = (): string => {
  const [first] = [...service.plan.campaigns].sort((a, b) => b.itemCount - a.itemCount)
  if (first === undefined || first.itemCount < HELD_FROM + PAGE)
    throw new Error('No campaign is large enough')
  return first.id
}
const jobStates = (session: ConnectionSession): readonly (readonly (string | null)[])[] =>
  session.downloads.list().map((job) => [job.campaignId, job.pausedBy ?? job.state])
const queueFile = (): string => connectionLayout(folder.path, connection.id).queueFile

async function waitUntilHalf(session: ConnectionSession, campaignId: string): Promise<DownloadJob> {
  await waitUntil(() => {
    const job = session.downloads.list().find((each) => each.campaignId === campaignId)
    expect(job?.items).toBeGreaterThanOrEqual(HELD_FROM)
  })
  const [job] = session.downloads.list().filter((each) => each.campaignId === campaignId)
  if (job === undefined) throw new Error('There is no job')
  return job
}

async function expectWholeCopy(session: ConnectionSession, campaignId: string): Promise<void> {
  const copy = await storedIdsIn(session.store, campaignId)
  expect(difference(copy, service.items.idsOf(campaignId))).toEqual(NO_DIFFERENCE)
}

describe('downloads across a restart', () => {
  it('continue where they stopped', async () => {
    const id = largest()
    const first = await start()
    first.downloads.start([id])
    const { jobId } = await waitUntilHalf(first, id)
    await first.close()
    const before = service.requests.length
    hold.release()

    const second = await start()
    await waitUntil(() =>
      expect(second.downloads.list()).toMatchObject([{ jobId, origin: 'resumed', campaignId: id }]),
    )
    expect(await second.downloads.waitForEnd(jobId)).toMatchObject({ state: 'done' })
    await expectWholeCopy(second, id)
    const later = requestedOffsets(service, before)
    expect(later.filter((offset) => offset > 0 && offset < HELD_FROM - PAGE)).toEqual([])

    await second.close()
    const third = await start()
    expect(await third.resumeUnfinished()).toEqual([])
    expect(third.downloads.list()).toEqual([])
  })

  it('read neither network nor keychain before the window is ready', async () => {
    const id = largest()
    const first = await start()
    first.downloads.start([id])
    await waitUntilHalf(first, id)
    await first.close()
    hold.release()
    const before = service.requests.length

    let setReady: () => void = () => undefined
    const readKey = vi.fn(() => Promise.resolve(key))
    const second = await start({
      readyToStart: new Promise<void>((resolve) => {
        setReady = resolve
      }),
      secrets: { ...secrets, get: readKey },
    })
    const resuming = second.resumeUnfinished()
    expect(await second.store.listUnfinished()).toHaveLength(1)
    expect(readKey).not.toHaveBeenCalled()
    expect(second.downloads.list()).toEqual([])
    expect(service.requests.length).toBe(before)
    setReady()
    await resuming
    const [job] = second.downloads.list()
    expect(await second.downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({
      state: 'done',
      origin: 'resumed',
    })
  })

  it('continue when a locked keychain returns the key later', async () => {
    const id = largest()
    const first = await start()
    first.downloads.start([id])
    await waitUntilHalf(first, id)
    await first.close()
    hold.release()

    let isLocked = true
    const keychain: Keychain = {
      getPassword: () => (isLocked ? Promise.reject(new Error('is locked')) : Promise.resolve(KEY)),
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(true),
    }
    const second = await start({
      secrets: createSecrets({ keychain: () => Promise.resolve(keychain) }),
      keychainRetryMs: 20,
    })
    expect(await second.resumeUnfinished()).toEqual([])
    expect(await second.keyStatus()).toMatchObject({ storage: 'none', reason: expect.any(String) as string })
    isLocked = false
    await waitUntil(() =>
      expect(second.downloads.list()).toMatchObject([{ state: 'done', origin: 'resumed', campaignId: id }]),
    )
    await expectWholeCopy(second, id)
  })

  it('keep their order and the pauses of the person', async () => {
    const first = await start()
    const [a = '', b = '', c = '', d = ''] = ids()
    const jobs = first.downloads.start([a, b, c, d])
    const jobOf = (id: string): string => jobs.find((job) => job.campaignId === id)?.jobId ?? ''
    first.downloads.pause(jobOf(b))
    first.downloads.move(jobOf(d), jobOf(a))
    await first.close()

    const second = await start()
    await second.resumeUnfinished()
    expect(jobStates(second).map(([id]) => id)).toEqual([d, a, b, c])
    expect(jobStates(second).find(([id]) => id === b)).toEqual([b, 'person'])
    hold.release()
    for (const id of [a, c, d]) await second.downloads.waitForEnd(jobOf(id))
    expect(jobStates(second).find(([id]) => id === b)).toEqual([b, 'person'])
    second.downloads.resume(jobOf(b))
    expect(await second.downloads.waitForEnd(jobOf(b))).toMatchObject({ state: 'done', origin: 'person' })
    for (const id of ids()) await expectWholeCopy(second, id)
  })

  it('are found by staged pages if the queue was not saved', async () => {
    const id = largest()
    const first = await start({ keepsQueue: false })
    first.downloads.start([id])
    await waitUntilHalf(first, id)
    await first.close()
    await expect(readFile(queueFile())).rejects.toMatchObject({ code: 'ENOENT' })
    hold.release()
    const second = await start()
    const [job] = await second
      .resumeUnfinished()
      .then((found) => (found.length > 0 ? found : second.downloads.list()))
    expect(job).toMatchObject({ campaignId: id, origin: 'resumed' })
    expect(await second.downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done' })
    await expectWholeCopy(second, id)
  })

  it('wait for a key without reporting, and continue when it is entered', async () => {
    const id = largest()
    const first = await start()
    const [, other = ''] = first.downloads
      .start([id, ids().find((each) => each !== id) ?? ''])
      .map((job) => job.campaignId ?? '')
    await waitUntilHalf(first, id)
    await first.close()
    hold.release()

    key = null
    const reportedJobs: DownloadJob[] = []
    const second = await start({ onProgress: (job) => reportedJobs.push(job) })
    expect(await second.resumeUnfinished()).toEqual([])
    expect(reportedJobs).toEqual([])
    await second.close()
    // A start without a key keeps the queue.
    const third = await start()
    expect(await third.resumeUnfinished()).toEqual([])
    key = KEY
    third.keyChanged()
    await waitUntil(() =>
      expect(new Set(third.downloads.list().map((job) => job.campaignId))).toEqual(new Set([id, other])),
    )
    for (const { jobId } of third.downloads.list())
      expect(await third.downloads.waitForEnd(jobId)).toMatchObject({ state: 'done' })
    await expectWholeCopy(third, id)
    await expectWholeCopy(third, other)
  })

  it('start normally if the queue file is damaged', async () => {
    await writeFile(queueFile(), '{ "downloads": [')
    const session = await start()
    expect(await session.resumeUnfinished()).toEqual([])
    hold.release()
    const [job] = session.downloads.start([largest()])
    expect(await session.downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done' })
  })

  it('are not restored after a cancellation', async () => {
    const id = largest()
    const first = await start()
    first.downloads.start([id])
    const { jobId } = await waitUntilHalf(first, id)
    first.downloads.cancel(jobId)
    await first.downloads.waitForEnd(jobId)
    await first.close()
    const second = await start()
    expect(await second.resumeUnfinished()).toEqual([])
    expect(second.downloads.list()).toEqual([])
  })
})

describe('automatic downloads of a connection', () => {
  it('are full the first time, and recent later', async () => {
    hold.release()
    const session = await start()
    const [a = '', b = ''] = ids()
    const run = (campaignIds: readonly string[]): Promise<readonly DownloadJob[]> =>
      downloadAutomatically(session, { onStart: true, everyMinutes: null, campaignIds })
    expect(await run([a])).toMatchObject([{ campaignId: a, mode: 'full', origin: 'schedule', state: 'done' }])
    expect(await run([a, b])).toMatchObject([
      { campaignId: a, mode: 'recent', origin: 'schedule', state: 'done' },
      { campaignId: b, mode: 'full', state: 'done' },
    ])
    await expectWholeCopy(session, a)
  })

  it('do not wait for a download that the person pauses, or paused before', async () => {
    const id = largest()
    const session = await start()
    const run = (): Promise<readonly DownloadJob[]> =>
      downloadAutomatically(session, { onStart: true, everyMinutes: null, campaignIds: [id] })
    const first = run()
    const { jobId } = await waitUntilHalf(session, id)
    session.downloads.pause(jobId)
    expect(await first).toMatchObject([{ jobId, state: 'paused', pausedBy: 'person' }])
    expect(await run()).toMatchObject([{ jobId, state: 'paused', pausedBy: 'person' }])
    session.downloads.resume(jobId)
    const resumed = run()
    hold.release()
    expect(await resumed).toMatchObject([{ jobId, state: 'done' }])
  })

  it('are saved with the connection, with the time of the last one', async () => {
    const connections = createConnections(folder.path)
    const automatic = { onStart: true, everyMinutes: 30, campaignIds: ids() }
    expect(await connections.lastAutomaticEnd(connection.id)).toBeNull()
    expect(await connections.setAutomatic(connection.id, automatic)).toMatchObject({ automatic })
    await connections.recordAutomaticEnd(connection.id, 4_711)
    const later = createConnections(folder.path)
    expect(await later.get(connection.id)).toMatchObject({ automatic })
    expect(await later.lastAutomaticEnd(connection.id)).toBe(4_711)
  })
})
