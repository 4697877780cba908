import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupLines } from '../../renderer/grid/group-lines.ts'
import { GroupHeader } from '../../renderer/grid/grouped-rows.ts'
import { linesBetween } from '../../renderer/grid/line-heights.ts'
import { RowPages } from '../../renderer/lists/row-pages.ts'
import { SheetHeights } from '../../renderer/views/artwork/sheet-heights.ts'
import {
  neighborOf,
  itemAt,
  sheetCommandOf,
  type SheetPosition,
} from '../../renderer/views/artwork/sheet-keys.ts'
import { SheetLines } from '../../renderer/views/artwork/sheet-lines.ts'
import { groupedLists } from '../support/grouped-lists.ts'

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const
const HEAD = 32

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const nextLine = (line: number, direction: 1 | -1): number => line + direction

/** A position in a grouped list with collapsed groups, or in a list of equally long lines. */
const cursors = fc
  .record({
    lines: fc.oneof(
      groupedLists.map(({ groups, collapsed, columns }) => new GroupLines(groups, collapsed, columns)),
      fc
        .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 12 }))
        .map(([count, columns]) => GroupLines.plain(count, columns)),
    ),
    page: fc.integer({ min: 1, max: 9 }),
    line: share,
    column: share,
  })
  .filter(({ lines }) => lines.count > 0)
  .map(({ lines, page, ...shares }) => {
    const line = Math.floor(shares.line * lines.count)
    const rows = lines.rowsAt(line)
    const column = rows === null ? 0 : Math.floor(shares.column * (rows[1] - rows[0] + 1))
    const pageTarget = (from: number, direction: 1 | -1): number =>
      Math.min(Math.max(from + direction * page, 0), lines.count - 1)
    return { lines, position: { line, column }, pageTarget }
  })

/** All stops of the keyboard in order: items by position, headers by line. */
const stopsOf = (lines: GroupLines): readonly string[] =>
  Array.from({ length: lines.count }, (_, line) => {
    const rows = lines.rowsAt(line)
    if (rows === null) return [`head ${String(line)}`]
    return Array.from({ length: rows[1] - rows[0] + 1 }, (_each, index) => String(rows[0] + index))
  }).flat()

const stopAt = (lines: GroupLines, position: SheetPosition | null): string =>
  position === null ? 'nowhere' : String(itemAt(lines, position) ?? `head ${String(position.line)}`)

/** Rows that are all loaded. */
async function rowsOf(count: number): Promise<RowPages<number>> {
  const rows = new RowPages<number>({
    count,
    load: (start, wanted) => Promise.resolve(Array.from({ length: wanted }, (_, index) => start + index)),
    onFailure: (error) => {
      throw error
    },
  })
  await rows.prime(0, count)
  return rows
}

describe('keys of the contact sheet', () => {
  it('never move out of the list', () => {
    fc.assert(
      fc.property(cursors, fc.constantFrom(...KEYS), fc.boolean(), (cursor, key, toEdge) => {
        const to = neighborOf(key, toEdge, cursor)
        expect(stopsOf(cursor.lines)).toContain(stopAt(cursor.lines, to))
      }),
    )
  })

  it('move through every item and every header with Left and Right', () => {
    fc.assert(
      fc.property(cursors, ({ lines, pageTarget }) => {
        const all = stopsOf(lines)
        for (const [key, expected] of [
          ['ArrowRight', all],
          ['ArrowLeft', all.toReversed()],
        ] as const) {
          let position = neighborOf(key === 'ArrowRight' ? 'Home' : 'End', true, {
            lines,
            position: null,
            pageTarget,
          })
          const visitedStops = [stopAt(lines, position)]
          for (let step = 1; step < all.length; step += 1) {
            position = neighborOf(key, false, { lines, position, pageTarget })
            visitedStops.push(stopAt(lines, position))
          }
          expect(visitedStops).toEqual(expected)
          expect(stopAt(lines, neighborOf(key, false, { lines, position, pageTarget }))).toBe(expected.at(-1))
        }
      }),
    )
  })

  it('keep the column across headers and short lines, and reach every line', () => {
    fc.assert(
      fc.property(cursors, ({ lines, position, pageTarget }) => {
        let current: SheetPosition = position
        const step = (key: string): void => {
          current = neighborOf(key, false, { lines, position: current, pageTarget }) ?? current
        }
        for (let line = position.line; line < lines.count - 1; line += 1) step('ArrowDown')
        expect(current.line).toBe(lines.count - 1)
        for (let line = lines.count - 1; line > 0; line -= 1) step('ArrowUp')
        expect(current.line).toBe(0)
        for (let line = 0; line < position.line; line += 1) step('ArrowDown')
        expect(stopAt(lines, current)).toBe(stopAt(lines, position))
      }),
    )
  })

  it('extend a selection across headers, and stop at the end', () => {
    fc.assert(
      fc.property(cursors, fc.constantFrom(...KEYS), fc.boolean(), (cursor, key, toEdge) => {
        const { lines, position } = cursor
        const items = stopsOf(lines).filter((stop) => !stop.startsWith('head'))
        fc.pre(items.length > 0)
        const command = sheetCommandOf({ key, ...PLAIN, ctrlKey: toEdge, shiftKey: true }, cursor)
        const to = command?.kind === 'go' ? stopAt(lines, command.to) : ''
        expect(items).toContain(to)
        const index = items.indexOf(stopAt(lines, position))
        if (toEdge || index < 0) return
        if (key === 'ArrowRight') expect(to).toBe(items[Math.min(index + 1, items.length - 1)])
        if (key === 'ArrowLeft') expect(to).toBe(items[Math.max(index - 1, 0)])
      }),
    )
  })

  it('stop at both ends of a line, and at those of the list with Ctrl', () => {
    const lines = GroupLines.plain(10, 4)
    const to = (key: string, toEdge: boolean, index: number): string =>
      stopAt(
        lines,
        neighborOf(key, toEdge, {
          lines,
          position: { line: Math.floor(index / 4), column: index % 4 },
          pageTarget: nextLine,
        }),
      )
    expect(to('Home', false, 6)).toBe('4')
    expect(to('End', false, 6)).toBe('7')
    expect(to('Home', true, 6)).toBe('0')
    expect(to('End', true, 6)).toBe('9')
    expect(to('ArrowDown', false, 7)).toBe('9')
    expect(to('ArrowDown', false, 9)).toBe('9')
  })

  it('do the same as in the grid, except that Enter opens the artwork', () => {
    const cursor = { lines: GroupLines.plain(10, 4), position: { line: 0, column: 2 }, pageTarget: nextLine }
    const kindOf = (key: string, more: Partial<typeof PLAIN> = {}): string | undefined =>
      sheetCommandOf({ key, ...PLAIN, ...more }, cursor)?.kind
    expect(kindOf('Enter')).toBe('view')
    expect(kindOf('Enter', { ctrlKey: true })).toBe('view')
    expect(kindOf('F2')).toBe('open')
    expect(kindOf(' ')).toBe('check')
    expect(kindOf('a', { ctrlKey: true })).toBe('selectAll')
    expect(kindOf('A', { ctrlKey: true, shiftKey: true })).toBe('invert')
    expect(kindOf('c', { ctrlKey: true })).toBe('copy')
    expect(kindOf('p')).toBe('search')
    expect(kindOf('?')).toBeUndefined()
    expect(kindOf('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(sheetCommandOf({ key: 'ArrowRight', ...PLAIN, shiftKey: true }, cursor)).toEqual({
      kind: 'go',
      to: { line: 0, column: 3 },
      extend: true,
    })
  })

  it('do nothing in an empty list', () => {
    const cursor = { lines: GroupLines.plain(0, 4), position: null, pageTarget: nextLine }
    expect(KEYS.map((key) => sheetCommandOf({ key, ...PLAIN }, cursor)?.kind ?? null)).not.toContain('go')
    expect(sheetCommandOf({ key: 'Enter', ...PLAIN }, cursor)).toBeNull()
  })
})

describe('lines of the contact sheet', () => {
  it('list headers, and every row of an open group once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(groupedLists, async ({ groups, collapsed, columns, lines, rows }) => {
        const sheet = new SheetLines(await rowsOf(rows), new GroupLines(groups, collapsed, columns), HEAD)
        const held = Array.from({ length: sheet.count }, (_, line) => sheet.get(line))
        expect(
          held.map((line) => (line instanceof GroupHeader ? { head: line.index } : { rows: line?.rows })),
        ).toEqual(lines.map((line) => (line.rows.length === 0 ? { head: line.group } : { rows: line.rows })))
      }),
    )
  })

  it('are available when all their rows are loaded, and load missing rows', async () => {
    const requests: (readonly [number, number])[] = []
    const rows = new RowPages<number>({
      count: 25,
      pageSize: 10,
      load: (start, wanted) => {
        requests.push([start, wanted])
        return Promise.resolve(Array.from({ length: wanted }, (_, index) => start + index))
      },
      onFailure: (error) => {
        throw error
      },
    })
    await rows.prime(0, 9)
    const lines = new SheetLines(rows, GroupLines.plain(25, 6), HEAD)
    expect(lines.get(0)).toEqual({ rows: [0, 1, 2, 3, 4, 5] })
    expect(lines.get(1)).toBeUndefined()
    const come = new Promise<readonly [number, number]>((resolve) => {
      lines.onRows((first, last) => {
        resolve([first, last])
      })
    })
    lines.request(1, 1, null)
    expect(await come).toEqual([1, 3])
    expect(lines.get(1)).toEqual({ rows: [6, 7, 8, 9, 10, 11] })
    expect(requests).toEqual([
      [0, 10],
      [10, 10],
    ])
  })
})

describe('heights of the contact sheet', () => {
  const sizes = fc.record({
    lineHeight: fc.integer({ min: 20, max: 400 }),
    room: fc.integer({ min: 0, max: 900 }),
  })

  it('map lines to offsets and back', () => {
    fc.assert(
      fc.property(
        groupedLists,
        sizes,
        share,
        ({ groups, collapsed, columns, lines }, { lineHeight, room }, at) => {
          const heights = new SheetHeights(new GroupLines(groups, collapsed, columns), {
            head: HEAD,
            line: lineHeight,
          })
          expect(heights.count).toBe(lines.length)
          const tops: number[] = []
          let total = 0
          for (const line of lines) {
            tops.push(total)
            total += line.rows.length === 0 ? HEAD : lineHeight
          }
          expect(lines.map((_, line) => heights.offsetOf(line))).toEqual(tops)
          expect(heights.offsetOf(lines.length)).toBe(total)
          fc.pre(total > 0)
          const from = Math.floor(at * total)
          const touched = lines.flatMap((_, line) => {
            const top = tops[line] ?? 0
            const bottom = tops[line + 1] ?? total
            return bottom > from && (top < from + room || (top <= from && bottom > from)) ? [line] : []
          })
          expect(heights.lineAt(from)).toBe(touched[0])
          expect(linesBetween(heights, from, from + room)).toEqual({
            first: touched[0],
            last: touched.at(-1),
          })
          expect(heights.lineAt(-5)).toBe(0)
          expect(heights.lineAt(total + 5)).toBe(lines.length - 1)
        },
      ),
    )
  })

  it('give each visible line its own slot, separate for headers and pictures', () => {
    fc.assert(
      fc.property(
        groupedLists,
        sizes,
        share,
        ({ groups, collapsed, columns, lines }, { lineHeight, room }, at) => {
          fc.pre(lines.length > 0)
          const heights = new SheetHeights(new GroupLines(groups, collapsed, columns), {
            head: HEAD,
            line: lineHeight,
          })
          const plan = heights.slotsFor(room)
          const from = at * heights.offsetOf(lines.length)
          const seen = linesBetween(heights, from, from + room) ?? { first: 0, last: -1 }
          const range = (first: number, count: number): readonly number[] =>
            Array.from({ length: count }, (_, index) => first + index)
          const begin = Math.floor(at * (lines.length - plan.together + 1))
          for (const drawn of [range(seen.first, seen.last - seen.first + 1), range(begin, plan.together)]) {
            const slots = drawn.map(plan.of)
            expect(new Set(slots).size).toBe(slots.length)
            for (const slot of slots) expect(slot).toBeLessThan(plan.count)
          }
          const slotsOf = (heads: boolean): readonly number[] =>
            lines.flatMap((line, index) => ((line.rows.length === 0) === heads ? [plan.of(index)] : []))
          expect(slotsOf(true).filter((slot) => slotsOf(false).includes(slot))).toEqual([])
        },
      ),
    )
  })

  it('are found quickly in a million items with the maximum number of groups', () => {
    const groups = Array.from({ length: 100_000 }, (_, index) => ({
      value: index,
      first: index * 10,
      count: 10,
      qtySum: 0,
    }))
    const heights = new SheetHeights(new GroupLines(groups, new Set(), 4), { head: HEAD, line: 200 })
    expect(heights.count).toBe(400_000)
    expect(heights.offsetOf(400_000)).toBe(100_000 * (HEAD + 600))
    for (let line = 0; line < 400_000; line += 1_337) {
      expect(heights.lineAt(heights.offsetOf(line))).toBe(line)
      expect(heights.lineAt(heights.offsetOf(line + 1) - 1)).toBe(line)
    }
  })
})
