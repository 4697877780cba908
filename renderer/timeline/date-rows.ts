import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { compareNames } from '../../electron/contract/compare-names.ts'
import { campaignColumnLabel } from '../../electron/contract/column-labels.ts'
import { daysBetween } from '../../electron/contract/local-days.ts'
import { isReversed, type Lane, type ShownLane } from './lanes.ts'

export type DateState = 'overdue' | 'outOfOrder' | 'past' | 'coming' | 'invalid'

/** A date of a campaign in the table. */
export interface DateRow {
  readonly lane: Lane
  readonly key: CampaignDateKey
  readonly label: string
  /** Milliseconds since 1970; null if the value is no date. */
  readonly at: number | null
  /** The value that is no date. */
  readonly text: string
  /** From today, negative for the past; null as `at`. */
  readonly days: number | null
  readonly state: DateState
}

export const DATE_ROW_COLUMNS = ['date', 'campaign', 'kind', 'days', 'state'] as const
export type DateRowColumn = (typeof DATE_ROW_COLUMNS)[number]

export interface DateRowSort {
  readonly column: DateRowColumn
  readonly direction: 1 | -1
}

/** Returns the chosen dates of lanes, start and end included. */
export function dateRowsOf(
  lanes: readonly ShownLane[],
  chosen: readonly CampaignDateKey[],
  now: number,
): readonly DateRow[] {
  return lanes.flatMap((shown) => {
    const { lane, dates } = shown
    const byKey = new Map<CampaignDateKey, (typeof dates)[number]>(dates.map((date) => [date.key, date]))
    return chosen.flatMap((key): readonly DateRow[] => {
      const label = campaignColumnLabel(key)
      const text = lane.invalid.get(key)
      if (text !== undefined) return [{ lane, key, label, at: null, text, days: null, state: 'invalid' }]
      const at = lane.dates.get(key)
      const date = byKey.get(key)
      const isEnd = key === 'startAt' || key === 'endAt'
      if (at === undefined || (date === undefined && !isEnd)) return []
      const days = daysBetween(now, at)
      const isOutOfOrder = date?.isOutOfOrder ?? isReversed(shown)
      const state = date?.isOverdue ? 'overdue' : isOutOfOrder ? 'outOfOrder' : days < 0 ? 'past' : 'coming'
      return [{ lane, key, label, at, text: '', days, state }]
    })
  })
}

const STATE_ORDER: Readonly<Record<DateState, number>> = {
  overdue: 0,
  outOfOrder: 1,
  coming: 2,
  past: 3,
  invalid: 4,
}

/** Returns rows in an order; equal ones are by date, then by campaign. Values that are no dates are last. */
export function sortDateRows(
  rows: readonly DateRow[],
  { column, direction }: DateRowSort,
): readonly DateRow[] {
  const byDate = (one: DateRow, other: DateRow, sign: number): number => {
    if (one.at === null || other.at === null) return Number(one.at === null) - Number(other.at === null)
    return sign * (one.at - other.at)
  }
  const compare = (one: DateRow, other: DateRow): number => {
    switch (column) {
      case 'date':
      case 'days':
        return byDate(one, other, direction)
      case 'campaign':
        return direction * compareNames(one.lane.title, other.lane.title)
      case 'kind':
        return direction * compareNames(one.label, other.label)
      case 'state':
        return direction * (STATE_ORDER[one.state] - STATE_ORDER[other.state])
    }
  }
  return rows.toSorted(
    (one, other) =>
      compare(one, other) || byDate(one, other, 1) || compareNames(one.lane.title, other.lane.title),
  )
}
