import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SelectionRanges } from '../../electron/contract/query.ts'
import * as selection from '../../renderer/lists/selection.ts'

const SIZE = 40
const position = fc.integer({ min: 0, max: SIZE - 1 })
const range = fc
  .tuple(position, position)
  .map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)])

const positionsOf = (ranges: SelectionRanges): number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))

function expectAccessible(ranges: SelectionRanges): void {
  for (const [index, [first, last]] of ranges.entries()) {
    expect(first).toBeLessThanOrEqual(last)
    const next = ranges[index + 1]
    if (next !== undefined) expect(next[0]).toBeGreaterThan(last + 1)
  }
}

describe('a selection of ranges', () => {
  it('keeps ranges ascending and disjoint, with the same rows as a set', () => {
    const step = fc.record({ range, add: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let ranges: SelectionRanges = []
        const model = new Set<number>()
        for (const {
          range: [first, last],
          add,
        } of steps) {
          ranges = add
            ? selection.addRange(ranges, [first, last])
            : selection.removeRange(ranges, [first, last])
          for (let at = first; at <= last; at += 1) {
            if (add) model.add(at)
            else model.delete(at)
          }
          expectAccessible(ranges)
          expect(positionsOf(ranges)).toEqual([...model].sort((a, b) => a - b))
          expect(selection.sizeOf(ranges)).toBe(model.size)
          for (let at = 0; at < SIZE; at += 1) expect(selection.includes(ranges, at)).toBe(model.has(at))
        }
      }),
    )
  })

  it('inverts to the unselected rows, and back', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (chosen) => {
        const ranges = selection.normalize(chosen)
        const before = { ...selection.NO_SELECTION, ranges }
        const inverted = selection.invert(before, SIZE)
        expectAccessible(inverted.ranges)
        const held = new Set(positionsOf(ranges))
        const others = Array.from({ length: SIZE }, (_, at) => at).filter((at) => !held.has(at))
        expect(positionsOf(inverted.ranges)).toEqual(others)
        expect(selection.invert(inverted, SIZE).ranges).toEqual(ranges)
      }),
    )
    expect(selection.invert(selection.NO_SELECTION, 0).ranges).toEqual([])
    expect(selection.invert(selection.NO_SELECTION, 1_000_000).ranges).toEqual([[0, 999_999]])
  })

  it('converts positions to ranges', () => {
    fc.assert(
      fc.property(fc.array(position), (positions) => {
        const ranges = selection.rangesOf(positions)
        expectAccessible(ranges)
        expect(positionsOf(ranges)).toEqual([...new Set(positions)].sort((a, b) => a - b))
      }),
    )
  })

  it('is unchanged after toggling twice', () => {
    fc.assert(
      fc.property(fc.array(range), position, (ranges, at) => {
        const before = { ...selection.NO_SELECTION, ranges: selection.normalize(ranges) }
        const after = selection.toggle(selection.toggle(before, at), at)
        expect(after.ranges).toEqual(before.ranges)
      }),
    )
  })

  it('replaces the previous extension, and keeps earlier rows', () => {
    let chosen = selection.toggle(selection.NO_SELECTION, 2)
    chosen = selection.toggle(chosen, 10)
    chosen = selection.extendTo(chosen, 10, 14)
    expect(chosen.ranges).toEqual([
      [2, 2],
      [10, 14],
    ])
    chosen = selection.extendTo(chosen, 14, 8)
    expect(chosen.ranges).toEqual([
      [2, 2],
      [8, 10],
    ])
  })

  it('contains anchor and end of an extension', () => {
    fc.assert(
      fc.property(position, fc.array(position, { minLength: 1 }), (start, ends) => {
        let chosen = selection.selectOnly(start)
        for (const end of ends) {
          chosen = selection.extendTo(chosen, start, end)
          expect(chosen.ranges).toEqual([[Math.min(start, end), Math.max(start, end)]])
        }
      }),
    )
  })

  it('marks a clicked row, and drops it when another one is marked', () => {
    const clicked = selection.selectOnly(3)
    expect(selection.check(clicked, 3)).toMatchObject({ ranges: [[3, 3]], transient: false })
    expect(selection.check(clicked, 7).ranges).toEqual([[7, 7]])
    expect(selection.check(selection.check(clicked, 3), 3).ranges).toEqual([])
  })

  it('stores a million rows as one pair', () => {
    const all = selection.selectAll(1_000_000)
    expect(all.ranges).toEqual([[0, 999_999]])
    expect(selection.isAll(all.ranges, 1_000_000)).toBe(true)
    expect(selection.isAll(selection.toggle(all, 5).ranges, 1_000_000)).toBe(false)
    expect(selection.selectAll(0).ranges).toEqual([])
    expect(selection.isAll([], 0)).toBe(false)
  })
})
