import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createDownloads } from '../../electron/download/downloads.ts'
import type { DownloadContext } from '../../electron/download/types.ts'
import {
  datedContent,
  idsOf,
  modelService,
  correctAnswer,
  type ModelOptions,
} from '../support/model-service.ts'
import { createModelStore } from '../support/model-store.ts'

function open(options: Partial<ModelOptions> = {}, more: Partial<DownloadContext> = {}) {
  const store = createModelStore()
  const service = modelService({ list: () => idsOf(500), ...options })
  const reportedJobs: DownloadJob[] = []
  const changed: string[] = []
  const downloads = createDownloads({
    connectionId: 'connection',
    service,
    store,
    onProgress: (job) => reportedJobs.push(job),
    onChanged: (ids) => changed.push(...ids),
    ...more,
  })
  return { store, service, reportedJobs, changed, downloads }
}

/** A promise that the test resolves. */
const gate = () => Promise.withResolvers<undefined>()

const firstOf = (jobs: readonly DownloadJob[]): DownloadJob => {
  const [job] = jobs
  if (job === undefined) throw new Error('no job')
  return job
}

describe('the download queue', () => {
  it('runs three jobs at a time in the requested order', async () => {
    const { downloads, reportedJobs } = open()
    const ids = ['a', 'b', 'c', 'd', 'e']
    const jobs = downloads.start(ids)
    expect(jobs.map((job) => job.state)).toEqual(ids.map(() => 'waiting'))
    const ended = await Promise.all(jobs.map((job) => downloads.waitForEnd(job.jobId)))
    expect(ended.map((job) => [job.campaignId, job.state, job.items, job.totalItems])).toEqual(
      ids.map((id) => [id, 'done', 500, 500]),
    )
    const states = new Map<string, string>()
    const started: (string | null)[] = []
    for (const { jobId, campaignId, state } of reportedJobs) {
      if (state === 'running' && states.get(jobId) !== 'running') started.push(campaignId)
      states.set(jobId, state)
      expect([...states.values()].filter((each) => each === 'running').length).toBeLessThanOrEqual(3)
    }
    expect(started).toEqual(ids)
    for (const [index, id] of ids.entries()) {
      const reportedStates = reportedJobs.filter((job) => job.campaignId === id).map((job) => job.state)
      expect([...new Set(reportedStates)]).toEqual(['waiting', 'running', 'done'])
      expect(downloads.list()[index]?.campaignId).toBe(id)
    }
  })

  it('returns a pending download, and starts a new one after its end', async () => {
    const { downloads } = open()
    const [first, again] = [firstOf(downloads.start(['a'])), firstOf(downloads.start(['a', 'a']))]
    expect(again.jobId).toBe(first.jobId)
    const search = downloads.discover()
    expect(downloads.discover().jobId).toBe(search.jobId)
    await Promise.all([downloads.waitForEnd(search.jobId), downloads.waitForEnd(first.jobId)])
    expect(firstOf(downloads.start(['a'])).jobId).not.toBe(first.jobId)
    await downloads.close()
  })

  it('uses the name that the caller gives, then that of the service', async () => {
    const { downloads } = open()
    const job = firstOf(downloads.start(['a'], { names: new Map([['a', 'Known name']]) }))
    expect(job.campaignName).toBe('Known name')
    expect((await downloads.waitForEnd(job.jobId)).campaignName).toBe('Recorded name')
  })

  it('cancels waiting jobs at once and running ones soon, and continues with the rest', async () => {
    const reached = gate()
    const { downloads, store } = open({
      before: async ({ campaignId }) => {
        if (campaignId !== 'a') return
        reached.resolve(undefined)
        await new Promise((resolve) => setImmediate(resolve))
      },
    })
    const jobs = downloads.start(['a', 'b', 'c'])
    downloads.cancel(jobs[1]?.jobId ?? '')
    expect(downloads.list()[1]).toMatchObject({ state: 'cancelled', error: { code: 'cancelled' } })
    await reached.promise
    downloads.cancel(jobs[0]?.jobId ?? '')
    const ended = await Promise.all(jobs.map((job) => downloads.waitForEnd(job.jobId)))
    expect(ended.map((job) => job.state)).toEqual(['cancelled', 'cancelled', 'done'])
    expect(ended.every((job) => job.endedAt !== null)).toBe(true)
    expect([...store.snapshots.keys()]).toEqual(['c'])
    downloads.cancel(jobs[2]?.jobId ?? '')
    expect(downloads.list()[2]?.state).toBe('done')
  })

  it('reports each failure and continues', async () => {
    const { downloads, changed } = open({
      before: ({ campaignId }) => {
        if (campaignId === 'a')
          throw new AppError('serviceUnauthorized', { params: { host: 'print.example' } })
      },
    })
    const [a, b] = downloads.start(['a', 'b'])
    expect(await downloads.waitForEnd(a?.jobId ?? '')).toMatchObject({
      state: 'failed',
      error: { code: 'serviceUnauthorized', message: expect.stringContaining('print.example') as string },
    })
    expect((await downloads.waitForEnd(b?.jobId ?? '')).state).toBe('done')
    expect(changed).toEqual(['b'])
  })

  it.each([
    ['a refused key', new AppError('serviceUnauthorized')],
    ['a requested pause', new AppError('serviceTooMany', { params: { requestedWait: '60 min' } })],
  ])('sends no requests for jobs that wait when a download fails because of %s', async (_reason, error) => {
    const { downloads, service } = open({ before: () => Promise.reject(error) }, { concurrentJobs: 1 })
    const jobs = downloads.start(Array.from({ length: 10 }, (_, at) => `campaign-${String(at)}`))
    for (const { jobId } of jobs)
      expect(await downloads.waitForEnd(jobId)).toMatchObject({
        state: 'failed',
        error: { code: error.code },
      })
    expect(service.requests).toHaveLength(1)
    downloads.retry(jobs[9]?.jobId ?? '')
    expect(await downloads.waitForEnd(jobs[9]?.jobId ?? '')).toMatchObject({ state: 'failed' })
    expect(service.requests).toHaveLength(2)
  })

  it('reports the counts of an incomplete download', async () => {
    const { downloads } = open({
      behavior: (request, list) => ({ ...correctAnswer()(request, list), totalCount: 501 }),
    })
    const job = await downloads.waitForEnd(firstOf(downloads.start(['a'])).jobId)
    expect(job).toMatchObject({
      state: 'incomplete',
      error: { code: 'downloadIncomplete', retryable: false },
    })
    expect(job.error?.message).toMatch(/501.*500/u)
  })

  it('requests no page again after a full disk while saving', async () => {
    const { downloads, store, service } = open()
    const commitDownload = store.commitDownload.bind(store)
    let isFull = true
    Object.assign(store, {
      commitDownload: (...input: Parameters<typeof commitDownload>) =>
        isFull ? Promise.reject(new AppError('diskFull')) : commitDownload(...input),
    })
    const { jobId } = firstOf(downloads.start(['a']))
    expect(await downloads.waitForEnd(jobId)).toMatchObject({ state: 'failed', error: { code: 'diskFull' } })
    isFull = false
    const requests = service.requests.length
    downloads.retry(jobId)
    expect(await downloads.waitForEnd(jobId)).toMatchObject({ state: 'done', items: 500 })
    // Only the top of the list is read again, to check that the proof still holds.
    expect(service.requests.slice(requests)).toEqual([expect.objectContaining({ skip: 0 })])
  })

  it('reports an unexpected error with the id of its log entry', async () => {
    const onUnexpected = vi.fn(() => 'abcd1234')
    const failure = new TypeError('secret')
    const { downloads } = open({ before: () => Promise.reject(failure) }, { onUnexpected })
    const job = await downloads.waitForEnd(firstOf(downloads.start(['a'])).jobId)
    expect(job.error?.message).toContain('abcd1234')
    expect(JSON.stringify(job)).not.toContain('secret')
    expect(onUnexpected).toHaveBeenCalledWith(failure)
  })

  it('suspends all jobs when closed, and rejects new ones', async () => {
    const { downloads, store } = open({ list: () => idsOf(5_000) })
    const jobs = downloads.start(['a', 'b'])
    await downloads.close()
    expect(downloads.list().map((job) => job.state)).toEqual(['waiting', 'waiting'])
    expect(store.openCount).toBe(0)
    expect(() => downloads.start(['c'])).toThrow(expect.objectContaining({ code: 'shuttingDown' }))
    await expect(downloads.waitForEnd(jobs[0]?.jobId ?? '')).resolves.toMatchObject({ state: 'waiting' })
    await expect(downloads.waitForEnd('unknown')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('keeps only the latest ended jobs', async () => {
    const { downloads } = open({ list: () => idsOf(1) })
    const jobs = downloads.start(Array.from({ length: 230 }, (_, at) => `c${String(at)}`))
    await Promise.all(jobs.map((job) => downloads.waitForEnd(job.jobId)))
    expect(downloads.list()).toHaveLength(200)
    expect(downloads.list().at(-1)?.campaignId).toBe('c229')
  })

  it('keeps each failure until its campaign is downloaded again', async () => {
    let isTooShort = true
    const { downloads } = open(
      {
        list: () => idsOf(1),
        before: ({ campaignId }) => {
          if (campaignId === 'refused') throw new AppError('serviceForbidden')
        },
        behavior: (request, list) => {
          const answer = correctAnswer()(request, list)
          const { campaignId } = request
          return isTooShort && (campaignId === undefined || campaignId === 'short')
            ? { ...answer, totalCount: 2 }
            : answer
        },
      },
      { storesUnsuccessful: true },
    )
    const search = downloads.discover()
    const failing = downloads.start(['short', 'refused'])
    const campaigns = Array.from({ length: 230 }, (_, at) => `c${String(at)}`)
    const others = downloads.start(campaigns)
    await Promise.all([search, ...failing, ...others].map((job) => downloads.waitForEnd(job.jobId)))
    expect(downloads.list()).toHaveLength(203)
    expect(
      downloads
        .list()
        .slice(0, 3)
        .map(({ state }) => state),
    ).toEqual(['incomplete', 'incomplete', 'failed'])
    expect(downloads.unfinished().map(({ campaignId }) => campaignId)).toEqual([null, 'short'])
    isTooShort = false
    await downloads.waitForEnd(firstOf(downloads.start(['short'])).jobId)
    const later = downloads.start(campaigns)
    await Promise.all(later.map((job) => downloads.waitForEnd(job.jobId)))
    expect(downloads.list()).toHaveLength(202)
    expect(downloads.unfinished().map(({ campaignId }) => campaignId)).toEqual([null])
  })

  it('reports progress at most ten times a second, and always the end', async () => {
    const { downloads, reportedJobs } = open({ list: () => idsOf(60_000) })
    const before = performance.now()
    const job = await downloads.waitForEnd(firstOf(downloads.start(['a'])).jobId)
    const seconds = (performance.now() - before) / 1_000
    expect(job.pages).toBeGreaterThanOrEqual(60)
    // Waiting, running and the end are reported immediately.
    expect(reportedJobs.length).toBeLessThanOrEqual(3 + Math.ceil(seconds * 10) + 1)
    expect(reportedJobs.at(-1)).toEqual(job)
  })
})

describe('the search for campaigns', () => {
  // The items are sorted by campaign, so that campaigns are found one by one.
  const campaignOf = (id: string): string => `campaign-${String(Math.floor(Number(id.slice(5)) / 100))}`
  const byCampaign: Partial<ModelOptions> = {
    list: () => idsOf(700),
    behavior: correctAnswer(100),
    content: (id) => ({
      ...datedContent(id),
      campaignId: { _id: campaignOf(id), name: `Campaign ${campaignOf(id)}` },
    }),
  }

  it('stores each campaign with its name and number of items', async () => {
    const { downloads, store, changed, service } = open(byCampaign)
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({
      kind: 'discovery',
      campaignId: null,
      state: 'done',
      campaignsFound: 7,
      items: 700,
      totalItems: 700,
    })
    expect([...store.addedCampaigns]).toEqual(
      Array.from({ length: 7 }, (_, at) => [
        `campaign-${String(at)}`,
        { name: `Campaign campaign-${String(at)}`, items: 100 },
      ]),
    )
    expect(new Set(changed).size).toBe(7)
    expect(store.snapshots.size).toBe(0)
    expect(store.openCount).toBe(0)
    expect(service.requests[0]).toEqual({ limit: 200, skip: 0, sort: 'updatedAt:-1' })
  })

  it('keeps the found campaigns when canceled', async () => {
    const [found, canceled] = [gate(), gate()]
    const { downloads, store } = open(
      {
        ...byCampaign,
        before: async (_request, count) => {
          if (count > 4) await canceled.promise
        },
      },
      { onChanged: () => found.resolve(undefined) },
    )
    const { jobId } = downloads.discover()
    await found.promise
    downloads.cancel(jobId)
    canceled.resolve(undefined)
    expect((await downloads.waitForEnd(jobId)).state).toBe('cancelled')
    expect(store.addedCampaigns.size).toBeGreaterThan(0)
    expect(store.openCount).toBe(0)
  })

  /** A list in which only the items 200 to 202 belong to the second campaign. */
  const moving = (count: number): { ids: string[] } & Partial<ModelOptions> => {
    const list = idsOf(count)
    return {
      ids: list,
      list: () => list,
      content: (id) => {
        const number = Number(id.slice(5))
        const campaign = number >= 200 && number <= 202 ? 'small' : 'large'
        return { ...datedContent(id), campaignId: { _id: campaign, name: campaign } }
      },
    }
  }
  const waits = (maxWaitMs: number, pauses: number[]): Partial<DownloadContext> => ({
    listRetry: {
      maxWaitMs,
      sleep: (milliseconds) => {
        pauses.push(milliseconds)
        return Promise.resolve()
      },
    },
  })

  it('reads a list again that moved between two pages', async () => {
    const { ids, ...options } = moving(900)
    const pauses: number[] = []
    const { downloads, store } = open(
      {
        ...options,
        before: (_request, count) => {
          if (count === 2) ids.splice(0, 5)
        },
      },
      waits(60_000, pauses),
    )
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'done', campaignsFound: 2, items: 895 })
    expect(store.addedCampaigns.get('small')).toEqual({ name: 'small', items: 3 })
    expect(store.addedCampaigns.get('large')).toEqual({ name: 'large', items: 892 })
    expect(pauses).toEqual([])
  })

  it('reports a list that keeps moving, and keeps the campaigns of each sweep', async () => {
    const { ids, ...options } = moving(3_000)
    const pauses: number[] = []
    const { downloads, store } = open(
      {
        ...options,
        before: (_request, count) => {
          // Only the first sweep finds the second campaign.
          if (count === 3) ids.splice(200, 3)
          if (count > 2) ids.splice(0, 5)
        },
      },
      waits(5_000, pauses),
    )
    const job = await downloads.waitForEnd(downloads.discover({ thenDownload: 'full' }).jobId)
    expect(job).toMatchObject({
      state: 'incomplete',
      error: { code: 'downloadIncomplete', message: expect.stringMatching(/kept changing/u) as string },
      campaignsFound: 2,
    })
    expect(pauses).toEqual([1_000, 2_000, 2_000])
    expect([...store.addedCampaigns.keys()].sort()).toEqual(['large', 'small'])
    expect(
      downloads
        .list()
        .map(({ campaignId }) => campaignId)
        .sort(),
    ).toEqual([null, 'large', 'small'].sort())
    await downloads.close()
  })

  it('accepts two equal sweeps of a service that sends one item per page', async () => {
    const pauses: number[] = []
    const { downloads, service } = open(
      { ...byCampaign, list: () => idsOf(120), behavior: correctAnswer(1) },
      waits(5_000, pauses),
    )
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'done', campaignsFound: 2, items: 120 })
    expect(pauses).toEqual([])
    expect(service.requests.length).toBeLessThan(250)
  })

  it('reports when part of the list could not be read', async () => {
    const { downloads } = open({
      behavior: ({ skip, limit }, list) => ({
        ids: skip >= 199 ? [] : list.slice(skip, skip + limit),
        totalCount: list.length,
        limit,
        skip,
      }),
    })
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'incomplete', error: { code: 'downloadIncomplete' } })
    expect(job.error?.message).toMatch(/300 of 500 items .*campaigns may be missing/u)
  })

  it('reports missing items if the service refuses requests from an offset on', async () => {
    const { downloads } = open({
      before: ({ skip, limit }) => {
        if (skip + limit > 300) throw new AppError('serviceBadRequest')
      },
    })
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'incomplete', error: { code: 'downloadIncomplete' } })
    expect(job.error?.message).toMatch(/200 of 500 items .*campaigns may be missing/u)
  })

  it('ends if the service ignores the offset', async () => {
    const { downloads, service } = open({
      behavior: ({ limit }, list) => ({ ids: list.slice(0, limit), totalCount: 1_000_000 }),
    })
    expect((await downloads.waitForEnd(downloads.discover().jobId)).state).toBe('incomplete')
    expect(service.requests.length).toBeLessThan(60)
  })

  it('reports missing items if the service ignores the offset of a list of a few pages', async () => {
    const pauses: number[] = []
    const { downloads } = open(
      {
        list: () => idsOf(2_000),
        behavior: ({ limit }, list) => ({ ids: list.slice(0, limit), totalCount: list.length }),
      },
      waits(60_000, pauses),
    )
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'incomplete', error: { code: 'downloadIncomplete' } })
    expect(job.error?.message).toMatch(/of 2,000 items .*campaigns may be missing/u)
    expect(pauses).toEqual([])
  })

  it('reads a list again of which a sweep repeats some items and leaves out others', async () => {
    let sweeps = 0
    const { downloads } = open({
      ...byCampaign,
      behavior: (request, list) => {
        if (request.skip === 0) sweeps += 1
        // The second page of the first sweep lacks the last item of the list and repeats another one.
        const ids = sweeps === 1 ? list.with(-1, 'item-0') : list
        return correctAnswer()(request, ids)
      },
    })
    const job = await downloads.waitForEnd(downloads.discover().jobId)
    expect(job).toMatchObject({ state: 'done', campaignsFound: 7, items: 700 })
    expect(sweeps).toBe(2)
  })
})
