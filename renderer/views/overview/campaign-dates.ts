import { CAMPAIGN_DATES, type CampaignDateKey } from '../../../electron/contract/campaign-columns.ts'
import { datesOutOfOrder, isOverdue, type DeadlineState } from '../../../electron/contract/deadlines.ts'
import { parseInstant } from '../../../electron/contract/instant.ts'
import { daysBetween } from '../../../electron/contract/local-days.ts'
import { fieldLabel } from './fields.ts'
import type { JsonObject } from './record.ts'
import { isEmpty } from './value.ts'

/** A date of the campaign. */
export interface CampaignDate {
  readonly key: CampaignDateKey
  readonly label: string
  /** In milliseconds since 1970. */
  readonly time: number
  /** Days from today; negative for a past date. */
  readonly days: number
  readonly isOverdue: boolean
  /** Whether it is in the wrong order with another date. */
  readonly isOutOfOrder: boolean
}

/** The documented dates of a campaign. */
export interface CampaignDates {
  /** Earliest first; dates of the same time are in the order of the service interface. */
  readonly dates: readonly CampaignDate[]
  readonly notSet: readonly CampaignDateKey[]
  /** Dates whose values cannot be read as such. */
  readonly invalid: readonly CampaignDateKey[]
}

/**
 * Reads the dates of a campaign's record.
 * @param withoutArtwork number of items whose `hasArtwork` is not true; null if it is not known
 * @param now in milliseconds since 1970
 */
export function readDates(record: JsonObject, withoutArtwork: number | null, now: number): CampaignDates {
  const times = new Map<CampaignDateKey, number>()
  const notSet: CampaignDateKey[] = []
  const invalid: CampaignDateKey[] = []
  for (const key of CAMPAIGN_DATES) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined
    const time = typeof value === 'string' ? parseInstant(value) : null
    if (time !== null) times.set(key, time)
    else (isEmpty(value) ? notSet : invalid).push(key)
  }
  const isActive = record['isActive']
  const state: DeadlineState = {
    withoutArtwork,
    endsAt: times.get('endAt') ?? null,
    isActive: typeof isActive === 'boolean' ? isActive : null,
  }
  const outOfOrder = datesOutOfOrder(times)
  const dates = Array.from(times, ([key, time]) => ({
    key,
    label: fieldLabel(key),
    time,
    days: daysBetween(now, time),
    isOverdue: isOverdue(key, time, state, now),
    isOutOfOrder: outOfOrder.has(key),
  }))
  return { dates: dates.sort((one, other) => one.time - other.time), notSet, invalid }
}

/** Returns the earliest of these dates that is not past; null if there is none. */
export function nextDate({ dates }: CampaignDates, chosen: readonly CampaignDateKey[]): CampaignDate | null {
  return dates.find(({ key, days }) => days >= 0 && chosen.includes(key)) ?? null
}
