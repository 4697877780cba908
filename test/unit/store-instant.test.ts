import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf } from '../../electron/store/decode-json.ts'

const YEAR_1 = Date.UTC(1, 0, 1)
const YEAR_9999 = Date.UTC(9999, 11, 31)

function expected(timestamp: string): number | null {
  const instant = Date.parse(timestamp)
  return Number.isNaN(instant) ? null : instant
}

describe('the instant of a timestamp', () => {
  it('is that of Date.parse, on every day', () => {
    for (let day = Date.UTC(1960, 0, 1); day < Date.UTC(2110, 0, 1); day += 86_400_000) {
      const timestamp = new Date(day + (day % 86_399_999)).toISOString()
      if (instantOf(timestamp) !== Date.parse(timestamp))
        expect(instantOf(timestamp)).toBe(Date.parse(timestamp))
    }
  })

  it('is that of Date.parse at any moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: YEAR_1, max: YEAR_9999 }), (moment) => {
        expect(instantOf(new Date(moment).toISOString())).toBe(moment)
      }),
    )
  })

  it('is that of Date.parse whatever is written', () => {
    const characters = fc.constantFrom('0', '1', '2', '3', '5', '9', 'T', 'Z', '-', ':', '.', ' ', '+')
    const usual = fc.date({ noInvalidDate: true, min: new Date(YEAR_1), max: new Date(YEAR_9999) })
    fc.assert(
      fc.property(usual, fc.nat({ max: 23 }), characters, (date, at, character) => {
        const timestamp = date.toISOString()
        const written = timestamp.slice(0, at) + character + timestamp.slice(at + 1)
        expect(instantOf(written)).toBe(expected(written))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    '2026-02-30T00:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-05-01T24:00:00.000Z',
    '',
    'some day',
  ])('is that of Date.parse: %s', (timestamp) => {
    expect(instantOf(timestamp)).toBe(expected(timestamp))
  })
})
