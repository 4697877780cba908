import type { DownloadRecord } from '../contract/changes.ts'
import { hasValue } from '../contract/filter-tree.ts'
import { dayOfInstant } from '../contract/filter-dates.ts'
import type { ItemQuery } from '../contract/query.ts'
import { REVIEW_FILTERS, type ReviewFilter } from '../contract/review.ts'
import type { StatisticKeys, Statistics } from '../contract/statistics.ts'
import { withMarks, type ReviewSession } from './review-query.ts'

/** Start of the names of slots: a query cancels only an earlier one of the same keys. */
const SLOT = 'statistics'

/** Counts the items of a query by one or two dimensions. Rejects as `openResult` does. */
export async function countItems(
  session: ReviewSession,
  query: ItemQuery,
  keys: StatisticKeys,
): Promise<Statistics> {
  return session.store.statistics(await withMarks(session, query), keys, `${SLOT} ${keys.join(' ')}`)
}

/** Marks of which an item has exactly one, or none. */
const MARKS = REVIEW_FILTERS.filter((filter) => filter !== 'changed')

export interface MarkCount extends Pick<Statistics, 'count' | 'qtySum'> {
  readonly mark: Exclude<ReviewFilter, 'changed'>
}

/** Counts the items of a query by mark, without marks that no item has. Rejects as `openResult` does. */
export async function countMarks(session: ReviewSession, query: ItemQuery): Promise<readonly MarkCount[]> {
  const counts: MarkCount[] = []
  for (const mark of MARKS) {
    const filters = { match: 'all', conditions: [query.filters, hasValue('review', mark)] } as const
    const { count, qtySum } = await countItems(session, { ...query, filters }, ['isLocked'])
    if (count > 0) counts.push({ mark, count, qtySum })
  }
  return counts
}

export interface DayOfChanges extends Pick<DownloadRecord, 'added' | 'changed' | 'deleted'> {
  /** In local time, such as `2026-08-01`. */
  readonly day: string
}

/** Sums the changes of downloads by day, the earliest day first, without days without changes. */
export async function changesByDay(
  { store }: Pick<ReviewSession, 'store'>,
  campaignIds: readonly string[],
): Promise<readonly DayOfChanges[]> {
  const days = new Map<string, DayOfChanges>()
  for (const campaignId of campaignIds) {
    const downloads = await store.listDownloads(campaignId)
    for (const { completedAt, added, changed, deleted } of downloads) {
      if (added + changed + deleted === 0) continue
      const day = dayOfInstant(completedAt)
      const sum = days.get(day) ?? { day, added: 0, changed: 0, deleted: 0 }
      days.set(day, {
        day,
        added: sum.added + added,
        changed: sum.changed + changed,
        deleted: sum.deleted + deleted,
      })
    }
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
