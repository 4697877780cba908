import { dateLocale } from '../../electron/contract/date-locale.ts'
import type { CampaignDateKey } from '../../electron/contract/campaign-columns.ts'
import { countedAt, pairsOutOfOrder, type DeadlineCount } from '../../electron/contract/deadlines.ts'
import { campaignColumnLabel } from '../../electron/contract/column-labels.ts'
import { messages } from '../../electron/contract/messages.ts'
import { daysBetween, startOfDay } from '../../electron/contract/local-days.ts'
import type { Lane, LaneDate, ShownLane } from './lanes.ts'
import type { TimelineMark } from './marks.ts'

/** Formats the dates of lanes for a locale. */
export interface DateText {
  /** Formats a day with its weekday and year: Wed, 14 Oct 2026. */
  readonly longDay: (instant: number) => string
  /** Formats a day, with its year unless it is the current one: 14 Oct. */
  readonly shortDay: (instant: number) => string
  readonly number: (value: number) => string
  /** In milliseconds since 1970. */
  readonly now: number
  /** Descriptions of dates, because all visible ones are needed at every step of a zoom. */
  readonly descriptions: WeakMap<LaneDate, string>
}

/** Returns the texts of a locale (BCP 47) at a time in milliseconds since 1970. */
export function createDateText(locale: string, number: (value: number) => string, now: number): DateText {
  const dayAndMonth = { day: 'numeric', month: 'short' } as const
  const short = new Intl.DateTimeFormat(dateLocale(locale), dayAndMonth)
  const withYear = new Intl.DateTimeFormat(dateLocale(locale), { ...dayAndMonth, year: 'numeric' })
  const long = new Intl.DateTimeFormat(dateLocale(locale), {
    ...dayAndMonth,
    weekday: 'short',
    year: 'numeric',
  })
  const year = new Date(now).getFullYear()
  // Thousands of dates share a few hundred days.
  const longDays = new Map<number, string>()
  return {
    longDay: (instant) => {
      const day = startOfDay(instant)
      const known = longDays.get(day)
      if (known !== undefined) return known
      const formatted = long.format(instant)
      longDays.set(day, formatted)
      return formatted
    },
    shortDay: (instant) => (new Date(instant).getFullYear() === year ? short : withYear).format(instant),
    number,
    now,
    descriptions: new WeakMap(),
  }
}

/** Returns how far a date is from today, in words. */
export function relativeText(at: number, { now }: DateText): string {
  const days = daysBetween(now, at)
  const { today, tomorrow, yesterday, inDays, daysAgo } = messages.timeline.relative
  if (days === 0) return today
  if (days === 1) return tomorrow
  if (days === -1) return yesterday
  return days > 0 ? inDays({ days }) : daysAgo({ days: -days })
}

/** Returns a kind of date and its day. */
export function dateText(key: CampaignDateKey, at: number, text: DateText): string {
  return messages.timeline.dateOn({ name: campaignColumnLabel(key), day: text.longDay(at) })
}

/** Returns how many items are counted at a date; null if the campaign is not downloaded. */
export function countAt(kind: DeadlineCount, { items, withoutArtwork, lockedItems }: Lane): number | null {
  if (kind === 'withoutArtwork') return withoutArtwork
  if (kind === 'items') return items
  return items === null || lockedItems === null ? null : items - lockedItems
}

/** Returns what a date asks for, in words; null if there is nothing to count. */
export function countText(key: CampaignDateKey, lane: Lane): string | null {
  if (lane.items === null) return messages.timeline.notDownloaded
  const kind = countedAt(key)
  const count = countAt(kind, lane)
  return count === null ? null : messages.timeline.counts[kind]({ count, all: lane.items })
}

/** Returns the name of a mark for assistive technology and on hover: a line for each of its dates. */
export function markText({ dates }: TimelineMark, lane: Lane, text: DateText): string {
  return dates.map((date) => descriptionOf(date, lane, text)).join('\n')
}

function descriptionOf(date: LaneDate, lane: Lane, text: DateText): string {
  const known = text.descriptions.get(date)
  if (known !== undefined) return known
  const description = describeDate(date, lane, text)
  text.descriptions.set(date, description)
  return description
}

function describeDate({ key, at, isOverdue, isOutOfOrder }: LaneDate, lane: Lane, text: DateText): string {
  return [
    dateText(key, at, text),
    relativeText(at, text),
    isOverdue ? messages.timeline.overdue : null,
    isOutOfOrder ? messages.timeline.outOfOrder : null,
    lane.items === null ? null : countText(key, lane),
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** Returns the ends of a bar in words. */
export function barText({ start, end }: Pick<ShownLane, 'start' | 'end'>, { longDay }: DateText): string {
  if (start !== null && end !== null)
    return messages.timeline.fromUntil({ first: longDay(start), last: longDay(end) })
  return start !== null
    ? messages.timeline.from({ day: longDay(start) })
    : end !== null
      ? messages.timeline.until({ day: longDay(end) })
      : ''
}

/** Returns a sentence for each pair of dates of a lane in the wrong order. */
export function conflictTexts({ dates }: Lane, { shortDay }: DateText): readonly string[] {
  const day = (key: CampaignDateKey): string => shortDay(dates.get(key) ?? Number.NaN)
  return pairsOutOfOrder(dates).map(([first, second]) =>
    messages.timeline.isAfter({
      first: campaignColumnLabel(first),
      firstOn: day(first),
      second: campaignColumnLabel(second),
      secondOn: day(second),
    }),
  )
}
