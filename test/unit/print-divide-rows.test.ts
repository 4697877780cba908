import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideRows } from '../../renderer/print/divide-rows.ts'

describe('divideRows', () => {
  it('puts 30 rows of normal height on a page', () => {
    const heights = Array.from({ length: 260 }, () => 21)
    const pages = divideRows(heights, { first: 630, others: 630, rows: 30 })
    expect(pages.map(({ start, end }) => end - start)).toEqual([30, 30, 30, 30, 30, 30, 30, 30, 20])
  })

  it('has fewer rows on a page with high ones, and on a first page with remarks', () => {
    expect(divideRows([10, 30, 10, 10], { first: 20, others: 40, rows: 30 })).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 3 },
      { start: 3, end: 4 },
    ])
  })

  it('has one empty page without rows', () => {
    expect(divideRows([], { first: 10, others: 10, rows: 30 })).toEqual([{ start: 0, end: 0 }])
  })

  it('has each row once and in order, and exceeds a page only with a single row', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 30 }),
        (heights, first, others, rows) => {
          const pages = divideRows(heights, { first, others, rows })
          expect(pages.flatMap(({ start, end }) => heights.slice(start, end))).toEqual(heights)
          for (const [index, { start, end }] of pages.entries()) {
            const height = heights.slice(start, end).reduce((sum, each) => sum + each, 0)
            expect(end - start).toBeGreaterThanOrEqual(1)
            expect(end - start).toBeLessThanOrEqual(rows)
            if (end - start > 1) expect(height).toBeLessThanOrEqual(index === 0 ? first : others)
          }
        },
      ),
    )
  })
})
