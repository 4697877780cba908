import type { DownloadJob } from '../contract/jobs.ts'
import type { RunOutcome } from './job-queue.ts'
import type { QueuedDownload } from './queued-download.ts'
import { createRate } from './rate.ts'
import type { DownloadContext, Engine, JobUpdate, JobRun } from './types.ts'

export interface RunOptions {
  readonly context: DownloadContext
  readonly engine: Engine
  readonly signal: AbortSignal
  /** Called when the snapshot has changed. */
  readonly publishSoon: () => void
}

/** Runs a download until it ends or `signal` stops it, and updates its snapshot. */
export async function runDownload(
  job: QueuedDownload,
  { context, engine, signal, publishSoon }: RunOptions,
): Promise<RunOutcome> {
  const { service, store, listRetry, onChanged } = context
  const rate = createRate(performance.now())
  const itemsBefore = job.snapshot.items

  const report = ({ listedName, ...update }: JobUpdate): void => {
    // Late updates of a stopped run no longer apply.
    if (signal.aborted) return
    const now = performance.now()
    if (update.items !== undefined) rate.record(update.items - itemsBefore, now)
    const campaignName = update.campaignName ?? job.snapshot.campaignName ?? listedName ?? null
    const merged = { ...job.snapshot, ...update, campaignName }
    job.update({ ...merged, ...pace(merged, rate.perSecond(now)) })
    publishSoon()
  }

  const { campaignId, mode } = job.snapshot
  const acceptedDeletions = context.acceptsDeletions === true ? Infinity : job.acceptedDeletions
  const onFound: JobRun['onFound'] = (campaigns) => {
    for (const { id, name } of campaigns) job.foundCampaigns.set(id, name)
  }
  const run: JobRun = {
    ...{ service, store, listRetry, onChanged, onFound, report, mode, acceptedDeletions, signal },
    // Recent changes need only one or two requests for each campaign.
    keepsItems: job.thenDownload === 'full',
  }
  try {
    const error = await (campaignId === null
      ? engine.discover(run)
      : engine.downloadCampaign(campaignId, run))
    return { state: error === null ? 'done' : 'incomplete', error }
  } finally {
    if (job.snapshot.items > itemsBefore) job.waitCount = 0
  }
}

/** Returns the rate and the remaining time of a job. */
export function pace(
  { items, totalItems }: DownloadJob,
  itemsPerSecond: number | null,
): Pick<DownloadJob, 'itemsPerSecond' | 'secondsLeft'> {
  if (itemsPerSecond === null || totalItems === null) return { itemsPerSecond, secondsLeft: null }
  return { itemsPerSecond, secondsLeft: Math.max(0, totalItems - items) / itemsPerSecond }
}
