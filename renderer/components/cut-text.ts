/** Returns the width of a text, in CSS pixels. */
type TextMeasure = (text: string) => number

const ELLIPSIS = '…'
/** A measured width differs from a drawn one by a fraction of a pixel for each part. */
const TOLERANCE = 2
/** A text that is measured as this much too wide fits. */
const FRACTION = 0.5
/** Fewer characters do not show what a text is about. */
const MIN_START = 2
/** Created when it is first needed, because that takes a millisecond of a start. */
let graphemes: Intl.Segmenter | undefined

/** Measures by font; there are a few. */
const measures = new Map<string, TextMeasure>()

/** Returns the measure of texts in the font of an element; null without a canvas. */
export function textMeasureOf(element: Element): TextMeasure | null {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  const font = `${fontWeight} ${fontSize} ${fontFamily}`
  const known = measures.get(font)
  if (known !== undefined) return known
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  context.font = font
  const measure: TextMeasure = (text) => context.measureText(text).width
  measures.set(font, measure)
  return measure
}

/**
 * Returns the index at which the start of a text is cut, so that an ellipsis and the end of the text follow
 * it directly. (The ellipsis of a style sheet leaves a gap as wide as the part of a character that does not
 * fit.)
 * @param end index of the end of the text that stays visible; returned if nothing is cut in the middle
 * @param available width of the whole text, in CSS pixels
 */
export function cutIndex(text: string, end: number, available: number, measure: TextMeasure): number {
  if (end >= text.length || fits(text, available, measure)) return end
  return fittingStart(text, end, available, measure) ?? end
}

/**
 * Returns a text as it fits into a width, with an ellipsis before `end`, which is the length of a text that
 * is cut at its end; null if nothing useful of its start fits. Has the parameters of {@link cutIndex}.
 */
export function cutText(text: string, end: number, available: number, measure: TextMeasure): string | null {
  if (fits(text, available, measure)) return text
  const cut = fittingStart(text, end, available, measure)
  return cut === null ? null : `${text.slice(0, cut)}${ELLIPSIS}${text.slice(end)}`
}

const fits = (text: string, available: number, measure: TextMeasure): boolean =>
  measure(text) <= available + FRACTION

/** Returns how much of the start fits before an ellipsis and the end of the text; null if it is useless. */
function fittingStart(text: string, end: number, available: number, measure: TextMeasure): number | null {
  const space = available - measure(text.slice(end)) - measure(ELLIPSIS) - TOLERANCE
  let [fitting, exceeding] = [0, end]
  while (exceeding - fitting > 1) {
    const middle = Math.floor((fitting + exceeding) / 2)
    if (measure(text.slice(0, middle)) <= space) fitting = middle
    else exceeding = middle
  }
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const whole = graphemes.segment(text).containing(fitting)?.index ?? fitting
  const cut = text.slice(0, whole).trimEnd().length
  return cut < MIN_START ? null : cut
}
