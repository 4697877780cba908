import { AppError } from '../contract/app-error.ts'
import type { DetailsResult } from '../contract/campaign.ts'
import type { Fault } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import type { DetailsProgress } from './details-progress.ts'
import { fetchDetails } from './fetch-details.ts'
import type { RunOutcome } from './job-queue.ts'
import type { QueuedDownload } from './queued-download.ts'
import { createRate } from './rate.ts'
import { pace, type RunOptions } from './run-download.ts'
import { createThrottle } from './throttle.ts'

/** Windows load their campaigns again no more often. */
const CHANGE_INTERVAL_MS = 1_000
/** Number of results after which the queue is stored, so that a killed process repeats few requests. */
const RESULTS_PER_SAVE = 100

/**
 * Fetches the details of the campaigns of a job until all have a result or `signal` stops it, and updates its
 * snapshot. Campaigns that are added meanwhile are fetched too. Single failures make it incomplete; rejects
 * if no further request can succeed.
 */
export async function runDetails(
  job: QueuedDownload,
  details: DetailsProgress,
  { context, signal, publishSoon }: Omit<RunOptions, 'engine'>,
): Promise<RunOutcome> {
  const { service, store } = context
  details.retryFailed()
  job.update(details.state)
  const itemsBefore = job.snapshot.items
  const rate = createRate(performance.now())
  let changed: string[] = []
  const publishChanges = (): void => {
    const campaignIds = changed
    changed = []
    if (campaignIds.length > 0) context.onChanged(campaignIds)
  }
  const changes = createThrottle(publishChanges, CHANGE_INTERVAL_MS)

  function onResult(campaignId: string, result: DetailsResult, fault: Fault | null): void {
    details.record(campaignId, result, fault)
    if (result !== 'failed') job.waitCount = 0
    if (result === 'fetched' || result === 'forbidden' || result === 'missing') {
      changed.push(campaignId)
      changes.schedule()
    }
    const state = { ...job.snapshot, ...details.state }
    const now = performance.now()
    rate.record(state.items - itemsBefore, now)
    // A stopped run has no pace, although its last records are still stored.
    job.update(signal.aborted ? state : { ...state, ...pace(state, rate.perSecond(now)) })
    if (state.items % RESULTS_PER_SAVE === 0) context.onQueue?.()
    publishSoon()
  }

  try {
    while (details.pending.size > 0) {
      const end = await fetchDetails(details.pending, { service, store, signal, onResult })
      if (end !== null) throw AppError.from(end)
    }
  } finally {
    changes.cancel()
    publishChanges()
  }
  const { count, fault } = details.failure
  if (fault === null) return { state: 'done', error: null }
  return { state: 'incomplete', error: incompleteFault(count, fault) }
}

function incompleteFault(failed: number, { message, detail }: Fault): Fault {
  const fault = {
    ...new AppError('downloadIncomplete').toFault(),
    message: messages.download.detailsIncomplete({ failed, reason: message }),
  }
  return detail === undefined ? fault : { ...fault, detail }
}
