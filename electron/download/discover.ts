import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { DISCOVERY_INCOMPLETE } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import { createLedger, type ListReading } from './list-ledger.ts'
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
 * Finds every campaign that the key can see, by looking through all items, the most recently changed first
 * (service interface, 4.2: items name their campaign). Campaigns are remembered page by page, so that a search that is
 * cancelled or fails keeps what it found, and one that was stopped goes on where it was; how many items each has is
 * told when all were looked through. Gives null, or why campaigns may be missing.
 */
export async function discover(run: JobRun): Promise<Fault | null> {
  const { service, store, signal } = run
  const { downloadId, journal } = await store.beginDownload(null, 'discovery')
  // Each item is to be counted once.
  const ledger = createLedger({ overlap: 0 })
  const found = new Map<string, Found>()
  let pages = 0

  /** Gives the campaigns that are new, or have a name now. */
  function enter(page: PageOutcome): readonly Found[] {
    ledger.enter(page)
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
    const shortfall = shortfallOf(ledger.reading())
    if (shortfall === null) {
      await store.rememberCampaigns([...found.values()])
      run.onChanged([...found.keys()])
    }
    await store.abandonDownload(downloadId)
    return shortfall
  } catch (error) {
    const leave = keepsStaging(signal, error)
      ? store.releaseDownload(downloadId)
      : store.abandonDownload(downloadId)
    await leave.catch(() => undefined)
    throw signal.aborted ? new AppError('cancelled') : error
  }
}

function shortfallOf({ total, missing }: ListReading): Fault | null {
  if (total !== null && missing === 0) return null
  const message = total === null ? DISCOVERY_INCOMPLETE.noCount : DISCOVERY_INCOMPLETE.missing(total, missing)
  return { ...new AppError('downloadIncomplete').toFault(), message }
}
