import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsThatFit, isShort, type SummaryField } from '../../renderer/views/changes/change-summary.ts'

const QUANTITY: SummaryField = { label: 'Quantity', old: '4', now: '777' }
const POS_NUMBER: SummaryField = { label: 'POS number', old: '0400638133016681', now: '000999b92' }
const NAME: SummaryField = {
  label: 'Item',
  old: 'Noise-Cancelling Headset – Door hanger',
  now: 'Noise-Cancelling Headset – Door hanger, large',
}

describe('fieldsThatFit', () => {
  it('returns all fields if there is enough width', () => {
    expect(fieldsThatFit([NAME, POS_NUMBER, QUANTITY], 900)).toBe(3)
  })

  it('returns fewer fields in less width, so that none is cut to nothing', () => {
    expect(fieldsThatFit([NAME, POS_NUMBER, QUANTITY], 620)).toBe(2)
    expect(fieldsThatFit([NAME, POS_NUMBER, QUANTITY], 300)).toBe(1)
  })

  it('returns at least one field, and never fewer with more width', () => {
    const field = fc.record({ label: fc.string(), old: fc.string(), now: fc.string() })
    fc.assert(
      fc.property(
        fc.array(field, { minLength: 1, maxLength: 6 }),
        fc.nat(2_000),
        fc.nat(500),
        (fields, width, more) => {
          const count = fieldsThatFit(fields, width)
          expect(count).toBeGreaterThanOrEqual(1)
          expect(count).toBeLessThanOrEqual(fields.length)
          expect(fieldsThatFit(fields, width + more)).toBeGreaterThanOrEqual(count)
        },
      ),
    )
  })

  it('isShort accepts POS numbers and dates, which stay whole', () => {
    expect(['0400638133016681', '1 Oct 2026, 08:00'].every(isShort)).toBe(true)
  })
})
