import { toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { Job } from './job.ts'
import { createRate } from './rate.ts'
import { createThrottle } from './throttle.ts'
import type { DownloadContext, Engine, JobUpdate, JobRun } from './types.ts'

const PROGRESS_INTERVAL_MS = 100

/** Result of a run: complete (null), incomplete, or failed. */
export type RunOutcome =
  | { readonly completed: true; readonly incompleteFault: Fault | null }
  | { readonly completed: false; readonly fault: Fault }

export interface RunOptions {
  readonly context: DownloadContext
  readonly engine: Engine
  readonly signal: AbortSignal
}

/** Runs a job until it ends or `signal` stops it, and updates its snapshot. Never rejects. */
export async function runJob(job: Job, { context, engine, signal }: RunOptions): Promise<RunOutcome> {
  const { service, store, listRetry, onChanged } = context
  const rate = createRate(performance.now())
  const progress = createThrottle(() => {
    if (!signal.aborted) context.onProgress(job.snapshot)
  }, PROGRESS_INTERVAL_MS)

  const report = ({ listedName, ...update }: JobUpdate): void => {
    // Late updates of a stopped run no longer apply.
    if (signal.aborted) return
    const now = performance.now()
    if (update.items !== undefined) rate.record(update.items, now)
    const campaignName = update.campaignName ?? job.snapshot.campaignName ?? listedName ?? null
    const merged = { ...job.snapshot, ...update, campaignName }
    job.update({ ...merged, ...pace(merged, rate.perSecond(now)) })
    progress.schedule()
  }

  const { campaignId, mode } = job.snapshot
  const acceptedDeletions = context.acceptsDeletions === true ? Infinity : job.acceptedDeletions
  const onFound: JobRun['onFound'] = (campaigns) => {
    for (const { id, name } of campaigns) job.foundCampaigns.set(id, name)
  }
  const run: JobRun = {
    ...{ service, store, listRetry: listRetry, onChanged, onFound, report, mode, acceptedDeletions, signal },
    // Recent changes need only one or two requests for each campaign.
    keepsItems: job.thenDownload === 'full',
  }
  try {
    const incompleteFault =
      campaignId === null ? await engine.discover(run) : await engine.downloadCampaign(campaignId, run)
    return { completed: true, incompleteFault }
  } catch (failure) {
    return { completed: false, fault: faultOf(failure, context) }
  } finally {
    progress.cancel()
  }
}

function faultOf(failure: unknown, context: DownloadContext): Fault {
  const fault = toFault(failure)
  if (fault.code !== 'internal') return fault
  const logged = toFault(new Error('unexpected', { cause: failure }), context.onUnexpected?.(failure))
  return fault.detail === undefined ? logged : { ...logged, detail: fault.detail }
}

function pace(
  { items, totalItems }: DownloadJob,
  itemsPerSecond: number | null,
): Pick<DownloadJob, 'itemsPerSecond' | 'secondsLeft'> {
  if (itemsPerSecond === null || totalItems === null) return { itemsPerSecond, secondsLeft: null }
  return { itemsPerSecond, secondsLeft: Math.max(0, totalItems - items) / itemsPerSecond }
}
