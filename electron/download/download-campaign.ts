import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import { messages } from '../contract/messages.ts'
import type { DownloadStart } from '../store/types.ts'
import { fetchRecord, type Refusal } from './fetch-record.ts'
import { readAll, readRecent, type ItemsOptions, type ItemsRead } from './read-items.ts'
import { shouldKeepStaging } from './suspended.ts'
import {
  createIncompleteFault,
  deletionsNotAcceptedError,
  describeIncompleteReason,
} from './incomplete-reason.ts'
import type { JobRun } from './types.ts'

/**
 * Downloads one campaign: its record and every item, or only recent changes where they are sufficient.
 * Continues where an earlier run stopped. An incomplete result never replaces a complete snapshot. Returns
 * null for a complete download, otherwise why it is incomplete. Rejects, with the snapshot in use unchanged,
 * if the campaign cannot be read, and with `cancelled` if it was stopped.
 */
export async function downloadCampaign(campaignId: string, run: JobRun): Promise<Fault | null> {
  if (run.mode === 'recent') {
    const result = await downloadInMode('recent', campaignId, run)
    if (result.state === 'ended') return result.incompleteFault
    run.report({ mode: 'full', note: messages.download.fullDownloadReasons[result.reason] })
  }
  const result = await downloadInMode('full', campaignId, run)
  if (result.state === 'full') throw new Error('A full download cannot require a full one')
  return result.incompleteFault
}

type DownloadResult =
  | { readonly state: 'ended'; readonly incompleteFault: Fault | null }
  | { readonly state: 'full'; readonly reason: keyof typeof messages.download.fullDownloadReasons }

async function downloadInMode(
  kind: 'full' | 'recent',
  campaignId: string,
  run: JobRun,
): Promise<DownloadResult> {
  const { store, signal } = run
  const downloadStart = await beginDownload(kind, campaignId, run)
  if (downloadStart === null) return { state: 'full', reason: 'noSnapshot' }
  const { downloadId } = downloadStart
  let isCommitting = false
  let needsDecision = false
  try {
    const { items, refusal } = await fetchRecordAndItems(kind, { campaignId, downloadStart }, run)
    if (signal.aborted) throw new AppError('cancelled')
    if (items.state === 'full') {
      await store.abandonDownload(downloadId)
      return items
    }
    if (refusal !== null && isEmpty(items)) throw await createRefusalError(campaignId, refusal, run)
    run.report({ phase: 'saving' })
    isCommitting = true
    const { incompleteFault, deletions } = await commit(downloadId, items, refusal, run)
    if (deletions === null || refusal !== null) run.onChanged([campaignId])
    if (deletions !== null) {
      needsDecision = true
      run.report({ deletions })
      throw deletionsNotAcceptedError(deletions)
    }
    return { state: 'ended', incompleteFault }
  } catch (error) {
    // Report the first failure; a leftover staging area does no harm.
    const keepsStaging = needsDecision || shouldKeepStaging(signal, error)
    await (keepsStaging ? store.releaseDownload(downloadId) : store.abandonDownload(downloadId)).catch(
      () => undefined,
    )
    if (signal.aborted && !isCommitting) throw new AppError('cancelled')
    const isFirst = downloadStart.completeSnapshot === null
    throw isFirst && error instanceof AppError ? error.withoutDownloads() : error
  }
}

/** Returns null for recent changes of a campaign without a complete snapshot. */
async function beginDownload(
  kind: 'full' | 'recent',
  campaignId: string,
  { store }: JobRun,
): Promise<DownloadStart | null> {
  try {
    return await store.beginDownload(campaignId, kind)
  } catch (error) {
    if (kind === 'recent' && error instanceof AppError && error.code === 'badInput') return null
    throw error
  }
}

async function commit(
  downloadId: number,
  items: Exclude<ItemsRead, { state: 'full' }>,
  refusal: Refusal | null,
  { store, report, acceptedDeletions = 0 }: JobRun,
): Promise<{ readonly incompleteFault: Fault | null; readonly deletions: PendingDeletions | null }> {
  const { state, total } = items
  const reason = state === 'complete' ? null : describeIncompleteReason(items.reason)
  const result = { state, expectedCount: total, reason, acceptedDeletions }
  const outcome = await store.commitDownload(downloadId, result)
  const { replaced, itemCount, added, changed, removed, refusedDeletions, otherTypes } = outcome
  if (replaced || refusal !== null) report({ recordState: refusal?.state ?? 'fetched' })
  if (replaced) report({ changes: { added, changed, deleted: removed }, otherTypes })
  return {
    incompleteFault:
      state === 'complete' ? null : createIncompleteFault(items.reason, { replaced, itemCount }),
    deletions: refusedDeletions,
  }
}

/** Returns whether the list is empty; together with a refused record, the campaign cannot be read. */
function isEmpty(items: ItemsRead): boolean {
  return items.state !== 'full' && items.total === 0
}

/** Returns the error for a campaign that cannot be read. Its snapshot is not emptied, only flagged. */
async function createRefusalError(
  campaignId: string,
  { state, error }: Refusal,
  { store, onChanged }: JobRun,
): Promise<AppError> {
  if (!(await store.setRecordState(campaignId, state))) return error
  onChanged([campaignId])
  return AppError.from({ ...error.toFault(), message: messages.download.campaignRefused[state] })
}

interface Fetched {
  readonly items: ItemsRead
  readonly refusal: Refusal | null
}

/** Fetches the record and the items at the same time; a failure of one stops the other. */
async function fetchRecordAndItems(
  kind: 'full' | 'recent',
  options: ItemsOptions,
  run: JobRun,
): Promise<Fetched> {
  const stop = new AbortController()
  const stoppable: JobRun = { ...run, signal: AbortSignal.any([run.signal, stop.signal]) }
  const stopOnFailure = (error: unknown): never => {
    stop.abort()
    throw error
  }
  const readItems = kind === 'full' ? readAll : readRecent
  const [record, items] = await Promise.allSettled([
    fetchRecord(options.campaignId, options.downloadStart.downloadId, stoppable).catch(stopOnFailure),
    readItems(stoppable, options).catch(stopOnFailure),
  ])
  if (record.status === 'rejected' || items.status === 'rejected') {
    const reasons = [record, items].map((part): unknown => (part.status === 'rejected' ? part.reason : null))
    // The error of the stopped one is only its cancellation.
    const cause = reasons.find((reason) => reason instanceof Error && !isCancelled(reason))
    throw cause instanceof Error ? cause : new AppError('cancelled')
  }
  return { items: items.value, refusal: record.value }
}

function isCancelled(error: Error): boolean {
  return error.name === 'AbortError' || (error instanceof AppError && error.code === 'cancelled')
}
