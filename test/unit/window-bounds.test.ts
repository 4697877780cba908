import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitToDisplays, type Rectangle } from '../../electron/shell/window-bounds.ts'

const MIN = { minWidth: 640, minHeight: 480 }
const desktop: Rectangle = { x: 0, y: 0, width: 1920, height: 1040 }
const right: Rectangle = { x: 1920, y: 0, width: 1280, height: 1000 }
const left: Rectangle = { x: -1600, y: -100, width: 1600, height: 860 }
const laptop: Rectangle = { x: 0, y: 24, width: 1024, height: 616 }
const saved: Rectangle = { x: 100, y: 80, width: 1400, height: 900 }

describe('fitToDisplays', () => {
  it.each<[string, Rectangle, readonly Rectangle[]]>([
    ['on the only display', saved, [desktop]],
    ['on a second display', { ...saved, x: 1930, width: 1200 }, [desktop, right]],
    [
      'on a display with negative coordinates',
      { x: -1500, y: -60, width: 1400, height: 800 },
      [desktop, left],
    ],
    ['across two displays', { x: 1500, y: 40, width: 1000, height: 800 }, [desktop, right]],
    [
      'in a corner, with the invisible borders of Windows',
      { x: -7, y: 0, width: 974, height: 1047 },
      [desktop],
    ],
    ['on mirrored displays', saved, [desktop, desktop]],
  ])('keeps a visible window %s', (_where, bounds, displays) => {
    expect(fitToDisplays(bounds, displays)).toEqual({ ...bounds, ...MIN })
  })

  it.each<[string, Rectangle, readonly Rectangle[], Rectangle]>([
    ['shrinks one of a larger display', { x: 300, y: 200, width: 2400, height: 1300 }, [laptop], laptop],
    [
      'moves one whose display is gone to the primary',
      { ...saved, x: 4000 },
      [desktop],
      { ...saved, x: 520 },
    ],
    ['moves one whose title bar lies above', { ...saved, y: -300 }, [desktop], { ...saved, y: 0 }],
    ['moves one whose title bar lies below', { ...saved, y: 1030 }, [desktop], { ...saved, y: 140 }],
    [
      'chooses the display that shows most of it',
      { x: 1700, y: 300, width: 1200, height: 900 },
      [desktop, right],
      { x: 1920, y: 100, width: 1200, height: 900 },
    ],
    [
      'follows a scale factor that left fewer pixels',
      { x: 200, y: 100, width: 1700, height: 900 },
      [{ x: 0, y: 0, width: 1280, height: 680 }],
      { x: 0, y: 0, width: 1280, height: 680 },
    ],
  ])('%s', (_what, bounds, displays, expected) => {
    expect(fitToDisplays(bounds, displays)).toEqual({ ...expected, ...MIN })
  })

  it('opens a first window no larger than the display, where the system chooses', () => {
    expect(fitToDisplays(null, [desktop])).toEqual({ width: 1280, height: 800, ...MIN })
    expect(fitToDisplays(null, [laptop])).toEqual({ width: 1024, height: 616, ...MIN })
    expect(fitToDisplays(null, [])).toEqual({ width: 1280, height: 800, ...MIN })
  })

  it('allows a window as small as a display below the minimum size', () => {
    const small = { x: 0, y: 0, width: 600, height: 400 }
    expect(fitToDisplays(saved, [small])).toEqual({ ...small, minWidth: 600, minHeight: 400 })
  })

  it('always opens a window inside one display', () => {
    const size = fc.integer({ min: 300, max: 5_000 })
    const position = fc.integer({ min: -6_000, max: 6_000 })
    const rectangle = fc.record({ x: position, y: position, width: size, height: size })
    fc.assert(
      fc.property(rectangle, rectangle, (bounds, display) => {
        const { x = NaN, y = NaN, width, height } = fitToDisplays(bounds, [display])
        const border = 16
        expect(x).toBeGreaterThanOrEqual(display.x - border)
        expect(y).toBeGreaterThanOrEqual(display.y)
        expect(x + width).toBeLessThanOrEqual(display.x + display.width + border)
        expect(y + height).toBeLessThanOrEqual(display.y + display.height + border)
      }),
    )
  })
})
