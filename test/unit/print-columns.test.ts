import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widthOnPaper } from '../../electron/contract/paper.ts'
import { ColumnNeeds } from '../../renderer/print/column-needs.ts'
import { shareWidth } from '../../renderer/print/column-widths.ts'
import { asCell } from '../../renderer/print/list-cells.ts'

/** Every character is a millimeter wide, in a header a tenth more. */
const measure = (text: string): number => text.length
const measureHeading = (text: string): number => text.length * 1.1

function needsOf(heading: string, texts: readonly string[], whole = false) {
  const needs = new ColumnNeeds(heading, measureHeading, measure)
  for (const text of texts) needs.add(asCell(text), whole)
  return needs.get()
}

describe('columns of a printed table', () => {
  it('have their preferred widths, scaled to the page', () => {
    const { parts, scale } = shareWidth(
      [
        { min: 10, preferred: 20 },
        { min: 10, preferred: 60 },
      ],
      200,
    )
    expect(scale).toBe(1)
    expect(parts).toEqual([0.25, 0.75])
  })

  it('share missing space in proportion', () => {
    const { parts } = shareWidth(
      [
        { min: 20, preferred: 20 },
        { min: 20, preferred: 100 },
      ],
      80,
    )
    expect(parts).toEqual([0.25, 0.75])
  })

  it('use a smaller font before words break, and then shrink the widest columns', () => {
    const even = { min: 30, preferred: 30 }
    expect(shareWidth([even, even, even, even], 100)).toEqual({
      parts: [0.25, 0.25, 0.25, 0.25],
      scale: 100 / 120,
    })
    const { parts, scale } = shareWidth(
      [
        { min: 10, preferred: 10 },
        { min: 90, preferred: 90 },
        { min: 100, preferred: 100 },
      ],
      70,
    )
    expect(scale).toBe(0.7)
    expect(parts.map((part) => Math.round(part * 100))).toEqual([10, 45, 45])
  })

  it('always fill the width, and all have some', () => {
    const need = fc.record({
      min: fc.integer({ min: 1, max: 60 }),
      preferred: fc.integer({ min: 1, max: 90 }),
    })
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 60 }), (needs) => {
        const { parts, scale } = shareWidth(needs, 177)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 6)
        expect(Math.min(...parts)).toBeGreaterThan(0)
        expect(scale).toBeLessThanOrEqual(1)
        expect(scale).toBeGreaterThanOrEqual(0.7)
      }),
    )
  })

  it('need the width of their longest word, and prefer that of their texts', () => {
    const { min, preferred } = needsOf('Item', ['Shelf wobbler', 'Poster'])
    expect([min, preferred].map(Math.floor)).toEqual([10, 16])
    // A line can end after a hyphen, and anywhere between Chinese characters.
    expect(needsOf('A', ['KW26-0001-front']).min).toBeLessThan(10)
    expect(needsOf('A', ['春节限时优惠海报']).min).toBeLessThan(5)
    // But not in a number.
    expect(needsOf('A', ['2026-05-01'], true).min).toBeGreaterThan(10)
    expect(needsOf('Quantity', ['1']).min).toBeGreaterThan(8.8)
  })

  it('are not widened by a few long texts', () => {
    const { min, preferred } = needsOf('A', [...Array.from({ length: 99 }, () => 'short'), 'x'.repeat(500)])
    expect([min, preferred].map(Math.floor)).toEqual([8, 8])
  })

  it('use the printable width of the paper', () => {
    expect(widthOnPaper('a4', 'portrait')).toBeCloseTo(177, 0)
    expect(widthOnPaper('letter', 'landscape')).toBeCloseTo(246.4, 1)
  })
})

describe('a printed cell', () => {
  it('is marked as long if its text or number of lines may be cut', () => {
    expect(asCell('Poster')).toEqual({
      text: 'Poster',
      tail: 6,
      flow: 'wrap',
      isNumber: false,
      isLong: false,
    })
    expect(asCell('x'.repeat(101)).isLong).toBe(true)
    expect(asCell('1\n2\n3\n4\n5\n6\n7').isLong).toBe(false)
    expect(asCell('1\n2\n3\n4\n5\n6\n7\n8').isLong).toBe(true)
    expect(asCell('x'.repeat(5_000)).text).toHaveLength(1_000)
  })
})
