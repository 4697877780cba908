/**
 * Geometry of a picture that is zoomed, moved and rotated in a region of the screen. Lengths are CSS pixels;
 * points and offsets are relative to the center of that region, to the right and down. All functions are
 * pure.
 */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Offset {
  readonly x: number
  readonly y: number
}

/** Position of a picture: CSS pixels per picture pixel, and the offset of its center. */
export interface Placement extends Offset {
  readonly scale: number
}

/** Limits of the zoom. */
export interface ScaleLimits {
  readonly min: number
  readonly max: number
}

/** Distances from the edges of a stage that its controls cover, in CSS pixels. */
export interface Insets {
  readonly top: number
  readonly bottom: number
  /** At the left and at the right. */
  readonly sides: number
}

/** The part of a stage without its controls: its size, and the offset of its center from the stage's. */
export interface Region extends Size, Offset {}

export const CENTER: Offset = { x: 0, y: 0 }

/** Maximum zoom relative to the scale at which the picture fits. */
const MAX_TIMES_FIT = 8
/** Maximum screen pixels per picture pixel. */
const MAX_TIMES_ACTUAL = 16

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

/** Returns the part of a stage within its insets, at least half of the stage in each direction. */
export function regionWithin(stage: Size, { top, bottom, sides }: Insets): Region {
  const across = Math.min(2 * sides, stage.width / 2)
  const down = Math.min(top + bottom, stage.height / 2)
  const share = down === 0 ? 0 : down / (top + bottom)
  return { width: stage.width - across, height: stage.height - down, x: 0, y: ((top - bottom) / 2) * share }
}

/** Returns the size of a picture after quarter turns. */
export function rotatedSize({ width, height }: Size, quarters: number): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Returns the largest scale at which the whole picture fits the stage. */
export function fitScale(stage: Size, picture: Size): number {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  return Number.isFinite(scale) && scale > 0 ? scale : 1
}

/** Returns the scale at which the picture is as wide as the stage, within the limits. */
export function widthScale(stage: Size, picture: Size, limits: ScaleLimits): number {
  const scale = stage.width / picture.width
  return Number.isFinite(scale) && scale > 0 ? clamp(scale, limits.min, limits.max) : 1
}

/** @param actual scale at which one picture pixel is one screen pixel */
export function scaleLimits(stage: Size, picture: Size, actual: number): ScaleLimits {
  const fit = fitScale(stage, picture)
  return { min: Math.min(fit, actual), max: Math.max(fit * MAX_TIMES_FIT, actual * MAX_TIMES_ACTUAL) }
}

/** Returns the maximum offset of a picture's center: its edges stay outside those of the stage. */
export function maxOffset(scale: number, stage: Size, picture: Size): Offset {
  return {
    x: Math.max(0, (picture.width * scale - stage.width) / 2),
    y: Math.max(0, (picture.height * scale - stage.height) / 2),
  }
}

/** Returns the nearest placement that leaves no part of the stage empty that the picture could cover. */
export function clampPlacement(placement: Placement, stage: Size, picture: Size): Placement {
  const max = maxOffset(placement.scale, stage, picture)
  return {
    scale: placement.scale,
    x: clamp(placement.x, -max.x, max.x),
    y: clamp(placement.y, -max.y, max.y),
  }
}

/** Zooms to a scale around a point of the stage, within the limits. */
export function zoomTo(
  placement: Placement,
  scale: number,
  at: Offset,
  { stage, picture, limits }: { readonly stage: Size; readonly picture: Size; readonly limits: ScaleLimits },
): Placement {
  const next = clamp(scale, limits.min, limits.max)
  const ratio = next / placement.scale
  return clampPlacement(
    { scale: next, x: at.x - (at.x - placement.x) * ratio, y: at.y - (at.y - placement.y) * ratio },
    stage,
    picture,
  )
}
