import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowPages } from '../../renderer/grid/row-pages.ts'
import { goneTo, sheetCommandOf } from '../../renderer/views/artwork/sheet-keys.ts'
import { placeInSheet, SheetLines } from '../../renderer/views/artwork/sheet-lines.ts'

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const

const cursors = fc
  .record({
    count: fc.integer({ min: 1, max: 500 }),
    columns: fc.integer({ min: 1, max: 12 }),
    page: fc.integer({ min: 1, max: 9 }),
    share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  .map(({ count, columns, page, share }) => ({ count, columns, page, at: Math.floor(share * count) }))

/** Rows that are all there. */
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

describe('the keys of the contact sheet', () => {
  it('never lead out of the list', () => {
    fc.assert(
      fc.property(cursors, fc.constantFrom(...KEYS), fc.boolean(), (cursor, key, far) => {
        const to = goneTo(key, far, cursor) ?? -1
        expect(to).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThan(cursor.count)
      }),
    )
  })

  it('keep the column from line to line, but for a last line that is too short', () => {
    fc.assert(
      fc.property(cursors, fc.constantFrom('ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'), (cursor, key) => {
        const to = goneTo(key, false, cursor) ?? -1
        const isAtEnd = to === cursor.count - 1
        if (!isAtEnd) expect(to % cursor.columns).toBe(cursor.at % cursor.columns)
      }),
    )
  })

  it('reach every line from every other with the arrows', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const { columns, count } = cursor
        let { at } = cursor
        const lastLine = Math.floor((count - 1) / columns)
        for (let step = Math.floor(at / columns); step < lastLine; step += 1)
          at = goneTo('ArrowDown', false, { ...cursor, at }) ?? -1
        expect(Math.floor(at / columns)).toBe(lastLine)
        for (let step = lastLine; step > 0; step -= 1) at = goneTo('ArrowUp', false, { ...cursor, at }) ?? -1
        expect(Math.floor(at / columns)).toBe(0)
      }),
    )
  })

  it('stop at both ends of a line, and lead to those of the list with Ctrl', () => {
    const cursor = { at: 6, count: 10, columns: 4, page: 1 }
    expect(goneTo('Home', false, cursor)).toBe(4)
    expect(goneTo('End', false, cursor)).toBe(7)
    expect(goneTo('Home', true, cursor)).toBe(0)
    expect(goneTo('End', true, cursor)).toBe(9)
    expect(goneTo('ArrowDown', false, { ...cursor, at: 7 })).toBe(9)
    expect(goneTo('ArrowDown', false, { ...cursor, at: 9 })).toBe(9)
  })

  it('mean the same as in the grid otherwise, but that Enter looks at the artwork', () => {
    const cursor = { at: 2, count: 10, columns: 4, page: 1 }
    const kindOf = (key: string, more: Partial<typeof PLAIN> = {}): string | undefined =>
      sheetCommandOf({ key, ...PLAIN, ...more }, cursor)?.kind
    expect(kindOf('Enter')).toBe('view')
    expect(kindOf('Enter', { ctrlKey: true })).toBe('view')
    expect(kindOf('F2')).toBe('open')
    expect(kindOf(' ')).toBe('mark')
    expect(kindOf('a', { ctrlKey: true })).toBe('selectAll')
    expect(kindOf('A', { ctrlKey: true, shiftKey: true })).toBe('invert')
    expect(kindOf('c', { ctrlKey: true })).toBe('copy')
    expect(kindOf('p')).toBe('search')
    expect(kindOf('?')).toBeUndefined()
    expect(kindOf('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(sheetCommandOf({ key: 'ArrowRight', ...PLAIN, shiftKey: true }, cursor)).toEqual({
      kind: 'go',
      to: 3,
      extend: true,
    })
  })

  it('do nothing in an empty list', () => {
    const cursor = { at: null, count: 0, columns: 4, page: 1 }
    expect(KEYS.map((key) => sheetCommandOf({ key, ...PLAIN }, cursor)?.kind ?? null)).not.toContain('go')
    expect(sheetCommandOf({ key: 'Enter', ...PLAIN }, cursor)).toBeNull()
  })
})

describe('the lines of the contact sheet', () => {
  it('hold every row once, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 12 }),
        async (count, columns) => {
          const lines = new SheetLines(await rowsOf(count), columns)
          const rows = Array.from({ length: lines.count }, (_, line) => lines.get(line)?.rows ?? [])
          expect(rows.flat()).toEqual(Array.from({ length: count }, (_, index) => index))
          expect(rows.map((line) => line.length)).toEqual(rows.map((_, line) => lines.lengthOf(line)))
        },
      ),
    )
  })

  it('are there when all of their rows have come, and ask for these', async () => {
    const asked: (readonly [number, number])[] = []
    const rows = new RowPages<number>({
      count: 25,
      pageSize: 10,
      load: (start, wanted) => {
        asked.push([start, wanted])
        return Promise.resolve(Array.from({ length: wanted }, (_, index) => start + index))
      },
      onFailure: (error) => {
        throw error
      },
    })
    await rows.prime(0, 9)
    const lines = new SheetLines(rows, 6)
    expect(lines.get(0)?.rows).toEqual([0, 1, 2, 3, 4, 5])
    expect(lines.get(1)).toBeUndefined()
    const come = new Promise<readonly [number, number]>((resolve) => {
      lines.onRows((first, last) => {
        resolve([first, last])
      })
    })
    lines.want(1, 1, null)
    expect(await come).toEqual([1, 3])
    expect(lines.get(1)?.rows).toEqual([6, 7, 8, 9, 10, 11])
    expect(asked).toEqual([
      [0, 10],
      [10, 10],
    ])
  })

  it('take places of rows to the lines that these are in', async () => {
    const lines = new SheetLines(await rowsOf(100), 7)
    expect(placeInSheet(lines, { kind: 'top' })).toEqual({ kind: 'top' })
    expect(placeInSheet(lines, { kind: 'at', position: 15 })).toEqual({ kind: 'at', position: 2 })
    expect(placeInSheet(lines, { kind: 'reveal', position: 6 })).toEqual({ kind: 'reveal', position: 0 })
    expect(placeInSheet(lines, { kind: 'shift', from: 20, to: 30 })).toEqual({
      kind: 'shift',
      from: 2,
      to: 4,
    })
  })
})
