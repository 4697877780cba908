import type { CsvStyle } from '../../../contract/csv-style.ts'
import type { AlterationCount } from '../format.ts'
import { ROW_END } from '../../../store/packed-rows.ts'
import { asciiTableExcept, ByteBuffer } from '../../values/byte-buffer.ts'
import type { CsvCells } from './values.ts'
import { representableText } from './encoding.ts'
import { guardFormula } from '../../values/formula-guard.ts'

type Delimiter = CsvStyle['delimiter']

/**
 * What requires quotes: the delimiter, quotes and line breaks (RFC 4180, section 2.6); white space at the
 * ends, which some programs remove; and NUL, which RFC 4180 does not define.
 */
const NEEDS_QUOTES: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\r\n\0]|^\s|\s$/u,
  ';': /[";\r\n\0]|^\s|\s$/u,
  '\t': /["\t\r\n\0]|^\s|\s$/u,
  '|': /["|\r\n\0]|^\s|\s$/u,
}

/**
 * Returns whether a character at the start or end of a text certainly needs neither guard nor quotes. Rejects
 * some others, which are then checked in full.
 */
function isPlainAtEdge(code: number): boolean {
  if (code < 0x80) {
    return (code > 0x60 && code < 0x7b) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a)
  }
  // Excludes spaces, characters that are not shown, marks from U+2000, full-width signs and U+FEFF.
  if (code < 0x115f) return code > 0xad && code !== 0x34f && code !== 0x61c
  return code > 0x3000 && code < 0xd800 && code !== 0x3164
}

/** Does the same for the bytes of a cell that is not empty. */
function isPlainAtEdges(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1
  while (last > start && ((bytes[last] ?? 0) & 0xc0) === 0x80) last -= 1
  return (
    isPlainCharacter(bytes[start] ?? 0, bytes[start + 1] ?? 0) &&
    isPlainCharacter(bytes[last] ?? 0, bytes[last + 1] ?? 0)
  )
}

function isPlainCharacter(first: number, second: number): boolean {
  if (first < 0x80) return isPlainAtEdge(first)
  // From U+0800 on, checks only the first bytes of three-byte characters.
  if (first < 0xe0) return isPlainAtEdge(((first & 0x1f) << 6) | (second & 0x3f))
  if (first === 0xe3) return second > 0x80 && second !== 0x85
  return first === 0xe0 || (first > 0xe3 && first < 0xed)
}

/** Digits of an integer that is exact in JavaScript, with its sign. */
export const MAX_EXACT_DIGITS = 15
/** Bytes from here on start surrogates, full-width and other rare characters, or are invalid. */
const FIRST_RARE_BYTE = 0xed

/** Writes cells of a CSV file as bytes, and checks text while encoding it. */
export class CellBuffer implements CsvCells {
  readonly #style: Pick<CsvStyle, 'delimiter' | 'quotes' | 'guard' | 'encoding'>
  readonly #altered: AlterationCount | null
  readonly #needsQuotes: RegExp
  readonly #plainInside: Uint8Array
  readonly #plainBytes: Uint8Array
  readonly #bytes = new ByteBuffer()

  constructor(
    style: Pick<CsvStyle, 'delimiter' | 'quotes' | 'guard' | 'encoding'>,
    altered: AlterationCount | null = null,
  ) {
    this.#altered = altered
    this.#style = style
    this.#needsQuotes = NEEDS_QUOTES[style.delimiter]
    this.#plainInside = asciiTableExcept(`"\r\n\0${style.delimiter}`)
    this.#plainBytes = new Uint8Array(256).fill(1, 0, FIRST_RARE_BYTE)
    this.#plainBytes.set(this.#plainInside)
  }

  /** Bytes written since {@link clear}. */
  get length(): number {
    return this.#bytes.length
  }

  clear(): void {
    this.#bytes.clear()
  }

  /** Returns a copy of the written bytes. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.toBytes()
  }

  /** Writes untrusted text, guarded and quoted if necessary. */
  text(text: string): void {
    const { length } = text
    if (length === 0) this.empty()
    else if (this.#style.quotes === 'needed') {
      const isPlain = isPlainAtEdge(text.charCodeAt(0)) && isPlainAtEdge(text.charCodeAt(length - 1))
      if (!isPlain || !this.#bytes.appendIfPlain(text, this.#plainInside)) this.#escapedText(text)
      else if (this.#style.encoding === 'windows1252') this.#countReplaced(text)
    } else this.#escapedText(text)
  }

  /**
   * Copies a cell of packed rows if it needs no change. Returns the end of the cell, or -1 if nothing was
   * written. Requires minimal quotes and a Unicode encoding.
   * @param isNumber whether its digits need no check
   */
  copyPacked(bytes: Uint8Array, start: number, isNumber: boolean): number {
    const lengthBefore = this.#bytes.length
    const end = this.#bytes.copyWhilePlain(bytes, start, this.#plainBytes)
    if (end === start) {
      if ((bytes[end] ?? 0) < ROW_END) return -1
      this.empty()
      return end
    }
    const isPlain = isNumber ? end - start <= MAX_EXACT_DIGITS : isPlainAtEdges(bytes, start, end)
    if (isPlain && (bytes[end] ?? 0) >= ROW_END) return end
    this.#bytes.truncate(lengthBefore)
    return -1
  }

  /** Writes a moment as text. */
  timestamp(text: string): void {
    this.text(text)
  }

  /** Writes a number or flag in ASCII. */
  literal(literal: string): void {
    const isQuoted = this.#style.quotes === 'all' || literal.includes(this.#style.delimiter)
    if (isQuoted) this.#bytes.ascii('"')
    this.#bytes.ascii(literal)
    if (isQuoted) this.#bytes.ascii('"')
  }

  /** Writes an empty cell. */
  empty(): void {
    if (this.#style.quotes === 'all') this.#bytes.ascii('""')
  }

  /** Writes delimiters and line ends. */
  ascii(text: string): void {
    this.#bytes.ascii(text)
  }

  #escapedText(text: string): void {
    const guarded = this.#style.guard ? guardFormula(text) : text
    if (guarded !== text && this.#altered !== null) this.#altered.guarded += 1
    const isQuoted = this.#style.quotes !== 'needed' || this.#needsQuotes.test(guarded)
    this.#countReplaced(guarded)
    this.#bytes.utf8(isQuoted ? `"${guarded.replaceAll('"', '""')}"` : guarded)
  }

  /** Counts a text that the encoding cannot represent. */
  #countReplaced(text: string): void {
    if (this.#altered === null) return
    const { encoding } = this.#style
    const isUnchanged =
      encoding === 'windows1252' ? representableText(text, encoding) === text : text.isWellFormed()
    if (!isUnchanged) this.#altered.replaced += 1
  }
}
