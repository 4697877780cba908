/** A changed field as a row describes it. */
export interface SummaryField {
  readonly label: string
  readonly old: string
  readonly now: string
}

/** Maximum length of a value that is never cut: numbers, dates, POS numbers. */
const SHORT = 20
/**
 * Approximate widths in CSS pixels of a character, of a shortened value, and of the text around the values.
 */
const CHARACTER = 7
const CUT = 90
const AROUND = 54
/** Width of the number of further fields. */
const REST = 40

export function isShort(text: string): boolean {
  return text.length <= SHORT
}

const widthOf = (text: string): number => (isShort(text) ? text.length * CHARACTER : CUT)

/** Returns the minimum width of a field's description, in CSS pixels. */
export function minWidth({ label, old, now }: SummaryField): number {
  return label.length * CHARACTER + widthOf(old) + widthOf(now) + AROUND
}

/** Returns how many of the fields fit a line of `available` CSS pixels, at least one. */
export function fieldsThatFit(fields: readonly SummaryField[], available: number): number {
  let used = 0
  let count = 0
  for (const field of fields) {
    used += minWidth(field)
    const last = count + 1 === fields.length
    if (count > 0 && used > (last ? available : available - REST)) break
    count += 1
  }
  return count
}
