import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { DISCOVERY_INCOMPLETE } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import { createCounts } from './counts.ts'
import { createLedger, type ListReading } from './list-ledger.ts'
import { createOrderWatch } from './order.ts'
import { createPageReader } from './page-reader.ts'
import { createPageSize } from './page-size.ts'
import { keepsStaging } from './released.ts'
import { sweep } from './sweep.ts'
import type { JobRun } from './types.ts'

interface Found {
  readonly id: string
  name: string | null
  items: number
}

/**
 * Finds every campaign that the key can see by reading all items, the most recently changed first (service interface,
 * 4.2: items name their campaign). Campaigns are remembered page by page, so that a search that is canceled or fails
 * keeps what it found, and one that was stopped continues; how many items each has is reported when all were read. With
 * `keepsItems`, downloads of the campaigns take the items from the store if the pages prove that every item was read
 * that existed when the first one was answered and was not changed since (`createJudgement`, 4). Returns null, or why
 * campaigns may be missing.
 */
export async function discover(run: JobRun): Promise<Fault | null> {
  const { service, store, signal, keepsItems = false } = run
  const { downloadId, journal } = await store.beginDownload(null, 'discovery', { keepsItems })
  const ledger = createLedger()
  const order = createOrderWatch()
  const counts = createCounts()
  const found = new Map<string, Found>()
  let pages = 0
  let invalidCount: string | null = null

  /** Gives the campaigns that are new, or have a name now. */
  function enter(page: PageOutcome): readonly Found[] {
    ledger.enter(page)
    order.enter(page)
    counts.enter(page.totalCount, false)
    invalidCount = page.invalidCount ?? null
    pages += 1
    const news = page.campaigns.flatMap(({ id, name, items }) => {
      const known = found.get(id)
      const campaign = known ?? { id, name, items: 0 }
      const isNews = known === undefined || (known.name === null && name !== null)
      campaign.name ??= name
      campaign.items += items
      found.set(id, campaign)
      return isNews ? [campaign] : []
    })
    run.onFound(news)
    return news
  }

  function tell(items: number): void {
    run.tell({ pages, items, totalItems: ledger.total, campaignsFound: found.size })
  }

  const reader = createPageReader(
    {
      fetch: (limit, skip, options) => service.listItems({ limit, skip, sort: 'updatedAt:-1' }, options),
      stage: (asked, bytes) =>
        store.stagePage(downloadId, { pass: 1, part: 'sweep', round: 0, ...asked }, bytes),
    },
    createPageSize(journal),
    signal,
  )

  try {
    for (const page of journal) enter(page)
    if (journal.length > 0) tell(journal.at(-1)?.staged ?? 0)
    await sweep(reader, ledger, async (page) => {
      const news = enter(page)
      tell(page.staged)
      if (news.length > 0) {
        await store.rememberCampaigns(news.map(({ id, name }) => ({ id, name, items: null })))
        run.onChanged(news.map(({ id }) => id))
      }
      return ledger.exhausted === null ? 'more' : 'enough'
    })
    const shortfall = shortfallOf(ledger.reading(), invalidCount)
    if (shortfall === null) {
      await store.rememberCampaigns([...found.values()])
      run.onChanged([...found.keys()])
    }
    const isProven = shortfall === null && ledger.exhausted === null && ledger.continuous && !counts.decreased
    if (isProven && order.order === 'descending' && order.mark !== null) {
      await store.finishDiscovery(downloadId, order.mark)
    } else {
      await store.abandonDownload(downloadId)
    }
    return shortfall
  } catch (error) {
    const leave = keepsStaging(signal, error)
      ? store.releaseDownload(downloadId)
      : store.abandonDownload(downloadId)
    await leave.catch(() => undefined)
    throw signal.aborted ? new AppError('cancelled') : error
  }
}

function shortfallOf({ total, missing }: ListReading, invalidCount: string | null): Fault | null {
  if (total !== null && missing === 0) return null
  const noCount =
    invalidCount === null ? DISCOVERY_INCOMPLETE.noCount : DISCOVERY_INCOMPLETE.invalidCount(invalidCount)
  const message = total === null ? noCount : DISCOVERY_INCOMPLETE.missing(total, missing)
  return { ...new AppError('downloadIncomplete').toFault(), message }
}
