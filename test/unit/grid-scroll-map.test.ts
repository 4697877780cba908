import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesBetween, revealLine, UniformHeights } from '../../renderer/grid/line-heights.ts'
import {
  contentOf,
  follow,
  MAX_PIXELS,
  positionAt,
  scrollOf,
  scrollSpace,
  spareFor,
  type ScrollPosition,
} from '../../renderer/grid/scroll-map.ts'

const rowHeights = fc.constantFrom(28, 34)
const viewHeights = fc.integer({ min: 60, max: 2_000 })
const counts = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 200_000, max: 5_000_000 }))
const list = fc
  .record({ rowHeight: rowHeights, viewHeight: viewHeights, count: counts })
  .map((input) => ({ ...input, space: scrollSpace(input.count * input.rowHeight, input.viewHeight) }))
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('scroll mapping', () => {
  it('never exceeds the browser’s maximum height', () => {
    fc.assert(
      fc.property(list, ({ space }) => {
        expect(space.scrollHeight).toBeLessThanOrEqual(MAX_PIXELS)
        expect(space.scrollMax).toBeLessThanOrEqual(space.contentMax)
      }),
    )
  })

  it('shows every row entirely', () => {
    fc.assert(
      fc.property(list, share, ({ space, rowHeight, viewHeight, count }, at) => {
        const position = Math.min(count - 1, Math.floor(at * count))
        const heights = new UniformHeights(count, rowHeight)
        const { content, scroll } = positionAt(
          space,
          revealLine(heights, 0, { height: viewHeight, covered: 0 }, position),
        )
        expect(scroll).toBeGreaterThanOrEqual(0)
        expect(scroll).toBeLessThanOrEqual(space.scrollMax)
        const rows = linesBetween(heights, content, content + viewHeight)
        expect(rows).not.toBeNull()
        expect(position).toBeGreaterThanOrEqual(rows?.first ?? Infinity)
        expect(position).toBeLessThanOrEqual(rows?.last ?? -Infinity)
      }),
    )
  })

  it('never shows a row behind the covered top', () => {
    fc.assert(
      fc.property(list, share, share, ({ space, rowHeight, viewHeight, count }, at, from) => {
        fc.pre(viewHeight >= 2 * rowHeight)
        const position = Math.min(count - 1, Math.floor(at * count))
        const before = positionAt(space, Math.floor(from * space.contentMax)).content
        const heights = new UniformHeights(count, rowHeight)
        const content = revealLine(heights, before, { height: viewHeight, covered: rowHeight }, position)
        expect(content).toBeGreaterThanOrEqual(0)
        if (content > 0) expect(position * rowHeight - content).toBeGreaterThanOrEqual(rowHeight)
        expect((position + 1) * rowHeight - content).toBeLessThanOrEqual(viewHeight)
      }),
    )
  })

  it('keeps order, and maps both ends exactly', () => {
    fc.assert(
      fc.property(list, share, share, ({ space }, a, b) => {
        const [low, high] = [Math.min(a, b) * space.contentMax, Math.max(a, b) * space.contentMax]
        expect(scrollOf(space, low)).toBeLessThanOrEqual(scrollOf(space, high))
        expect(contentOf(space, Math.min(a, b) * space.scrollMax)).toBeLessThanOrEqual(
          contentOf(space, Math.max(a, b) * space.scrollMax),
        )
        expect(contentOf(space, 0)).toBe(0)
        expect(contentOf(space, space.scrollMax)).toBe(space.contentMax)
        expect(scrollOf(space, space.contentMax)).toBe(space.scrollMax)
      }),
    )
  })

  it('inverts a drag to within one pixel of the bar', () => {
    fc.assert(
      fc.property(list, share, ({ space }, at) => {
        const content = Math.round(at * space.contentMax)
        const slope = space.scrollMax === 0 ? 1 : space.contentMax / space.scrollMax
        expect(Math.abs(contentOf(space, scrollOf(space, content)) - content)).toBeLessThanOrEqual(
          slope * 1.2 + 1,
        )
      }),
    )
  })

  it('moves the list by exactly the scrolled pixels, whatever its length', () => {
    const moves = fc.array(fc.integer({ min: -120, max: 120 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(list, share, moves, ({ space, viewHeight }, at, steps) => {
        fc.pre(viewHeight >= 100)
        let now: ScrollPosition = positionAt(space, Math.round(at * space.contentMax))
        for (const step of steps) {
          // The browser stops at the ends of the bar.
          const scroll = Math.min(Math.max(now.scroll + step, 0), space.scrollMax)
          const expected = Math.min(Math.max(now.content + (scroll - now.scroll), 0), space.contentMax)
          // Only at an end of the list may the bar stop short.
          if (scroll !== now.scroll + step) expect([0, space.contentMax]).toContain(expected)
          now = follow(space, now, scroll)
          expect(now.content).toBe(expected)
        }
      }),
    )
  })

  it('reaches the first row by wheel from anywhere', () => {
    const space = scrollSpace(1_000_000 * 34, 700)
    let now: ScrollPosition = positionAt(space, 260_000)
    for (let step = 0; step < 3_000 && now.content > 0; step += 1) {
      now = follow(space, now, Math.max(0, now.scroll - 100))
    }
    expect(now).toEqual({ content: 0, scroll: 0 })
  })

  it('reaches the last row by wheel', () => {
    const space = scrollSpace(1_000_000 * 34, 700)
    let now: ScrollPosition = positionAt(space, space.contentMax - 260_000)
    for (let step = 0; step < 3_000 && now.content < space.contentMax; step += 1) {
      now = follow(space, now, Math.min(space.scrollMax, now.scroll + 100))
    }
    expect(now).toEqual({ content: space.contentMax, scroll: space.scrollMax })
  })

  it('maps a drag to a share of the list', () => {
    const space = scrollSpace(1_000_000 * 28, 600)
    const middle = follow(space, positionAt(space, 0), Math.round(space.scrollMax / 2))
    const rows = linesBetween(new UniformHeights(1_000_000, 28), middle.content, middle.content + 600)
    expect(rows?.first).toBeGreaterThan(499_000)
    expect(rows?.first).toBeLessThan(501_000)
  })

  it('shows nothing of an empty list, and all of a short one', () => {
    expect(linesBetween(new UniformHeights(0, 34), 0, 500)).toBeNull()
    expect(linesBetween(new UniformHeights(3, 34), 0, 500)).toEqual({ first: 0, last: 2 })
  })

  it('keeps spare rows on both sides, more in the direction of movement', () => {
    expect(spareFor(0)).toEqual({ above: 10, below: 10 })
    expect(spareFor(-1)).toEqual({ above: 10, below: 10 })
    expect(spareFor(12)).toEqual({ above: 2, below: 18 })
    expect(spareFor(-12)).toEqual({ above: 18, below: 2 })
  })
})
