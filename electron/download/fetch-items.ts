import { AppError } from '../contract/app-error.ts'
import { PAGE_REASONS } from '../contract/strings/download.ts'
import type { PageOutcome } from '../store/types.ts'
import type { Stretch } from './coverage.ts'
import type { PageSize } from './page-size.ts'
import { readList, type PageRoute } from './read-list.ts'
import type { JobRun } from './types.ts'

/** How often pages that listed ids without their data are asked for again. */
const ROUNDS_FOR_DATA = 2
/** How often the list is read again from the top while the count is not reached. */
const ROUNDS_FOR_COUNT = 3

export interface FetchItemsOptions {
  readonly campaignId: string
  readonly downloadId: number
  readonly pageSize: PageSize
  /** Whether to stop at once when the list gets shorter, because everything will be read afresh. */
  readonly stopWhenShrinking: boolean
}

/** What the service gave of a campaign's items. */
export interface FetchedItems {
  /** The latest count of the service; null when it never gave one. */
  readonly total: number | null
  /** Different items that were staged. */
  readonly staged: number
  /** Ids that the service listed without their data to the end. */
  readonly withoutData: number
  /** The list got shorter while it was read. */
  readonly shrank: boolean
}

/**
 * Fetches and stages every item of a campaign: once through the list, again where ids came without their data,
 * and from the top again while fewer items are there than the service counts (items that moved while the list
 * was read). All of it a bounded number of times.
 */
export async function fetchItems(run: JobRun, options: FetchItemsOptions): Promise<FetchedItems> {
  const { service, store, signal } = run
  const { campaignId, downloadId, pageSize, stopWhenShrinking } = options
  let pages = 0
  let staged = 0
  // Set by each reading; not only null, as the compiler would have it.
  let total = null as number | null
  let shrank = false
  let withoutData: ReadonlySet<string> = new Set()

  /** Reads the list, or a part of it, and gives the ids that came without data, and where. */
  async function read(
    only?: readonly Stretch[],
  ): Promise<{ ids: ReadonlySet<string>; where: readonly Stretch[] }> {
    const ids = new Set<string>()
    const again = total !== null
    const route: PageRoute = {
      fetch: (limit, skip, stopped) =>
        service.listItems({ campaignId, limit, skip, sort: 'updatedAt:-1' }, { signal: stopped }),
      stage: (bytes, asked) =>
        store.stagePage(downloadId, { pass: 1, part: 'sweep', round: 0, ...asked }, bytes),
      page: (page, progress) => {
        refuseForeign(page)
        pages += 1
        staged = page.staged
        for (const id of page.withoutEntity) ids.add(id)
        const name = pages === 1 ? page.campaigns[0]?.name : undefined
        run.tell({
          pages,
          items: staged,
          totalItems: progress.total,
          ...(typeof name === 'string' ? { listedName: name } : {}),
        })
        if (progress.shrank && stopWhenShrinking) return 'enough'
        return again && only === undefined && staged === progress.total && withoutData.size === 0
          ? 'enough'
          : 'more'
      },
    }
    const reading = await readList(route, { pageSize, signal, only, total })
    total = reading.total
    shrank ||= reading.shrank
    return { ids, where: reading.withoutData }
  }

  const first = await read()
  withoutData = first.ids
  let where = first.where

  const stop = (): boolean => shrank && stopWhenShrinking
  for (let round = 0; round < ROUNDS_FOR_DATA && withoutData.size > 0 && !stop(); round += 1) {
    const before = withoutData
    const seen = await read(where)
    // Only those that had no data before: the others on these pages have been staged.
    withoutData = before.intersection(seen.ids)
    where = seen.where
    if (withoutData.size === before.size) break
  }

  for (let round = 0; round < ROUNDS_FOR_COUNT && total !== null && staged < total && !stop(); round += 1) {
    const before = staged
    const seen = await read()
    withoutData = withoutData.intersection(seen.ids)
    if (staged === before) break
  }

  return { total, staged, withoutData: withoutData.size, shrank }
}

/** A service that sends other campaigns' items ignores what it was asked; nothing it sends can be trusted. */
function refuseForeign(page: PageOutcome): void {
  if (page.foreign === 0) return
  throw new AppError('badAnswer', {
    params: { reason: PAGE_REASONS.foreign },
    detail: `GET /campaign-items: ${String(page.foreign)} of ${String(page.listed)} items name another campaign.`,
  })
}
