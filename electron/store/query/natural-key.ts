/**
 * A key under which texts sort as people expect, when keys are compared as plain strings: without regard to
 * case, numbers by their value ("POS-9" before "POS-10", "007" beside "7"), letters with marks beside those
 * without. Two texts have the same key only if they differ in nothing but case.
 */
export function naturalKey(text: string): string {
  const folded = text.toLowerCase()
  const plain = HAS_MARKED.test(folded) ? folded.normalize('NFD').replaceAll(MARKS, '') : folded
  const key = HAS_DIGIT.test(plain) ? withNumbers(plain) : plain
  // What was lost on the way, marks and zeros before a number, comes in at the end to tell such texts apart.
  return plain.length !== folded.length || plain !== folded || HAS_LEADING_ZERO.test(plain)
    ? `${key}\0${folded}`
    : key
}

/** The order of two keys, or of two texts by their characters' numbers. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Characters that may be a letter and a mark in one; punctuation and the like from U+2000 on never are. */
const HAS_MARKED = /[\u00c0-\u1fff\u3000-\uffff]/
const MARKS = /\p{Mn}/gu
const HAS_DIGIT = /[0-9]/
const HAS_LEADING_ZERO = /(?<![0-9])0[0-9]/
const ZERO = 0x30
const NINE = 0x39
/** Of longer numbers only the beginning counts. */
const MAX_DIGITS = 0xfffe

/**
 * Writes each number so that numbers compare by their value: a digit, so that it stands among other texts
 * where digits stand; how many digits it has, so that a longer one is greater; and its digits.
 */
function withNumbers(text: string): string {
  let key = ''
  let copied = 0
  for (let at = 0; at < text.length;) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    let first = at
    while (text.charCodeAt(first) === ZERO && isDigit(text.charCodeAt(first + 1))) first += 1
    let end = first + 1
    while (isDigit(text.charCodeAt(end))) end += 1
    const length = Math.min(end - first, MAX_DIGITS)
    key += `${text.slice(copied, at)}0${String.fromCharCode(length)}${text.slice(first, end)}`
    copied = end
    at = end
  }
  return key + text.slice(copied)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
