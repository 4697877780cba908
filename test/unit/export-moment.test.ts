import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentOf, momentText } from '../../electron/export/moment.ts'

const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat({ max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'))
/** In the usual form, of which most exist. */
const usual = fc
  .tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2), digits(3))
  .map(
    ([year, month, day, hour, minute, second, rest]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`,
  )
const near = fc.tuple(
  fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }),
  fc.nat({ max: 23 }),
  fc.constantFrom('', ' ', '0', '9', ':', '-', 'T', 'Z', 'é'),
)

describe('a moment in a text', () => {
  it('is the one that JavaScript reads there', () => {
    fc.assert(
      fc.property(usual, (text) => {
        expect(momentOf(text)?.getTime() ?? Number.NaN).toBe(new Date(text).getTime())
      }),
    )
  })

  it('is none where a character is wrong', () => {
    fc.assert(
      fc.property(near, ([date, at, character]) => {
        const text = date.toISOString()
        expect(momentOf(text)).toEqual(date)
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        const isInForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u.test(changed)
        const read = isInForm ? new Date(changed).getTime() : Number.NaN
        expect(momentOf(changed)?.getTime() ?? Number.NaN).toBe(read)
      }),
    )
  })

  it('stands in the time of this computer', () => {
    expect(momentText(new Date(2026, 8, 3, 7, 4, 5))).toBe('2026-09-03 07:04:05')
  })
})
