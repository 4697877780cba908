import type { CsvStyle } from '../../../electron/contract/csv-style.ts'
import { finishHash, addByte, INITIAL_HASH, type CellChecksum } from './cell-checksum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const QUOTE = 0x22
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a

/** States of the reader within a line. */
const CELL_START = 0
const UNQUOTED = 1
const QUOTED = 2
/** After a quote within quotes: the end of the cell, or the first of two that mean one. */
const QUOTE_IN_QUOTES = 3
const BEFORE_LINE_FEED = 4

/** Reads CSV in UTF-8 (RFC 4180, section 2), byte by byte, and strictly in its style. */
export class CsvReader implements CellReader {
  readonly #delimiter: number
  /** For each byte, 1 if it ends an unquoted cell or is invalid in it. */
  readonly #isSpecial = new Uint8Array(256)
  readonly #hasCarriageReturns: boolean
  readonly #columns: number
  readonly #checksum: CellChecksum
  #state = CELL_START
  /** Hash of the part of a cell in earlier chunks. */
  #hash = INITIAL_HASH
  /** Hash of a whole cell. */
  #cellHash = 0
  #isEmpty = true
  #cellsInRow = 0

  constructor(
    { delimiter, lineEnd }: Pick<CsvStyle, 'delimiter' | 'lineEnd'>,
    columns: number,
    checksum: CellChecksum,
  ) {
    this.#delimiter = delimiter.charCodeAt(0)
    for (const byte of [this.#delimiter, QUOTE, CARRIAGE_RETURN, LINE_FEED]) this.#isSpecial[byte] = 1
    this.#hasCarriageReturns = lineEnd === 'crlf'
    this.#columns = columns
    this.#checksum = checksum
  }

  write(bytes: Uint8Array): void {
    const { length } = bytes
    for (let offset = 0; offset < length;) {
      switch (this.#state) {
        case CELL_START:
          if (bytes[offset] === QUOTE) {
            this.#state = QUOTED
            offset += 1
          } else this.#state = UNQUOTED
          break
        case UNQUOTED:
          offset = this.#readUnquoted(bytes, offset)
          break
        case QUOTED:
          offset = this.#readQuoted(bytes, offset)
          break
        default:
          this.#readSpecial(bytes[offset] ?? 0)
          offset += 1
      }
    }
  }

  end(): void {
    if (this.#state !== CELL_START || this.#cellsInRow > 0) throw new MalformedFile(REASONS.truncated)
  }

  #readUnquoted(bytes: Uint8Array, start: number): number {
    const isSpecial = this.#isSpecial
    const { length } = bytes
    let offset = start
    // Most cells are within one chunk, so that no state is stored for them.
    let hash = this.#hash
    for (; offset < length; offset += 1) {
      const byte = bytes[offset] ?? 0
      if (isSpecial[byte] === 1) break
      hash = addByte(hash, byte)
    }
    if (offset > start) this.#isEmpty = false
    if (offset === length) {
      this.#hash = hash
      return offset
    }
    const byte = bytes[offset] ?? 0
    if (byte === QUOTE) throw this.#malformedRow()
    this.#cellHash = finishHash(hash)
    this.#readSpecial(byte)
    return offset + 1
  }

  #readQuoted(bytes: Uint8Array, start: number): number {
    const { length } = bytes
    let offset = start
    let hash = this.#hash
    for (; offset < length; offset += 1) {
      const byte = bytes[offset] ?? 0
      if (byte === QUOTE) break
      hash = addByte(hash, byte)
    }
    if (offset > start) this.#isEmpty = false
    this.#hash = hash
    if (offset === length) return offset
    this.#cellHash = finishHash(hash)
    this.#state = QUOTE_IN_QUOTES
    return offset + 1
  }

  /** Reads a delimiter, a part of a line end, or the byte after a quote. */
  #readSpecial(byte: number): void {
    if (this.#state === BEFORE_LINE_FEED) {
      if (byte !== LINE_FEED) throw this.#malformedRow()
      this.#endLine()
    } else if (byte === this.#delimiter) this.#endCell()
    else if (byte === CARRIAGE_RETURN && this.#hasCarriageReturns) this.#state = BEFORE_LINE_FEED
    else if (byte === LINE_FEED && !this.#hasCarriageReturns) this.#endLine()
    else if (byte === QUOTE && this.#state === QUOTE_IN_QUOTES) {
      this.#hash = addByte(this.#hash, QUOTE)
      this.#isEmpty = false
      this.#state = QUOTED
    } else throw this.#malformedRow()
  }

  #endCell(): void {
    if (this.#isEmpty) this.#checksum.skipCell()
    else this.#checksum.addCell(this.#cellHash)
    if (this.#hash !== INITIAL_HASH) this.#hash = INITIAL_HASH
    this.#isEmpty = true
    this.#cellsInRow += 1
    this.#state = CELL_START
  }

  #endLine(): void {
    this.#endCell()
    if (this.#cellsInRow !== this.#columns)
      throw new MalformedFile(REASONS.cellsInRow(this.#checksum.rows + 1))
    this.#cellsInRow = 0
    this.#checksum.endRow()
  }

  #malformedRow(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#checksum.rows + 1))
  }
}
