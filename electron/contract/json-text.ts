/** A number as JSON writes it (RFC 8259, section 6). */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** Returns whether a text is a JSON number. */
export function isNumberText(text: string): boolean {
  return JSON_NUMBER.test(text)
}

/** Returns whether a double keeps all digits of a JSON number. */
export function isExactDouble(text: string): boolean {
  const value = Number(text)
  return Number.isFinite(value) && significance(text) === significance(String(value))
}

/** Normalizes the digits and exponent of a number. */
function significance(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/u, '')
  const significant = withoutTrailingZeros(digits)
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign}${significant}e${String(power)}`
}

/**
 * Removes the zeros at the end of a text. A regular expression takes quadratic time if many zeros precede
 * another digit, and a number may be as long as an item.
 */
export function withoutTrailingZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a text that is not empty; null for any other value. */
export function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Decodes a JSON string. */
export function decodeString(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

/**
 * Returns the offset after the JSON string that starts at `start`, or the end of the text if it is not
 * closed.
 */
export function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (json.charAt(quote - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
  return json.length
}
