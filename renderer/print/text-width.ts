/** CSS pixels in a millimeter, and in a point. */
export const PIXELS_PER_MILLIMETER = 96 / 25.4
const PIXELS_PER_POINT = 96 / 72

/** Maximum number of cached texts: most words of a list occur in many rows. */
const MAX_CACHED_TEXTS = 50_000

/**
 * Measures printed texts in millimeters. The page itself is laid out only when it is printed.
 * @param points font size
 * @param weight font weight, as in CSS
 */
export function createTextWidth(points: number, weight: number): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  const family = getComputedStyle(document.body).fontFamily
  const widths = new Map<string, number>()
  if (context !== null) context.font = `${String(weight)} ${String(points * PIXELS_PER_POINT)}px ${family}`
  return (text) => {
    const cached = widths.get(text)
    if (cached !== undefined) return cached
    const width = (context?.measureText(text).width ?? 0) / PIXELS_PER_MILLIMETER
    if (widths.size < MAX_CACHED_TEXTS) widths.set(text, width)
    return width
  }
}
