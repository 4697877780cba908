import { STYLES } from '../../../electron/export/formats/xlsx/styles.ts'
import { CELL_KINDS, finishHash, addByte, INITIAL_HASH, type CellChecksum } from './cell-checksum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'
import { hashOfXmlText } from './xml-text-hash.ts'

const byteOf = (character: string): number => character.charCodeAt(0)
const LESS_THAN = byteOf('<')
const GREATER_THAN = byteOf('>')
const SLASH = byteOf('/')
const QUOTE = byteOf('"')
const SPACE = byteOf(' ')
const ROW_END = Buffer.from('</row>')
const ROW_START = Buffer.from('<row')
const VALUE_START = Buffer.from('<v>')
const VALUE_END = Buffer.from('</v></c>')
const TEXT_START = Buffer.from('<is><t')
const TEXT_END = Buffer.from('</t></is></c>')

const INITIAL_CAPACITY = 1 << 19

/** Attributes of a cell (ECMA-376, 18.3.1.4). */
interface Cell {
  column: number
  style: number
  /** First letter of its type: `s` for shared text, `i` for inline text, `b` for Boolean; 0 for a number. */
  type: number
}

/** Reads the complete rows in each chunk of a sheet (ECMA-376, 18.3.1.99). */
export class SheetReader implements CellReader {
  readonly #sharedHashes: readonly number[]
  readonly #checksum: CellChecksum
  readonly #cell: Cell = { column: 0, style: 0, type: 0 }
  #buffer = Buffer.allocUnsafeSlow(INITIAL_CAPACITY)
  /** Bytes after the last complete row, at the start of the buffer. */
  #incompleteRow = this.#buffer.subarray(0, 0)
  #row = 0

  /** @param sharedHashes hashes of the shared strings by index */
  constructor(sharedHashes: readonly number[], checksum: CellChecksum) {
    this.#sharedHashes = sharedHashes
    this.#checksum = checksum
  }

  write(bytes: Uint8Array): void {
    const complete = this.#append(bytes)
    const last = complete.lastIndexOf(ROW_END)
    const end = last < 0 ? 0 : last + ROW_END.length
    for (let offset = 0; offset < end;) offset = this.#readRow(complete, offset)
    complete.copyWithin(0, end)
    this.#incompleteRow = this.#buffer.subarray(0, complete.length - end)
  }

  end(): void {
    if (this.#incompleteRow.indexOf('</sheetData>') < 0) throw new MalformedFile(REASONS.truncated)
  }

  /** Returns the incomplete row followed by these bytes, in the reused buffer. */
  #append(bytes: Uint8Array): Buffer {
    const { length } = this.#incompleteRow
    const needed = length + bytes.length
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2))
      this.#incompleteRow.copy(larger)
      this.#buffer = larger
    }
    this.#buffer.set(bytes, length)
    return this.#buffer.subarray(0, needed)
  }

  #readRow(bytes: Buffer, start: number): number {
    const rowStart = bytes.indexOf(ROW_START, start)
    if (rowStart < 0 || (this.#row > 0 && rowStart !== start)) throw this.#malformedRow()
    this.#row += 1
    let offset = bytes.indexOf(GREATER_THAN, rowStart) + 1
    for (;;) {
      if (bytes[offset] !== LESS_THAN) throw this.#malformedRow()
      if (bytes[offset + 1] === SLASH) break
      offset = this.#readCell(bytes, offset)
    }
    this.#checksum.endRow()
    return offset + ROW_END.length
  }

  /** @param start offset of the start tag */
  #readCell(bytes: Buffer, start: number): number {
    const contentStart = this.#readAttributes(bytes, start + 2)
    const { column, style, type } = this.#cell
    if (type === byteOf('i')) {
      const tagOffset = this.#expect(bytes, contentStart, TEXT_START)
      const from = indexOfByte(bytes, tagOffset, GREATER_THAN) + 1
      const to = indexOfByte(bytes, from, LESS_THAN)
      this.#checksum.addAt(column, hashOfXmlText(bytes, from, to))
      return this.#expect(bytes, to, TEXT_END)
    }
    const from = this.#expect(bytes, contentStart, VALUE_START)
    let to = from
    if (type === byteOf('s')) {
      to = indexOfByte(bytes, from, LESS_THAN)
      const sharedHash = this.#sharedHashes[numberAt(bytes, from)]
      if (sharedHash === undefined || from === to) throw this.#malformedRow()
      this.#checksum.addAt(column, sharedHash)
    } else {
      let hash = INITIAL_HASH
      for (; to < bytes.length && bytes[to] !== LESS_THAN; to += 1) hash = addByte(hash, bytes[to] ?? 0)
      const kind = type === byteOf('b') ? 'flag' : style === STYLES.dateTime ? 'moment' : 'number'
      this.#checksum.addAt(column, finishHash(hash) ^ CELL_KINDS[kind])
    }
    return this.#expect(bytes, to, VALUE_END)
  }

  /** Returns the offset after these bytes, which must follow. */
  #expect(bytes: Buffer, start: number, expectedBytes: Buffer): number {
    for (let index = 0; index < expectedBytes.length; index += 1)
      if (bytes[start + index] !== expectedBytes[index]) throw this.#malformedRow()
    return start + expectedBytes.length
  }

  /** Reads `r`, `s` and `t`; returns the offset after the tag. */
  #readAttributes(bytes: Buffer, start: number): number {
    const cell = this.#cell
    cell.column = -1
    cell.style = 0
    cell.type = 0
    let offset = start
    while (bytes[offset] === SPACE) {
      const name = bytes[offset + 1] ?? 0
      let valueOffset = offset + 4
      if (bytes[valueOffset - 1] !== QUOTE) throw this.#malformedRow()
      if (name === byteOf('t')) cell.type = bytes[valueOffset] ?? 0
      else if (name === byteOf('s')) cell.style = numberAt(bytes, valueOffset)
      else if (name === byteOf('r')) {
        let letters = 0
        for (; (bytes[valueOffset] ?? 0) >= 0x41; valueOffset += 1)
          letters = letters * 26 + (bytes[valueOffset] ?? 0) - 0x40
        cell.column = letters - 1
      }
      offset = indexOfByte(bytes, valueOffset, QUOTE) + 1
    }
    if (bytes[offset] !== GREATER_THAN || cell.column < 0) throw this.#malformedRow()
    return offset + 1
  }

  #malformedRow(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#checksum.rows + 1))
  }
}

/** Returns the offset of the next such byte; the length if there is none. */
function indexOfByte(bytes: Buffer, start: number, byte: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== byte) at += 1
  return at
}

/** Returns the integer at an offset. */
function numberAt(bytes: Buffer, start: number): number {
  let number = 0
  for (let at = start; ; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}
