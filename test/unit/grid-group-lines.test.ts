import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupLines } from '../../renderer/grid/group-lines.ts'
import { groupedLists, linesOf } from '../support/grouped-lists.ts'

describe('GroupLines', () => {
  it('lists headers and rows in order, found by line and by row', () => {
    fc.assert(
      fc.property(groupedLists, ({ groups, collapsed, columns, lines, rows }) => {
        const grouped = new GroupLines(groups, collapsed, columns)
        expect(grouped.count).toBe(lines.length)
        for (const [line, { group, rows: held }] of lines.entries()) {
          const [index] = held
          expect(grouped.at(line)).toEqual(
            index === undefined ? { kind: 'header', group } : { kind: 'row', group, index },
          )
          expect(grouped.rowsAt(line)).toEqual(index === undefined ? null : [index, held.at(-1)])
          expect(grouped.groupAt(line)).toBe(group)
        }
        for (let index = 0; index < rows; index += 1) {
          const group = groups.findLastIndex((each) => each.first <= index)
          expect(grouped.groupOf(index)).toBe(group)
          const line = lines.findIndex((each) =>
            collapsed.has(group) ? each.group === group : each.rows.includes(index),
          )
          expect(grouped.lineOf(index)).toBe(line)
        }
      }),
    )
  })

  it('returns the rows between two lines, except those of collapsed groups', () => {
    fc.assert(
      fc.property(groupedLists, fc.nat(160), fc.nat(160), ({ groups, collapsed, columns, lines }, a, b) => {
        const [first, end] = a <= b ? [a, b] : [b, a]
        const ranges = new GroupLines(groups, collapsed, columns).rowsIn(first, end)
        const indexes = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        )
        expect(indexes).toEqual(lines.slice(first, end + 1).flatMap((line) => line.rows))
        for (const [index, [from]] of ranges.entries()) {
          expect(from).toBeGreaterThan((ranges[index - 1]?.[1] ?? -2) + 1)
        }
      }),
    )
  })

  it('finds the nearest row in a direction, else in the other one', () => {
    fc.assert(
      fc.property(
        groupedLists,
        fc.nat(160),
        fc.constantFrom(1 as const, -1 as const),
        (list, at, direction) => {
          const { groups, collapsed, columns, lines } = list
          fc.pre(lines.length > 0)
          const line = Math.min(at, lines.length - 1)
          const rows = lines.flatMap((each, rowLine) => each.rows.map((index) => ({ rowLine, index })))
          const own = lines[line]?.rows[0]
          const ahead = rows.filter(({ rowLine }) => (direction === 1 ? rowLine >= line : rowLine <= line))
          const behind = rows.filter(({ rowLine }) => (direction === 1 ? rowLine < line : rowLine > line))
          const expected = direction === 1 ? (ahead[0] ?? behind.at(-1)) : (ahead.at(-1) ?? behind[0])
          expect(new GroupLines(groups, collapsed, columns).rowNear(line, direction)).toBe(
            own ?? expected?.index ?? null,
          )
        },
      ),
    )
  })

  it('lists only rows without groups', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 9 }), (count, columns) => {
        const plain = GroupLines.plain(count, columns)
        const indexes = Array.from({ length: count }, (_, index) => index)
        const lines = linesOf(indexes, columns)
        expect(plain.count).toBe(lines.length)
        expect(lines.map((_, line) => plain.rowsAt(line))).toEqual(
          lines.map((rows) => [rows[0], rows.at(-1)]),
        )
        for (const index of indexes) {
          expect(plain.lineOf(index)).toBe(lines.findIndex((rows) => rows.includes(index)))
        }
        expect(plain.rowsIn(0, lines.length)).toEqual(count === 0 ? [] : [[0, count - 1]])
      }),
    )
  })
})
