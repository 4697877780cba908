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
  const significant = digits.replace(/0+$/u, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign}${significant}e${String(power)}`
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

/** Returns the JSON text of a member of an object, or of the entry of a list with this index; null if absent. */
export function memberText(json: string, name: string): string | null {
  let found: string | null = null
  for (const member of membersOf(json)) if (member.name === name) found = json.slice(member.start, member.end)
  return found
}

const isBlank = (character: string): boolean => /^[\t\n\r ]$/u.test(character)

function* membersOf(json: string): Generator<{
  readonly name: string
  readonly start: number
  readonly end: number
}> {
  const isList = json.startsWith('[')
  if (!isList && !json.startsWith('{')) return
  const skipBlanks = (from: number): number => {
    let at = from
    while (isBlank(json.charAt(at))) at += 1
    return at
  }
  let at = skipBlanks(1)
  for (let index = 0; at < json.length && !/[\]}]/u.test(json.charAt(at)); index += 1) {
    let name = String(index)
    if (!isList) {
      const end = endOfString(json, at)
      name = decodeString(json.slice(at, end))
      // The colon may be between blanks.
      at = skipBlanks(skipBlanks(end) + 1)
    }
    const end = endOfValue(json, at)
    yield { name, start: at, end }
    at = skipBlanks(end)
    if (json.charAt(at) === ',') at = skipBlanks(at + 1)
  }
}

/** Returns the offset after the value that starts at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0
  let at = start
  for (; at < json.length; at += 1) {
    const character = json.charAt(at)
    if (character === '"') at = endOfString(json, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      if (depth === 0) return at
      depth -= 1
    } else if (depth === 0 && (character === ',' || isBlank(character))) return at
    else continue
    if (depth === 0) return at + 1
  }
  return at
}
