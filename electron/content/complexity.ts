import { inspect, rasterKind, type PictureKind } from './inspect.ts'
import type { PixelSize } from './reader.ts'
import { isSvgTooComplex } from './svg-cost.ts'
import { svgRoot } from './svg.ts'

/** Returns whether a picture is too expensive to draw, apart from its pixels. Only an SVG can be. */
export function isTooComplex(kind: PictureKind, bytes: Uint8Array): boolean {
  return kind === 'svg' && isSvgTooComplex(bytes, embeddedSize)
}

/**
 * Returns the size of a raster picture in an SVG, which Chromium decodes. Drawings in drawings are refused.
 */
function embeddedSize(bytes: Uint8Array): PixelSize | 'tooComplex' | null {
  if (rasterKind(bytes) === null) return svgRoot(bytes) === null ? null : 'tooComplex'
  const inspection = inspect(bytes)
  return 'problem' in inspection
    ? inspection.problem === 'tooManyPixels'
      ? 'tooComplex'
      : null
    : inspection.size
}
