import { decodeString, endOfString } from '../contract/json-text.ts'

const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c
/** A decoded text does not contain it. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Returns the bytes of the members of an object that is itself a member of the outermost object, as views. Of
 * duplicate names the last one counts, as for `JSON.parse`.
 * @param text the decoded bytes; must be valid JSON
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
  const offsets = new ByteOffsets(bytes, text)
  eachMember(text, inner, (name, start, end) => {
    const from = offsets.toByteOffset(start)
    slices.set(name, bytes.subarray(from, offsets.toByteOffset(end)))
  })
  return slices
}

/**
 * Returns the JSON text of a member of an object, or of the entry of a list with this index; null if absent.
 * Any depth can be read, because the text is not parsed.
 * @param text must be valid JSON
 */
export function memberText(text: string, name: string): string | null {
  const open = skipSpace(text, 0)
  let found: string | null = null
  const visit = (member: string, start: number, end: number): void => {
    if (member === name) found = text.slice(start, end)
  }
  if (text.charCodeAt(open) === OPEN_BRACE) eachMember(text, open, visit)
  else if (text.charCodeAt(open) === OPEN_BRACKET) eachEntry(text, open, visit)
  return found
}

/** Converts ascending character offsets to byte offsets. */
class ByteOffsets {
  readonly #text: string
  readonly #isAscii: boolean
  #character = 0
  #byte: number

  constructor(bytes: Uint8Array, text: string) {
    this.#text = text
    this.#isAscii = bytes.length === text.length
    this.#byte = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0
  }

  /** Returns the byte offset of a character, which must not precede the previous one. */
  toByteOffset(character: number): number {
    if (this.#isAscii) return character
    this.#byte += Buffer.byteLength(this.#text.slice(this.#character, character))
    this.#character = character
    return this.#byte
  }
}

type Visit = (name: string, start: number, end: number) => void

/** Visits the members of the object at an offset. Duplicate names are visited twice. */
export function eachMember(text: string, object: number, visit: Visit): void {
  let offset = skipSpace(text, object + 1)
  while (text.charCodeAt(offset) === QUOTE) {
    const nameEnd = endOfString(text, offset)
    const name = decodeString(text.slice(offset, nameEnd))
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    visit(name, start, end)
    offset = skipSpace(text, end)
    if (text.charCodeAt(offset) === COMMA) offset = skipSpace(text, offset + 1)
  }
}

/**
 * Returns the number of entries of a list.
 * @param text must be the valid JSON of a list
 */
export function countEntries(text: string): number {
  let count = 0
  eachEntry(text, skipSpace(text, 0), () => {
    count += 1
  })
  return count
}

/** Visits the entries of the list at an offset; their names are their indexes. */
function eachEntry(text: string, list: number, visit: Visit): void {
  let offset = skipSpace(text, list + 1)
  for (let index = 0; offset < text.length && text.charCodeAt(offset) !== CLOSE_BRACKET; index += 1) {
    const end = endOfValue(text, offset)
    visit(String(index), offset, end)
    offset = skipSpace(text, end)
    if (text.charCodeAt(offset) === COMMA) offset = skipSpace(text, offset + 1)
  }
}

/** Returns the offset after the value at `start`. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === QUOTE) return endOfString(text, start)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfLiteral(text, start)
  let depth = 0
  for (let offset = start; offset < text.length;) {
    const code = text.charCodeAt(offset)
    if (code === QUOTE) {
      offset = endOfString(text, offset)
      continue
    }
    offset += 1
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    if (depth === 0) return offset
  }
  return text.length
}

/** Returns the offset after a number, `true`, `false` or `null`. */
function endOfLiteral(text: string, start: number): number {
  let offset = start
  while (offset < text.length && !endsLiteral(text.charCodeAt(offset))) offset += 1
  return offset
}

function endsLiteral(code: number): boolean {
  return code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)
}

/** Returns the next offset without white space. */
export function skipSpace(text: string, start: number): number {
  let offset = start
  while (isSpace(text.charCodeAt(offset))) offset += 1
  return offset
}

/** Returns whether JSON treats a character as white space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
