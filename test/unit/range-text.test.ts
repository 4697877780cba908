import { describe, expect, it } from 'vitest'
import { createFormat } from '../../renderer/state/format.ts'
import { parseNumber } from '../../renderer/state/range-text.ts'

describe('parseNumber', () => {
  it.each(['en-GB', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'ar', 'fa-IR', 'he', 'bn', 'mr', 'ne', 'my'])(
    'parses numbers as %s formats them',
    (locale) => {
      const { decimal } = createFormat(locale)
      for (const value of [0, 29, -7, 1_234_567, -1_234.5, 0.25])
        expect(parseNumber(decimal(value, 20), locale)).toBe(value)
    },
  )

  it('accepts digits and a minus sign of English in every locale', () => {
    for (const locale of ['en', 'de', 'ar-EG', 'he']) expect(parseNumber('-12', locale)).toBe(-12)
  })

  it('returns null for an empty text, and undefined for no number', () => {
    expect(parseNumber(' ', 'en')).toBeNull()
    for (const text of ['a', '1-2', '--1', '.']) expect(parseNumber(text, 'en')).toBeUndefined()
  })
})
