import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemGroup } from '../../electron/contract/query.ts'
import { GroupLines, type GroupLine } from '../../renderer/grid/group-lines.ts'

/** Groups of some sizes, of which some are closed; and their lines, written out one by one. */
const groupedLists = fc
  .array(fc.record({ count: fc.integer({ min: 1, max: 12 }), closed: fc.boolean() }), { maxLength: 12 })
  .map((shape) => {
    const groups: ItemGroup[] = []
    const lines: GroupLine[] = []
    const closed = new Set<number>()
    let first = 0
    for (const [group, each] of shape.entries()) {
      groups.push({ value: group, first, count: each.count, qtySum: 0 })
      lines.push({ kind: 'head', group })
      if (each.closed) closed.add(group)
      else for (let at = 0; at < each.count; at += 1) lines.push({ kind: 'row', group, position: first + at })
      first += each.count
    }
    return { groups, closed, lines, rows: first }
  })

describe('the lines of a grouped list', () => {
  it('are heads and rows in their order, found both ways', () => {
    fc.assert(
      fc.property(groupedLists, ({ groups, closed, lines, rows }) => {
        const grouped = new GroupLines(groups, closed)
        expect(grouped.count).toBe(lines.length)
        for (const [line, expected] of lines.entries()) expect(grouped.at(line)).toEqual(expected)
        for (let position = 0; position < rows; position += 1) {
          const group = groups.findLastIndex((each) => each.first <= position)
          expect(grouped.groupOf(position)).toBe(group)
          const line = lines.findIndex((each) =>
            closed.has(group)
              ? each.kind === 'head' && each.group === group
              : each.kind === 'row' && each.position === position,
          )
          expect(grouped.lineOf(position)).toBe(line)
        }
      }),
    )
  })

  it('hold the rows between two of them, and none of a closed group', () => {
    fc.assert(
      fc.property(groupedLists, fc.nat(160), fc.nat(160), ({ groups, closed, lines }, a, b) => {
        const [first, end] = a <= b ? [a, b] : [b, a]
        const ranges = new GroupLines(groups, closed).rowsIn(first, end)
        const positions = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        )
        expect(positions).toEqual(
          lines.slice(first, end + 1).flatMap((line) => (line.kind === 'row' ? [line.position] : [])),
        )
        for (const [index, [from]] of ranges.entries()) {
          expect(from).toBeGreaterThan((ranges[index - 1]?.[1] ?? -2) + 1)
        }
      }),
    )
  })

  it('lead from a head to the nearest row in a direction, or else to one in the other', () => {
    fc.assert(
      fc.property(
        groupedLists,
        fc.nat(160),
        fc.constantFrom(1 as const, -1 as const),
        (list, at, direction) => {
          const { groups, closed, lines } = list
          fc.pre(lines.length > 0)
          const line = Math.min(at, lines.length - 1)
          const rows = lines.flatMap((each, index) =>
            each.kind === 'row' ? [{ index, position: each.position }] : [],
          )
          const ahead = rows.filter(({ index }) => (direction === 1 ? index >= line : index <= line))
          const behind = rows.filter(({ index }) => (direction === 1 ? index < line : index > line))
          const expected = direction === 1 ? (ahead[0] ?? behind.at(-1)) : (ahead.at(-1) ?? behind[0])
          expect(new GroupLines(groups, closed).rowNear(line, direction)).toBe(expected?.position ?? null)
        },
      ),
    )
  })
})
