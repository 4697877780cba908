import { toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import type { Job } from './job.ts'
import { createRate } from './rate.ts'
import { createThrottle } from './throttle.ts'
import type { DownloadContext, Engine, JobNews, JobRun } from './types.ts'

const PROGRESS_SPAN_MS = 100

/** What came of a run: null for a complete copy, why it is incomplete, or what made it end before. */
export type RunOutcome =
  | { readonly completed: true; readonly shortfall: Fault | null }
  | { readonly completed: false; readonly fault: Fault }

export interface RunOptions {
  readonly context: DownloadContext
  readonly engine: Engine
  readonly signal: AbortSignal
}

/** Does the work of a job until it has ended or `signal` stops it, and keeps its snapshot up to date. Never rejects. */
export async function runJob(job: Job, { context, engine, signal }: RunOptions): Promise<RunOutcome> {
  const { service, store, patience, onChanged } = context
  const rate = createRate(performance.now())
  const progress = createThrottle(() => {
    if (!signal.aborted) context.onProgress(job.snapshot)
  }, PROGRESS_SPAN_MS)

  const tell = ({ listedName, ...news }: JobNews): void => {
    // What is still on its way after a pause says nothing of how the job stands.
    if (signal.aborted) return
    const now = performance.now()
    if (news.items !== undefined) rate.tell(news.items, now)
    const campaignName = news.campaignName ?? job.snapshot.campaignName ?? listedName ?? null
    const merged = { ...job.snapshot, ...news, campaignName }
    job.change({ ...merged, ...pace(merged, rate.perSecond(now)) })
    progress.soon()
  }

  const { campaignId, mode } = job.snapshot
  const acceptedDeletions = context.acceptsDeletions === true ? Infinity : job.acceptedDeletions
  const onFound: JobRun['onFound'] = (campaigns) => {
    for (const { id, name } of campaigns) job.found.set(id, name)
  }
  const run: JobRun = {
    ...{ service, store, patience, onChanged, onFound, tell, mode, acceptedDeletions, signal },
    // Recent changes are fetched with one or two requests a campaign.
    keepsItems: job.thenDownload === 'full',
  }
  try {
    const shortfall =
      campaignId === null ? await engine.discover(run) : await engine.downloadCampaign(campaignId, run)
    return { completed: true, shortfall }
  } catch (failure) {
    return { completed: false, fault: faultOf(failure, context) }
  } finally {
    progress.never()
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
