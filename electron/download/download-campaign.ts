import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { INCOMPLETE_REASONS } from '../contract/strings/download.ts'
import type { DownloadVerdict } from '../store/types.ts'
import { fetchItems, type FetchedItems } from './fetch-items.ts'
import { createPageSize, type PageSize } from './page-size.ts'
import type { JobRun } from './types.ts'

/** How often a download is begun again because the list got shorter under it. */
const ATTEMPTS_AT_A_STEADY_LIST = 3

/** How a download ended: null when it is complete, else why it is not. */
export type Shortfall = Fault | null

/**
 * Downloads one campaign: its own record and every item. Only what the service's count confirms is called
 * complete. Rejects, with the copy in use untouched, when the campaign cannot be read, and with `cancelled`.
 */
export async function downloadCampaign(campaignId: string, run: JobRun): Promise<Shortfall> {
  const pageSize = createPageSize()
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === ATTEMPTS_AT_A_STEADY_LIST
    const shortfall = await attemptDownload(campaignId, run, pageSize, last)
    if (shortfall !== 'again') return shortfall
  }
}

async function attemptDownload(
  campaignId: string,
  run: JobRun,
  pageSize: PageSize,
  last: boolean,
): Promise<Shortfall | 'again'> {
  const { store, signal } = run
  const { downloadId } = await store.beginDownload(campaignId, 'full', { fresh: true })
  let committing = false
  let shortfall: Shortfall
  try {
    const { items, refusal } = await fetchBoth(campaignId, downloadId, run, { pageSize, last })
    // What was staged before the list got shorter may be gone by now, and what slid past was never seen:
    // numbers alone cannot tell. So everything is read afresh.
    if (items.shrank && !last) {
      await store.abandonDownload(downloadId)
      return 'again'
    }
    if (refusal !== null && items.staged === 0) throw refusal
    if (signal.aborted) throw new AppError('cancelled')
    const judgement = judge(items)
    shortfall = judgement.shortfall
    committing = true
    await store.commitDownload(downloadId, judgement.verdict)
  } catch (error) {
    // The first failure is the one to tell; a staging area that cannot be removed does no harm.
    await store.abandonDownload(downloadId).catch(() => undefined)
    throw signal.aborted && !committing ? new AppError('cancelled') : error
  }
  run.onChanged([campaignId])
  return shortfall
}

interface Attempt {
  readonly pageSize: PageSize
  /** Whether it is the last one, which makes the best of a list that does not keep still. */
  readonly last: boolean
}

interface Fetched {
  readonly items: FetchedItems
  /** Why the campaign's own record could not be had (403 or 404), although its items may be. */
  readonly refusal: AppError | null
}

/** The record and the items at the same time; a failure of one stops the other. */
async function fetchBoth(
  campaignId: string,
  downloadId: number,
  run: JobRun,
  { pageSize, last }: Attempt,
): Promise<Fetched> {
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const stopOnFailure = (error: unknown): never => {
    stop.abort()
    throw error
  }
  const [record, items] = await Promise.allSettled([
    fetchRecord(campaignId, downloadId, { ...run, signal }).catch(stopOnFailure),
    fetchItems({ ...run, signal }, { campaignId, downloadId, pageSize, stopWhenShrinking: !last }).catch(
      stopOnFailure,
    ),
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

async function fetchRecord(campaignId: string, downloadId: number, run: JobRun): Promise<AppError | null> {
  try {
    const bytes = await run.service.getCampaign(campaignId, { signal: run.signal })
    const { name } = await run.store.stageRecord(downloadId, { state: 'fetched', bytes })
    if (name !== null) run.tell({ campaignName: name })
    return null
  } catch (error) {
    const state = refusedState(error)
    if (state === null) throw error
    await run.store.stageRecord(downloadId, { state })
    return error as AppError
  }
}

function refusedState(error: unknown): 'forbidden' | 'missing' | null {
  if (!(error instanceof AppError)) return null
  if (error.code === 'serviceForbidden') return 'forbidden'
  return error.code === 'serviceNotFound' ? 'missing' : null
}

function judge(items: FetchedItems): { readonly verdict: DownloadVerdict; readonly shortfall: Shortfall } {
  const { total, staged } = items
  const reason = shortfallReason(items)
  if (reason === null) {
    return { verdict: { state: 'complete', expectedCount: total, reason }, shortfall: null }
  }
  const counts = total !== null && total !== staged ? { expected: total, received: staged } : {}
  const fault = new AppError('downloadIncomplete', { params: counts, detail: reason }).toFault()
  return { verdict: { state: 'incomplete', expectedCount: total, reason }, shortfall: fault }
}

function shortfallReason({ total, staged, withoutData, shrank }: FetchedItems): string | null {
  if (total === null) return INCOMPLETE_REASONS.noCount
  if (withoutData > 0) return INCOMPLETE_REASONS.withoutData(withoutData)
  if (total !== staged) return INCOMPLETE_REASONS.counts(total, staged)
  return shrank ? INCOMPLETE_REASONS.shrank : null
}
