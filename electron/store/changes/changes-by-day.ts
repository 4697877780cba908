import type { DayOfChanges } from '../../contract/changes.ts'
import { dayOfInstant } from '../../contract/filter-dates.ts'
import type { ReadHandle } from '../database/handles.ts'

/**
 * Sums the changes of the downloads of these campaigns (null for all) by day, the earliest day first, without
 * days without changes.
 */
export function changesByDay(
  handle: ReadHandle,
  campaignIds: readonly string[] | null,
): readonly DayOfChanges[] {
  type Row = readonly [completedAt: number, added: number, changed: number, deleted: number]
  const selection =
    'SELECT completed_at, added, changed, gone FROM downloads WHERE added + changed + gone > 0'
  const rows =
    campaignIds === null
      ? handle.tuples<Row>(selection).iterate()
      : handle
          .tuples<Row>(
            `${selection} AND campaign_key IN
              (SELECT key FROM campaigns WHERE id IN (SELECT value FROM json_each(?)))`,
          )
          .iterate(JSON.stringify(campaignIds))
  const days = new Map<string, DayOfChanges>()
  for (const [completedAt, added, changed, deleted] of rows) {
    const day = dayOfInstant(completedAt)
    const sum = days.get(day) ?? { day, added: 0, changed: 0, deleted: 0 }
    days.set(day, {
      day,
      added: sum.added + added,
      changed: sum.changed + changed,
      deleted: sum.deleted + deleted,
    })
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}
