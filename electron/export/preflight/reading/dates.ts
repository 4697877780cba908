import type { ReadingRegion } from './target-program.ts'
import type { Reading } from './reading.ts'

interface Day {
  readonly day: number | null
  readonly month: number
  readonly year: number | null
}

const TWO_PARTS = /^(\d{1,4})([/.-])(\d{1,4})([.]?)$/u
const THREE_PARTS = /^(\d{1,4})([/.-])(\d{1,2})([/.-])(\d{1,4})$/u
/** Hours and optional minutes ("17:"), or hours with A, P, AM or PM after a space. */
const TIME = /^(\d{1,4}):(?:([0-5]?\d)(?::([0-5]?\d)(?:[.,]\d{1,3})?)?)?(?: ([AaPp])[Mm]?)?$/u
const HOUR = /^(\d{1,2}) ([AaPp])[Mm]?$/u
const MONTH_FIRST = /^(\p{L}+)\.?([ /.-]*)(\d{1,4})(?:,? *[ /-](\d{2}|\d{4}))?$/u
const DAY_FIRST = /^(\d{1,4})\.?([ /-]*)(\p{L}+)\.?(?:[ /-]+(\d{2}|\d{4}))?$/u

const FIRST_YEAR = 1900
const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns how a spreadsheet reads a text as a date, a time or both, or null if it does not. */
export function readDateTime(cellText: string, region: ReadingRegion): Reading | null {
  const text = cellText.replace(/ +$/u, '')
  const onlyTime = readTime(text)
  if (onlyTime !== null) return { kind: 'time', becomes: onlyTime }
  const onlyDay = readDay(text, region)
  if (onlyDay !== null) return { kind: 'date', becomes: formatDay(onlyDay) }
  const spaceOffset = text.indexOf(' ', text.search(/\d/u))
  if (spaceOffset === -1 || !text.includes(':')) return null
  // The time follows the last space, or the one before AM and PM.
  const parts = /^(.*?\S) +(\d+:\S*(?: [AaPp][Mm]?)?)$/u.exec(text)
  const time = readTime(parts?.[2] ?? '')
  const day = time === null ? null : readDay(parts?.[1] ?? '', region)
  return day === null || time === null ? null : { kind: 'date', becomes: `${formatDay(day)} ${time}` }
}

/** Returns a time as 17:30:00, or null if the text is not one. */
function readTime(text: string): string | null {
  const hour = HOUR.exec(text)
  const [, hours = '', minutes = '0', seconds = '0', meridiem] =
    hour === null ? (TIME.exec(text) ?? []) : [null, hour[1], '0', '0', hour[2]]
  if (hours === '' || (meridiem !== undefined && Number(hours) > 12)) return null
  const isLater = meridiem?.toLowerCase() === 'p'
  const hour24 = meridiem === undefined ? Number(hours) : (Number(hours) % 12) + (isLater ? 12 : 0)
  return [hour24, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}

function readDay(text: string, region: ReadingRegion): Day | null {
  const [, first = '', separator = '', second = '', trailingPeriod = ''] = TWO_PARTS.exec(text) ?? []
  if (first !== '') {
    // A period between two numbers is a decimal mark, unless the region uses it in dates.
    const isDate =
      separator === '.' ? region.hasPeriodInDates && region.decimalMark === ',' : trailingPeriod === ''
    return isDate ? readTwoParts(first, second, region.dateOrder) : null
  }
  const parts = THREE_PARTS.exec(text)
  if (parts !== null) {
    const [, one = '', firstSeparator = '', two = '', secondSeparator = '', three = ''] = parts
    const periods = [firstSeparator, secondSeparator].filter((each) => each === '.').length
    // Slashes and hyphens are interchangeable; a period only combines with periods.
    if (periods === 1 || (periods === 2 && !region.hasPeriodInDates)) return null
    return readThreeParts(one, two, three, region.dateOrder)
  }
  return readMonthName(text, region.months)
}

/** Reads day and month, in the other order if that of the region is invalid, else month and year. */
function readTwoParts(first: string, second: string, order: ReadingRegion['dateOrder']): Day | null {
  if (first.length === 3 || second.length === 3) return null
  const [a, b] = [Number(first), Number(second)]
  const areShort = first.length <= 2 && second.length <= 2
  for (const [day, month] of order === 'dmy'
    ? [[a, b] as const, [b, a] as const]
    : [[b, a] as const, [a, b] as const])
    if (areShort && isDay(day, month)) return { day, month, year: null }
  if (isMonth(a) && first.length <= 2) return monthWithYear(a, second)
  return isMonth(b) && first.length === 4 ? monthWithYear(b, first) : null
}

function readThreeParts(
  first: string,
  second: string,
  third: string,
  order: ReadingRegion['dateOrder'],
): Day | null {
  if (first.length === 3 || third.length === 3) return null
  // A leading year of four digits is read everywhere, as in ISO 8601.
  if (first.length === 4) return third.length > 2 ? null : dayWithYear(third, second, first)
  if (order === 'ymd' && third.length <= 2) return dayWithYear(third, second, first)
  return order === 'mdy' ? dayWithYear(second, first, third) : dayWithYear(first, second, third)
}

/**
 * Reads the name of a month with a number before or after it, which is a day, or a year if the month has no
 * such day (Microsoft, KB 214327), and an optional year.
 */
function readMonthName(text: string, months: ReadonlyMap<string, number>): Day | null {
  const front = MONTH_FIRST.exec(text)
  const [name, number, year] =
    front === null ? pickGroups(DAY_FIRST.exec(text), [3, 1, 4]) : pickGroups(front, [1, 3, 4])
  const month = months.get((name ?? '').toLowerCase())
  if (month === undefined || number === undefined) return null
  if (year !== undefined) return dayWithYear(number, String(month), year)
  if (number.length <= 2 && isDay(Number(number), month)) return { day: Number(number), month, year: null }
  return monthWithYear(month, number)
}

function pickGroups(
  match: RegExpExecArray | null,
  groups: readonly number[],
): readonly (string | undefined)[] {
  return match === null ? [] : groups.map((group) => match[group])
}

function monthWithYear(month: number, year: string): Day | null {
  const full = fullYear(year)
  return full === null ? null : { day: null, month, year: full }
}

function dayWithYear(day: string, month: string, year: string): Day | null {
  const full = fullYear(year)
  if (full === null || day.length > 2 || month.length > 2) return null
  return isDay(Number(day), Number(month), full)
    ? { day: Number(day), month: Number(month), year: full }
    : null
}

/**
 * Two digits up to 29 are of this century, others of the last (Microsoft, KB 214391). Nothing is before 1900.
 */
function fullYear(digits: string): number | null {
  const year = Number(digits)
  if (digits.length <= 2) return year < 30 ? 2000 + year : 1900 + year
  return digits.length === 4 && year >= FIRST_YEAR ? year : null
}

const isMonth = (month: number): boolean => month >= 1 && month <= 12

/** Without a year, and in 1900 (Microsoft, KB 214326), February has 29 days. */
function isDay(day: number, month: number, year = 2000): boolean {
  const calendarYear = year === 1900 ? 2000 : year
  return isMonth(month) && day >= 1 && day <= new Date(Date.UTC(calendarYear, month, 0)).getUTCDate()
}

function formatDay({ day, month, year }: Day): string {
  const name = SHORT_MONTHS[month - 1] ?? ''
  if (day === null) return `${name}-${String(year)}`
  const digits = String(day).padStart(2, '0')
  return year === null ? `${digits}-${name}` : `${digits}-${name}-${String(year)}`
}
