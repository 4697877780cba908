/**
 * Returns a key that sorts as a plain string in natural order: ignoring case, numbers by value ("POS-9"
 * before "POS-10", "007" next to "7"), accented letters next to others. Texts have equal keys only if they
 * differ only in case.
 */
export function naturalKey(text: string): string {
  const folded = text.toLowerCase()
  const plain = MAY_HAVE_ACCENT.test(folded) ? folded.normalize('NFD').replaceAll(ACCENTS, '') : folded
  const key = HAS_DIGIT.test(plain) ? encodeNumbers(plain) : plain
  // The original text distinguishes equal keys: accents and leading zeros were removed.
  return plain.length !== folded.length || plain !== folded || HAS_LEADING_ZERO.test(plain)
    ? `${key}\0${folded}`
    : key
}

/** Compares two keys, or two texts by code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Characters that may be an accented letter. Punctuation from U+2000 on is not. */
const MAY_HAVE_ACCENT = /[\u00c0-\u1fff\u3000-\uffff]/
const ACCENTS = /\p{Mn}/gu
const HAS_DIGIT = /[0-9]/
const HAS_LEADING_ZERO = /(?<![0-9])0[0-9]/
export const ZERO = 0x30
const NINE = 0x39
/** Only the first digits of a longer number count. */
export const MAX_DIGITS = 0xfffe

/**
 * Encodes numbers so that they compare by value: a digit, to sort numbers among texts; the number of digits;
 * the digits.
 */
function encodeNumbers(text: string): string {
  let key = ''
  let copiedTo = 0
  for (let offset = 0; offset < text.length;) {
    if (!isDigit(text.charCodeAt(offset))) {
      offset += 1
      continue
    }
    let first = offset
    while (text.charCodeAt(first) === ZERO && isDigit(text.charCodeAt(first + 1))) first += 1
    let end = first + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    const length = Math.min(end - first, MAX_DIGITS)
    key += `${text.slice(copiedTo, offset)}0${String.fromCharCode(length)}${text.slice(first, end)}`
    copiedTo = end
    offset = end
  }
  return key + text.slice(copiedTo)
}

/** Returns whether a code unit is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
