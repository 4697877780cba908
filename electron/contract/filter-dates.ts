import type { CellRequirement, FilterBound, PeriodUnit } from './filters.ts'
import { DAY_MS, MINUTE_MS, parseInstant } from './instant.ts'

/** A day without a time, such as `2026-08-01`. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/u
const HOUR_MS = DAY_MS / 24

/** Inclusive first and last instant, in milliseconds since 1970. */
export interface InstantExtent {
  readonly first: number
  readonly last: number
}

/** Returns whether a text is a day or a timestamp. */
export function isMoment(text: string): boolean {
  return extentOfMoment(text) !== null
}

/** Returns the extent of a day in local time, or of a timestamp; null for other texts. */
export function extentOfMoment(text: string): InstantExtent | null {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (year === undefined) {
    const instant = parseInstant(text)
    return instant === null ? null : { first: instant, last: instant }
  }
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day)]
  const first = new Date(y, m, d)
  // JavaScript accepts the invalid date "2026-02-31", and counts years below 100 from 1900.
  if (y < 100 || first.getMonth() !== m || first.getDate() !== d) return null
  return { first: first.getTime(), last: new Date(y, m, d + 1).getTime() - 1 }
}

/** Days begin at a multiple of it in every time zone, so that all its instants are on the same day. */
export const PART_OF_DAY_MS = 15 * MINUTE_MS

/** Returns the day of an instant in local time, such as `2026-08-01`. */
export function dayOfInstant(instant: number): string {
  const date = new Date(instant)
  const pad = (value: number, length: number): string => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

/**
 * Returns the bound for an instant: its day if it is the first or the last instant of it, else a timestamp.
 */
export function boundOfInstant(instant: number, end: 'first' | 'last'): string {
  const day = dayOfInstant(instant)
  return extentOfMoment(day)?.[end] === instant ? day : new Date(instant).toISOString()
}

/**
 * Returns the first and last instant of a period up to now. Days, weeks and months begin at the start of a
 * day in local time, and end with the current day; hours are exact to the minute.
 */
export function extentOfPeriod(count: number, unit: PeriodUnit, now: number): InstantExtent {
  if (unit === 'hours') {
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
    return { first: minute - count * HOUR_MS, last: minute + MINUTE_MS - 1 }
  }
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const last = new Date(year, month, day + 1).getTime() - 1
  if (unit !== 'months') {
    const days = unit === 'weeks' ? count * 7 : count
    return { first: new Date(year, month, day - days).getTime(), last }
  }
  // The last day of a shorter month: a month before 31 March is 28 February.
  const daysInMonth = new Date(year, month - count + 1, 0).getDate()
  return { first: new Date(year, month - count, Math.min(day, daysInMonth)).getTime(), last }
}

/** Returns the first and last instant of a period from now on, as {@link extentOfPeriod} does. */
export function extentOfNextPeriod(count: number, unit: PeriodUnit, now: number): InstantExtent {
  if (unit === 'hours') {
    const first = Math.floor(now / MINUTE_MS) * MINUTE_MS
    return { first, last: first + count * HOUR_MS + MINUTE_MS - 1 }
  }
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const first = new Date(year, month, day).getTime()
  const days = unit === 'weeks' ? count * 7 : count
  // The last day of a shorter month: a month after 31 January is 28 February.
  const daysInMonth = new Date(year, month + count + 1, 0).getDate()
  const after =
    unit === 'months'
      ? new Date(year, month + count, Math.min(day, daysInMonth) + 1)
      : new Date(year, month, day + days + 1)
  return { first, last: after.getTime() - 1 }
}

/**
 * A range of numbers, or of instants in milliseconds since 1970; null without an end. Ends are inclusive
 * unless `exclusive` is set.
 */
export interface FilterRange {
  readonly from: number | null
  readonly to: number | null
  readonly exclusive: { readonly from: boolean; readonly to: boolean }
}

/** A requirement that compares numbers or dates. */
export type RangeCondition = Extract<
  CellRequirement,
  { readonly value: FilterBound } | { readonly from: FilterBound } | { readonly count: number }
>

/** Returns the range of a condition at a time in milliseconds since 1970. */
export function rangeOfCondition(condition: RangeCondition, now: number): FilterRange {
  const range = (
    from: number | null,
    to: number | null,
    exclusive = { from: false, to: false },
  ): FilterRange => ({ from, to, exclusive })
  if ('count' in condition) {
    if (condition.operator === 'inNext') {
      const { first, last } = extentOfNextPeriod(condition.count, condition.unit, now)
      return range(first, last)
    }
    const { first, last } = extentOfPeriod(condition.count, condition.unit, now)
    return condition.operator === 'inLast'
      ? range(first, last)
      : range(null, first, { from: false, to: true })
  }
  if ('from' in condition) return range(extentOf(condition.from).first, extentOf(condition.to).last)
  const { first, last } = extentOf(condition.value)
  switch (condition.operator) {
    case 'lessThan':
      return range(null, first, { from: false, to: true })
    case 'atMost':
      return range(null, last)
    case 'greaterThan':
      return range(last, null, { from: true, to: false })
    case 'atLeast':
      return range(first, null)
  }
}

function extentOf(bound: FilterBound): InstantExtent {
  const extent = typeof bound === 'number' ? { first: bound, last: bound } : extentOfMoment(bound)
  return extent ?? { first: Number.NaN, last: Number.NaN }
}
