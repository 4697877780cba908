import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant, parseZonedInstant } from '../../electron/contract/instant.ts'
import { parseTimestamp, formatTimestamp, serialDate } from '../../electron/export/values/timestamps.ts'
import { createFormat } from '../../renderer/state/format.ts'

const YEAR_1 = Date.UTC(1, 0, 1)
const YEAR_9999 = Date.UTC(9999, 11, 31)
const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat({ max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'))

/** Returns whether a day exists in the JavaScript calendar. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

describe('a timestamp', () => {
  it('is valid exactly if its day and time exist', () => {
    const parts = fc.tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2), digits(3))
    fc.assert(
      fc.property(parts, ([year, month, day, hour, minute, second, rest]) => {
        const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`
        const isDay = exists(Number(year), Number(month), Number(day))
        const isEndOfDay = `${hour}${minute}${second}${rest}` === '240000000'
        const isTime = isEndOfDay || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60)
        expect(parseInstant(text)).toBe(isDay && isTime ? Date.parse(text) : null)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is the same instant in every notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: YEAR_1, max: YEAR_9999 }), (instant) => {
        const text = new Date(instant).toISOString()
        expect(parseInstant(text)).toBe(instant)
        expect(parseInstant(text.replace('T', ' '))).toBe(instant)
        expect(parseInstant(text.replace('Z', '+00:00'))).toBe(instant)
        expect(parseInstant(text.replace('Z', '-0230'))).toBe(instant + 150 * 60_000)
        expect(parseInstant(text.replace('Z', '+01'))).toBe(instant - 60 * 60_000)
        // The service’s timestamps are in UTC.
        expect(parseInstant(text.replace('Z', ''))).toBe(instant)
        expect(parseInstant(text.slice(0, 10))).toBe(Math.floor(instant / 86_400_000) * 86_400_000)
      }),
    )
  })

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00.000Z',
    '2025-02-29T10:00:00Z',
    '2026-04-31T10:00:00+02:00',
    '2026-13-01T00:00:00.000Z',
    '2026-00-10T00:00:00.000Z',
    '2026-05-00T00:00:00.000Z',
    '2026-05-01T25:00:00.000Z',
    '2026-05-01T24:00:01.000Z',
    '2026-05-01T23:60:00Z',
    '2026-05-01T23:59:60Z',
    '2026-05-01T10:00:00+25:00',
    '2026-05',
    '5',
    '1/2/2026',
    'May 1 2026',
    'some day',
    '',
  ])('stays a text everywhere if it is invalid: %s', (text) => {
    expect(parseInstant(text)).toBeNull()
    expect(parseZonedInstant(text)).toBeNull()
    expect(parseTimestamp(text)).toBeNull()
    expect(serialDate(text)).toBeNull()
    expect(createFormat('en').dateTime(text)).toBe(text)
  })

  it('is written in UTC if the option is set', () => {
    const moment = new Date(Date.UTC(2026, 8, 3, 7, 4, 5))
    expect(formatTimestamp(moment, 'utc')).toBe('2026-09-03 07:04:05')
    expect(serialDate(moment.toISOString(), 'utc')).toBeCloseTo(46_268 + (7 * 3_600 + 4 * 60 + 5) / 86_400, 9)
  })
})
