import type { TimeZoneChoice } from '../../contract/export-options.ts'
import { DAY_MS, MINUTE_MS, parseZonedInstant } from '../../contract/instant.ts'

/** Parses an ISO 8601 timestamp with a time zone. Returns null for other texts, including dates. */
export function parseTimestamp(text: string): Date | null {
  const instant = parseZonedInstant(text)
  return instant === null ? null : new Date(instant)
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const twoDigits = (value: number): string => TWO_DIGITS[value] ?? String(value)
const fourDigits = (value: number): string => String(value).padStart(4, '0')

/** Formats a timestamp as `2026-09-30 17:46:00`, which spreadsheets of every region read as a time. */
export function formatTimestamp(moment: Date, timeZone: TimeZoneChoice = 'local'): string {
  if (timeZone === 'utc') {
    const day = `${fourDigits(moment.getUTCFullYear())}-${twoDigits(moment.getUTCMonth() + 1)}-${twoDigits(moment.getUTCDate())}`
    return `${day} ${twoDigits(moment.getUTCHours())}:${twoDigits(moment.getUTCMinutes())}:${twoDigits(moment.getUTCSeconds())}`
  }
  const day = `${fourDigits(moment.getFullYear())}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
  return `${day} ${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}:${twoDigits(moment.getSeconds())}`
}

/** Returns the offset of a time zone from UTC in milliseconds. */
export function zoneOffset(moment: Date, timeZone: TimeZoneChoice): number {
  return timeZone === 'utc' ? 0 : -moment.getTimezoneOffset() * MINUTE_MS
}

/** Returns the name of a time zone, such as `Europe/Berlin`. */
export function timeZoneName(timeZone: TimeZoneChoice): string {
  if (timeZone === 'utc') return 'UTC'
  // It is missing if `TZ` names no time zone; local times are in UTC then.
  const options: Partial<Intl.ResolvedDateTimeFormatOptions> = new Intl.DateTimeFormat().resolvedOptions()
  return options.timeZone ?? 'UTC'
}

/** Days from the start of a spreadsheet's calendar to 1970. */
const DAYS_BEFORE_1970 = 25_569
/** 1 March 1900, after the nonexistent 29 February of spreadsheets. */
const FIRST_VALID_DAY = 61
/** The day after 31 December 9999, the last day of spreadsheets. */
const LAST_VALID_DAY = 2_958_466

/**
 * Converts a timestamp to a spreadsheet's serial date (ECMA-376, 18.17.4.1) in a time zone. Returns null for
 * other texts, and for moments out of range.
 */
export function serialDate(text: string, timeZone: TimeZoneChoice = 'local'): number | null {
  const moment = parseTimestamp(text)
  if (moment === null) return null
  const local = moment.getTime() + zoneOffset(moment, timeZone)
  const serial = local / DAY_MS + DAYS_BEFORE_1970
  return serial >= FIRST_VALID_DAY && serial < LAST_VALID_DAY ? serial : null
}
