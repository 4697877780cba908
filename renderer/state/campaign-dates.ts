import type { CampaignColumnKey, CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import type { CampaignCell, CampaignRow } from '../../electron/contract/campaign-query.ts'
import {
  countedAt,
  isOverdue,
  type DeadlineCount,
  type DeadlineState,
} from '../../electron/contract/deadlines.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import { startOfDay } from '../../electron/contract/local-days.ts'

/** The days after today that the home view shows. */
export const DAYS_AHEAD = 14

const STATE_COLUMNS = ['items', 'withoutArtwork', 'lockedItems', 'isActive', 'endAt'] as const

/** Returns the columns that {@link readDates} needs for some dates, in this order. */
export function dateColumns(keys: readonly CampaignDateKey[]): readonly CampaignColumnKey[] {
  return [...STATE_COLUMNS, ...keys]
}

/** A date of a campaign. */
export interface CampaignDate {
  readonly campaignId: string
  readonly key: CampaignDateKey
  /** In milliseconds since 1970. */
  readonly at: number
  /** What is counted beside it; null if the campaign is not downloaded. */
  readonly counted: { readonly kind: DeadlineCount; readonly count: number } | null
  readonly state: DeadlineState
}

/** Dates in chronological order. */
export interface DatesAtTime {
  readonly overdue: readonly CampaignDate[]
  /** Those of today and the next {@link DAYS_AHEAD} days that are not overdue. */
  readonly due: readonly CampaignDate[]
  /** The first date after these days; null if there is none. */
  readonly next: CampaignDate | null
}

/**
 * Returns the valid dates of campaigns with these keys, the earliest first. Dates of an instant are in the
 * order of the rows and keys.
 * @param rows with the cells of {@link dateColumns} for these keys
 */
export function readDates(
  rows: readonly CampaignRow[],
  keys: readonly CampaignDateKey[],
): readonly CampaignDate[] {
  const dates: CampaignDate[] = []
  for (const { id, cells } of rows) {
    const [itemsCell, withoutArtworkCell, lockedCell, isActive, endAt] = cells
    const items = numberOf(itemsCell)
    const withoutArtwork = numberOf(withoutArtworkCell)
    const locked = numberOf(lockedCell)
    const counts = { items, withoutArtwork, notLocked: items === null ? null : items - (locked ?? 0) }
    const state: DeadlineState = {
      withoutArtwork,
      endsAt: instantOf(endAt),
      isActive: typeof isActive === 'boolean' ? isActive : null,
    }
    for (const [index, key] of keys.entries()) {
      const at = instantOf(cells[STATE_COLUMNS.length + index])
      if (at === null) continue
      const kind = countedAt(key)
      const count = counts[kind]
      dates.push({ campaignId: id, key, at, counted: count === null ? null : { kind, count }, state })
    }
  }
  return dates.sort((one, other) => one.at - other.at)
}

/**
 * Selects the dates that matter at a time in milliseconds since 1970. Days are local days.
 * @param dates the earliest first
 */
export function datesAt(dates: readonly CampaignDate[], now: number): DatesAtTime {
  const [today, end] = [startOfDay(now), startOfDay(now, DAYS_AHEAD + 1)]
  const isLate = ({ key, at, state }: CampaignDate): boolean => isOverdue(key, at, state, now)
  return {
    overdue: dates.filter(isLate),
    due: dates.filter((date) => date.at >= today && date.at < end && !isLate(date)),
    // Only past dates are overdue.
    next: dates.find(({ at }) => at >= end) ?? null,
  }
}

/**
 * Counts the campaigns that have each of these dates.
 * @param rows with the cells of these dates, in their order
 */
export function countDates(
  rows: readonly CampaignRow[],
  keys: readonly CampaignDateKey[],
): ReadonlyMap<CampaignDateKey, number> {
  return new Map(
    keys.map((key, index) => [
      key,
      rows.reduce((count, { cells }) => count + Number((cells[index] ?? null) !== null), 0),
    ]),
  )
}

function instantOf(cell: CampaignCell | undefined): number | null {
  return typeof cell === 'string' ? parseInstant(cell) : null
}

function numberOf(cell: CampaignCell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}
