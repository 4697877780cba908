import { dateLocale } from '../../electron/contract/date-locale.ts'
import { DAY_MS } from '../../electron/contract/instant.ts'
import { weekDaysOf } from '../../electron/contract/weeks.ts'
import { createMonthFormat, type MonthFormat } from './month-format.ts'
import { instantAt, positionOf, type TimeScale } from './time-scale.ts'

/** A label of the axis, at the start of its period. */
export interface Tick {
  /** In milliseconds since 1970. */
  readonly at: number
  /** In CSS pixels from the start of the scale. */
  readonly position: number
  readonly label: string
}

/** The axis of a part of time. */
export interface Axis {
  /** The upper row: months, or years. */
  readonly periods: readonly Tick[]
  /** The lower row: days, weeks, months or quarters; empty if they would be too close. */
  readonly parts: readonly Tick[]
  /** Positions of vertical lines, in CSS pixels. */
  readonly lines: readonly number[]
}

/** Formats what the axis shows. */
export interface AxisText {
  /** Formats a month, with its year if it is the first one of a year or of the axis. */
  readonly month: MonthFormat
  readonly year: (time: number) => string
  readonly day: (time: number) => string
  readonly quarter: (number: number) => string
  /** The first day of a week, as `Date.getDay` numbers it. */
  readonly firstDayOfWeek: number
}

/** Returns the texts of a locale (BCP 47). */
export function createAxisText(locale: string, quarter: (number: number) => string): AxisText {
  const year = new Intl.DateTimeFormat(dateLocale(locale), { year: 'numeric' })
  const day = new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric' })
  return {
    month: createMonthFormat(locale),
    year: (time) => year.format(time),
    day: (time) => day.format(time),
    quarter,
    firstDayOfWeek: weekDaysOf(locale).first,
  }
}

/** Zooms from which parts are days, weeks, two weeks, months and quarters, in pixels for a day. */
const DAYS_FROM = 18
const WEEKS_FROM = 5
const TWO_WEEKS_FROM = 2.2
const MONTHS_FROM = 0.9
const QUARTERS_FROM = 0.25
/** In drawings with dates far away, years are not closer than this, in CSS pixels. */
const MIN_YEARS_WIDTH = 44
const DAYS_OF_YEAR = 365
const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
const MAX_YEAR_STEP = 1_000
/** A label that is cut at the start is left out if the next one is nearer, in CSS pixels. */
const MIN_FIRST_LABEL = 64
/** The days from this one, a Sunday, are the first ones from which pairs of weeks are counted. */
const FIRST_SUNDAY = [2023, 11, 31] as const
const DAYS_OF_TWO_WEEKS = 14

/** Returns the axis of a scale, in local time. */
export function axisOf(scale: TimeScale, width: number, text: AxisText): Axis {
  const pixelsPerDay = DAY_MS / scale.msPerPixel
  const from = new Date(scale.start)
  const end = instantAt(scale, width)
  const ticks = (starts: Iterable<number>, label: (time: number, isFirst: boolean) => string): Tick[] =>
    [...starts].map((time, index) => ({
      at: time,
      position: positionOf(scale, time),
      label: label(time, index === 0),
    }))
  const isJanuary = (time: number): boolean => new Date(time).getMonth() === 0
  if (pixelsPerDay >= TWO_WEEKS_FROM) {
    const step = pixelsPerDay >= DAYS_FROM ? 1 : pixelsPerDay >= WEEKS_FROM ? 7 : DAYS_OF_TWO_WEEKS
    const months = ticks(startsOfMonths(from, end, 1), (time, isFirst) =>
      text.month(time, isFirst || isJanuary(time)),
    )
    return {
      periods: inView(months),
      parts: ticks(startsOfDays(from, end, step, text.firstDayOfWeek), text.day),
      lines: linesOf(months),
    }
  }
  if (pixelsPerDay < QUARTERS_FROM) {
    const years =
      YEAR_STEPS.find((each) => each * DAYS_OF_YEAR * pixelsPerDay >= MIN_YEARS_WIDTH) ?? MAX_YEAR_STEP
    const periods = ticks(startsOfYears(from, end, years), text.year)
    return { periods: inView(periods), parts: [], lines: linesOf(periods) }
  }
  const step = pixelsPerDay >= MONTHS_FROM ? 1 : 3
  const parts = ticks(startsOfMonths(from, end, step), (time) =>
    step === 1 ? text.month(time, false) : text.quarter(Math.floor(new Date(time).getMonth() / 3) + 1),
  )
  return { periods: inView(ticks(startsOfMonths(from, end, 12), text.year)), parts, lines: linesOf(parts) }
}

/** Returns whole positions, so that lines are sharp. */
function linesOf(ticks: readonly Tick[]): readonly number[] {
  return ticks.map(({ position }) => Math.round(position)).filter((position) => position > 0)
}

/** Moves the label of the period at the start into view, or leaves it out if the next one is too near. */
function inView(ticks: readonly Tick[]): readonly Tick[] {
  const [first, second] = ticks
  if (first === undefined || first.position >= 0) return ticks
  const others = ticks.slice(1)
  if (second !== undefined && second.position < MIN_FIRST_LABEL) return others
  return [{ ...first, position: 0 }, ...others]
}

/** Yields the starts of every `step` months of a year, from the one that contains `from`. */
function* startsOfMonths(from: Date, end: number, step: number): Generator<number> {
  const year = from.getFullYear()
  for (let month = from.getMonth() - (from.getMonth() % step); ; month += step) {
    const time = localTime(year, month, 1)
    if (!(time <= end)) return
    yield time
  }
}

/** Yields the starts of every `step` years, from the last one before `from`. */
function* startsOfYears(from: Date, end: number, step: number): Generator<number> {
  for (let year = Math.floor(from.getFullYear() / step) * step; ; year += step) {
    const time = localTime(year, 0, 1)
    if (!(time <= end)) return
    yield time
  }
}

/**
 * Yields the start of every day, or of every `step` days on the first day of a week, from the last one before
 * `from`.
 */
function* startsOfDays(from: Date, end: number, step: number, firstDayOfWeek: number): Generator<number> {
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()]
  const since =
    Math.round((localTime(year, month, day) - localTime(...FIRST_SUNDAY)) / DAY_MS) - firstDayOfWeek
  const behind = ((since % step) + step) % step
  for (let next = day - behind; ; next += step) {
    const time = localTime(year, month, next)
    if (!(time <= end)) return
    yield time
  }
}

/** Returns the start of a day in local time. JavaScript counts years below 100 from 1900 otherwise. */
function localTime(year: number, month: number, day: number): number {
  return new Date(new Date(2_000, 0, 1).setFullYear(year, month, day)).getTime()
}
