import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createDownloads } from '../../electron/download/downloads.ts'
import type { Downloads } from '../../electron/download/types.ts'
import { createService } from '../../electron/service/create-service.ts'
import { storedIdsIn, difference, NO_DIFFERENCE } from '../support/download-setup.ts'
import { fakeNetwork, type FakeNetwork } from '../support/fake-engine.ts'
import { requestedOffsets, delayPagesFrom, type DelayedPages } from '../support/service/hold.ts'
import { startTestService, type TestService } from '../support/service/start.ts'
import { temporaryStore, type TemporaryStore } from '../support/store.ts'

const PAGE = 100
/** Requests from this offset are answered when the test allows it. */
const HELD_FROM = 1_000

let service: TestService
let opened: TemporaryStore
let network: FakeNetwork
let downloads: Downloads
let hold: DelayedPages

beforeEach(async () => {
  service = await startTestService({ items: 2_000, campaigns: 1, key: 'key', limit: { max: PAGE } })
  opened = await temporaryStore({ readers: 1 })
  network = fakeNetwork()
  hold = delayPagesFrom(service, HELD_FROM)
  downloads = createDownloads({
    connectionId: 'connection',
    service: createService({ baseUrl: service.url, key: 'key', fetch: (request) => fetch(request) }),
    store: opened.store,
    network,
    onProgress: () => undefined,
    onChanged: () => undefined,
  })
})
afterEach(async () => {
  hold.release()
  await downloads.close()
  await service.close()
  await opened[Symbol.asyncDispose]()
})

const campaignId = (): string => service.plan.campaigns[0]?.id ?? ''
const only = (): DownloadJob => {
  const [job] = downloads.list()
  if (job === undefined) throw new Error('There is no job')
  return job
}
const waitUntilHalf = (): Promise<void> =>
  vi.waitFor(() => expect(only().items).toBeGreaterThanOrEqual(HELD_FROM), { timeout: 60_000, interval: 10 })
const waitForState = (state: DownloadJob['state']): Promise<void> =>
  vi.waitFor(() => expect(only().state).toBe(state), { timeout: 60_000, interval: 10 })

/** Expects that only unanswered pages and the top were requested again. */
function expectNoRepeatedPages(requestsBefore: number): void {
  const later = requestedOffsets(service, requestsBefore)
  expect(later.length).toBeGreaterThan(0)
  expect(later.filter((offset) => offset > 0 && offset < HELD_FROM - PAGE)).toEqual([])
}

async function expectWholeCopy(): Promise<void> {
  const copy = await storedIdsIn(opened.store, campaignId())
  expect(difference(copy, service.items.idsOf(campaignId()))).toEqual(NO_DIFFERENCE)
}

describe('a paused download', () => {
  it('continues without requesting a stored page again', async () => {
    const [job] = downloads.start([campaignId()])
    const jobId = job?.jobId ?? ''
    await waitUntilHalf()
    downloads.pause(jobId)
    const { items } = only()
    expect(only()).toMatchObject({ state: 'paused', pausedBy: 'person', totalItems: 2_000 })
    hold.release()
    await expect
      .poll(() => opened.store.listUnfinished())
      .toMatchObject([{ campaignId: campaignId(), kind: 'full', items, total: 2_000 }])
    const before = service.requests.length
    downloads.resume(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({ state: 'done', items: 2_000 })
    expectNoRepeatedPages(before)
    await expectWholeCopy()
    expect(await opened.store.listUnfinished()).toEqual([])
  })

  it('leaves no staged items when canceled', async () => {
    const [job] = downloads.start([campaignId()])
    await waitUntilHalf()
    downloads.pause(job?.jobId ?? '')
    downloads.cancel(job?.jobId ?? '')
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'cancelled' })
    await expect.poll(() => opened.store.listUnfinished()).toEqual([])
    hold.release()
    expect(downloads.retry(job?.jobId ?? '')).toMatchObject([{ state: 'waiting' }])
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done' })
    await expectWholeCopy()
  })

  it('waits for the network and resumes', async () => {
    const [job] = downloads.start([campaignId()])
    await waitUntilHalf()
    network.set({ online: false })
    expect(only()).toMatchObject({ state: 'paused', pausedBy: 'offline' })
    const before = service.requests.length
    hold.release()
    network.set({ online: true })
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done', origin: 'person' })
    expectNoRepeatedPages(before)
    await expectWholeCopy()
  })

  it('waits for the network if a request fails before the loss is detected', async () => {
    const [job] = downloads.start([campaignId()])
    await waitUntilHalf()
    // The network is lost, but not yet detected.
    Object.assign(network, { check: () => false })
    hold.disconnect()
    await waitForState('paused')
    expect(only().pausedBy).toBe('offline')
    const before = service.requests.length
    hold.release()
    network.set({ online: true })
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done' })
    expectNoRepeatedPages(before)
    await expectWholeCopy()
  })

  it('keeps its items for a retry when the service fails', async () => {
    const [job] = downloads.start([campaignId()])
    await waitUntilHalf()
    service.setKey('another')
    hold.release()
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({
      state: 'failed',
      error: { code: 'serviceUnauthorized' },
    })
    service.setKey('key')
    const before = service.requests.length
    downloads.retry(null)
    expect(await downloads.waitForEnd(job?.jobId ?? '')).toMatchObject({ state: 'done' })
    expectNoRepeatedPages(before)
    await expectWholeCopy()
  })
})
