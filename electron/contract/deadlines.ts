import type { CampaignDateKey } from './campaign-columns.ts'
import { DATE_ORDERS } from './checks.ts'

/** What of a campaign's items is counted beside a date: those without artwork, those not locked, or all. */
export type DeadlineCount = 'withoutArtwork' | 'notLocked' | 'items'

/** The dates whose counts are not all items. */
const COUNTS: Readonly<Partial<Record<CampaignDateKey, DeadlineCount>>> = {
  artworkDue: 'withoutArtwork',
  finishBy: 'notLocked',
  pickingDate: 'notLocked',
  dispatchBy: 'notLocked',
}

/** Returns what is counted beside a date. */
export function countedAt(key: CampaignDateKey): DeadlineCount {
  return COUNTS[key] ?? 'items'
}

/** What is known of a campaign that decides whether its dates are overdue. Null: not known. */
export interface DeadlineState {
  /** Items whose `hasArtwork` is not true; null if the campaign is not downloaded. */
  readonly withoutArtwork: number | null
  /** Its `endAt`, in milliseconds since 1970. */
  readonly endsAt: number | null
  readonly isActive: boolean | null
}

/**
 * Returns whether a date has passed without what it asks for: only artwork is asked for by a date and can be
 * counted. Statuses are numbers of which only the person knows the meaning. Nothing is overdue in a campaign
 * that has ended or is not active.
 * @param at the date, and `now`, in milliseconds since 1970
 */
export function isOverdue(key: CampaignDateKey, at: number, state: DeadlineState, now: number): boolean {
  if (at >= now || countedAt(key) !== 'withoutArtwork') return false
  const hasEnded = state.isActive === false || (state.endsAt !== null && state.endsAt < now)
  return !hasEnded && (state.withoutArtwork ?? 0) > 0
}

/**
 * Returns the pairs of dates in the wrong order (`DATE_ORDERS`): the first one should not be after the
 * second.
 * @param dates milliseconds since 1970
 */
export function pairsOutOfOrder(
  dates: ReadonlyMap<CampaignDateKey, number>,
): readonly (readonly [CampaignDateKey, CampaignDateKey])[] {
  return DATE_ORDERS.filter(
    ([first, second]) => (dates.get(first) ?? Number.NaN) > (dates.get(second) ?? Number.NaN),
  )
}

/** Returns the dates that are in the wrong order with another one; see {@link pairsOutOfOrder}. */
export function datesOutOfOrder(dates: ReadonlyMap<CampaignDateKey, number>): ReadonlySet<CampaignDateKey> {
  return new Set(pairsOutOfOrder(dates).flat())
}
