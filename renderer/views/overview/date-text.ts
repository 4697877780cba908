import type { CampaignDateKey } from '../../../electron/contract/campaign-columns.ts'
import { countedAt, type DeadlineCount } from '../../../electron/contract/deadlines.ts'
import { overviewStrings } from '../../../electron/contract/strings/overview.ts'
import type { Format } from '../../state/format.ts'
import type { CampaignDate } from './campaign-dates.ts'

const messages = overviewStrings.timeline

/** Items of the campaign that dates are about; null while they are not known. */
export type DateCounts = Readonly<Record<Exclude<DeadlineCount, 'items'>, number>> | null

/** Returns how far a date is from today: "in 13 days", "yesterday". */
export function whenText(days: number, { number }: Pick<Format, 'number'>): string {
  if (days === 0) return messages.isToday
  if (days === 1) return messages.tomorrow
  if (days === -1) return messages.yesterday
  return days > 0 ? messages.inDays(days, number(days)) : messages.daysAgo(-days, number(-days))
}

/** Returns the items that a date is about; null if these are all items, or none. */
export function dateItems(key: CampaignDateKey, counts: DateCounts): DeadlineCount | null {
  const counted = countedAt(key)
  return counts === null || counted === 'items' || counts[counted] === 0 ? null : counted
}

/** Returns what needs attention about a date. */
export function dateNotes(
  { key, isOverdue, isOutOfOrder }: CampaignDate,
  counts: DateCounts,
  { number }: Pick<Format, 'number'>,
): readonly string[] {
  const counted = dateItems(key, counts)
  return [
    ...(isOverdue ? [messages.overdue] : []),
    ...(counted !== 'withoutArtwork' || counts === null
      ? []
      : [messages.withoutArtwork(counts.withoutArtwork, number(counts.withoutArtwork))]),
    ...(counted !== 'notLocked' || counts === null
      ? []
      : [messages.notLocked(counts.notLocked, number(counts.notLocked))]),
    ...(isOutOfOrder ? [messages.wrongOrder] : []),
  ]
}
