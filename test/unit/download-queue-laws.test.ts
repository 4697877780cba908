import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DownloadJob } from '../../electron/contract/jobs.ts'
import { createDownloads } from '../../electron/download/downloads.ts'
import type { StoredDownload } from '../../electron/download/stored-downloads.ts'
import type { Downloads } from '../../electron/download/types.ts'
import { fakeEngine, fakeNetwork, type FakeEngine, type FakeRun } from '../support/fake-engine.ts'
import { repetitions } from '../support/repetitions.ts'

function open({ endsAtOnce = true, online = true, metered = false, withNetwork = true } = {}) {
  const engine = fakeEngine({ endsAtOnce })
  const network = fakeNetwork({ online, metered })
  const reportedJobs: DownloadJob[] = []
  let unfinished: readonly StoredDownload[] = []
  const downloads: Downloads = createDownloads(
    {
      connectionId: 'connection',
      service: {
        getCampaign: () => Promise.reject(new Error()),
        listItems: () => Promise.reject(new Error()),
      },
      store: engine.store,
      network: withNetwork ? network : undefined,
      onProgress: (job) => reportedJobs.push(job),
      onChanged: () => undefined,
      onQueue: () => (unfinished = downloads.unfinished()),
    },
    engine,
  )
  return {
    engine,
    network,
    reportedJobs,
    downloads,
    get kept() {
      return unfinished
    },
  }
}

/** Lets pending callbacks run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const runOf = (engine: FakeEngine, campaignId: string | null): FakeRun => {
  const run = engine.active.findLast((each) => each.campaignId === campaignId)
  if (run === undefined) throw new Error(`No run of ${String(campaignId)}`)
  return run
}
const jobOf = (downloads: Downloads, campaignId: string): DownloadJob => {
  const job = downloads.list().findLast((each) => each.campaignId === campaignId)
  if (job === undefined) throw new Error(`No job of ${campaignId}`)
  return job
}
const jobStates = (downloads: Downloads): readonly string[] =>
  downloads.list().map(({ campaignId, state, pausedBy }) => `${campaignId ?? '-'} ${pausedBy ?? state}`)

const ENDED = new Set(['done', 'incomplete', 'failed', 'cancelled'])

afterEach(() => {
  vi.useRealTimers()
})

describe('pausing', () => {
  it('stops a running download, keeps its staged items, and starts the next one', async () => {
    const { downloads, engine } = open()
    downloads.start(['a', 'b', 'c', 'd'])
    await settle()
    expect(engine.started).toEqual(['a', 'b', 'c'])
    const { jobId } = jobOf(downloads, 'a')
    runOf(engine, 'a').report({ pages: 2, items: 400, totalItems: 1_000 })
    downloads.pause(jobId)
    expect(jobStates(downloads)[0]).toBe('a person')
    await settle()
    expect(jobStates(downloads)).toEqual(['a person', 'b running', 'c running', 'd running'])
    expect(engine.staged).toContain('a')
    expect(jobOf(downloads, 'a')).toMatchObject({ items: 400, totalItems: 1_000, secondsLeft: null })

    downloads.resume(jobId)
    await settle()
    expect(jobStates(downloads)[0]).toBe('a waiting')
    runOf(engine, 'b').complete()
    await settle()
    expect(jobStates(downloads)).toEqual(['a running', 'b done', 'c running', 'd running'])
  })

  it('does not start a stopping download twice', async () => {
    const { downloads, engine } = open({ endsAtOnce: false })
    const [job] = downloads.start(['a'])
    const jobId = job?.jobId ?? ''
    await settle()
    downloads.pause(jobId)
    downloads.resume(jobId)
    await settle()
    expect(engine.active).toHaveLength(1)
    engine.releaseStopped()
    await settle()
    expect(engine.started).toEqual(['a', 'a'])
    expect(jobStates(downloads)).toEqual(['a running'])
  })

  it('has no effect on a completed download', async () => {
    const { downloads, engine } = open({ endsAtOnce: false })
    const [job] = downloads.start(['a'])
    await settle()
    downloads.pause(job?.jobId ?? '')
    runOf(engine, 'a').complete()
    await settle()
    expect(jobStates(downloads)).toEqual(['a done'])
  })

  it('keeps the order when all downloads are paused and resumed', async () => {
    const { downloads, engine } = open()
    const ids = ['a', 'b', 'c', 'd', 'e']
    downloads.start(ids)
    await settle()
    downloads.pause(null)
    await settle()
    expect(jobStates(downloads)).toEqual(ids.map((id) => `${id} person`))
    expect(engine.active).toEqual([])
    downloads.resume(null)
    await settle()
    expect(engine.started.slice(3)).toEqual(['a', 'b', 'c'])
  })

  it('ends when the person requests the campaign again', () => {
    const { downloads } = open()
    const [job] = downloads.start(['a'], { origin: 'schedule' })
    downloads.pause(job?.jobId ?? '')
    downloads.start(['a'], { origin: 'schedule' })
    expect(jobStates(downloads)).toEqual(['a person'])
    expect(downloads.start(['a'])).toMatchObject([{ jobId: job?.jobId, state: 'waiting', origin: 'person' }])
  })
})

describe('canceling', () => {
  it('discards the staged items of a paused download', async () => {
    const { downloads, engine } = open()
    const [job] = downloads.start(['a'])
    await settle()
    downloads.pause(job?.jobId ?? '')
    await settle()
    expect([...engine.staged]).toEqual(['a'])
    downloads.cancel(job?.jobId ?? '')
    expect(jobStates(downloads)).toEqual(['a cancelled'])
    await settle()
    expect([...engine.staged]).toEqual([])
  })

  it('discards the staged items of a stopping download before a new one starts', async () => {
    const { downloads, engine } = open({ endsAtOnce: false })
    const [job] = downloads.start(['a'])
    await settle()
    downloads.pause(job?.jobId ?? '')
    downloads.cancel(job?.jobId ?? '')
    downloads.start(['a'])
    await settle()
    expect(engine.active).toHaveLength(1)
    engine.releaseStopped()
    await settle()
    expect(jobStates(downloads)).toEqual(['a cancelled', 'a running'])
    expect(engine.started).toEqual(['a', 'a'])
  })

  it('does not start a stopping download again that was resumed before', async () => {
    const { downloads, engine } = open({ endsAtOnce: false })
    const removed = Promise.withResolvers<undefined>()
    const beginDownload = engine.store.beginDownload.bind(engine.store)
    Object.assign(engine.store, {
      beginDownload: async (...input: Parameters<typeof beginDownload>) => {
        await removed.promise
        return beginDownload(...input)
      },
    })
    const [job] = downloads.start(['a'])
    const jobId = job?.jobId ?? ''
    await settle()
    downloads.pause(jobId)
    downloads.resume(jobId)
    downloads.cancel(jobId)
    engine.releaseStopped()
    await settle()
    // Another request, while the staged items are being removed.
    downloads.start(['b'])
    await settle()
    removed.resolve(undefined)
    await settle()
    expect(jobStates(downloads)).toEqual(['a cancelled', 'b running'])
    expect(engine.started).toEqual(['a', 'b'])
  })
})

describe('a request for everything during recent changes', () => {
  it('downloads everything after a run that succeeds', async () => {
    const { downloads, engine } = open()
    downloads.start(['a'], { mode: 'recent', origin: 'schedule' })
    await settle()
    downloads.start(['a'])
    runOf(engine, 'a').complete()
    await settle()
    expect(runOf(engine, 'a').mode).toBe('full')
    expect(downloads.list()).toMatchObject([
      { state: 'done', mode: 'recent' },
      { state: 'running', mode: 'full', origin: 'person' },
    ])
    downloads.start(['a'])
    runOf(engine, 'a').complete()
    await settle()
    expect(jobStates(downloads)).toEqual(['a done', 'a done'])
  })

  it('downloads everything after a run that is stopped or fails', async () => {
    const queue = open()
    const { downloads, engine } = queue
    downloads.start(['a'], { mode: 'recent' })
    await settle()
    downloads.start(['a'])
    downloads.pause(null)
    await settle()
    expect(queue.kept).toMatchObject([{ mode: 'full' }])
    downloads.resume(null)
    await settle()
    expect(runOf(engine, 'a').mode).toBe('full')

    downloads.start(['b'], { mode: 'recent' })
    await settle()
    const [job] = downloads.start(['b'])
    runOf(engine, 'b').fail('serviceFailed')
    await settle()
    downloads.retry(job?.jobId ?? '')
    await settle()
    expect(runOf(engine, 'b').mode).toBe('full')
    expect(jobStates(downloads)).toEqual(['a running', 'b running'])
  })

  it('applies to a download that has run before', async () => {
    const { downloads, engine, network } = open({ metered: true })
    downloads.restore([{ campaignId: 'a', campaignName: null, mode: 'recent', held: false }])
    await settle()
    expect(jobStates(downloads)).toEqual(['a metered'])
    downloads.start(['a'])
    await settle()
    expect(runOf(engine, 'a').mode).toBe('full')
    network.set({ online: false })
    await settle()
    downloads.start(['a'], { mode: 'recent' })
    network.set({ online: true })
    await settle()
    expect(runOf(engine, 'a').mode).toBe('full')
  })

  it('runs once if the run has to download everything anyway', async () => {
    const { downloads, engine } = open()
    downloads.start(['a'], { mode: 'recent' })
    await settle()
    downloads.start(['a'])
    runOf(engine, 'a').report({ mode: 'full' })
    runOf(engine, 'a').complete()
    await settle()
    expect(jobStates(downloads)).toEqual(['a done'])
  })
})

describe('the order', () => {
  it('can be changed and determines the next download', async () => {
    const { downloads, engine } = open()
    downloads.start(['a', 'b', 'c', 'd', 'e', 'f'])
    await settle()
    const id = (campaign: string): string => jobOf(downloads, campaign).jobId
    downloads.move(id('f'), id('d'))
    downloads.move(id('d'), null)
    downloads.move(id('e'), 'unknown')
    downloads.move('unknown', null)
    downloads.move(id('a'), id('a'))
    expect(downloads.list().map((job) => job.campaignId)).toEqual(['a', 'b', 'c', 'f', 'e', 'd'])
    for (const campaign of ['a', 'b', 'c']) runOf(engine, campaign).complete()
    await settle()
    expect(engine.started).toEqual(['a', 'b', 'c', 'f', 'e', 'd'])
  })

  it('puts requests of the person before scheduled ones', async () => {
    const { downloads } = open()
    downloads.start(['a', 'b', 'c', 'd', 'e'], { origin: 'schedule' })
    await settle()
    downloads.start(['x', 'y'])
    expect(downloads.list().map((job) => job.campaignId)).toEqual(['a', 'b', 'c', 'x', 'y', 'd', 'e'])
  })
})

describe('retrying', () => {
  it('requeues the same job at the end', async () => {
    const { downloads, engine } = open()
    downloads.start(['a', 'b', 'c', 'd'])
    await settle()
    const { jobId } = jobOf(downloads, 'a')
    runOf(engine, 'a').fail('serviceFailed')
    await settle()
    const ended = await downloads.waitForEnd(jobId)
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'serviceFailed' } })
    expect(downloads.retry(jobId)).toMatchObject([{ jobId, state: 'waiting', error: null, endedAt: null }])
    expect(downloads.list().map((job) => job.campaignId)).toEqual(['b', 'c', 'd', 'a'])
    runOf(engine, 'b').complete()
    await settle()
    runOf(engine, 'a').complete()
    expect(await downloads.waitForEnd(jobId)).toMatchObject({ state: 'done', error: null })
  })

  it.each([
    [
      'shows no items of a run whose items were discarded',
      'badAnswer',
      { pages: 0, items: 0, totalItems: null },
    ],
    ['shows the staged items that were kept', 'diskFull', { pages: 3, items: 500, totalItems: 1_000 }],
  ] as const)('%s', async (_title, code, progress) => {
    const { downloads, engine } = open()
    const [job] = downloads.start(['a'])
    await settle()
    runOf(engine, 'a').report({ pages: 3, items: 500, totalItems: 1_000 })
    runOf(engine, 'a').fail(code)
    await settle()
    expect(downloads.retry(job?.jobId ?? '')).toMatchObject([progress])
  })

  it('all jobs includes those whose latest attempt failed or is incomplete', async () => {
    const { downloads, engine } = open()
    downloads.start(['a', 'b', 'c'])
    await settle()
    runOf(engine, 'a').fail('serviceFailed')
    runOf(engine, 'b').incomplete()
    downloads.cancel(jobOf(downloads, 'c').jobId)
    await settle()
    downloads.start(['a'])
    await settle()
    runOf(engine, 'a').complete()
    await settle()
    expect(downloads.retry(null).map((job) => job.campaignId)).toEqual(['b'])
    expect(downloads.retry(jobOf(downloads, 'c').jobId).map((job) => job.state)).toEqual(['waiting'])
    expect(downloads.retry(jobOf(downloads, 'a').jobId).map((job) => job.state)).toEqual(['done'])
    expect(() => downloads.retry('unknown')).toThrow(expect.objectContaining({ code: 'notFound' }))
  })
})

describe('without a network', () => {
  it('pauses downloads until it is back', async () => {
    const { downloads, engine, network } = open()
    downloads.start(['a', 'b', 'c', 'd'])
    await settle()
    network.set({ online: false })
    await settle()
    expect(jobStates(downloads)).toEqual(['a offline', 'b offline', 'c offline', 'd offline'])
    expect(engine.active).toEqual([])
    expect(engine.staged.size).toBe(3)
    expect(downloads.start(['e'])).toMatchObject([{ state: 'paused', pausedBy: 'offline' }])
    downloads.resume(jobOf(downloads, 'a').jobId)
    expect(jobStates(downloads)[0]).toBe('a offline')
    network.set({ online: true })
    await settle()
    expect(jobStates(downloads)).toEqual(['a running', 'b running', 'c running', 'd waiting', 'e waiting'])
  })

  it('does not fail a download whose request fails before the system reports the loss', async () => {
    const { downloads, engine, network } = open()
    const [job] = downloads.start(['a'])
    await settle()
    Object.assign(network, { check: () => false })
    runOf(engine, 'a').fail('interrupted')
    await settle()
    expect(downloads.list()).toMatchObject([{ jobId: job?.jobId, state: 'paused', pausedBy: 'offline' }])
    network.set({ online: true })
    await settle()
    expect(jobStates(downloads)).toEqual(['a running'])
  })

  it('retries with growing delays if the system reports no change', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { downloads, engine } = open()
    downloads.start(['a'])
    await settle()
    runOf(engine, 'a').report({ items: 200 })
    for (const seconds of [15, 15, 30, 60, 120, 240, 300, 300]) {
      runOf(engine, 'a').fail('offline')
      await settle()
      expect(jobStates(downloads)).toEqual(['a offline'])
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
      await settle()
      expect(engine.active).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      await settle()
      expect(jobStates(downloads)).toEqual(['a running'])
      if (engine.started.length === 2) runOf(engine, 'a').report({ items: 400 })
    }
  })

  it.each(['unreachable', 'interrupted', 'timeout', 'serviceFailed', 'serviceTooMany'] as const)(
    'delays a started download while the service is down for minutes (%s), then fails it',
    async (code) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { downloads, engine } = open()
      downloads.start(['a'])
      await settle()
      runOf(engine, 'a').report({ items: 200 })
      for (const seconds of [15, 15, 30, 60, 120, 240]) {
        runOf(engine, 'a').fail(code)
        await settle()
        expect(jobStates(downloads)).toEqual(['a unreachable'])
        await vi.advanceTimersByTimeAsync(seconds * 1_000)
        await settle()
        expect(jobStates(downloads)).toEqual(['a running'])
        if (engine.started.length === 2) runOf(engine, 'a').report({ items: 400 })
      }
      runOf(engine, 'a').fail(code)
      await settle()
      expect(jobStates(downloads)).toEqual(['a failed'])
    },
  )

  it.each(['serviceFailed', 'serviceTooMany'] as const)(
    'fails a started download if the service requests a long pause (%s)',
    async (code) => {
      const { downloads, engine } = open()
      downloads.start(['a'])
      await settle()
      runOf(engine, 'a').report({ items: 200 })
      runOf(engine, 'a').fail(code, '2 h')
      await settle()
      expect(jobStates(downloads)).toEqual(['a failed'])
    },
  )

  it('resumes a waiting download at once when the person requests it', async () => {
    const { downloads, engine } = open()
    const [job] = downloads.start(['a'])
    await settle()
    runOf(engine, 'a').report({ items: 200 })
    runOf(engine, 'a').fail('unreachable')
    await settle()
    expect(jobStates(downloads)).toEqual(['a unreachable'])
    downloads.resume(job?.jobId ?? '')
    await settle()
    expect(jobStates(downloads)).toEqual(['a running'])
  })

  it('resumes all waiting downloads at once when the service can be reached, with the next delays in full', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { downloads, engine } = open()
    const ids = ['a', 'b']
    const failAll = async (): Promise<void> => {
      for (const id of ids) runOf(engine, id).fail('unreachable')
      await settle()
      expect(jobStates(downloads)).toEqual(['a unreachable', 'b unreachable'])
    }
    downloads.start(ids)
    await settle()
    for (const id of ids) runOf(engine, id).report({ items: 200 })
    await failAll()
    await vi.advanceTimersByTimeAsync(10_000)
    downloads.endWaits()
    await settle()
    expect(jobStates(downloads)).toEqual(['a running', 'b running'])

    await failAll()
    await vi.advanceTimersByTimeAsync(29_999)
    await settle()
    expect(jobStates(downloads)).toEqual(['a unreachable', 'b unreachable'])
    await vi.advanceTimersByTimeAsync(1)
    await settle()
    expect(jobStates(downloads)).toEqual(['a running', 'b running'])
  })

  it('fails a new download with an unknown host, and any download without network detection', async () => {
    const { downloads, engine } = open()
    downloads.start(['a'])
    await settle()
    runOf(engine, 'a').fail('offline')
    await settle()
    expect(jobStates(downloads)).toEqual(['a failed'])

    const other = open({ withNetwork: false })
    other.downloads.start(['a'])
    await settle()
    runOf(other.engine, 'a').report({ items: 200 })
    runOf(other.engine, 'a').fail('offline')
    await settle()
    expect(jobStates(other.downloads)).toEqual(['a failed'])
  })
})

describe('on a metered network', () => {
  it('runs only downloads that the person requested', async () => {
    const { downloads, network } = open()
    downloads.start(['a'], { origin: 'schedule' })
    downloads.start(['b'])
    downloads.restore([{ campaignId: 'c', campaignName: null, mode: 'full', held: false }])
    await settle()
    network.set({ metered: true })
    await settle()
    const now = (): readonly string[] => [...jobStates(downloads)].sort()
    expect(now()).toEqual(['a metered', 'b running', 'c metered'])
    downloads.resume(jobOf(downloads, 'a').jobId)
    await settle()
    expect(now()).toEqual(['a running', 'b running', 'c metered'])
    network.set({ metered: false })
    await settle()
    expect(now()).toEqual(['a running', 'b running', 'c running'])
  })
})

describe('after a restart', () => {
  it('restores the order, the names and the pauses of the person', async () => {
    const first = open()
    first.downloads.start(['a', 'b', 'c', 'd'], { names: new Map([['a', 'Summer']]) })
    await settle()
    first.downloads.pause(jobOf(first.downloads, 'b').jobId)
    first.downloads.move(jobOf(first.downloads, 'd').jobId, jobOf(first.downloads, 'a').jobId)
    runOf(first.engine, 'c').complete()
    await settle()
    const waiting = jobOf(first.downloads, 'a')
    await first.downloads.close()
    expect(await first.downloads.waitForEnd(waiting.jobId)).toMatchObject({ state: 'waiting' })
    expect(first.kept).toMatchObject([
      { campaignId: 'd', held: false },
      { campaignId: 'a', campaignName: 'Summer', held: false },
      { campaignId: 'b', held: true },
    ])

    const second = open()
    second.downloads.restore(first.kept.map((item) => ({ ...item, items: 7, totalItems: 9 })))
    await settle()
    expect(jobStates(second.downloads)).toEqual(['d running', 'a running', 'b person'])
    expect(jobOf(second.downloads, 'a')).toMatchObject({
      jobId: waiting.jobId,
      origin: 'resumed',
      items: 7,
      totalItems: 9,
    })
    expect(second.kept).toEqual(first.kept)
  })

  it('retries a failed download as the same job', async () => {
    const { downloads, engine } = open()
    const [job] = downloads.start(['a'])
    await settle()
    runOf(engine, 'a').fail('serviceUnauthorized')
    await settle()
    downloads.restore([{ campaignId: 'a', campaignName: null, mode: 'full', held: false }])
    await settle()
    expect(downloads.list()).toMatchObject([{ jobId: job?.jobId, state: 'running', origin: 'resumed' }])
  })
})

describe('any sequence of operations', () => {
  const campaign = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const place = fc.nat({ max: 40 })
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('start' as const),
      ids: fc.array(campaign, { maxLength: 4 }),
      clock: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('discover' as const) }),
    fc.record({
      kind: fc.constantFrom('pause' as const, 'resume' as const, 'retry' as const),
      at: fc.option(place),
    }),
    fc.record({ kind: fc.constant('cancel' as const), at: place }),
    fc.record({ kind: fc.constant('move' as const), at: place, before: fc.option(place) }),
    fc.record({ kind: fc.constantFrom('complete' as const, 'incomplete' as const), at: place }),
    fc.record({
      kind: fc.constant('fail' as const),
      at: place,
      code: fc.constantFrom('serviceFailed' as const, 'badAnswer' as const, 'interrupted' as const),
    }),
    fc.record({ kind: fc.constant('network' as const), online: fc.boolean(), metered: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('letOut' as const, 'rest' as const) }),
  )

  it('runs three jobs at most, loses none, leaves none idle, and reports every end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 60 }), fc.boolean(), async (operations, closes) => {
        const queue = open({ endsAtOnce: false })
        const { downloads, engine, network } = queue
        const known = new Set<string>()
        const note = (jobs: readonly DownloadJob[]): void => {
          for (const { jobId } of jobs) known.add(jobId)
        }
        const jobAt = (at: number): string => downloads.list()[at % Math.max(1, known.size)]?.jobId ?? 'none'
        const runAt = (at: number): FakeRun | undefined =>
          engine.active.filter(({ signal }) => !signal.aborted)[at % 3]

        for (const step of operations) {
          if (step.kind === 'start') {
            note(downloads.start(step.ids, { origin: step.clock ? 'schedule' : 'person' }))
          } else if (step.kind === 'discover') note([downloads.discover()])
          else if (step.kind === 'pause') downloads.pause(step.at === null ? null : jobAt(step.at))
          else if (step.kind === 'resume') downloads.resume(step.at === null ? null : jobAt(step.at))
          else if (step.kind === 'retry') {
            const id = step.at === null ? null : jobAt(step.at)
            if (id !== 'none') downloads.retry(id)
          } else if (step.kind === 'cancel') downloads.cancel(jobAt(step.at))
          else if (step.kind === 'move')
            downloads.move(jobAt(step.at), step.before === null ? null : jobAt(step.before))
          else if (step.kind === 'complete') runAt(step.at)?.complete()
          else if (step.kind === 'incomplete') runAt(step.at)?.incomplete()
          else if (step.kind === 'fail') runAt(step.at)?.fail(step.code)
          else if (step.kind === 'network') network.set(step)
          else if (step.kind === 'letOut') engine.releaseStopped()
          await settle()

          const jobs = downloads.list()
          expect(new Set(jobs.map((job) => job.jobId))).toEqual(known)
          expect(engine.active.length).toBeLessThanOrEqual(3)
          const working = engine.active.filter(({ signal }) => !signal.aborted)
          const running = jobs.filter((job) => job.state === 'running')
          // A canceled job counts as running until it has stopped.
          for (const { campaignId } of working)
            expect(running.map((job) => job.campaignId)).toContain(campaignId)
          if (!network.state.online) expect(working).toEqual([])
          for (const job of jobs) {
            // The engine’s error if a campaign has two runs at a time.
            expect(job.error?.code).not.toBe('internal')
            expect(job.pausedBy !== null).toBe(job.state === 'paused')
            expect(job.endedAt !== null).toBe(ENDED.has(job.state))
          }
          if (engine.active.length === working.length) {
            const pending = jobs.filter((job) => !ENDED.has(job.state))
            expect(new Set(pending.map((job) => job.campaignId)).size).toBe(pending.length)
            expect(running).toHaveLength(working.length)
            if (working.length < 3) expect(jobs.filter((job) => job.state === 'waiting')).toEqual([])
            expect(queue.kept.map((item) => item.jobId)).toEqual(pending.map((job) => job.jobId))
          }
        }

        const ends = [...known].map((jobId) => downloads.waitForEnd(jobId))
        if (closes) {
          const closed = downloads.close()
          engine.releaseStopped()
          await closed
          expect(engine.active).toEqual([])
        } else {
          network.set({ online: true, metered: false })
          for (let turn = 0; turn < 30 && downloads.list().some((job) => !ENDED.has(job.state)); turn += 1) {
            downloads.resume(null)
            engine.releaseStopped()
            await settle()
            for (const run of engine.active) run.complete()
            await settle()
          }
          expect(downloads.list().every((job) => ENDED.has(job.state))).toBe(true)
          // Only downloads that failed for a temporary reason are still staged.
          const failed = downloads.list().filter((job) => job.state === 'failed')
          for (const id of engine.staged) expect(failed.map((job) => job.campaignId)).toContain(id)
        }
        expect((await Promise.all(ends)).map((job) => job.jobId)).toEqual([...known])
      }),
      { numRuns: repetitions(75, 300) },
    )
  })
})
