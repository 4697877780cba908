/** How a shape is filled and outlined. Sizes are in CSS pixels, as everywhere in drawings. */
export interface Look {
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  /** Lengths of dashes and gaps. */
  readonly dash?: readonly [number, number]
  readonly opacity?: number
  /** Whether the outline is below the shape, so that the shape has its whole size. */
  readonly isOutside?: boolean
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Of the corners. */
  readonly radius?: number
}

export interface TextStyle {
  readonly color: string
  readonly size?: number
  readonly weight?: number
  readonly anchor?: 'start' | 'middle' | 'end'
}

export const DEFAULT_TEXT_SIZE = 12

/** Where a drawing is drawn: an SVG image or a canvas. */
export interface Surface {
  rect: (box: Box, look: Look) => void
  circle: (x: number, y: number, radius: number, look: Look) => void
  /** @param path SVG path data relative to the position */
  path: (path: string, x: number, y: number, look: Look) => void
  /** @param y of the middle of the text */
  text: (x: number, y: number, text: string, style: TextStyle) => void
  /** Returns the width of a text; cautiously estimated where the font is not known. */
  widthOf: (text: string, style: TextStyle) => number
}

/** Returns how far the baseline of a text is below its middle. */
export function baselineOf({ size = DEFAULT_TEXT_SIZE }: TextStyle): number {
  return size * 0.36
}
