import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import type { PendingDeletions } from '../contract/jobs.ts'
import { CAMPAIGN_REFUSED, FULL_INSTEAD } from '../contract/strings/download.ts'
import type { BegunDownload } from '../store/types.ts'
import { deletionsNotAccepted } from './deletions.ts'
import { fetchRecord, type Refusal } from './fetch-record.ts'
import { readAll, readRecent, type ItemsRead } from './read-items.ts'
import { keepsStaging } from './released.ts'
import { reasonOf, shortfallFault } from './shortfall.ts'
import type { JobRun } from './types.ts'

/** How a download ended: null when it is complete, else why it is not. */
export type Shortfall = Fault | null

/**
 * Downloads one campaign: its own record and every item, or only what has changed where that does; goes on where an
 * earlier run of it stopped. Only what the service's answers prove is called complete; what is not never takes the
 * place of a complete copy. Rejects, with the copy in use untouched, when the campaign cannot be read, and with
 * `cancelled` when it was stopped.
 */
export async function downloadCampaign(campaignId: string, run: JobRun): Promise<Shortfall> {
  if (run.mode === 'recent') {
    const ended = await downloadAs('recent', campaignId, run)
    if (ended.state === 'ended') return ended.shortfall
    run.tell({ mode: 'full', note: FULL_INSTEAD[ended.why] })
  }
  const ended = await downloadAs('full', campaignId, run)
  if (ended.state === 'full') throw new Error('A full download asked for a full one')
  return ended.shortfall
}

type Ended =
  | { readonly state: 'ended'; readonly shortfall: Shortfall }
  | { readonly state: 'full'; readonly why: keyof typeof FULL_INSTEAD }

async function downloadAs(kind: 'full' | 'recent', campaignId: string, run: JobRun): Promise<Ended> {
  const { store, signal } = run
  const begun = await begin(kind, campaignId, run)
  if (begun === null) return { state: 'full', why: 'noCopy' }
  const { downloadId } = begun
  let committing = false
  let waitsForDecision = false
  try {
    const { items, refusal } = await fetchBoth(kind, { campaignId, begun }, run)
    if (signal.aborted) throw new AppError('cancelled')
    if (items.state === 'full') {
      await store.abandonDownload(downloadId)
      return items
    }
    if (refusal !== null && isEmpty(items)) throw await refusedCampaign(campaignId, refusal, run)
    run.tell({ phase: 'saving' })
    committing = true
    const { shortfall, deletions } = await commit(downloadId, items, refusal, run)
    if (deletions !== null) {
      waitsForDecision = true
      run.tell({ deletions })
      throw deletionsNotAccepted(deletions)
    }
    run.onChanged([campaignId])
    return { state: 'ended', shortfall }
  } catch (error) {
    // The first failure is the one to tell; a staging area that cannot be left in order does no harm.
    const keep = waitsForDecision || (!committing && keepsStaging(signal, error))
    await (keep ? store.releaseDownload(downloadId) : store.abandonDownload(downloadId)).catch(
      () => undefined,
    )
    throw signal.aborted && !committing ? new AppError('cancelled') : error
  }
}

/** Null for recent changes of a campaign without a complete copy. */
async function begin(
  kind: 'full' | 'recent',
  campaignId: string,
  { store }: JobRun,
): Promise<BegunDownload | null> {
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
  { store, tell, acceptedDeletions = 0 }: JobRun,
): Promise<{ readonly shortfall: Shortfall; readonly deletions: PendingDeletions | null }> {
  const { state, total } = items
  const reason = state === 'complete' ? null : reasonOf(items.shortcoming)
  const verdict = { state, expectedCount: total, reason, acceptedDeletions }
  const outcome = await store.commitDownload(downloadId, verdict)
  const { replaced, itemCount, added, changed, removed, refusedDeletions, otherTypes } = outcome
  if (replaced)
    tell({
      recordState: refusal?.state ?? 'fetched',
      changes: { added, changed, deleted: removed },
      otherTypes,
    })
  return {
    shortfall: state === 'complete' ? null : shortfallFault(items.shortcoming, { replaced, itemCount }),
    deletions: refusedDeletions,
  }
}

/** Whether the service lists nothing: of a campaign whose record it refuses, that says that it cannot be read. */
function isEmpty(items: ItemsRead): boolean {
  return items.state !== 'full' && items.total === 0
}

/**
 * The error for a campaign that cannot be read. A copy on this computer is never emptied for that: it is only marked.
 */
async function refusedCampaign(
  campaignId: string,
  { state, error }: Refusal,
  { store, onChanged }: JobRun,
): Promise<AppError> {
  if (!(await store.markRecord(campaignId, state))) return error
  onChanged([campaignId])
  return AppError.from({ ...error.toFault(), message: CAMPAIGN_REFUSED[state] })
}

interface Fetched {
  readonly items: ItemsRead
  readonly refusal: Refusal | null
}

/** The record and the items at the same time; a failure of one stops the other. */
async function fetchBoth(
  kind: 'full' | 'recent',
  options: { readonly campaignId: string; readonly begun: BegunDownload },
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
    fetchRecord(options.campaignId, options.begun.downloadId, stoppable).catch(stopOnFailure),
    readItems(stoppable, options).catch(stopOnFailure),
  ])
  if (record.status === 'rejected' || items.status === 'rejected') {
    const reasons = [record, items].map((part): unknown => (part.status === 'rejected' ? part.reason : null))
    // The one that was stopped only says that it was; the other one knows why.
    const cause = reasons.find((reason) => reason instanceof Error && !isCancelled(reason))
    throw cause instanceof Error ? cause : new AppError('cancelled')
  }
  return { items: items.value, refusal: record.value }
}

function isCancelled(error: Error): boolean {
  return error.name === 'AbortError' || (error instanceof AppError && error.code === 'cancelled')
}
