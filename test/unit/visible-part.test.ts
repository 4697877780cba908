import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visiblePartOf } from '../../renderer/state/visible-part.ts'
import { viewerCommandOf } from '../../renderer/views/artwork/viewer-keys.ts'

const A4 = { width: 794, height: 1_123 }
const STAGE = { width: 1_000, height: 700 }

describe('visiblePartOf', () => {
  it('returns the whole page if it fits, in screen pixels', () => {
    const part = visiblePartOf({ scale: 0.5, x: 0, y: 0 }, STAGE, A4, 0, 2)
    expect(part).toMatchObject({ left: 301.5, width: 397, scale: 1 })
    expect(part?.region).toEqual({ left: 0, top: 0, width: 794, height: 1_123 })
  })

  it('rotates with the page, and returns null out of sight', () => {
    expect(visiblePartOf({ scale: 0.5, x: 0, y: 0 }, STAGE, A4, 1, 1)?.region).toMatchObject({
      width: 562,
      height: 397,
    })
    expect(visiblePartOf({ scale: 0.1, x: 5_000, y: 0 }, STAGE, A4, 0, 1)).toBeNull()
  })

  it('never needs more pixels than the stage has', () => {
    const far = fc.double({ min: -50_000, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        far,
        far,
        fc.integer({ min: -4, max: 4 }),
        (scale, x, y, quarters) => {
          const part = visiblePartOf({ scale, x, y }, STAGE, A4, quarters, 2)
          if (part === null) return
          expect(part.region.width).toBeLessThanOrEqual(STAGE.width * 2)
          expect(part.region.height).toBeLessThanOrEqual(STAGE.height * 2)
          expect(part.region.left).toBeGreaterThanOrEqual(0)
          expect(part.left + part.width).toBeLessThanOrEqual(STAGE.width + 1e-6)
        },
      ),
    )
  })
})

describe('keys of the artwork viewer', () => {
  const press = (key: string, ctrlKey = false) => ({
    key,
    ctrlKey,
    metaKey: false,
    shiftKey: false,
    altKey: false,
  })

  it('move between items, and with Ctrl between pages of a PDF', () => {
    expect(viewerCommandOf(press('PageDown'), false, false)).toEqual({ kind: 'item', by: 1 })
    expect(viewerCommandOf(press('PageDown', true), true, false)).toEqual({ kind: 'page', by: 1 })
    expect(viewerCommandOf(press('PageUp', true), false, false)).toEqual({ kind: 'page', by: -1 })
  })

  it('move to the next item at the left where the layout is mirrored, and pictures to the same side', () => {
    expect(viewerCommandOf(press('ArrowLeft'), false, true)).toEqual({ kind: 'item', by: 1 })
    expect(viewerCommandOf(press('ArrowDown'), false, true)).toEqual({ kind: 'artwork', by: 1 })
    expect(viewerCommandOf(press('ArrowLeft'), true, true)).toEqual(
      viewerCommandOf(press('ArrowLeft'), true, false),
    )
  })
})
