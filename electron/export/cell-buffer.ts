import { guardFormula } from './formula-guard.ts'

export type Delimiter = ',' | ';' | '\t'

const FIRST_CAPACITY = 1 << 18
const MOST_BYTES_A_CHARACTER = 3
const APOSTROPHE_AND_QUOTES = 3

/**
 * What must stand in quotes: the delimiter, quotes and line breaks (RFC 4180, section 2.6); text that begins
 * or ends with a blank, which some readers would cut off; and NUL, of which RFC 4180 knows nothing.
 */
const QUOTED: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\r\n\0]|^\s|\s$/u,
  ';': /[";\r\n\0]|^\s|\s$/u,
  '\t': /["\t\r\n\0]|^\s|\s$/u,
}

/** For each ASCII character whether it can stand anywhere in a cell without quotes. */
function plainInside(delimiter: Delimiter): Uint8Array {
  const special = `"\r\n\0${delimiter}`
  return Uint8Array.from({ length: 128 }, (_, code) => (special.includes(String.fromCharCode(code)) ? 0 : 1))
}

/**
 * Whether a character at the beginning or the end of a text certainly calls for neither guard nor quotes. It says
 * no to more than that; the slow way then looks closely.
 */
function isPlainAtEdge(code: number): boolean {
  if (code < 0x80) {
    return (code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a)
  }
  // Left out: no-break space, Ogham space, all kinds of blanks and marks from U+2000, full-width signs, U+FEFF.
  return (code > 0xa0 && code < 0x1680) || (code > 0x3000 && code < 0xd800)
}

/**
 * Cells of a CSV file as bytes. Text is checked, and turned into UTF-8, in one pass over its characters: that is
 * twice as fast as building a string of the whole batch and encoding it, because most of the time would go into
 * copying characters.
 */
export class CellBuffer {
  readonly #quoted: RegExp
  readonly #plainInside: Uint8Array
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY)
  #length = 0

  constructor(delimiter: Delimiter) {
    this.#quoted = QUOTED[delimiter]
    this.#plainInside = plainInside(delimiter)
  }

  /** Bytes written since {@link clear}. */
  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#length)
    taken.set(this.#bytes.subarray(0, this.#length))
    return taken
  }

  /** Text from outside: guarded against being run as a formula, and quoted where it has to be. */
  text(text: string): void {
    const { length } = text
    if (length === 0) return
    this.#reserve(length * MOST_BYTES_A_CHARACTER + APOSTROPHE_AND_QUOTES)
    const plain = isPlainAtEdge(text.charCodeAt(0)) && isPlainAtEdge(text.charCodeAt(length - 1))
    if (!plain || !this.#plainText(text)) this.#anyText(text)
  }

  /** ASCII of our own that needs neither guard nor quotes: delimiters, line ends, digits. */
  ascii(text: string): void {
    const { length } = text
    this.#reserve(length)
    const bytes = this.#bytes
    const start = this.#length
    for (let index = 0; index < length; index += 1) bytes[start + index] = text.charCodeAt(index)
    this.#length = start + length
  }

  /** Text of our own as it is. */
  raw(text: string): void {
    this.#reserve(text.length * MOST_BYTES_A_CHARACTER)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** False, and nothing written, when a character turns up that needs a closer look. */
  #plainText(text: string): boolean {
    const bytes = this.#bytes
    const plainInside = this.#plainInside
    const { length } = text
    let at = this.#length
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index)
      if (code < 0x80) {
        if (plainInside[code] === 0) return false
        bytes[at++] = code
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6)
        bytes[at++] = 0x80 | (code & 0x3f)
      } else {
        // Halves of a pair are left to Node's encoder.
        if (code >= 0xd800 && code < 0xe000) return false
        bytes[at++] = 0xe0 | (code >> 12)
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
        bytes[at++] = 0x80 | (code & 0x3f)
      }
    }
    this.#length = at
    return true
  }

  #anyText(text: string): void {
    const guarded = guardFormula(text)
    const cell = this.#quoted.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
    this.#length += this.#bytes.write(cell, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
