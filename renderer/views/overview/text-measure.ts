/** Width of a character in CSS pixels where there is no canvas. */
const CHARACTER_WIDTH = 7
/** Maximum number of cached texts. */
const MAX_CACHED_TEXTS = 1_000

/**
 * Returns a function that returns the width of a text in CSS pixels, in the font of an element and the weight
 * of emphasized text. Tabular figures are as wide as a zero.
 */
export function createTextMeasure(element: Element): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  const { fontFamily, fontSize } = getComputedStyle(element)
  if (context !== null) context.font = `600 ${fontSize} ${fontFamily}`
  const widths = new Map<string, number>()
  return (text) => {
    const cached = widths.get(text)
    if (cached !== undefined) return cached
    const digits = text.replaceAll(/\d/gu, '0')
    const width = Math.ceil(context?.measureText(digits).width ?? text.length * CHARACTER_WIDTH)
    if (widths.size < MAX_CACHED_TEXTS) widths.set(text, width)
    return width
  }
}
