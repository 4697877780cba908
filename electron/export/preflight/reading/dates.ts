import type { ReadingRegion } from './reader.ts'
import type { Reading } from './reading.ts'

interface Day {
  readonly day: number | null
  readonly month: number
  readonly year: number | null
}

const TWO_PARTS = /^(\d{1,4})([/.-])(\d{1,4})([.]?)$/u
const THREE_PARTS = /^(\d{1,4})([/.-])(\d{1,2})([/.-])(\d{1,4})$/u
/** A colon, and then perhaps nothing ("17:"); or hours with A, P, AM or PM behind a blank. */
const TIME = /^(\d{1,4}):(?:([0-5]?\d)(?::([0-5]?\d)(?:[.,]\d{1,3})?)?)?(?: ([AaPp])[Mm]?)?$/u
const HOUR = /^(\d{1,2}) ([AaPp])[Mm]?$/u
const MONTH_FIRST = /^(\p{L}+)\.?([ /.-]*)(\d{1,4})(?:,? *[ /-](\d{2}|\d{4}))?$/u
const DAY_FIRST = /^(\d{1,4})\.?([ /-]*)(\p{L}+)\.?(?:[ /-]+(\d{2}|\d{4}))?$/u

const FIRST_YEAR = 1900
const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * What a spreadsheet takes a text for that looks like a date, a time, or one behind the other; null where it
 * is none.
 */
export function readMoment(given: string, region: ReadingRegion): Reading | null {
  const text = given.replace(/ +$/u, '')
  const time = readTime(text)
  if (time !== null) return { kind: 'time', becomes: time }
  const whole = readDay(text, region)
  if (whole !== null) return { kind: 'date', becomes: shown(whole) }
  const blank = text.indexOf(' ', text.search(/\d/u))
  if (blank === -1 || !text.includes(':')) return null
  // The time is what stands behind the last blank, or the one before AM and PM.
  const at = /^(.*?\S) +(\d+:\S*(?: [AaPp][Mm]?)?)$/u.exec(text)
  const then = readTime(at?.[2] ?? '')
  const day = then === null ? null : readDay(at?.[1] ?? '', region)
  return day === null || then === null ? null : { kind: 'date', becomes: `${shown(day)} ${then}` }
}

/** As 17:30:00; null where the text is no time. */
function readTime(text: string): string | null {
  const hour = HOUR.exec(text)
  const [, hours = '', minutes = '0', seconds = '0', half] =
    hour === null ? (TIME.exec(text) ?? []) : [null, hour[1], '0', '0', hour[2]]
  if (hours === '' || (half !== undefined && Number(hours) > 12)) return null
  const isLater = half?.toLowerCase() === 'p'
  const whole = half === undefined ? Number(hours) : (Number(hours) % 12) + (isLater ? 12 : 0)
  return [whole, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}

function readDay(text: string, region: ReadingRegion): Day | null {
  const [, first = '', mark = '', second = '', end = ''] = TWO_PARTS.exec(text) ?? []
  if (first !== '') {
    // A point between two numbers is a decimal point, unless the region has it in dates.
    const isDate = mark === '.' ? region.pointInDates && region.decimalMark === ',' : end === ''
    return isDate ? readTwo(first, second, region.dateOrder) : null
  }
  const three = THREE_PARTS.exec(text)
  if (three !== null) {
    const [, a = '', one = '', b = '', two = '', c = ''] = three
    const points = [one, two].filter((each) => each === '.').length
    // The slash and the hyphen stand for one another; a point stands with points only.
    if (points === 1 || (points === 2 && !region.pointInDates)) return null
    return readThree(a, b, c, region.dateOrder)
  }
  return readNamed(text, region.months)
}

/** Day and month, in the other order where that of the region makes none; else a month and a year. */
function readTwo(first: string, second: string, order: ReadingRegion['dateOrder']): Day | null {
  if (first.length === 3 || second.length === 3) return null
  const [a, b] = [Number(first), Number(second)]
  const short = first.length <= 2 && second.length <= 2
  for (const [day, month] of order === 'dmy'
    ? [[a, b] as const, [b, a] as const]
    : [[b, a] as const, [a, b] as const])
    if (short && isDay(day, month)) return { day, month, year: null }
  if (isMonth(a) && first.length <= 2) return monthOf(a, second)
  return isMonth(b) && first.length === 4 ? monthOf(b, first) : null
}

function readThree(a: string, b: string, c: string, order: ReadingRegion['dateOrder']): Day | null {
  if (a.length === 3 || c.length === 3) return null
  // A year of four digits that comes first is known everywhere, as ISO 8601 has it.
  if (a.length === 4) return c.length > 2 ? null : dayOf(c, b, a)
  if (order === 'ymd' && c.length <= 2) return dayOf(c, b, a)
  return order === 'mdy' ? dayOf(b, a, c) : dayOf(a, b, c)
}

/**
 * The name of a month with a number before or behind it, which is a day, or a year where no such day is in
 * that month (Microsoft, KB 214327), and perhaps a year.
 */
function readNamed(text: string, months: ReadonlyMap<string, number>): Day | null {
  const front = MONTH_FIRST.exec(text)
  const [name, number, year] = front === null ? pick(DAY_FIRST.exec(text), [3, 1, 4]) : pick(front, [1, 3, 4])
  const month = months.get((name ?? '').toLowerCase())
  if (month === undefined || number === undefined) return null
  if (year !== undefined) return dayOf(number, String(month), year)
  if (number.length <= 2 && isDay(Number(number), month)) return { day: Number(number), month, year: null }
  return monthOf(month, number)
}

function pick(match: RegExpExecArray | null, places: readonly number[]): readonly (string | undefined)[] {
  return match === null ? [] : places.map((place) => match[place])
}

function monthOf(month: number, year: string): Day | null {
  const full = fullYear(year)
  return full === null ? null : { day: null, month, year: full }
}

function dayOf(day: string, month: string, year: string): Day | null {
  const full = fullYear(year)
  if (full === null || day.length > 2 || month.length > 2) return null
  return isDay(Number(day), Number(month), full)
    ? { day: Number(day), month: Number(month), year: full }
    : null
}

/**
 * Two digits are of this century up to 29, else of the last (Microsoft, KB 214391); nothing is before 1900.
 */
function fullYear(digits: string): number | null {
  const year = Number(digits)
  if (digits.length <= 2) return year < 30 ? 2000 + year : 1900 + year
  return digits.length === 4 && year >= FIRST_YEAR ? year : null
}

const isMonth = (month: number): boolean => month >= 1 && month <= 12

/** Without a year February has 29 days. */
function isDay(day: number, month: number, year = 2000): boolean {
  return isMonth(month) && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function shown({ day, month, year }: Day): string {
  const name = SHORT_MONTHS[month - 1] ?? ''
  if (day === null) return `${name}-${String(year)}`
  const digits = String(day).padStart(2, '0')
  return year === null ? `${digits}-${name}` : `${digits}-${name}-${String(year)}`
}
