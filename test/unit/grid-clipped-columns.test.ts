import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'
import {
  CHECK_WIDTH,
  frozenWidth,
  columnOf,
  placeColumns,
  scrollOffsetFor,
  setFrozen,
  widthOf,
} from '../../renderer/grid/column-layout.ts'
import { clippedColumns, hasSameClasses } from '../../renderer/grid/clipped-columns.ts'

const layout = fc
  .uniqueArray(fc.constantFrom(...ITEM_COLUMN_KEYS), { minLength: 1 })
  .map((order): ColumnLayout => ({ order, widths: {} }))

/** A view of random width and scroll position over random columns. */
const view = fc
  .record({
    layout,
    frozen: fc.nat(3),
    available: fc.integer({ min: 300, max: 2_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ layout: { order, widths }, frozen, available, share }) => {
    const columns = placeColumns(order.map(columnOf), setFrozen({ order, widths }, frozen), available)
    return { columns, available, left: share * Math.max(0, widthOf(columns) - available) }
  })

describe('clippedColumns', () => {
  it('shows the text of each column in full or not at all', () => {
    fc.assert(
      fc.property(view, ({ columns, available, left }) => {
        const clipping = clippedColumns(columns, left, available)
        const viewStart = left + frozenWidth(columns, CHECK_WIDTH)
        let start = CHECK_WIDTH
        for (const [index, { width, frozenAt }] of columns.entries()) {
          const end = start + width
          const name = clipping.classes.get(index + 1) ?? ''
          const isOutside = end <= viewStart || start >= left + available
          if (frozenAt !== null || isOutside) expect(name).toBe('')
          else if (name !== 'clip-away') {
            const textStart = start + (name.includes('clip-start') ? clipping.start : 0)
            const textEnd = end - (name.includes('clip-end') ? clipping.end : 0)
            expect(textStart).toBeGreaterThanOrEqual(viewStart - 0.5)
            expect(textEnd).toBeLessThanOrEqual(left + available + 0.5)
            expect(textEnd - textStart).toBeGreaterThanOrEqual(48)
          }
          start = end
        }
      }),
    )
  })

  it('clipping no column that was scrolled to', () => {
    fc.assert(
      fc.property(view, fc.nat(16), ({ columns, available, left }, column) => {
        fc.pre(column >= 1 && column <= columns.length)
        const room = available - frozenWidth(columns, CHECK_WIDTH)
        fc.pre((columns[column - 1]?.width ?? 0) <= room)
        const to = scrollOffsetFor(columns, column, left, available)
        expect(clippedColumns(columns, to, available).classes.has(column)).toBe(false)
      }),
    )
  })

  it('compares which columns are cut, not by how much', () => {
    const columns = placeColumns(
      (['posNumber', 'itemName', 'qty'] as const).map(columnOf),
      { order: [], widths: {} },
      300,
    )
    const at = (left: number) => clippedColumns(columns, left, 300)
    expect(hasSameClasses(at(20), at(21))).toBe(true)
    expect(hasSameClasses(at(0), at(20))).toBe(false)
  })
})
