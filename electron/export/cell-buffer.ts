import { allBut, ByteBuffer } from './byte-buffer.ts'
import { guardFormula } from './formula-guard.ts'

export type Delimiter = ',' | ';' | '\t'

/**
 * What must stand in quotes: the delimiter, quotes and line breaks (RFC 4180, section 2.6); text that begins
 * or ends with a blank, which some readers would cut off; and NUL, of which RFC 4180 knows nothing.
 */
const QUOTED: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\r\n\0]|^\s|\s$/u,
  ';': /[";\r\n\0]|^\s|\s$/u,
  '\t': /["\t\r\n\0]|^\s|\s$/u,
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

/** Cells of a CSV file as bytes. Text is checked, and turned into UTF-8, in one pass over its characters. */
export class CellBuffer {
  readonly #quoted: RegExp
  readonly #plainInside: Uint8Array
  readonly #bytes = new ByteBuffer()

  constructor(delimiter: Delimiter) {
    this.#quoted = QUOTED[delimiter]
    this.#plainInside = allBut(`"\r\n\0${delimiter}`)
  }

  /** Bytes written since {@link clear}. */
  get length(): number {
    return this.#bytes.length
  }

  clear(): void {
    this.#bytes.clear()
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.take()
  }

  /** Text from outside: guarded against being run as a formula, and quoted where it has to be. */
  text(text: string): void {
    const { length } = text
    if (length === 0) return
    const plain = isPlainAtEdge(text.charCodeAt(0)) && isPlainAtEdge(text.charCodeAt(length - 1))
    if (!plain || !this.#bytes.plain(text, this.#plainInside)) this.#anyText(text)
  }

  /** ASCII of our own that needs neither guard nor quotes: delimiters, line ends, digits. */
  ascii(text: string): void {
    this.#bytes.ascii(text)
  }

  /** Text of our own as it is. */
  raw(text: string): void {
    this.#bytes.utf8(text)
  }

  #anyText(text: string): void {
    const guarded = guardFormula(text)
    this.#bytes.utf8(this.#quoted.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded)
  }
}
