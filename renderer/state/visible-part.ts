import { rotatedSize, type Placement, type Size } from './picture-placement.ts'

/** The visible part of a page: its position on the stage in CSS pixels, and the screen pixels to draw. */
export interface VisiblePart {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The same part of the rotated page, in screen pixels. */
  readonly region: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly scale: number
}

/**
 * Returns null if no part of the page is visible.
 * @param ratio screen pixels per CSS pixel
 */
export function visiblePartOf(
  placement: Placement,
  stage: Size,
  page: Size,
  quarters: number,
  ratio: number,
): VisiblePart | null {
  const { width, height } = rotatedSize(page, quarters)
  const [across, down] = [width * placement.scale, height * placement.scale]
  const [x, y] = [stage.width / 2 + placement.x - across / 2, stage.height / 2 + placement.y - down / 2]
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(stage.width, x + across), Math.min(stage.height, y + down)]
  if (right - left < 1 || bottom - top < 1) return null
  const region = {
    left: Math.round((left - x) * ratio),
    top: Math.round((top - y) * ratio),
    width: Math.max(1, Math.round((right - left) * ratio)),
    height: Math.max(1, Math.round((bottom - top) * ratio)),
  }
  return { left, top, width: right - left, height: bottom - top, region, scale: placement.scale * ratio }
}
