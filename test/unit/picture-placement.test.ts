import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampPlacement,
  fitScale,
  maxOffset,
  regionWithin,
  scaleLimits,
  rotatedSize,
  widthScale,
  zoomTo,
  type Offset,
  type Placement,
  type Size,
} from '../../renderer/state/picture-placement.ts'

const NEAR = 1e-6

const stages = fc.record({
  width: fc.integer({ min: 50, max: 4_000 }),
  height: fc.integer({ min: 50, max: 4_000 }),
})
const pictures = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
})
const share = fc.double({ min: -0.5, max: 0.5, noNaN: true })
const pixels = fc.constantFrom(1, 0.5, 1 / 3)

/** A picture at a random position within its bounds, and a point of the stage. */
const scenes = fc
  .record({
    stage: stages,
    picture: pictures,
    actual: pixels,
    zoom: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .chain(({ stage, picture, actual, zoom }) => {
    const limits = scaleLimits(stage, picture, actual)
    const scale = limits.min * (limits.max / limits.min) ** zoom
    return fc
      .record({ x: share, y: share, atX: share, atY: share, to: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ x, y, atX, atY, to }) => ({
        stage,
        picture,
        limits,
        placement: clampPlacement(
          { scale, x: x * picture.width * scale, y: y * picture.height * scale },
          stage,
          picture,
        ),
        at: { x: atX * stage.width, y: atY * stage.height },
        to: limits.min * (limits.max / limits.min) ** to,
      }))
  })

/** The point of the picture, in its own pixels from its center, that is at a point of the stage. */
const pointUnder = (placement: Placement, at: Offset): Offset => ({
  x: (at.x - placement.x) / placement.scale,
  y: (at.y - placement.y) / placement.scale,
})

const isWithin = (placement: Placement, stage: Size, picture: Size): boolean => {
  const max = maxOffset(placement.scale, stage, picture)
  return Math.abs(placement.x) <= max.x + NEAR && Math.abs(placement.y) <= max.y + NEAR
}

describe('a picture on the stage', () => {
  it('keeps the point under the pointer there during zoom, within the bounds', () => {
    fc.assert(
      fc.property(scenes, ({ stage, picture, limits, placement, at, to }) => {
        const next = zoomTo(placement, to, at, { stage, picture, limits })
        const [before, after] = [pointUnder(placement, at), pointUnder(next, at)]
        const max = maxOffset(next.scale, stage, picture)
        for (const axis of ['x', 'y'] as const) {
          const isHeld = Math.abs(Math.abs(next[axis]) - max[axis]) < NEAR * (1 + max[axis])
          if (!isHeld) expect(after[axis] * next.scale).toBeCloseTo(before[axis] * next.scale, 4)
        }
      }),
    )
  })

  it('stays within its position and scale bounds', () => {
    fc.assert(
      fc.property(scenes, ({ stage, picture, limits, placement, at, to }) => {
        const next = zoomTo(placement, to * 100 - 50, at, { stage, picture, limits })
        expect(next.scale).toBeGreaterThanOrEqual(limits.min)
        expect(next.scale).toBeLessThanOrEqual(limits.max)
        expect(isWithin(next, stage, picture)).toBe(true)
      }),
    )
  })

  it('leaves no coverable part of the stage empty', () => {
    fc.assert(
      fc.property(scenes, ({ stage, picture, placement }) => {
        for (const [axis, side] of [
          ['x', 'width'],
          ['y', 'height'],
        ] as const) {
          const half = (picture[side] * placement.scale) / 2
          if (half * 2 < stage[side]) expect(placement[axis]).toBeCloseTo(0, 6)
          else {
            expect(placement[axis] - half).toBeLessThanOrEqual(-stage[side] / 2 + NEAR)
            expect(placement[axis] + half).toBeGreaterThanOrEqual(stage[side] / 2 - NEAR)
          }
        }
      }),
    )
  })

  it('fits with one side as long as the stage’s', () => {
    fc.assert(
      fc.property(stages, pictures, (stage, picture) => {
        const scale = fitScale(stage, picture)
        const [width, height] = [picture.width * scale, picture.height * scale]
        expect(width).toBeLessThanOrEqual(stage.width + NEAR)
        expect(height).toBeLessThanOrEqual(stage.height + NEAR)
        expect(Math.min(stage.width - width, stage.height - height)).toBeCloseTo(0, 6)
      }),
    )
  })

  it('leaves at least half of the stage within its insets, centered between them', () => {
    const insets = fc.record({
      top: fc.integer({ min: 0, max: 300 }),
      bottom: fc.integer({ min: 0, max: 300 }),
      sides: fc.integer({ min: 0, max: 300 }),
    })
    fc.assert(
      fc.property(stages, insets, (stage, { top, bottom, sides }) => {
        const region = regionWithin(stage, { top, bottom, sides })
        expect(region.width).toBeGreaterThanOrEqual(stage.width / 2 - NEAR)
        expect(region.height).toBeGreaterThanOrEqual(stage.height / 2 - NEAR)
        const above = stage.height / 2 + region.y - region.height / 2
        const below = stage.height - region.height - above
        expect(above * bottom).toBeCloseTo(below * top, 4)
        if (top + bottom <= stage.height / 2) expect(above).toBeCloseTo(top, 6)
      }),
    )
  })

  it('is as wide as the stage, within the limits', () => {
    fc.assert(
      fc.property(stages, pictures, pixels, (stage, picture, actual) => {
        const limits = scaleLimits(stage, picture, actual)
        const scale = widthScale(stage, picture, limits)
        expect(scale).toBeGreaterThanOrEqual(limits.min)
        if (scale < limits.max) expect(picture.width * scale).toBeCloseTo(stage.width, 4)
      }),
    )
  })

  it('swaps width and height with each quarter turn in either direction', () => {
    const picture = { width: 3, height: 2 }
    expect([-1, 0, 1, 2, 3].map((quarters) => rotatedSize(picture, quarters).width)).toEqual([2, 3, 2, 3, 2])
  })
})
