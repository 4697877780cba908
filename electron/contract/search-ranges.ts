/**
 * Numbers, or instants in milliseconds since 1970, between two ends; null: no end on that side. What belongs
 * to it is at least `from` and at most `to`, or, where `open` says so, more than `from` and less than `to`.
 */
export interface FieldRange {
  readonly kind: 'range'
  readonly from: number | null
  readonly to: number | null
  readonly open: { readonly from: boolean; readonly to: boolean }
  /** As it was typed. */
  readonly written: string
}

const COMPARISON = /^(>=|<=|>|<)(.+)$/u
/** So many digits that every number keeps all of its own. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/u
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u

/**
 * The stretch that a number or a date stands for: a day, a month and a year last from their first moment on.
 */
interface Extent {
  readonly first: number
  /** The number itself; of a date the first moment that does not belong to it. */
  readonly end: number
}

/**
 * Reads `5`, `>5`, `>=5`, `<5`, `<=5`, `1..5`, `1..` and `..5`; null for anything else. Dates are in local
 * time.
 */
export function readRange(written: string, kind: 'number' | 'dateTime'): FieldRange | null {
  const isDate = kind === 'dateTime'
  const extentOf = isDate ? dateExtent : numberExtent
  const made = (from: number | null, to: number | null, fromOpen: boolean, toOpen: boolean): FieldRange => ({
    kind: 'range',
    from,
    to,
    open: { from: fromOpen, to: toOpen },
    written,
  })
  const compared = COMPARISON.exec(written)
  if (compared !== null) {
    const extent = extentOf(compared[2] ?? '')
    if (extent === null) return null
    const sign: string = compared[1] ?? ''
    switch (sign) {
      case '>':
        return made(extent.end, null, !isDate, false)
      case '>=':
        return made(extent.first, null, false, false)
      case '<':
        return made(null, extent.first, false, true)
      default:
        return made(null, extent.end, false, isDate)
    }
  }
  const [low, high, ...more] = written.split('..')
  if (more.length > 0 || low === undefined || written === '..') return null
  const from = low === '' ? null : extentOf(low)
  if (high === undefined) return from === null ? null : made(from.first, from.end, false, isDate)
  const to = high === '' ? null : extentOf(high)
  if ((from === null && low !== '') || (to === null && high !== '')) return null
  return made(from?.first ?? null, to?.end ?? null, false, isDate && to !== null)
}

/** Whether a number or an instant lies in a range; what is not a number does not. */
export function isInRange({ from, to, open }: FieldRange, value: number): boolean {
  if (Number.isNaN(value)) return false
  if (from !== null && (open.from ? value <= from : value < from)) return false
  return to === null || (open.to ? value < to : value <= to)
}

function numberExtent(written: string): Extent | null {
  if (!NUMBER.test(written)) return null
  const number = Number(written)
  return { first: number, end: number }
}

function dateExtent(written: string): Extent | null {
  const [, year, month, day] = DATE.exec(written) ?? []
  if (year === undefined) return null
  const [y, m, d] = [Number(year), Number(month ?? '1') - 1, Number(day ?? '1')]
  const first = new Date(y, m, d)
  // "2026-02-31" is no day, though the calendar of JavaScript takes it for one.
  if (y < 100 || first.getMonth() !== m || first.getDate() !== d) return null
  const end =
    month === undefined
      ? new Date(y + 1, 0, 1)
      : day === undefined
        ? new Date(y, m + 1, 1)
        : new Date(y, m, d + 1)
  return { first: first.getTime(), end: end.getTime() }
}
