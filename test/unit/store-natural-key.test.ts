import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naturalKey } from '../../electron/store/query/natural-key.ts'

function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted((a, b) => {
    const [left, right] = [naturalKey(a), naturalKey(b)]
    return left === right ? 0 : left < right ? -1 : 1
  })
}

describe('naturalKey', () => {
  it.each([
    [['POS-9', 'POS-10', 'POS-100']],
    [['a', 'A2', 'a10', 'b']],
    [['7', '007', '8', '0010']],
    [['1.2', '1.10', '1.10a', '2']],
    [['', ' a', '-', '1', 'a']],
    [['eben', 'Ébène', 'Eber']],
    [['χαρτί 2', 'ΧΑΡΤΊ 10']],
    [['item 99999999999999999999', 'item 100000000000000000000']],
  ])('sorts %j in this order', (expected) => {
    expect(sorted(expected.toReversed())).toEqual(expected)
  })

  it('compares numbers by value at any position', () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 30n })
    const prefix = fc.string().filter((text) => !/[0-9]$/.test(text))
    fc.assert(
      fc.property(prefix, number, number, (before, a, b) => {
        const order = naturalKey(`${before}${String(a)}x`) < naturalKey(`${before}${String(b)}x`)
        expect(order).toBe(a < b)
      }),
    )
  })

  it('is equal for two texts only if they differ just in case', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'é', 'e', '\u0301', '0', '1', '10', ' ', 'ς', '-'),
    })
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(naturalKey(a) === naturalKey(b)).toBe(a.toLowerCase() === b.toLowerCase())
      }),
    )
  })
})
