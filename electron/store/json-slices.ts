import { endOfString } from '../contract/json-string.ts'

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c
/** What a decoder leaves out of the text at the beginning of the bytes. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * The members of an object that is itself a member of the outermost object of a JSON text: under each name
 * the bytes of its value, exactly as they came. `text` is what the bytes say; it must have been parsed
 * before, because it is not checked here. Where a name comes twice the last one counts, as it does for
 * `JSON.parse`. The bytes are parts of those given, not copies.
 */
export function memberSlices(
  bytes: Uint8Array,
  text: string,
  member: string,
): ReadonlyMap<string, Uint8Array> {
  let inner = -1
  eachMember(text, skipSpace(text, 0), (name, start) => {
    if (name === member) inner = start
  })
  const slices = new Map<string, Uint8Array>()
  if (inner < 0 || text.charCodeAt(inner) !== OPEN_BRACE) return slices
  const places = new BytePlaces(bytes, text)
  eachMember(text, inner, (name, start, end) => {
    const from = places.of(start)
    slices.set(name, bytes.subarray(from, places.of(end)))
  })
  return slices
}

/** Where characters of the text stand in the bytes; to be asked for ascending ones. */
class BytePlaces {
  readonly #text: string
  readonly #isAscii: boolean
  #character = 0
  #byte: number

  constructor(bytes: Uint8Array, text: string) {
    this.#text = text
    this.#isAscii = bytes.length === text.length
    this.#byte = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0
  }

  of(character: number): number {
    if (this.#isAscii) return character
    this.#byte += Buffer.byteLength(this.#text.slice(this.#character, character))
    this.#character = character
    return this.#byte
  }
}

function eachMember(
  text: string,
  object: number,
  visit: (name: string, start: number, end: number) => void,
): void {
  let at = skipSpace(text, object + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(text, at)
    const name = nameOf(text.slice(at, nameEnd))
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    visit(name, start, end)
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
  }
}

/** What a quoted text says. */
export function nameOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
}

/** The place after the value that begins at `at`. */
export function endOfValue(text: string, at: number): number {
  const first = text.charCodeAt(at)
  if (first === QUOTE) return endOfString(text, at)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfWord(text, at)
  let depth = 0
  for (let place = at; place < text.length;) {
    const code = text.charCodeAt(place)
    if (code === QUOTE) {
      place = endOfString(text, place)
      continue
    }
    place += 1
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    if (depth === 0) return place
  }
  return text.length
}

/** The place after a number, `true`, `false` or `null`. */
function endOfWord(text: string, at: number): number {
  let place = at
  while (place < text.length && !endsWord(text.charCodeAt(place))) place += 1
  return place
}

function endsWord(code: number): boolean {
  return code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)
}

/** The first place from `at` on that is no white space. */
export function skipSpace(text: string, at: number): number {
  let place = at
  while (isSpace(text.charCodeAt(place))) place += 1
  return place
}

/** The four characters that JSON takes for space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
