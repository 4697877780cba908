/** A changed field as a row describes it. */
export interface SummaryField {
  readonly label: string
  readonly old: string
  readonly now: string
}

/** Maximum length of a value that is never cut: numbers, dates, POS numbers. */
const MAX_SHORT_LENGTH = 20
/**
 * Approximate widths in CSS pixels of a character, of a shortened value, and of the text around the values.
 */
const CHARACTER_WIDTH = 7
const SHORTENED_WIDTH = 90
const SURROUNDING_WIDTH = 54
/** Width of the number of further fields. */
const REST_WIDTH = 40

export function isShort(text: string): boolean {
  return text.length <= MAX_SHORT_LENGTH
}

const widthOf = (text: string): number => (isShort(text) ? text.length * CHARACTER_WIDTH : SHORTENED_WIDTH)

/** Returns the minimum width of a field's description, in CSS pixels. */
export function minWidth({ label, old, now }: SummaryField): number {
  return label.length * CHARACTER_WIDTH + widthOf(old) + widthOf(now) + SURROUNDING_WIDTH
}

/** Returns how many of the fields fit a line of `available` CSS pixels, at least one. */
export function fieldsThatFit(fields: readonly SummaryField[], available: number): number {
  let used = 0
  let count = 0
  for (const field of fields) {
    used += minWidth(field)
    const isLast = count + 1 === fields.length
    if (count > 0 && used > (isLast ? available : available - REST_WIDTH)) break
    count += 1
  }
  return count
}
