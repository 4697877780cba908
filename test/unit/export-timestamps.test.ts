import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimestamp, formatTimestamp } from '../../electron/export/values/timestamps.ts'

const editedTimestamp = fc.tuple(
  fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }),
  fc.nat({ max: 23 }),
  fc.constantFrom('', ' ', '0', '9', ':', '-', 'T', 'Z', 'é'),
)

describe('parseTimestamp and formatTimestamp', () => {
  it('never read a changed timestamp as another day', () => {
    fc.assert(
      fc.property(editedTimestamp, ([date, offset, character]) => {
        const text = date.toISOString()
        expect(parseTimestamp(text)).toEqual(date)
        const changed = text.slice(0, offset) + character + text.slice(offset + 1)
        const result = parseTimestamp(changed)
        // JavaScript accepts days that do not exist as other days.
        if (result !== null) expect(result.toISOString().slice(0, 10)).toBe(changed.slice(0, 10))
      }),
    )
  })

  it('use the computer’s local time', () => {
    expect(formatTimestamp(new Date(2026, 8, 3, 7, 4, 5))).toBe('2026-09-03 07:04:05')
  })
})
