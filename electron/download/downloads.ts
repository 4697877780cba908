import { randomUUID } from 'node:crypto'
import { AppError, toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, JobState } from '../contract/jobs.ts'
import { discover } from './discover.ts'
import { downloadCampaign } from './download-campaign.ts'
import { createRate } from './rate.ts'
import { createThrottle } from './throttle.ts'
import type { DownloadContext, Downloads, JobNews, JobRun } from './types.ts'

/** Campaigns one after the other; each keeps several pages in flight by itself. */
const JOBS_AT_A_TIME = 1
const PROGRESS_SPAN_MS = 100
/** Jobs that have ended and are still told of. */
const ENDED_JOBS_KEPT = 200

interface Entry {
  snapshot: DownloadJob
  readonly abort: AbortController
  readonly ended: Promise<DownloadJob>
  readonly end: (job: DownloadJob) => void
}

/** The downloads of one connection: a queue, and the jobs as they stand. */
export function createDownloads(context: DownloadContext): Downloads {
  const entries = new Map<string, Entry>()
  const waiting: Entry[] = []
  const running = new Set<Promise<void>>()
  let closing = false

  function add(
    kind: DownloadJob['kind'],
    campaignId: string | null,
    campaignName: string | null,
  ): DownloadJob {
    if (closing) throw new AppError('shuttingDown')
    const pending = findPending(kind, campaignId)
    if (pending !== undefined) return pending.snapshot
    const { promise: ended, resolve: end } = Promise.withResolvers<DownloadJob>()
    const entry: Entry = {
      snapshot: newJob(context.connectionId, kind, campaignId, campaignName),
      abort: new AbortController(),
      ended,
      end,
    }
    entries.set(entry.snapshot.jobId, entry)
    waiting.push(entry)
    context.onProgress(entry.snapshot)
    // Later, so that the caller has the job before its first news.
    queueMicrotask(startWaiting)
    return entry.snapshot
  }

  function findPending(kind: DownloadJob['kind'], campaignId: string | null): Entry | undefined {
    return [...entries.values()].find(({ snapshot }) => {
      const pending = snapshot.state === 'waiting' || snapshot.state === 'running'
      return pending && snapshot.kind === kind && snapshot.campaignId === campaignId
    })
  }

  function startWaiting(): void {
    while (running.size < JOBS_AT_A_TIME) {
      const entry = waiting.shift()
      if (entry === undefined) return
      const work = runJob(entry).finally(() => {
        running.delete(work)
        startWaiting()
      })
      running.add(work)
    }
  }

  async function runJob(entry: Entry): Promise<void> {
    const rate = createRate(performance.now())
    const progress = createThrottle(() => {
      context.onProgress(entry.snapshot)
    }, PROGRESS_SPAN_MS)
    const tell = ({ listedName, ...news }: JobNews): void => {
      const now = performance.now()
      if (news.items !== undefined) rate.tell(news.items, now)
      const { campaignName } = entry.snapshot
      const merged = { ...entry.snapshot, campaignName: campaignName ?? listedName ?? null, ...news }
      entry.snapshot = { ...merged, ...pace(merged, rate.perSecond(now)) }
      progress.soon()
    }
    entry.snapshot = { ...entry.snapshot, state: 'running', startedAt: Date.now() }
    progress.now()

    const { service, store, onChanged } = context
    const { campaignId, mode } = entry.snapshot
    const run: JobRun = { service, store, onChanged, tell, mode, signal: entry.abort.signal }
    let state: JobState
    let error: Fault | null
    try {
      error = campaignId === null ? await discover(run) : await downloadCampaign(campaignId, run)
      state = error === null ? 'done' : 'incomplete'
    } catch (failure) {
      error = faultOf(failure)
      state = error.code === 'cancelled' ? 'cancelled' : 'failed'
    }
    finish(entry, state, error, progress.now)
  }

  function faultOf(failure: unknown): Fault {
    const fault = toFault(failure)
    if (fault.code !== 'internal') return fault
    const logged = toFault(new Error('unexpected', { cause: failure }), context.onUnexpected?.(failure))
    return fault.detail === undefined ? logged : { ...logged, detail: fault.detail }
  }

  function finish(entry: Entry, state: JobState, error: Fault | null, announce: () => void): void {
    entry.snapshot = { ...entry.snapshot, state, error, endedAt: Date.now(), secondsLeft: null }
    announce()
    entry.end(entry.snapshot)
    const ended = [...entries.values()].filter(({ snapshot }) => snapshot.endedAt !== null)
    for (const { snapshot } of ended.slice(0, -ENDED_JOBS_KEPT)) entries.delete(snapshot.jobId)
  }

  function cancel(entry: Entry): void {
    entry.abort.abort()
    const place = waiting.indexOf(entry)
    if (place < 0) return
    waiting.splice(place, 1)
    finish(entry, 'cancelled', new AppError('cancelled').toFault(), () => {
      context.onProgress(entry.snapshot)
    })
  }

  return {
    start: (campaignIds, names) =>
      [...new Set(campaignIds)].map((id) => add('campaign', id, names?.get(id) ?? null)),
    discover: () => add('discovery', null, null),
    cancel(jobId) {
      const entry = entries.get(jobId)
      if (entry !== undefined) cancel(entry)
    },
    list: () => [...entries.values()].map(({ snapshot }) => snapshot),
    finished(jobId) {
      const entry = entries.get(jobId)
      return entry === undefined ? Promise.reject(new AppError('notFound')) : entry.ended
    },
    async close() {
      closing = true
      for (const entry of entries.values()) cancel(entry)
      await Promise.all(running)
    },
  }
}

function newJob(
  connectionId: string,
  kind: DownloadJob['kind'],
  campaignId: string | null,
  campaignName: string | null,
): DownloadJob {
  return {
    jobId: randomUUID(),
    connectionId,
    kind,
    campaignId,
    campaignName,
    state: 'waiting',
    mode: 'full',
    phase: 'reading',
    origin: 'person',
    pausedBy: null,
    note: null,
    pages: 0,
    items: 0,
    totalItems: null,
    campaignsFound: 0,
    itemsPerSecond: null,
    secondsLeft: null,
    startedAt: Date.now(),
    endedAt: null,
    error: null,
  }
}

function pace(
  { items, totalItems }: DownloadJob,
  itemsPerSecond: number | null,
): Pick<DownloadJob, 'itemsPerSecond' | 'secondsLeft'> {
  if (itemsPerSecond === null || totalItems === null) return { itemsPerSecond, secondsLeft: null }
  return { itemsPerSecond, secondsLeft: Math.max(0, totalItems - items) / itemsPerSecond }
}
