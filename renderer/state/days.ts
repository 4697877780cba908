import { dateLocale } from '../../electron/contract/date-locale.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'

/**
 * Returns the calendar day of a time as days since 1970. Midnight in UTC represents a day in this service's
 * data; any other time is a day in the person's time zone.
 */
export function dayOf(time: number): number {
  if (time % DAY_MS === 0) return time / DAY_MS
  const local = new Date(time)
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / DAY_MS
}

/** Returns the number of days from today to a date; negative for a past one. */
export function daysUntil(time: number, now: number): number {
  const today = new Date(now)
  return dayOf(time) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()) / DAY_MS
}

/** Formats days for the person's locale. */
export interface DayFormat {
  /** Formats a day without its year: 14 Oct. */
  readonly short: (time: number) => string
  /** Formats a day with its weekday: Wed 14 Oct. The year is added if it is not the current one. */
  readonly weekday: (time: number, now: number) => string
  /** Formats the first and last day of a range: 25–31 Oct. */
  readonly range: (from: number, to: number) => string
}

/** @param locale supported locale, such as that of `Format` */
export function createDayFormat(locale: string): DayFormat {
  const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...options, timeZone: 'UTC' })
  const short = inUtc({ day: 'numeric', month: 'short' })
  const weekday = inUtc({ weekday: 'short', day: 'numeric', month: 'short' })
  const withYear = inUtc({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const midnight = (time: number): number => dayOf(time) * DAY_MS
  return {
    short: (time) => short.format(midnight(time)),
    weekday: (time, now) =>
      new Date(midnight(time)).getUTCFullYear() === new Date(now).getFullYear()
        ? weekday.format(midnight(time))
        : withYear.format(midnight(time)),
    range: (from, to) => short.formatRange(midnight(from), midnight(to)),
  }
}
