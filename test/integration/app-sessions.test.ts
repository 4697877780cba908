import { access } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_AUTOMATIC_DOWNLOADS, type Connection } from '../../electron/contract/connection.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createConnectionKeys } from '../../electron/app/connection-keys.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { connectionLayout } from '../../electron/app/layout.ts'
import { Sessions } from '../../electron/app/sessions.ts'
import { runAutomaticDownloads } from '../../electron/app/start-downloads.ts'
import type { Connections } from '../../electron/app/types.ts'
import { createSecrets } from '../../electron/secrets/create-secrets.ts'
import type { Keychain, Secrets } from '../../electron/secrets/types.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { ARTWORK_WORKER_URL, REVIEW_WORKER_URL, STORE_WORKER_URL } from '../support/entries.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'key'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: TestService
let connections: Connections
let connection: Connection
let secrets: Secrets
let sessions: Sessions
let reportedJobs: DownloadJob[]
/** The key in the keychain; an error while it is locked. */
let savedKey: string | Error | null

const keychain: Keychain = {
  getPassword: () => (savedKey instanceof Error ? Promise.reject(savedKey) : Promise.resolve(savedKey)),
  setPassword: () => Promise.resolve(),
  deletePassword: () => Promise.resolve(true),
}

beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startTestService({ items: 60, campaigns: 3, key: KEY })
  connections = createConnections(folder.path)
  connection = await connections.create({ baseUrl: service.url, key: KEY })
  reportedJobs = []
  savedKey = KEY
  secrets = createSecrets({ keychain: () => Promise.resolve(keychain) })
  sessions = new Sessions(connections, {
    dataFolder: folder.path,
    secrets,
    fetchOf: () => (request) => fetch(request),
    storeWorkerUrl: STORE_WORKER_URL,
    reviewWorkerUrl: REVIEW_WORKER_URL,
    readers: 1,
    keepsQueue: true,
    pictures: {
      workerUrl: ARTWORK_WORKER_URL,
      fetchFromOtherHosts: () => () => Promise.reject(new Error('no other hosts')),
      maxBytes: () => 1e9,
      onProgress: () => undefined,
      draw: () => Promise.reject(new Error('nothing to draw')),
    },
    onProgress: (job) => reportedJobs.push(job),
    onChanged: () => undefined,
  })
})
afterEach(async () => {
  await sessions.closeAll()
  await service.close()
  await folder.remove()
})

describe('a connection that is being closed', () => {
  it('is opened with its new address by calls that arrive before the address has changed', async () => {
    const { id } = connection
    const before = await sessions.get(id)
    const change = sessions.closeWhile(id, () => connections.setAddress(id, `${service.url}/v2`, KEY))
    const whileClosing = sessions.get(id)
    await change
    const session = await whileClosing
    expect(session).not.toBe(before)
    expect(session.connection).toMatchObject({
      baseUrl: `${service.url}/v2`,
      addressChangedAt: expect.any(Number) as number,
    })
    expect(await sessions.get(id)).toBe(session)
    expect(await session.store.listCampaigns()).toEqual([])
  })

  it('is opened as before if its address could not be changed', async () => {
    const { id } = connection
    await sessions.get(id)
    const change = sessions.closeWhile(id, () => Promise.reject(new Error('not changed')))
    const whileClosing = sessions.get(id)
    await expect(change).rejects.toThrow('not changed')
    expect((await whileClosing).connection.baseUrl).toBe(service.url)
  })

  it('is not opened anymore when it is removed', async () => {
    const { id } = connection
    await sessions.get(id)
    const removal = sessions.closeWhile(id, () => connections.remove(id))
    const whileClosing = sessions.get(id)
    await removal
    await expect(whileClosing).rejects.toMatchObject({ code: 'notFound' })
    await expect(access(connectionLayout(folder.path, id).folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is closed for everyone who waits for that', async () => {
    const { id } = connection
    await sessions.get(id)
    const ended: string[] = []
    const end = (name: string) => () => ended.push(name)
    const first = sessions.closeWhile(id, async () => void (await connections.list())).then(end('first'))
    await Promise.all([first, sessions.close(id).then(end('second')), sessions.closeAll().then(end('all'))])
    expect(ended).toEqual(['first', 'second', 'all'])
  })
})

describe('a connection without a window', () => {
  it('stays open for the details of found campaigns, and is closed after them', async () => {
    const { id } = connection
    await connections.setAutomatic(id, { ...NO_AUTOMATIC_DOWNLOADS, fetchesDetails: true })
    await sessions.setShown([id])
    const { downloads } = await sessions.get(id)
    downloads.discover()
    await sessions.setShown([])
    await vi.waitFor(() => expect(sessions.opened(id)).toBeNull(), 60_000)
    expect(reportedJobs.at(-1)).toMatchObject({ kind: 'details', state: 'done', details: { fetched: 3 } })
  })
  it('is closed after a download of a campaign that needs no pictures', async () => {
    const { id } = connection
    await sessions.setShown([id])
    const { artwork, downloads } = await sessions.get(id)
    const campaignId = service.plan.campaigns[0]?.id ?? ''
    await artwork?.setChoice(campaignId, { choice: 'none', forField: false })
    downloads.start([campaignId])
    await sessions.setShown([])
    await vi.waitFor(() => expect(sessions.opened(id)).toBeNull(), 60_000)
    expect(reportedJobs.at(-1)).toMatchObject({ campaignId, state: 'done' })
  })
})

describe('automatic downloads', () => {
  async function run(): Promise<boolean> {
    const campaignIds = service.plan.campaigns.map(({ id }) => id)
    const automatic = { onStart: true, everyMinutes: null, campaignIds }
    return runAutomaticDownloads(await connections.setAutomatic(connection.id, automatic), {
      sessions,
      keys: createConnectionKeys({ secrets, connections }),
      network: { refresh: () => Promise.resolve() },
    })
  }

  it('do nothing without a key', async () => {
    savedKey = null
    expect(await run()).toBe(true)
    expect(service.requests).toEqual([])
  })

  it('have not run while the keychain is locked, and run when it is unlocked', async () => {
    savedKey = new Error('is locked')
    expect(await run()).toBe(false)
    expect(service.requests).toEqual([])
    savedKey = KEY
    expect(await run()).toBe(true)
    expect(reportedJobs.filter(({ state }) => state === 'done')).toHaveLength(3)
  })
})
