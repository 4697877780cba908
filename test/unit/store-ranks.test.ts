import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naturalKey } from '../../electron/store/query/natural-key.ts'
import { PackedKeys } from '../../electron/store/query/packed-keys.ts'
import { ranksOfKeys } from '../../electron/store/query/packed-sort.ts'
import { EMPTY_RANK, ranksOfNumbers } from '../../electron/store/query/ranks.ts'
import { repetitions } from '../support/repetitions.ts'

function packed(texts: readonly (string | null)[]): PackedKeys {
  const keys = new PackedKeys(texts.length)
  for (const text of texts) keys.add(text)
  return keys
}

/** Ranks by comparing all keys, as the reference. */
function ranksBy(keys: readonly (string | number | null)[]): { ranks: number[]; distinct: number } {
  const values = [...new Set(keys.filter((key) => key !== null))].sort((a, b) => (a < b ? -1 : 1))
  return {
    ranks: keys.map((key) => (key === null ? EMPTY_RANK : values.indexOf(key))),
    distinct: values.length,
  }
}

const unit = fc.oneof(
  // prettier-ignore
  fc.constantFrom('a', 'A', 'z', 'é', 'e\u0301', 'Ω', 'ς', 'ß', '0', '00', '1', '9', '10', ' ', '-', '–', '\0', '\u007f', '\u00a0', '\u07ff', '日', '\ue000', '\uffff', '😀', '\ud800'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''))

describe('ranksOfKeys', () => {
  it('sorts by natural keys, whatever prefixes the texts share', () => {
    const prefix = fc.constantFrom('', 'Counter ', 'Counter wobbler 000')
    const cell = fc.option(fc.tuple(prefix, text).map((parts) => parts.join('')))
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 60 }), (cells) => {
        const keys = cells.map((each) =>
          (each ?? '').trim() === '' ? null : naturalKey((each ?? '').trim()),
        )
        const { ranks, distinct } = ranksOfKeys(packed(cells), () => undefined)
        expect({ ranks: [...ranks], distinct }).toEqual(ranksBy(keys))
      }),
      { numRuns: repetitions(125, 500) },
    )
  })

  it('ranks more items than one packed number can count', () => {
    const count = 2 ** 21 + 10
    const keys = new PackedKeys(count)
    for (let at = 0; at < count; at += 1) keys.add(at === 5 ? null : `item ${String((at * 7919) % 1_000)}`)
    const { ranks, distinct } = ranksOfKeys(keys, () => undefined)
    expect(distinct).toBe(1_000)
    expect(ranks[5]).toBe(EMPTY_RANK)
    expect(ranks.every((rank, at) => at === 5 || rank === (at * 7919) % 1_000)).toBe(true)
  })

  it('ranks texts of any length', () => {
    const long = 'x'.repeat(3_000_000)
    const cells = [`${long}b`, 'y', long, ...Array.from({ length: 20 }, (_, at) => `same ${long.slice(at)}`)]
    const { ranks } = ranksOfKeys(packed(cells), () => undefined)
    expect(ranks[1]).toBe(Math.max(...ranks))
    expect(ranks[22]).toBeLessThan(ranks[0] ?? 0)
  })

  it('stops when it is canceled', () => {
    const keys = packed(Array.from({ length: 250_000 }, (_, at) => String(at)))
    expect(() =>
      ranksOfKeys(keys, () => {
        throw new Error('superseded')
      }),
    ).toThrow('superseded')
  })
})

describe('ranksOfNumbers', () => {
  it.each([
    ['integers', fc.maxSafeInteger()],
    ['small integers', fc.integer({ min: -3, max: 70_000 })],
    ['few different integers', fc.integer({ min: -9, max: 12 })],
    ['zeros', fc.constantFrom(0, -0, 1)],
    ['instants', fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })],
    ['any numbers', fc.double()],
  ])('sorts by value: %s', (_, number: fc.Arbitrary<number>) => {
    fc.assert(
      fc.property(fc.array(fc.option(number), { maxLength: 50 }), (cells) => {
        const numbers = cells.map((each) => (each === null || Number.isNaN(each) ? null : each + 0))
        const { ranks, distinct } = ranksOfNumbers(Float64Array.from(numbers, (each) => each ?? Number.NaN))
        expect({ ranks: [...ranks], distinct }).toEqual(ranksBy(numbers))
      }),
    )
  })
})
