import { CAMPAIGN_DATES, type CampaignDateKey } from '../../../electron/contract/campaign-columns.ts'
import type { CampaignCell, CampaignRow } from '../../../electron/contract/campaign-query.ts'
import {
  countedAt,
  isOverdue,
  type DeadlineCount,
  type DeadlineState,
} from '../../../electron/contract/deadlines.ts'
import { parseInstant } from '../../../electron/contract/instant.ts'
import { startOfDay } from '../../../electron/contract/local-days.ts'

/** The days after today that the home view shows. */
export const DAYS_AHEAD = 14

/** The columns that {@link readDates} needs, in this order. */
export const DATE_COLUMNS = ['items', 'withoutArtwork', 'lockedItems', 'isActive', ...CAMPAIGN_DATES] as const

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
 * Returns the valid dates of campaigns with these keys, the earliest first. Dates of an instant are in the order of
 * the rows.
 * @param rows with the cells of {@link DATE_COLUMNS}
 */
export function readDates(
  rows: readonly CampaignRow[],
  keys: readonly CampaignDateKey[],
): readonly CampaignDate[] {
  const chosen = new Set<CampaignDateKey>(keys)
  return rows
    .flatMap(({ id, cells }) => {
      const [items, withoutArtwork, lockedItems, isActive, ...dates] = cells
      const instants = new Map(
        CAMPAIGN_DATES.flatMap((key, index) => {
          if (!chosen.has(key) && key !== 'endAt') return []
          const at = instantOf(dates[index])
          return at === null ? [] : [[key, at] as const]
        }),
      )
      const counts = { withoutArtwork: numberOf(withoutArtwork), items: numberOf(items) }
      const locked = numberOf(lockedItems)
      const notLocked = counts.items === null || locked === null ? null : counts.items - locked
      const state: DeadlineState = {
        withoutArtwork: counts.withoutArtwork,
        endsAt: instants.get('endAt') ?? null,
        isActive: typeof isActive === 'boolean' ? isActive : null,
      }
      return Array.from(instants)
        .filter(([key]) => chosen.has(key))
        .map(([key, at]): CampaignDate => {
          const kind = countedAt(key)
          const count = { ...counts, notLocked }[kind]
          return { campaignId: id, key, at, counted: count === null ? null : { kind, count }, state }
        })
    })
    .sort((one, other) => one.at - other.at)
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

/** Counts the campaigns that have each date, for the choice of dates. */
export function countDates(rows: readonly CampaignRow[]): ReadonlyMap<CampaignDateKey, number> {
  const first = DATE_COLUMNS.length - CAMPAIGN_DATES.length
  return new Map(
    CAMPAIGN_DATES.map((key, index) => [
      key,
      rows.reduce((count, { cells }) => count + Number((cells[first + index] ?? null) !== null), 0),
    ]),
  )
}

function instantOf(cell: CampaignCell | undefined): number | null {
  return typeof cell === 'string' ? parseInstant(cell) : null
}

function numberOf(cell: CampaignCell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}
