import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { DISCOVERY_INCOMPLETE } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCountTracker } from './count-tracker.ts'
import { createSweepProgress, type SweepResult } from './sweep-progress.ts'
import { createOrderCheck } from './order-check.ts'
import { createPageReader } from './page-reader.ts'
import { createPageSize } from './page-size.ts'
import { shouldKeepStaging } from './suspended.ts'
import { sweep } from './sweep.ts'
import type { JobRun } from './types.ts'

interface CampaignTally {
  readonly id: string
  name: string | null
  items: number
}

/**
 * Finds every campaign that the key can see by reading all items, newest first (service interface, 4.2: items
 * name their campaign). Campaigns are stored page by page, so that they survive a cancellation or a failure;
 * their numbers of items are stored at the end. With `keepsItems`, downloads of the campaigns use the items
 * if the pages prove that every item was read that existed at the first response and has not changed since
 * (`createCompletenessCheck`, 4). Returns null, or why campaigns may be missing.
 */
export async function discover(run: JobRun): Promise<Fault | null> {
  const { service, store, signal, keepsItems = false } = run
  const { downloadId, journal } = await store.beginDownload(null, 'discovery', { keepsItems })
  const progress = createSweepProgress()
  const order = createOrderCheck()
  const counts = createCountTracker()
  const tallies = new Map<string, CampaignTally>()
  let pages = 0
  let invalidCount: string | null = null

  /** Adds a page and returns the campaigns that are new or now have a name. */
  function addPage(page: PageOutcome): readonly CampaignTally[] {
    progress.addPage(page)
    order.addPage(page)
    counts.add(page.totalCount, false)
    invalidCount = page.invalidCount ?? null
    pages += 1
    const updates = page.campaigns.flatMap(({ id, name, items }) => {
      const existing = tallies.get(id)
      const campaign = existing ?? { id, name, items: 0 }
      const isUpdated = existing === undefined || (existing.name === null && name !== null)
      campaign.name ??= name
      campaign.items += items
      tallies.set(id, campaign)
      return isUpdated ? [campaign] : []
    })
    run.onFound(updates)
    return updates
  }

  function reportProgress(items: number): void {
    run.report({ pages, items, totalItems: progress.total, campaignsFound: tallies.size })
  }

  const reader = createPageReader(
    {
      fetch: (limit, skip, options) => service.listItems({ limit, skip, sort: 'updatedAt:-1' }, options),
      stage: (range, bytes) =>
        store.stagePage(downloadId, { pass: 1, part: 'sweep', round: 0, ...range }, bytes),
    },
    createPageSize(journal),
    signal,
  )

  try {
    for (const page of journal) addPage(page)
    if (journal.length > 0) reportProgress(journal.at(-1)?.staged ?? 0)
    await sweep(reader, progress, async (page) => {
      const updates = addPage(page)
      reportProgress(page.staged)
      if (updates.length > 0) {
        await store.addCampaigns(updates.map(({ id, name }) => ({ id, name, items: null })))
        run.onChanged(updates.map(({ id }) => id))
      }
      return progress.exhausted === null ? 'more' : 'enough'
    })
    const incompleteFault = incompleteFaultOf(progress.result(), invalidCount)
    if (incompleteFault === null) {
      await store.addCampaigns([...tallies.values()])
      run.onChanged([...tallies.keys()])
    }
    const isProven =
      incompleteFault === null && progress.exhausted === null && progress.isContinuous && !counts.hasDecreased
    if (isProven && order.order === 'descending' && order.newestTime !== null) {
      await store.finishDiscovery(downloadId, order.newestTime)
    } else {
      await store.abandonDownload(downloadId)
    }
    return incompleteFault
  } catch (error) {
    const cleanUp = shouldKeepStaging(signal, error)
      ? store.releaseDownload(downloadId)
      : store.abandonDownload(downloadId)
    await cleanUp.catch(() => undefined)
    throw signal.aborted ? new AppError('cancelled') : error
  }
}

function incompleteFaultOf({ total, missing }: SweepResult, invalidCount: string | null): Fault | null {
  if (total !== null && missing === 0) return null
  const noCount =
    invalidCount === null ? DISCOVERY_INCOMPLETE.noCount : DISCOVERY_INCOMPLETE.invalidCount(invalidCount)
  const message = total === null ? noCount : DISCOVERY_INCOMPLETE.missing(total, missing)
  return { ...new AppError('downloadIncomplete').toFault(), message }
}
