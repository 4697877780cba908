/** The parts of a name in a cell. Offsets into the name, each part begins where the one before ends. */
export interface NameParts {
  /** End of the beginning, which shows what the item is. */
  readonly start: number
  /** End of the middle, which is cut first: the repeated element, or nothing. */
  readonly middle: number
  /** End of the words that many names begin with; 0 without any. */
  readonly shared: number
}

/** The scripts whose direction is from right to left; their parts would be laid out in the wrong order. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
/** A text whose first letter is of such a script. */
const STARTS_RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const SEPARATOR = /[\s\-–—|/,:·]/u
/** Characters at the end of a name without a repeated element that stay visible. */
const MAX_END = 24
/** A year with the space before it. */
const MIN_END = 5
/** Shorter names are not divided. */
const MIN_DIVIDED = 13
const MIN_ELEMENT = 3

/**
 * Returns how a name is divided, so that a narrow cell cuts it where names do not differ: in the element that
 * another column repeats, or before the last words. A name from right to left is not divided.
 * @param sharedWords words with which most names begin
 */
export function nameParts(name: string, element: string | null, sharedWords: string): NameParts {
  if (RIGHT_TO_LEFT.test(name)) return { start: name.length, middle: name.length, shared: 0 }
  const shared = sharedWords.length < name.length && name.startsWith(sharedWords) ? sharedWords.length : 0
  const repeated = element === null ? null : rangeOf(name, element)
  if (repeated !== null) {
    const [start, middle] = repeated
    return { start, middle, shared: Math.min(shared, start) }
  }
  const end = lastWords(name)
  return { start: end, middle: end, shared: Math.min(shared, end) }
}

/** Returns whether a name runs from right to left, so that it is cut on the left. */
export function runsRightToLeft(name: string): boolean {
  return STARTS_RIGHT_TO_LEFT.test(name)
}

/** Average width of a character, in CSS pixels. */
const CHARACTER_WIDTH = 7
/** Width of the rest of most names and of the picture beside them, in CSS pixels. */
const REST_WIDTH = 210

/** Returns whether a column of this width, in CSS pixels, has space for the shared words of names. */
export function fitsSharedWords(sharedWords: string, width: number): boolean {
  return width >= sharedWords.length * CHARACTER_WIDTH + REST_WIDTH
}

/** Returns the range of the element in a name, with the separators before it; null if it is not repeated. */
function rangeOf(name: string, element: string): readonly [number, number] | null {
  const text = element.trim()
  if (text.length < MIN_ELEMENT || text.length >= name.trim().length) return null
  const lowerCase = name.toLowerCase()
  // Some letters have no single lower-case one, so that offsets would differ.
  if (lowerCase.length !== name.length) return null
  const at = lowerCase.indexOf(text.toLowerCase())
  // A name that begins with the element is cut after it.
  if (at <= 0 || !SEPARATOR.test(name[at - 1] ?? '')) return null
  let from = at
  while (from > 0 && SEPARATOR.test(name[from - 1] ?? '')) from -= 1
  const to = Math.min(at + text.length, name.length)
  if (to < name.length && !SEPARATOR.test(name[to] ?? '')) return null
  return from === 0 ? null : [from, to]
}

/** Returns where the last words begin that stay visible: after a space in the second half of the name. */
function lastWords(name: string): number {
  if (name.length < MIN_DIVIDED) return name.length
  const earliest = Math.max(name.length - MAX_END, Math.ceil(name.length / 2))
  const space = name.indexOf(' ', earliest)
  return space < 0 || name.length - space < MIN_END ? name.length : space
}
