import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PairTotals } from '../../electron/store/query/pair-totals.ts'

describe('PairTotals', () => {
  const code = fc.oneof(fc.nat(5), fc.nat(2_000))
  const item = fc.tuple(
    code,
    code,
    fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constant(Number.NaN)),
  )

  it('equal those of a plain loop, in the order of the ranks', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 600 }), (items) => {
        const totals = new PairTotals()
        const expected = new Map<string, { first: number; second: number; count: number; qtySum: number }>()
        const all = { count: 0, qtySum: 0 }
        for (const [first, second, quantity] of items) {
          totals.add(first, second, quantity)
          const name = `${String(first)} ${String(second)}`
          const pair = expected.get(name) ?? { first, second, count: 0, qtySum: 0 }
          for (const sum of [pair, all]) {
            sum.count += 1
            if (!Number.isNaN(quantity)) sum.qtySum += quantity
          }
          expected.set(name, pair)
        }
        // The order of the second codes is reversed.
        const [firstRanks, secondRanks] = [
          Array.from({ length: 2_001 }, (_, rank) => rank),
          Array.from({ length: 2_001 }, (_, rank) => 2_000 - rank),
        ]
        expect(totals.inOrder(firstRanks, secondRanks)).toEqual(
          [...expected.values()].sort((a, b) => a.first - b.first || b.second - a.second),
        )
        expect(totals.all).toEqual(all)
      }),
    )
  })

  it('are in the order of the first codes if their ranks are equal', () => {
    const totals = new PairTotals()
    for (const [first, second] of [
      [2, 0],
      [1, 1],
      [1, 0],
    ] as const)
      totals.add(first, second, 1)
    expect(totals.inOrder([0, 0, 0], [0, 1]).map(({ first, second }) => [first, second])).toEqual([
      [1, 0],
      [2, 0],
      [1, 1],
    ])
  })
})
