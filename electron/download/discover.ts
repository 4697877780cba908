import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { DISCOVERY_INCOMPLETE } from '../contract/strings/download.ts'
import { createPageSize } from './page-size.ts'
import { readList, type PageRoute } from './read-list.ts'
import type { ListReading } from './list-ledger.ts'
import type { JobRun } from './types.ts'

interface Found {
  readonly id: string
  name: string | null
  items: number
}

/**
 * Finds every campaign that the key can see, by looking through all items, the most recently changed first
 * (service interface, 4.2: items name their campaign). Campaigns are remembered page by page, so that a search
 * that is cancelled or fails keeps what it found. Gives null, or why campaigns may be missing.
 */
export async function discover(run: JobRun): Promise<Fault | null> {
  const { service, store, signal } = run
  const { downloadId } = await store.beginDownload(null, 'discovery', { fresh: true })
  const found = new Map<string, Found>()
  let pages = 0

  const route: PageRoute = {
    fetch: (limit, skip, stopped) =>
      service.listItems({ limit, skip, sort: 'updatedAt:-1' }, { signal: stopped }),
    stage: (bytes, asked) =>
      store.stagePage(downloadId, { pass: 1, part: 'sweep', round: 0, ...asked }, bytes),
    page: async (page, { total }) => {
      pages += 1
      const unknown = new Set<string>()
      const touched = page.campaigns.map(({ id, name, items: seen }) => {
        const known = found.get(id)
        if (known === undefined) unknown.add(id)
        const campaign = known ?? { id, name, items: 0 }
        campaign.name ??= name
        campaign.items += seen
        found.set(id, campaign)
        return campaign
      })
      if (touched.length > 0) await store.rememberCampaigns(touched.map((campaign) => ({ ...campaign })))
      run.tell({
        pages,
        items: page.staged,
        totalItems: total,
        campaignsFound: found.size,
      })
      if (unknown.size > 0) run.onChanged([...unknown])
      return 'more' as const
    },
  }

  try {
    const reading = await readList(route, { pageSize: createPageSize(), signal })
    // Only now are the numbers of their items final.
    run.onChanged([...found.keys()])
    return shortfall(reading)
  } catch (error) {
    throw signal.aborted ? new AppError('cancelled') : error
  } finally {
    // Nothing was staged; only the store's note that a search is under way goes.
    await store.abandonDownload(downloadId).catch(() => undefined)
  }
}

function shortfall({ total, missing }: ListReading): Fault | null {
  if (total !== null && missing === 0) return null
  const message = total === null ? DISCOVERY_INCOMPLETE.noCount : DISCOVERY_INCOMPLETE.missing(total, missing)
  return { ...new AppError('downloadIncomplete').toFault(), message }
}
