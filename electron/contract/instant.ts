/** The default form `2026-05-01T12:34:56.789Z`, with a 0 for each digit. */
const DEFAULT_FORM = '0000-00-00T00:00:00.000Z'
const DIGIT_0 = 0x30
export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Days of a common year before each month. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

/** ISO 8601: a date, optionally with a time and an offset from UTC. */
const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?)?$/u

/**
 * Parses an ISO 8601 timestamp to milliseconds since 1970. Returns null for other texts, and for nonexistent
 * dates such as 30 February. Without an offset it is in UTC, as the service's are (service interface,
 * introduction).
 */
export function parseInstant(text: string): number | null {
  return parseDefaultForm(text) ?? instantOf(TIMESTAMP.exec(text))
}

/** Parses a timestamp with a time and an offset. Returns null for other texts, which may not be instants. */
export function parseZonedInstant(text: string): number | null {
  const defaultInstant = parseDefaultForm(text)
  if (defaultInstant !== null) return defaultInstant
  const parts = TIMESTAMP.exec(text)
  return parts?.[8] === undefined && parts?.[9] === undefined ? null : instantOf(parts)
}

function instantOf(parts: RegExpExecArray | null): number | null {
  if (parts === null) return null
  const [
    ,
    year,
    month,
    day,
    hour = 0,
    minute = 0,
    second = 0,
    fraction = '',
    ,
    sign,
    offsetHour = 0,
    offsetMinute = 0,
  ] = parts
  const days = daysBefore(Number(year), Number(month), Number(day))
  const time = Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1_000
  // 24:00 is valid (ISO 8601, 4.2.3).
  const isTime = Number(minute) < 60 && Number(second) < 60 && (Number(hour) < 24 || time === DAY_MS)
  const isOffset = Number(offsetHour) < 24 && Number(offsetMinute) < 60
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (days === null || !isTime || !isOffset || (time === DAY_MS && milliseconds > 0)) return null
  const offset = Number(offsetHour) * HOUR_MS + Number(offsetMinute) * MINUTE_MS
  return days * DAY_MS + time + milliseconds + (sign === '-' ? offset : -offset)
}

/** Parses the default form ten times faster. Returns null for others. */
function parseDefaultForm(text: string): number | null {
  if (text.length !== DEFAULT_FORM.length) return null
  for (let index = 0; index < DEFAULT_FORM.length; index += 1) {
    const expected = DEFAULT_FORM.charCodeAt(index)
    const difference = text.charCodeAt(index) - expected
    if (expected === DIGIT_0 ? difference < 0 || difference > 9 : difference !== 0) return null
  }
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  if (hour > 23 || minute > 59 || second > 59) return null
  const days = daysBefore(
    twoDigits(text, 0) * 100 + twoDigits(text, 2),
    twoDigits(text, 5),
    twoDigits(text, 8),
  )
  if (days === null) return null
  const milliseconds = twoDigits(text, 20) * 10 + text.charCodeAt(22) - DIGIT_0
  return days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds
}

function twoDigits(text: string, index: number): number {
  return (text.charCodeAt(index) - DIGIT_0) * 10 + text.charCodeAt(index + 1) - DIGIT_0
}

/** Returns the days since 1 January 1970, or null for an invalid date. */
function daysBefore(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1) return null
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const leapDay = isLeap && month > 2 ? 1 : 0
  const before = DAYS_BEFORE[month - 1] ?? 0
  const daysInMonth = (DAYS_BEFORE[month] ?? 0) - before + (isLeap && month === 2 ? 1 : 0)
  if (day > daysInMonth) return null
  // Leap days up to the end of the year before.
  const last = year - 1
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) - 477
  return (year - 1970) * 365 + leapDays + before + leapDay + day - 1
}

/** Returns the day of a time in UTC, such as `2026-05-01`. */
export function utcDay(time: number | string): string {
  return new Date(time).toISOString().slice(0, '2026-05-01'.length)
}
