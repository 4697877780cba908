/** A field that changed, as a row would tell it. */
export interface SummaryField {
  readonly label: string
  readonly old: string
  readonly now: string
}

/** A value of so few characters is never cut: numbers, dates, POS numbers. */
const SHORT = 20
/** About what a character, a value that is cut, and what stands around the values take, in CSS pixels. */
const CHARACTER = 7
const CUT = 90
const AROUND = 54
/** What the number of fields that are not told takes. */
const REST = 40

export function isShort(text: string): boolean {
  return text.length <= SHORT
}

const widthOf = (text: string): number => (isShort(text) ? text.length * CHARACTER : CUT)

/** The least that a field must have to be told, in CSS pixels. */
export function minWidth({ label, old, now }: SummaryField): number {
  return label.length * CHARACTER + widthOf(old) + widthOf(now) + AROUND
}

/**
 * How many of the fields can be told, from the first on, in a line of `room` CSS pixels; one is told in any
 * case.
 */
export function fieldsThatFit(fields: readonly SummaryField[], room: number): number {
  let taken = 0
  let count = 0
  for (const field of fields) {
    taken += minWidth(field)
    const last = count + 1 === fields.length
    if (count > 0 && taken > (last ? room : room - REST)) break
    count += 1
  }
  return count
}
