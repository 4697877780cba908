import type { FilterRange } from './filter-dates.ts'

/** A range of a search, in numbers or in milliseconds since 1970. */
export interface FieldRange extends FilterRange {
  readonly kind: 'range'
  /** As typed. */
  readonly text: string
}

const COMPARISON = /^(>=|<=|>|<)(.+)$/u
/** Few enough digits for a double. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/u
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u

/** The extent of a number or a date: a day, month or year. */
interface Extent {
  readonly first: number
  /** The number itself, or the exclusive end of a date. */
  readonly end: number
}

/**
 * Parses `5`, `>5`, `>=5`, `<5`, `<=5`, `1..5`, `1..` and `..5`, or returns null. Dates are in local time.
 */
export function readRange(text: string, kind: 'number' | 'dateTime'): FieldRange | null {
  const isDate = kind === 'dateTime'
  const extentOf = isDate ? dateExtent : numberExtent
  const createRange = (
    from: number | null,
    to: number | null,
    fromExclusive: boolean,
    toExclusive: boolean,
  ): FieldRange => ({ kind: 'range', from, to, exclusive: { from: fromExclusive, to: toExclusive }, text })
  const comparison = COMPARISON.exec(text)
  if (comparison !== null) {
    const extent = extentOf(comparison[2] ?? '')
    if (extent === null) return null
    const sign: string = comparison[1] ?? ''
    switch (sign) {
      case '>':
        return createRange(extent.end, null, !isDate, false)
      case '>=':
        return createRange(extent.first, null, false, false)
      case '<':
        return createRange(null, extent.first, false, true)
      default:
        return createRange(null, extent.end, false, isDate)
    }
  }
  const [low, high, ...more] = text.split('..')
  if (more.length > 0 || low === undefined || text === '..') return null
  const from = low === '' ? null : extentOf(low)
  if (high === undefined) return from === null ? null : createRange(from.first, from.end, false, isDate)
  const to = high === '' ? null : extentOf(high)
  if ((from === null && low !== '') || (to === null && high !== '')) return null
  return createRange(from?.first ?? null, to?.end ?? null, false, isDate && to !== null)
}

/** Returns whether a value is in a range; NaN never is. */
export function isInRange({ from, to, exclusive }: FilterRange, value: number): boolean {
  if (Number.isNaN(value)) return false
  if (from !== null && (exclusive.from ? value <= from : value < from)) return false
  return to === null || (exclusive.to ? value < to : value <= to)
}

function numberExtent(text: string): Extent | null {
  if (!NUMBER.test(text)) return null
  const number = Number(text)
  return { first: number, end: number }
}

function dateExtent(text: string): Extent | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return null
  const [y, m, d] = [Number(year), Number(month ?? '1') - 1, Number(day ?? '1')]
  const first = new Date(y, m, d)
  // JavaScript accepts the invalid date "2026-02-31".
  if (y < 100 || first.getMonth() !== m || first.getDate() !== d) return null
  const end =
    month === undefined
      ? new Date(y + 1, 0, 1)
      : day === undefined
        ? new Date(y, m + 1, 1)
        : new Date(y, m, d + 1)
  return { first: first.getTime(), end: end.getTime() }
}
