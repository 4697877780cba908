import type { Fault } from '../contract/faults.ts'
import type { DownloadJob, DownloadOrigin } from '../contract/jobs.ts'
import type { DetailsProgress } from './details-progress.ts'
import type { WaitReason } from './job.ts'
import { runDetails } from './run-details.ts'
import { createJobQueue } from './job-queue.ts'
import { isConnectivityError, isOutage, MAX_WAITS_FOR_SERVICE } from './connectivity.ts'
import { QueuedDownload } from './queued-download.ts'
import { runDownload } from './run-download.ts'
import type { DownloadContext, Downloads, Engine, Network, StartOptions } from './types.ts'

/** Each campaign requests several pages at a time; the limiter of the connection applies to all of them. */
const DEFAULT_CONCURRENT_JOBS = 3

/** Loaded with the first download, so that the start does not wait for it. */
const ENGINE: Engine = {
  downloadCampaign: async (...input) => (await import('./download-campaign.ts')).downloadCampaign(...input),
  discover: async (...input) => (await import('./discover.ts')).discover(...input),
}

/** Creates the downloads of one connection. */
export function createDownloads(context: DownloadContext, engine: Engine = ENGINE): Downloads {
  const { connectionId, store } = context
  /** Removals of staged rows of cancelled downloads, by campaign; a new run waits for them. */
  const removals = new Map<string | null, Promise<void>>()

  const queue = createJobQueue<DownloadJob, QueuedDownload>({
    ...context,
    concurrentJobs: context.concurrentJobs ?? DEFAULT_CONCURRENT_JOBS,
    create: (seed) => {
      const accepted = context.acceptsDeletions === true ? { deletions: null } : {}
      return new QueuedDownload(connectionId, { ...seed, ...accepted }, seed.origin === 'resumed')
    },
    run: async (job, signal, publishSoon) => {
      if (job.details !== null) return runDetails(job, job.details, { context, signal, publishSoon })
      await removals.get(job.snapshot.campaignId)
      return runDownload(job, { context, engine, signal, publishSoon })
    },
    findWaitReason,
    // A refused key would be refused for each, and a requested pause applies to each.
    concernsAll: ({ code, requestedWait }) => code === 'serviceUnauthorized' || requestedWait !== undefined,
    discard,
    onEnd(job) {
      if (job.details !== null) queueLateDetails(job, job.details)
      else if (job.requiresFullRun) queueFullRun(job)
      else queueFoundCampaigns(job)
    },
  })

  function enqueue(campaignId: string | null, options: StartOptions): QueuedDownload {
    const { mode = 'full', origin = 'person', names } = options
    const campaignName = campaignId === null ? null : (names?.get(campaignId) ?? null)
    return queue.request({ campaignId, campaignName, mode, origin })
  }

  /** Queues the campaigns that a discovery has found, also while closing: the next process downloads them. */
  function queueFoundCampaigns({ thenDownload, foundCampaigns, snapshot }: QueuedDownload): void {
    const { state, error, origin } = snapshot
    if (thenDownload === null || state === 'cancelled' || error?.code === 'serviceUnauthorized') return
    const options = { mode: thenDownload, origin, names: foundCampaigns }
    queue.announce([...foundCampaigns.keys()].map((id) => enqueue(id, options)))
  }

  function queueFullRun({ snapshot: { campaignId, campaignName } }: QueuedDownload): void {
    queue.announce([queue.request({ campaignId, campaignName, mode: 'full', origin: 'person' })])
  }

  function enqueueDetails(campaignIds: readonly string[], origin: DownloadOrigin): QueuedDownload {
    const identity = { kind: 'details', campaignId: null, campaignName: null } as const
    return queue.request({ ...identity, mode: 'full', origin, details: { campaignIds: [...campaignIds] } })
  }

  /** Queues campaigns that were requested while the job was ending. */
  function queueLateDetails(
    { snapshot: { state, origin } }: QueuedDownload,
    { pending }: DetailsProgress,
  ): void {
    if (state === 'done' && pending.size > 0) queue.announce([enqueueDetails([...pending], origin)])
  }

  /** Discards the staged rows of a job, by starting a fresh download and abandoning it. */
  async function discard({
    mayHaveStagedData,
    details,
    snapshot: { campaignId },
  }: QueuedDownload): Promise<void> {
    if (!mayHaveStagedData || details !== null) return
    const removal = (async () => {
      const kind = campaignId === null ? 'discovery' : 'full'
      const { downloadId } = await store.beginDownload(campaignId, kind, { fresh: true })
      await store.abandonDownload(downloadId)
      // Rows that cannot be removed now expire later.
    })().catch(() => undefined)
    removals.set(campaignId, removal)
    await removal
    if (removals.get(campaignId) === removal) removals.delete(campaignId)
  }

  return {
    ...queue.controls,
    start(campaignIds, options = {}) {
      queue.throwIfClosing()
      return queue.announce([...new Set(campaignIds)].map((id) => enqueue(id, options)))
    },
    discover({ thenDownload } = {}) {
      queue.throwIfClosing()
      const job = enqueue(null, {})
      job.thenDownload = thenDownload ?? job.thenDownload
      queue.announce([job])
      return job.snapshot
    },
    fetchDetails(campaignIds, origin = 'person') {
      queue.throwIfClosing()
      const job = enqueueDetails(campaignIds, origin)
      queue.announce([job])
      return job.snapshot
    },
    restoreFailed(failed) {
      for (const { state, endedAt, error, startedAt, ...seed } of failed) {
        if (queue.jobs.get(seed.jobId) ?? queue.jobs.latestFor(seed)) continue
        const job = new QueuedDownload(connectionId, { ...seed, origin: 'person' }, true)
        job.end(state, error)
        job.update({ startedAt, endedAt })
        queue.jobs.add(job)
      }
    },
    decide(jobId, accept) {
      const job = queue.jobs.get(jobId)
      if (job?.isPending !== true || !job.needsDecision()) return
      if (accept) {
        job.acceptDeletions()
        job.resumeForPerson()
      } else queue.cancel(job)
      queue.reconcile()
    },
    async close() {
      await Promise.all([queue.controls.close(), ...removals.values()])
    },
  }
}

function findWaitReason(
  { snapshot: { items, origin }, waitCount }: QueuedDownload,
  fault: Fault,
  network: Network,
): WaitReason | null {
  if (isConnectivityError(fault)) {
    if (!network.check()) return 'offline'
    // The system reports a network. If no request has succeeded, the address is probably wrong.
    if (fault.code === 'offline') return items > 0 || origin !== 'person' ? 'offline' : null
  }
  return items > 0 && waitCount < MAX_WAITS_FOR_SERVICE && isOutage(fault) ? 'unreachable' : null
}
