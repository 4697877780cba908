import type { DownloadOrigin } from '../contract/jobs.ts'
import type { PictureRun } from '../contract/pictures.ts'
import { Job, type JobSeed } from '../download/job.ts'
import { createJobQueue } from '../download/job-queue.ts'
import { isConnectivityError } from '../download/connectivity.ts'
import type { JobControls, QueueContext } from '../download/types.ts'
import type { PictureCounts } from './types.ts'

export interface PictureRunsContext extends QueueContext<PictureRun> {
  /** Fetches missing pictures; returns null if none are needed. */
  readonly fetchMissing: (
    campaignId: string,
    signal: AbortSignal,
    onProgress: (available: number, total: number) => void,
  ) => Promise<PictureCounts | null>
}

/** The queue of picture runs of one connection: one at a time. Fetched pictures are always kept. */
export interface PictureRuns extends JobControls<PictureRun> {
  /** Returns a pending run of the campaign instead of a new one; a request of the person resumes it. */
  start(campaignId: string, campaignName: string | null, origin: DownloadOrigin): PictureRun
  /** Cancels the runs of these campaigns. */
  cancelFor(campaignIds: ReadonlySet<string>): void
  readonly isBusy: boolean
}

export function createPictureRuns(context: PictureRunsContext): PictureRuns {
  const queue = createJobQueue<PictureRun, Job<PictureRun>>({
    ...context,
    concurrentJobs: 1,
    create: (seed) => new Job(newRun(context.connectionId, seed)),
    run: async (job, signal, publishSoon) => {
      const counts = await context.fetchMissing(job.snapshot.campaignId, signal, (available, total) => {
        job.update({ pictures: available, totalPictures: total })
        publishSoon()
      })
      const { available = 0, total = 0, missing = [] } = counts ?? {}
      job.update({ pictures: available, totalPictures: total, missing })
      return { state: missing.length === 0 ? 'done' : 'incomplete', error: null }
    },
    findWaitReason: (_job, fault, network) =>
      isConnectivityError(fault) && !network.check() ? 'offline' : null,
  })

  return {
    ...queue.controls,
    start(campaignId, campaignName, origin) {
      queue.throwIfClosing()
      const job = queue.request({ campaignId, campaignName, mode: 'full', origin })
      queue.announce([job])
      return job.snapshot
    },
    cancelFor(campaignIds) {
      for (const job of queue.jobs.pending) if (campaignIds.has(job.snapshot.campaignId)) queue.cancel(job)
      queue.reconcile()
    },
    get isBusy() {
      return queue.jobs.pending.length > 0
    },
  }
}

function newRun(connectionId: string, { jobId, campaignId, campaignName, origin }: JobSeed): PictureRun {
  return {
    jobId: jobId ?? crypto.randomUUID(),
    connectionId,
    campaignId: campaignId ?? '',
    campaignName,
    state: 'waiting',
    origin,
    pausedBy: null,
    pictures: 0,
    totalPictures: null,
    missing: [],
    error: null,
  }
}
