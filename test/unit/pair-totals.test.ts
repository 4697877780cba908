import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PairTotals, type ItemValues } from '../../electron/store/query/pair-totals.ts'

type Item = readonly [first: number, second: number, quantity: number]

/** Returns the values of items by the indexes of their codes, as in a snapshot. */
function valuesOf(itemCodes: readonly number[]): ItemValues {
  const codes = [...new Set(itemCodes)]
  return { indexes: Int32Array.from(itemCodes, (code) => codes.indexOf(code)), codes }
}

/** Adds the items that are counted, all of them without a part. */
function addItems(totals: PairTotals, items: readonly Item[], part: readonly number[] | null): void {
  const start = 1_000
  totals.addItems(
    valuesOf(items.map(([first]) => first)),
    valuesOf(items.map(([, second]) => second)),
    Float64Array.from(items, ([, , quantity]) => quantity),
    part === null ? null : Int32Array.from(part, (index) => start + index),
    start,
  )
}

function rowsOf(totals: PairTotals, firstRanks: readonly number[], secondRanks: readonly number[]) {
  const { firsts, seconds, counts, qtySums } = totals.inOrder(firstRanks, secondRanks)
  return Array.from(firsts, (first, row) => [first, seconds[row], counts[row], qtySums[row]])
}

describe('PairTotals', () => {
  const code = fc.oneof(fc.nat(5), fc.nat(2_000))
  const quantity = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constant(Number.NaN))
  const few = fc.array(fc.tuple(code, code, quantity), { maxLength: 200 })
  /** Too many pairs of values for a table of all of them. */
  const many = fc.constant(Array.from({ length: 400 }, (_, index): Item => [index, 400 - index, index / 8]))
  const snapshot = fc
    .oneof({ weight: 5, arbitrary: few }, { weight: 1, arbitrary: many })
    .chain((items) =>
      fc.record({
        items: fc.constant<readonly Item[]>(items),
        part: fc.option(fc.subarray([...items.keys()])),
      }),
    )

  it('equal those of a plain loop, in the order of the ranks', () => {
    fc.assert(
      fc.property(fc.array(snapshot, { maxLength: 6 }), (snapshots) => {
        const totals = new PairTotals()
        const expected = new Map<string, { first: number; second: number; count: number; qtySum: number }>()
        const all = { count: 0, qtySum: 0 }
        for (const { items, part } of snapshots) {
          addItems(totals, items, part)
          for (const [index, [first, second, added]] of items.entries()) {
            if (part?.includes(index) === false) continue
            const name = `${String(first)} ${String(second)}`
            const pair = expected.get(name) ?? { first, second, count: 0, qtySum: 0 }
            for (const sum of [pair, all]) {
              sum.count += 1
              if (!Number.isNaN(added)) sum.qtySum += added
            }
            expected.set(name, pair)
          }
        }
        const ranks = Array.from({ length: 2_001 }, (_, rank) => rank)
        // The order of the second codes is reversed.
        expect(rowsOf(totals, ranks, ranks.toReversed())).toEqual(
          [...expected.values()]
            .sort((a, b) => a.first - b.first || b.second - a.second)
            .map(({ first, second, count, qtySum }) => [first, second, count, qtySum]),
        )
        expect(totals.all).toEqual(all)
      }),
    )
  })

  it('are in the order of the first codes if their ranks are equal', () => {
    const totals = new PairTotals()
    addItems(
      totals,
      [
        [2, 0, 1],
        [1, 1, 1],
        [1, 0, 1],
      ],
      null,
    )
    expect(rowsOf(totals, [0, 0, 0], [0, 1]).map(([first, second]) => [first, second])).toEqual([
      [1, 0],
      [2, 0],
      [1, 1],
    ])
  })
})
