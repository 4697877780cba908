import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { messages } from '../contract/messages.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCountTracker } from './count-tracker.ts'
import { createListBackoff } from './list-backoff.ts'
import { createSweepProgress, type SweepResult } from './sweep-progress.ts'
import { createOrderCheck } from './order-check.ts'
import { createPageReader } from './page-reader.ts'
import { createPageSize, type PageSize } from './page-size.ts'
import { shouldKeepStaging } from './suspended.ts'
import { sweep } from './sweep.ts'
import type { FoundCampaign, JobRun } from './types.ts'

/** State of a discovery that its sweeps share. */
interface DiscoveryState {
  /** Names of the campaigns that the sweeps found, by id. */
  readonly names: Map<string, string | null>
  pages: number
  /** Null before the first page. */
  pageSize: PageSize | null
}

/** What a sweep found, to compare it with the next one. */
interface SweptList {
  /** Count of the service; null if it differed from page to page, or was less than `seen`. */
  readonly total: number | null
  /** Number of distinct items. */
  readonly seen: number
  readonly newestTime: number | null
  /** Number of items by campaign. */
  readonly items: ReadonlyMap<string, number>
}

type SweepEnd =
  | { readonly state: 'ended'; readonly incompleteFault: Fault | null }
  /** The list moved between two pages, or items were not found, so that campaigns may be missing. */
  | { readonly state: 'moved'; readonly list: SweptList }

/**
 * Finds every campaign that the key can see by reading all items, newest first (service interface, 4.2: items
 * name their campaign). Campaigns are stored page by page, so that they survive a cancellation or a failure;
 * their numbers of items are stored at the end. A list that moved between two pages, or of which fewer items
 * were found than the service counted throughout, is read again, with growing pauses. With `keepsItems`,
 * downloads of the campaigns use the items if the pages prove that every item was read that existed at the
 * first response and has not changed since (`createCompletenessCheck`, 4). Returns null, or why campaigns may
 * be missing.
 */
export async function discover(run: JobRun): Promise<Fault | null> {
  const backoff = createListBackoff(run.listRetry, run.signal)
  const state: DiscoveryState = { names: new Map(), pages: 0, pageSize: null }
  let previous: SweptList | null = null
  for (;;) {
    run.report({ phase: previous === null ? 'reading' : 'rereading' })
    const end = await sweepOnce(run, state, previous)
    if (end.state === 'ended') return end.incompleteFault
    // The second sweep needs no pause, because it may show that the list does not move.
    if (previous !== null && !(await backoff.pause()))
      return discoveryFault(messages.download.discoveryIncomplete.unstable)
    previous = end.list
  }
}

/** Reads the list once; `previous` is what the sweep before found, or null. */
async function sweepOnce(run: JobRun, state: DiscoveryState, previous: SweptList | null): Promise<SweepEnd> {
  const { service, store, signal, keepsItems = false } = run
  const fresh = previous !== null
  const { downloadId, journal } = await store.beginDownload(null, 'discovery', { keepsItems, fresh })
  const progress = createSweepProgress()
  const order = createOrderCheck()
  const counts = createCountTracker()
  const items = new Map<string, number>()
  let seen = 0
  let invalidCount: string | null = null

  /** Adds a page and returns the campaigns that are new or now have a name. */
  function addPage(page: PageOutcome): readonly FoundCampaign[] {
    progress.addPage(page)
    order.addPage(page)
    counts.add(page.totalCount, false)
    invalidCount = page.invalidCount ?? null
    seen = page.seen
    state.pages += 1
    const updates = page.campaigns.flatMap((campaign) => {
      const { id, name } = campaign
      items.set(id, (items.get(id) ?? 0) + campaign.items)
      const knownName = state.names.get(id)
      if (knownName !== undefined && (knownName !== null || name === null)) return []
      state.names.set(id, name)
      return [{ id, name }]
    })
    run.onFound(updates)
    return updates
  }

  function reportProgress(staged: number): void {
    const { names, pages } = state
    run.report({ pages, items: staged, totalItems: progress.total, campaignsFound: names.size })
  }

  const reader = createPageReader(
    {
      fetch: (limit, skip, options) => service.listItems({ limit, skip, sort: 'updatedAt:-1' }, options),
      stage: (range, bytes) =>
        store.stagePage(downloadId, { pass: 1, part: 'sweep', round: 0, ...range }, bytes),
    },
    (state.pageSize ??= createPageSize(journal)),
    signal,
  )

  try {
    for (const page of journal) addPage(page)
    if (journal.length > 0) reportProgress(journal.at(-1)?.staged ?? 0)
    await sweep(reader, progress, async (page) => {
      const updates = addPage(page)
      reportProgress(page.staged)
      if (updates.length > 0) {
        await store.addCampaigns(updates.map((campaign) => ({ ...campaign, items: null })))
        run.onChanged(updates.map(({ id }) => id))
      }
      return progress.exhausted === null ? 'more' : 'enough'
    })
    const { newestTime } = order
    const total = counts.isConstant && counts.latest !== null && counts.latest >= seen ? counts.latest : null
    const list: SweptList = { total, seen, newestTime, items }
    const unseen = (total ?? seen) - seen
    let incompleteFault = incompleteFaultOf(progress.result(), invalidCount)
    if (incompleteFault === null && (!progress.isContinuous || unseen > 0)) {
      if (!isRepetition(list, previous)) {
        await store.abandonDownload(downloadId)
        return { state: 'moved', list }
      }
      if (unseen > 0) incompleteFault = missingFault(seen + unseen, unseen)
    }
    if (incompleteFault === null) {
      await store.addCampaigns(
        [...items].map(([id, count]) => ({ id, name: state.names.get(id) ?? null, items: count })),
      )
      run.onChanged([...items.keys()])
    }
    const isProven =
      incompleteFault === null && progress.exhausted === null && progress.isContinuous && !counts.hasDecreased
    if (isProven && order.order === 'descending' && newestTime !== null) {
      await store.finishDiscovery(downloadId, newestTime)
    } else {
      await store.abandonDownload(downloadId)
    }
    return { state: 'ended', incompleteFault }
  } catch (error) {
    const cleanUp = shouldKeepStaging(signal, error)
      ? store.releaseDownload(downloadId)
      : store.abandonDownload(downloadId)
    await cleanUp.catch(() => undefined)
    throw signal.aborted ? new AppError('cancelled') : error
  }
}

/** Returns whether two consecutive sweeps found the same, as with a service that sends one item per page. */
function isRepetition(list: SweptList, previous: SweptList | null): boolean {
  return (
    previous !== null &&
    list.total !== null &&
    list.total === previous.total &&
    list.seen === previous.seen &&
    list.newestTime === previous.newestTime &&
    list.items.size === previous.items.size &&
    [...list.items].every(([id, count]) => previous.items.get(id) === count)
  )
}

function incompleteFaultOf(result: SweepResult, invalidCount: string | null): Fault | null {
  const { total } = result
  // An item without data does not name its campaign.
  const missing = result.missing + result.withoutData
  if (total !== null && missing === 0) return null
  const noCount =
    invalidCount === null
      ? messages.download.discoveryIncomplete.noCount
      : messages.download.discoveryIncomplete.invalidCount({ stated: invalidCount })
  return total === null ? discoveryFault(noCount) : missingFault(total, missing)
}

function missingFault(expected: number, missing: number): Fault {
  return discoveryFault(messages.download.discoveryIncomplete.missing({ expected, missing }))
}

function discoveryFault(message: string): Fault {
  return { ...new AppError('downloadIncomplete').toFault(), message }
}
