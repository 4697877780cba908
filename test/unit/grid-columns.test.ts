import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS, DEFAULT_COLUMNS } from '../../electron/contract/columns.ts'
import { MAX_FIELD_COLUMNS, type FieldKey } from '../../electron/contract/fields.ts'
import { DEFAULT_LAYOUT, type ColumnLayout } from '../../electron/contract/preferences.ts'
import { groupKeys, visibleColumns } from '../../renderer/state/list-columns.ts'
import {
  ITEM_COLUMN_SET,
  CHECK_WIDTH,
  columnOf,
  isFull,
  MIN_WIDTH,
  MAX_WIDTH,
  moveBefore,
  moveBy,
  placeColumns,
  scrollOffsetFor,
  setFrozen,
  setVisible,
  setWidths,
  widthOf,
} from '../../renderer/grid/column-layout.ts'

const key = fc.constantFrom(...ITEM_COLUMN_KEYS)
const layout = fc.uniqueArray(key, { minLength: 1 }).map((order): ColumnLayout => ({ order, widths: {} }))

describe('a column layout', () => {
  it('keeps the same columns when one moves', () => {
    fc.assert(
      fc.property(
        layout,
        key,
        fc.option(key),
        fc.integer({ min: -20, max: 20 }),
        (before, moved, target, by) => {
          const sorted = before.order.toSorted()
          expect(moveBefore(before, before.order, moved, target).order.toSorted()).toEqual(sorted)
          expect(moveBy(before, before.order, moved, by).order.toSorted()).toEqual(sorted)
        },
      ),
    )
  })

  it('freezes the first columns, and always leaves space for the others', () => {
    fc.assert(
      fc.property(layout, fc.nat(20), fc.integer({ min: 0, max: 3_000 }), (before, frozen, available) => {
        const placed = placeColumns(before.order.map(columnOf), setFrozen(before, frozen), available)
        const frozenColumns = placed.filter((column) => column.frozenAt !== null)
        expect(frozenColumns).toEqual(placed.slice(0, frozenColumns.length))
        expect(frozenColumns.length).toBeLessThanOrEqual(frozen)
        let left = CHECK_WIDTH
        for (const column of frozenColumns) {
          expect(column.frozenAt).toBe(left)
          left += column.width
        }
        if (frozenColumns.length > 0) expect(left).toBeLessThanOrEqual(available * 0.6)
      }),
    )
  })

  it('shrinks columns that may, only if all columns fit then, and no further than necessary', () => {
    const column = fc.record({ width: fc.integer({ min: 48, max: 300 }), shrink: fc.nat(100) })
    fc.assert(
      fc.property(
        fc.array(column, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 200, max: 2_000 }),
        (sizes, available) => {
          const columns = sizes.map(({ width, shrink }, index) => ({
            key: String(index),
            style: 'text' as const,
            width,
            shrinkTo: width - shrink,
          }))
          const space = available - CHECK_WIDTH
          const total = sizes.reduce((sum, { width }) => sum + width, 0)
          const minimum = sizes.reduce((sum, { width, shrink }) => sum + width - shrink, 0)
          const widths = placeColumns(columns, { order: [], widths: {} }, available).map(({ width }) => width)
          const used = widths.reduce((sum, width) => sum + width, 0)
          if (total <= space || minimum > space) expect(widths).toEqual(columns.map(({ width }) => width))
          else {
            expect(used).toBeLessThanOrEqual(space)
            expect(used).toBeGreaterThan(space - columns.length)
            for (const [index, { shrinkTo }] of columns.entries())
              expect(widths[index]).toBeGreaterThanOrEqual(shrinkTo)
          }
        },
      ),
      // A column that shrank below 0 was stretched again.
      {
        examples: [
          [
            [
              { width: 48, shrink: 49 },
              { width: 165, shrink: 0 },
              { width: 49, shrink: 0 },
              { width: 48, shrink: 81 },
            ],
            208,
          ],
        ],
      },
    )
  })

  it('stretches no column while another one has to shrink', () => {
    const columns = [
      { key: 'name', style: 'name', width: 248, shrinkTo: 160, stretchTo: 340 },
      { key: 'next', style: 'text', width: 100, stretchTo: 236 },
      { key: 'count', style: 'number', width: 64 },
    ] as const
    const placed = placeColumns(columns, { order: [], widths: {} }, CHECK_WIDTH + 400)
    expect(placed.map(({ width }) => width)).toEqual([236, 100, 64])
  })

  it('scrolls a column out from behind the frozen ones, no further than necessary', () => {
    fc.assert(
      fc.property(
        layout,
        fc.nat(3),
        fc.integer({ min: 900, max: 3_000 }),
        fc.nat(20),
        fc.nat(3_000),
        (before, frozen, available, column, from) => {
          const placed = placeColumns(before.order.map(columnOf), setFrozen(before, frozen), available)
          fc.pre(column <= placed.length)
          const frozenEnd = placed
            .filter(({ frozenAt }) => frozenAt !== null)
            .reduce((sum, { width }) => sum + width, CHECK_WIDTH)
          const begin = placed.slice(0, Math.max(0, column - 1)).reduce((sum, { width }) => sum + width, 0)
          const isVisible = (left: number): boolean =>
            begin + CHECK_WIDTH - left >= frozenEnd &&
            begin + CHECK_WIDTH + (placed[column - 1]?.width ?? 0) - left <= available
          const to = scrollOffsetFor(placed, column, from, available)
          if (column > 1 && placed[column - 1]?.frozenAt === null) {
            expect(isVisible(to)).toBe(true)
            if (isVisible(from)) expect(to).toBe(from)
          } else if (column > 1) expect(to).toBe(from)
        },
      ),
    )
  })

  it('shows a new field last, and removes its width with it', () => {
    const before: ColumnLayout = { order: ['posNumber', 'qty'], widths: { qty: 100 } }
    const shown = setVisible(ITEM_COLUMN_SET, before, '/artworkJob/round', true)
    expect(shown.order).toEqual(['posNumber', 'qty', '/artworkJob/round'])
    const wide = setWidths(shown, [['/artworkJob/round', 300]])
    expect(wide.widths['/artworkJob/round']).toBe(300)
    expect(setVisible(ITEM_COLUMN_SET, wide, '/artworkJob/round', false)).toEqual(before)
  })

  it('has a maximum number of fields', () => {
    const order = Array.from({ length: MAX_FIELD_COLUMNS }, (_, at): FieldKey => `/field${String(at)}`)
    const full: ColumnLayout = { order: ['posNumber', ...order], widths: {} }
    expect(isFull(full)).toBe(true)
    expect(setVisible(ITEM_COLUMN_SET, full, '/another', true)).toBe(full)
    expect(setVisible(ITEM_COLUMN_SET, full, 'qty', true).order).toContain('qty')
  })

  it('keeps other columns frozen when a frozen column is hidden', () => {
    const before = setFrozen({ order: ['posNumber', 'itemName', 'qty'], widths: {} }, 2)
    expect(setVisible(ITEM_COLUMN_SET, before, 'posNumber', false)).toEqual({
      order: ['itemName', 'qty'],
      widths: {},
      frozen: 1,
    })
    expect(setVisible(ITEM_COLUMN_SET, before, 'qty', false).frozen).toBe(2)
    expect(setFrozen(before, 0)).toEqual({ order: before.order, widths: {} })
  })

  it('moves a column right before its target', () => {
    fc.assert(
      fc.property(layout, fc.nat(), fc.nat(), (before, a, b) => {
        const moved = before.order[a % before.order.length] ?? 'qty'
        const target = before.order[b % before.order.length] ?? 'qty'
        fc.pre(moved !== target)
        const { order } = moveBefore(before, before.order, moved, target)
        expect(order.indexOf(moved)).toBe(order.indexOf(target) - 1)
      }),
    )
  })

  it('moves visible columns, and keeps the position of the hidden campaign column', () => {
    const chosen: ColumnLayout = { order: ['itemName', 'campaignName', 'qty', 'status'], widths: {} }
    const alone = visibleColumns(chosen, false)
    expect(moveBy(chosen, alone, 'qty', -1).order).toEqual(['qty', 'itemName', 'campaignName', 'status'])
    const all = visibleColumns(DEFAULT_LAYOUT, true)
    expect(
      visibleColumns(moveBefore(DEFAULT_LAYOUT, all, 'posNumber', 'elementName'), true).slice(0, 3),
    ).toEqual(['itemName', 'campaignName', 'posNumber'])
  })

  it('hides and shows columns, but never hides the last one', () => {
    fc.assert(
      fc.property(layout, key, (before, each) => {
        const hidden = setVisible(ITEM_COLUMN_SET, before, each, false)
        expect(hidden.order.includes(each)).toBe(before.order.length === 1 && before.order[0] === each)
        expect(setVisible(ITEM_COLUMN_SET, before, each, true).order).toContain(each)
      }),
    )
  })

  it('shows a column at its default position', () => {
    const few: ColumnLayout = { order: ['itemName', 'qty'], widths: {} }
    expect(setVisible(ITEM_COLUMN_SET, few, 'posNumber', true).order).toEqual([
      'itemName',
      'posNumber',
      'qty',
    ])
    expect(setVisible(ITEM_COLUMN_SET, few, 'updatedAt', true).order).toEqual([
      'itemName',
      'qty',
      'updatedAt',
    ])
  })

  it('shows the campaign column, and groups by it, only across campaigns', () => {
    expect(groupKeys(true)).toContain('campaignName')
    expect(groupKeys(false)).toEqual(groupKeys(true).filter((group) => group !== 'campaignName'))
    expect(visibleColumns(DEFAULT_LAYOUT, true)).toContain('campaignName')
    expect(visibleColumns({ order: ['qty', 'campaignName'], widths: {} }, false)).toEqual(['qty'])
    expect(visibleColumns({ order: ['qty', 'campaignName'], widths: {} }, true)).toEqual([
      'qty',
      'campaignName',
    ])
    expect(visibleColumns({ order: [], widths: {} }, false)).toEqual(DEFAULT_COLUMNS)
  })

  it('fills the width without overflow, and keeps widths that were set', () => {
    fc.assert(
      fc.property(layout, fc.integer({ min: 200, max: 4_000 }), (before, available) => {
        const placed = placeColumns(before.order.map(columnOf), before, available)
        const least = placeColumns(before.order.map(columnOf), before, 0)
        let fitting = 0
        while (fitting < least.length && widthOf(least.slice(0, fitting + 1)) <= available) fitting += 1
        expect(widthOf(placed.slice(0, fitting))).toBeLessThanOrEqual(available)
        expect(placed.slice(fitting).map(({ width }) => width)).toEqual(
          least.slice(fitting).map(({ width }) => width),
        )
        expect(widthOf(placed)).toBeGreaterThanOrEqual(widthOf(least))
      }),
    )
    const set = setWidths(DEFAULT_LAYOUT, [['itemName', 333.4]])
    expect(placeColumns((['itemName', 'qty'] as const).map(columnOf), set, 5_000)[0]?.width).toBe(333)
  })

  it('gives the free space to the item column, so that the view ends with a whole column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 420, max: 4_000 }), (available) => {
        const ends: number[] = []
        let x = CHECK_WIDTH
        for (const { width } of placeColumns(DEFAULT_COLUMNS.map(columnOf), DEFAULT_LAYOUT, available)) {
          x += width
          ends.push(x)
        }
        expect(ends).toContain(available)
      }),
    )
  })

  it('changes no other width than that of the item column when one is set', () => {
    fc.assert(
      fc.property(
        layout,
        fc.integer({ min: 200, max: 3_000 }),
        key,
        fc.integer({ min: MIN_WIDTH, max: MAX_WIDTH }),
        (before, available, set, width) => {
          const place = (chosen: ColumnLayout): readonly (readonly [string, number])[] =>
            placeColumns(before.order.map(columnOf), chosen, available)
              .filter((column) => column.key !== 'itemName' && column.key !== set)
              .map((column) => [column.key, column.width])
          expect(place(setWidths(before, [[set, width]]))).toEqual(place(before))
        },
      ),
    )
  })

  it('gives the free space to the item column before the others, and again after a width was set', () => {
    const place = (chosen: ColumnLayout, available: number): Readonly<Record<string, number>> =>
      Object.fromEntries(
        placeColumns(DEFAULT_COLUMNS.map(columnOf), chosen, available).map((column) => [
          column.key,
          column.width,
        ]),
      )
    const defaults = place(DEFAULT_LAYOUT, 0)
    const wider = place(DEFAULT_LAYOUT, CHECK_WIDTH + 1_000 + 200)
    expect(wider).toEqual({ ...defaults, itemName: 330 })
    const set = setWidths(DEFAULT_LAYOUT, [['elementName', 200]])
    expect(place(set, 1_900)['itemName']).toBeGreaterThan((place(set, 1_500)['itemName'] ?? 0) + 300)
  })

  it('limits widths', () => {
    expect(setWidths(DEFAULT_LAYOUT, [['qty', -50]]).widths.qty).toBe(MIN_WIDTH)
    expect(setWidths(DEFAULT_LAYOUT, [['qty', 1e9]]).widths.qty).toBe(MAX_WIDTH)
    expect(widthOf([])).toBe(CHECK_WIDTH)
  })
})
