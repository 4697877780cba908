import { activeLanguage, messages } from '../../electron/contract/messages.ts'
import { formatBytes } from '../../electron/contract/format-bytes.ts'
import { dateLocale } from '../../electron/contract/date-locale.ts'
import { parseInstant } from '../../electron/contract/instant.ts'
import { daysBetween } from '../../electron/contract/local-days.ts'
import { whenUsed } from '../../electron/contract/when-used.ts'

/** Formats values for the person's locale. */
export interface Format {
  readonly locale: string
  /** Formats an integer with grouping: 6,000. */
  readonly number: (value: number) => string
  /** Formats a number for the space of a badge: 1,204, then 12k. */
  readonly compact: (value: number) => string
  /** Formats a number with at most `digits` decimals. */
  readonly decimal: (value: number, digits?: number) => string
  /** Formats a share from 0 to 1 as a whole percentage. */
  readonly percent: (share: number) => string
  /** Formats date and time for tooltips and lists; returns a text that is no date unchanged. */
  readonly dateTime: (value: number | string) => string
  /** Formats the time of today, such as 14:49; of another day with its date. */
  readonly clock: (then: number, now: number) => string
  /** Formats the time of any day, such as 14:49. */
  readonly timeOfDay: (value: number) => string
  /** Formats a date without time. */
  readonly date: (value: number | string) => string
  /** Formats the date of a time in UTC, regardless of the person's time zone. */
  /** Formats a short relative time: "2 h ago". Both in milliseconds since 1970. */
  readonly ago: (then: number, now: number) => string
  /** Formats a short duration: "40 s", "3 min". */
  readonly duration: (seconds: number) => string
  /** Formats a size in the largest unit that keeps it above one. */
  readonly bytes: (value: number) => string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns a timestamp in milliseconds since 1970; null if it is invalid. */
function timeOf(value: number | string): number | null {
  if (typeof value === 'string') return parseInstant(value)
  return Number.isFinite(value) ? value : null
}

/**
 * Creates the formatter of a locale (BCP 47). An invalid one counts as English, and an unknown one as that of
 * the system.
 */
export function createFormat(locale: string): Format {
  const supported = isLocale(locale) ? locale : 'en'
  // Dates are in this language: what creates a format depends on it.
  activeLanguage()
  const numbers = (options: Intl.NumberFormatOptions): (() => Intl.NumberFormat) =>
    whenUsed(() => new Intl.NumberFormat(supported, { ...options, maximumFractionDigits: 0 }))
  const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
    whenUsed(() => new Intl.DateTimeFormat(dateLocale(supported), options))
  const integers = numbers({})
  const short = numbers({ notation: 'compact' })
  const percentage = numbers({ style: 'percent' })
  const moment = dates({ dateStyle: 'medium', timeStyle: 'short' })
  const time = dates({ timeStyle: 'short' })
  const day = dates({ dateStyle: 'medium' })
  const decimal = (value: number, digits: number): string =>
    new Intl.NumberFormat(supported, { maximumFractionDigits: digits }).format(value)

  const show = (form: () => Intl.DateTimeFormat, value: number | string): string => {
    const instant = timeOf(value)
    return instant === null ? String(value) : form().format(instant)
  }

  return {
    locale: supported,
    number: (value) => integers().format(value),
    compact: (value) => (value < 10_000 ? integers : short)().format(value),
    decimal: (value, digits = 2) => decimal(value, digits),
    // Rounded down, so that only finished work is shown as 100 %.
    // The addition outweighs the error of the product, such as 28.999… for 29 of 100.
    percent: (share) => percentage().format(Math.floor(share * 100 + 1e-9) / 100),
    dateTime: (value) => show(moment, value),
    clock: (then, now) => (day().format(then) === day().format(now) ? time : moment)().format(then),
    timeOfDay: (value) => show(time, value),
    date: (value) => show(day, value),
    ago: (then, now) => {
      const past = Math.max(0, now - then)
      if (past < MINUTE) return messages.time.justNow
      if (past < HOUR) return messages.time.minutesAgo({ count: Math.floor(past / MINUTE) })
      if (past < DAY) return messages.time.hoursAgo({ count: Math.floor(past / HOUR) })
      const days = daysBetween(then, now)
      if (days === 1) return messages.time.yesterday
      if (days < 30) return messages.time.daysAgo({ count: days })
      return day().format(then)
    },
    duration: (seconds) => {
      const whole = Math.max(1, Math.round(seconds))
      if (whole < 60) return messages.time.seconds({ count: whole })
      const minutes = Math.round(seconds / 60)
      if (minutes < 60) return messages.time.minutes({ count: minutes })
      return messages.time.hours({ hours: decimal(seconds / 3_600, 1) })
    },
    bytes: (value) => formatBytes(value, supported),
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0
  } catch {
    return false
  }
}
