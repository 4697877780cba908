import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { AlterationCount } from '../format.ts'
import { ROW_END } from '../../../store/packed-rows.ts'
import { allBut, ByteBuffer } from '../../values/byte-buffer.ts'
import type { CsvCells } from './values.ts'
import { representableText } from './encoding.ts'
import { guardFormula } from '../../values/formula-guard.ts'

type Delimiter = CsvStyle['delimiter']

/**
 * What must stand in quotes: the delimiter, quotes and line breaks (RFC 4180, section 2.6); text that begins
 * or ends with a blank, which some readers would cut off; and NUL, of which RFC 4180 knows nothing.
 */
const QUOTED: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\r\n\0]|^\s|\s$/u,
  ';': /[";\r\n\0]|^\s|\s$/u,
  '\t': /["\t\r\n\0]|^\s|\s$/u,
  '|': /["|\r\n\0]|^\s|\s$/u,
}

/**
 * Whether a character at the beginning or the end of a text certainly calls for neither guard nor quotes. It
 * says no to more than that; the slow way then looks closely.
 */
function isPlainAtEdge(code: number): boolean {
  if (code < 0x80) {
    return (code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a)
  }
  // Left out: no-break space, Ogham space, all kinds of blanks and marks from U+2000, full-width signs,
  // U+FEFF.
  return (code > 0xa0 && code < 0x1680) || (code > 0x3000 && code < 0xd800)
}

/** The same of the bytes of a cell in UTF-8, of which there is at least one. */
function isPlainAtEdges(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1
  while (last > start && ((bytes[last] ?? 0) & 0xc0) === 0x80) last -= 1
  return (
    isPlainFirst(bytes[start] ?? 0, bytes[start + 1] ?? 0) &&
    isPlainFirst(bytes[last] ?? 0, bytes[last + 1] ?? 0)
  )
}

function isPlainFirst(first: number, second: number): boolean {
  if (first < 0x80) return isPlainAtEdge(first)
  // From U+0800 on as many as there are in three bytes that begin alike.
  if (first < 0xe0) return isPlainAtEdge(((first & 0x1f) << 6) | (second & 0x3f))
  return first === 0xe0 || (first === 0xe3 && second > 0x80) || (first > 0xe3 && first < 0xed)
}

/** Digits of a whole number that JavaScript has exactly, with its sign. */
export const MAX_DIGITS = 15
/** From here on bytes begin halves of pairs, full-width signs and the like, or are none of UTF-8. */
const FIRST_ODD_BYTE = 0xed

/** Cells of a CSV file as bytes. Text is checked, and turned into UTF-8, in one pass over its characters. */
export class CellBuffer implements CsvCells {
  readonly #style: Pick<CsvStyle, 'delimiter' | 'quotes' | 'guard' | 'encoding'>
  readonly #altered: AlterationCount | null
  readonly #quoted: RegExp
  readonly #plainInside: Uint8Array
  readonly #plainBytes: Uint8Array
  readonly #bytes = new ByteBuffer()

  constructor(
    style: Pick<CsvStyle, 'delimiter' | 'quotes' | 'guard' | 'encoding'>,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#style = style
    this.#quoted = QUOTED[style.delimiter]
    this.#plainInside = allBut(`"\r\n\0${style.delimiter}`)
    this.#plainBytes = new Uint8Array(256).fill(1, 0, FIRST_ODD_BYTE)
    this.#plainBytes.set(this.#plainInside)
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
    if (length === 0) this.empty()
    else if (this.#style.quotes === 'needed') {
      const plain = isPlainAtEdge(text.charCodeAt(0)) && isPlainAtEdge(text.charCodeAt(length - 1))
      if (!plain || !this.#bytes.plain(text, this.#plainInside)) this.#anyText(text)
      else if (this.#style.encoding === 'windows1252') this.#countReplaced(text)
    } else this.#anyText(text)
  }

  /**
   * A cell of rows that are packed, where it can stand in the file as it is; gives its end, or -1 when
   * nothing was written. To be asked only where quotes are those that are needed, and the encoding has every
   * character.
   * @param isNumber its digits are no text from outside.
   */
  packed(bytes: Uint8Array, start: number, isNumber: boolean): number {
    const before = this.#bytes.length
    const end = this.#bytes.plainRun(bytes, start, this.#plainBytes)
    if (end === start) {
      if ((bytes[end] ?? 0) < ROW_END) return -1
      this.empty()
      return end
    }
    const isPlain = isNumber ? end - start <= MAX_DIGITS : isPlainAtEdges(bytes, start, end)
    if (isPlain && (bytes[end] ?? 0) >= ROW_END) return end
    this.#bytes.shorten(before)
    return -1
  }

  /** It is a text as well, of which nothing has to be guarded. */
  moment(text: string): void {
    this.text(text)
  }

  /** A number or flag of ours, in ASCII. */
  word(word: string): void {
    const quoted = this.#style.quotes === 'all' || word.includes(this.#style.delimiter)
    if (quoted) this.#bytes.ascii('"')
    this.#bytes.ascii(word)
    if (quoted) this.#bytes.ascii('"')
  }

  /** A cell with nothing in it. */
  empty(): void {
    if (this.#style.quotes === 'all') this.#bytes.ascii('""')
  }

  /** ASCII of our own as it is: delimiters, line ends. */
  ascii(text: string): void {
    this.#bytes.ascii(text)
  }

  #anyText(text: string): void {
    const guarded = this.#style.guard ? guardFormula(text) : text
    if (guarded !== text && this.#altered !== null) this.#altered.guarded += 1
    const quoted = this.#style.quotes !== 'needed' || this.#quoted.test(guarded)
    this.#countReplaced(guarded)
    this.#bytes.utf8(quoted ? `"${guarded.replaceAll('"', '""')}"` : guarded)
  }

  /** Counts a text that the encoding cannot hold. */
  #countReplaced(text: string): void {
    if (this.#altered === null) return
    const { encoding } = this.#style
    const isWhole =
      encoding === 'windows1252' ? representableText(text, encoding) === text : text.isWellFormed()
    if (!isWhole) this.#altered.replaced += 1
  }
}
