import type { CampaignDateKey } from '../../../electron/contract/campaign-columns.ts'
import { countedAt, type DeadlineCount } from '../../../electron/contract/deadlines.ts'
import { messages } from '../../../electron/contract/messages.ts'
import type { CampaignDate } from './campaign-dates.ts'

/** Items of the campaign that dates are about; null while they are not known. */
export type DateCounts = Readonly<Record<Exclude<DeadlineCount, 'items'>, number>> | null

/** Returns how far a date is from today: "in 13 days", "yesterday". */
export function whenText(days: number): string {
  if (days === 0) return messages.overview.timeline.isToday
  if (days === 1) return messages.overview.timeline.tomorrow
  if (days === -1) return messages.overview.timeline.yesterday
  return days > 0
    ? messages.overview.timeline.inDays({ days })
    : messages.overview.timeline.daysAgo({ days: -days })
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
): readonly string[] {
  const counted = dateItems(key, counts)
  return [
    ...(isOverdue ? [messages.overview.timeline.overdue] : []),
    ...(counted !== 'withoutArtwork' || counts === null
      ? []
      : [messages.overview.timeline.withoutArtwork({ count: counts.withoutArtwork })]),
    ...(counted !== 'notLocked' || counts === null
      ? []
      : [messages.overview.timeline.notLocked({ count: counts.notLocked })]),
    ...(isOutOfOrder ? [messages.overview.timeline.wrongOrder] : []),
  ]
}
