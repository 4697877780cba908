import type { CsvStyle } from '../../../electron/contract/csv-style.ts'
import { endOfHash, mixed, NO_BYTES, type CellSum } from './cell-sum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const QUOTE = 0x22
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

/** State of the reader within a line. */
const BEGIN = 0
const PLAIN = 1
const QUOTED = 2
/** After a quote within quotes: the end of the cell, or the first of two that mean one. */
const QUOTE_IN_QUOTES = 3
const BEFORE_LINE_FEED = 4

/** Reads CSV in UTF-8 (RFC 4180, section 2), byte by byte, and strictly in its style. */
export class CsvReader implements CellReader {
  readonly #delimiter: number
  /** Whether each byte ends an unquoted cell, or is invalid in it. */
  readonly #isMark = new Uint8Array(256)
  readonly #hasReturns: boolean
  readonly #columns: number
  readonly #sum: CellSum
  #state = BEGIN
  /** Hash of the part of a cell in earlier chunks. */
  #hash = NO_BYTES
  /** Hash of a whole cell. */
  #cellHash = 0
  #isEmpty = true
  #cells = 0

  constructor(
    { delimiter, lineEnd }: Pick<CsvStyle, 'delimiter' | 'lineEnd'>,
    columns: number,
    sum: CellSum,
  ) {
    this.#delimiter = delimiter.charCodeAt(0)
    for (const byte of [this.#delimiter, QUOTE, CARRIAGE_RETURN, LINE_FEED]) this.#isMark[byte] = 1
    this.#hasReturns = lineEnd === 'crlf'
    this.#columns = columns
    this.#sum = sum
  }

  take(bytes: Uint8Array): void {
    const { length } = bytes
    for (let at = 0; at < length;) {
      switch (this.#state) {
        case BEGIN:
          if (bytes[at] === QUOTE) {
            this.#state = QUOTED
            at += 1
          } else this.#state = PLAIN
          break
        case PLAIN:
          at = this.#plain(bytes, at)
          break
        case QUOTED:
          at = this.#quoted(bytes, at)
          break
        default:
          this.#mark(bytes[at] ?? 0)
          at += 1
      }
    }
  }

  end(): void {
    if (this.#state !== BEGIN || this.#cells > 0) throw new MalformedFile(REASONS.truncated)
  }

  #plain(bytes: Uint8Array, start: number): number {
    const isMark = this.#isMark
    const { length } = bytes
    let at = start
    // Most cells are within one chunk, so that no state is stored for them.
    let hash = this.#hash
    for (; at < length; at += 1) {
      const byte = bytes[at] ?? 0
      if (isMark[byte] === 1) break
      hash = mixed(hash, byte)
    }
    if (at > start) this.#isEmpty = false
    if (at === length) {
      this.#hash = hash
      return at
    }
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) throw this.#wrong()
    this.#cellHash = endOfHash(hash)
    this.#mark(byte)
    return at + 1
  }

  #quoted(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    let at = start
    let hash = this.#hash
    for (; at < length; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) break
      hash = mixed(hash, byte)
    }
    if (at > start) this.#isEmpty = false
    this.#hash = hash
    if (at === length) return at
    this.#cellHash = endOfHash(hash)
    this.#state = QUOTE_IN_QUOTES
    return at + 1
  }

  /** A delimiter, a part of a line end, or the byte after a quote. */
  #mark(byte: number): void {
    if (this.#state === BEFORE_LINE_FEED) {
      if (byte !== LINE_FEED) throw this.#wrong()
      this.#endLine()
    } else if (byte === this.#delimiter) this.#endCell()
    else if (byte === CARRIAGE_RETURN && this.#hasReturns) this.#state = BEFORE_LINE_FEED
    else if (byte === LINE_FEED && !this.#hasReturns) this.#endLine()
    else if (byte === QUOTE && this.#state === QUOTE_IN_QUOTES) {
      this.#hash = mixed(this.#hash, QUOTE)
      this.#isEmpty = false
      this.#state = QUOTED
    } else throw this.#wrong()
  }

  #endCell(): void {
    if (this.#isEmpty) this.#sum.skip()
    else this.#sum.add(this.#cellHash)
    if (this.#hash !== NO_BYTES) this.#hash = NO_BYTES
    this.#isEmpty = true
    this.#cells += 1
    this.#state = BEGIN
  }

  #endLine(): void {
    this.#endCell()
    if (this.#cells !== this.#columns) throw new MalformedFile(REASONS.cellsInRow(this.#sum.rows + 1))
    this.#cells = 0
    this.#sum.endRow()
  }

  #wrong(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#sum.rows + 1))
  }
}
