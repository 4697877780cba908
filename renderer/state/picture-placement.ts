/**
 * The arithmetic of a picture that is zoomed, moved and turned on a stage. Lengths are CSS pixels; points and
 * offsets are counted from the middle of the stage, to the right and down. Everything here is pure.
 */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Offset {
  readonly x: number
  readonly y: number
}

/** How a picture lies on the stage: CSS pixels for each of its own, and where its middle is. */
export interface Placement extends Offset {
  readonly scale: number
}

/** Between which scales a picture can be zoomed. */
export interface ScaleLimits {
  readonly least: number
  readonly most: number
}

export const MIDDLE: Offset = { x: 0, y: 0 }

/** However a picture fits, it can be zoomed to so many times that. */
const MAX_TIMES_FIT = 8
/** However large a picture is, one of its pixels can be zoomed to so many of the screen's. */
const MAX_TIMES_ACTUAL = 16

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The size of a picture after so many quarter turns. */
export function turned({ width, height }: Size, quarters: number): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The scale at which the whole picture is as large as the stage has room for. */
export function fitScale(stage: Size, picture: Size): number {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  return Number.isFinite(scale) && scale > 0 ? scale : 1
}

/** @param actual the scale at which one pixel of the picture is one of the screen. */
export function scaleLimits(stage: Size, picture: Size, actual: number): ScaleLimits {
  const fit = fitScale(stage, picture)
  return { least: Math.min(fit, actual), most: Math.max(fit * MAX_TIMES_FIT, actual * MAX_TIMES_ACTUAL) }
}

/**
 * How far the middle of a picture may be from that of the stage: an edge never comes further in than the
 * stage's.
 */
export function room(scale: number, stage: Size, picture: Size): Offset {
  return {
    x: Math.max(0, (picture.width * scale - stage.width) / 2),
    y: Math.max(0, (picture.height * scale - stage.height) / 2),
  }
}

/** The nearest placement that leaves no edge of the stage bare that the picture could cover. */
export function bounded(place: Placement, stage: Size, picture: Size): Placement {
  const most = room(place.scale, stage, picture)
  return { scale: place.scale, x: clamp(place.x, -most.x, most.x), y: clamp(place.y, -most.y, most.y) }
}

/** Zooms to a scale; what is at a point of the stage stays there, as far as the bounds let it. */
export function zoomedTo(
  place: Placement,
  scale: number,
  at: Offset,
  { stage, picture, limits }: { readonly stage: Size; readonly picture: Size; readonly limits: ScaleLimits },
): Placement {
  const next = clamp(scale, limits.least, limits.most)
  const ratio = next / place.scale
  return bounded(
    { scale: next, x: at.x - (at.x - place.x) * ratio, y: at.y - (at.y - place.y) * ratio },
    stage,
    picture,
  )
}
