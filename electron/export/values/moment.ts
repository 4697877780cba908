import type { TimeZoneChoice } from '../../contract/export-options.ts'
import { parseZonedInstant } from '../../contract/instant.ts'

const MINUTE_MS = 60_000

/**
 * Returns the moment that a text names; null for a text that is no timestamp: nothing else is taken for a
 * date.
 */
export function momentOf(text: string): Date | null {
  const instant = parseZonedInstant(text)
  return instant === null ? null : new Date(instant)
}

const TWO: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const two = (value: number): string => TWO[value] ?? String(value)
const four = (value: number): string => String(value).padStart(4, '0')

/** Returns `2026-09-30 17:46:00` in a time zone, which spreadsheets of every region take for a moment. */
export function momentText(moment: Date, timeZone: TimeZoneChoice = 'local'): string {
  if (timeZone === 'utc') {
    const day = `${four(moment.getUTCFullYear())}-${two(moment.getUTCMonth() + 1)}-${two(moment.getUTCDate())}`
    return `${day} ${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`
  }
  const day = `${four(moment.getFullYear())}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

/** Returns the milliseconds by which a time zone is ahead of UTC at a moment. */
export function zoneOffset(moment: Date, timeZone: TimeZoneChoice): number {
  return timeZone === 'utc' ? 0 : -moment.getTimezoneOffset() * MINUTE_MS
}

/** Returns the name of a time zone, such as `Europe/Berlin`. */
export function timeZoneName(timeZone: TimeZoneChoice): string {
  return timeZone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const DAY_MS = 86_400_000
/** Days from the beginning of a spreadsheet's calendar to 1970. */
const DAYS_BEFORE_1970 = 25_569
/** 1 March 1900: spreadsheets have a 29 February before it that never was. */
const FIRST_VALID_DAY = 61
/** 31 December 9999, the last day that they know. */
const LAST_VALID_DAY = 2_958_466

/**
 * The number of days by which a spreadsheet knows a moment (ECMA-376, 18.17.4.1), in a time zone; null
 * for a text that is no timestamp, and for a moment that no spreadsheet can hold.
 */
export function serialDate(text: string, timeZone: TimeZoneChoice = 'local'): number | null {
  const moment = momentOf(text)
  if (moment === null) return null
  const local = moment.getTime() + zoneOffset(moment, timeZone)
  const serial = local / DAY_MS + DAYS_BEFORE_1970
  return serial >= FIRST_VALID_DAY && serial < LAST_VALID_DAY ? serial : null
}
