import { STYLES } from '../../../electron/export/formats/xlsx/styles.ts'
import { CELL_KINDS, endOfHash, mixed, NO_BYTES, type CellSum } from './cell-sum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'
import { hashOfXmlText } from './xml-text-hash.ts'

const code = (character: string): number => character.charCodeAt(0)
const LESS = code('<')
const GREATER = code('>')
const SLASH = code('/')
const QUOTE = code('"')
const BLANK = code(' ')
const END_OF_ROW = Buffer.from('</row>')
const BEGIN_OF_ROW = Buffer.from('<row')
const BEGIN_OF_VALUE = Buffer.from('<v>')
const END_OF_VALUE = Buffer.from('</v></c>')
const BEGIN_OF_TEXT = Buffer.from('<is><t')
const END_OF_TEXT = Buffer.from('</t></is></c>')

const FIRST_MEMORY = 1 << 19

/** Attributes of a cell (ECMA-376, 18.3.1.4). */
interface Cell {
  column: number
  style: number
  /** The first letter of its type: `s`hared text, `i`nline text, `b`oolean; 0: a number. */
  type: number
}

/** Reads the rows of a sheet (ECMA-376, 18.3.1.99), a few whole rows at a time. */
export class SheetReader implements CellReader {
  readonly #shared: readonly number[]
  readonly #sum: CellSum
  readonly #cell: Cell = { column: 0, style: 0, type: 0 }
  #memory = Buffer.allocUnsafeSlow(FIRST_MEMORY)
  /** The start of the memory. */
  #rest = this.#memory.subarray(0, 0)
  #row = 0

  /** @param shared hashes of the shared texts, by position. */
  constructor(shared: readonly number[], sum: CellSum) {
    this.#shared = shared
    this.#sum = sum
  }

  take(bytes: Uint8Array): void {
    const whole = this.#behindRest(bytes)
    const last = whole.lastIndexOf(END_OF_ROW)
    const end = last < 0 ? 0 : last + END_OF_ROW.length
    for (let at = 0; at < end;) at = this.#readRow(whole, at)
    // Before the rows, there may be no row for long; after them, there is none.
    whole.copyWithin(0, end)
    this.#rest = this.#memory.subarray(0, whole.length - end)
  }

  end(): void {
    if (this.#rest.indexOf('</sheetData>') < 0) throw new MalformedFile(REASONS.truncated)
  }

  /** The rest of earlier bytes followed by these, in reused memory. */
  #behindRest(bytes: Uint8Array): Buffer {
    const { length } = this.#rest
    const needed = length + bytes.length
    if (needed > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#memory.length * 2))
      this.#rest.copy(larger)
      this.#memory = larger
    }
    this.#memory.set(bytes, length)
    return this.#memory.subarray(0, needed)
  }

  #readRow(bytes: Buffer, start: number): number {
    const begin = bytes.indexOf(BEGIN_OF_ROW, start)
    if (begin < 0 || (this.#row > 0 && begin !== start)) throw this.#wrong()
    this.#row += 1
    let at = bytes.indexOf(GREATER, begin) + 1
    for (;;) {
      if (bytes[at] !== LESS) throw this.#wrong()
      if (bytes[at + 1] === SLASH) break
      at = this.#readCell(bytes, at)
    }
    this.#sum.endRow()
    return at + END_OF_ROW.length
  }

  /** @param start where the tag of the cell begins. */
  #readCell(bytes: Buffer, start: number): number {
    const inside = this.#readAttributes(bytes, start + 2)
    const { column, style, type } = this.#cell
    if (type === code('i')) {
      const tag = this.#behind(bytes, inside, BEGIN_OF_TEXT)
      const from = endOfRun(bytes, tag, GREATER) + 1
      const to = endOfRun(bytes, from, LESS)
      this.#sum.at(column, hashOfXmlText(bytes, from, to))
      return this.#behind(bytes, to, END_OF_TEXT)
    }
    const from = this.#behind(bytes, inside, BEGIN_OF_VALUE)
    let to = from
    if (type === code('s')) {
      to = endOfRun(bytes, from, LESS)
      const shared = this.#shared[numberAt(bytes, from)]
      if (shared === undefined || from === to) throw this.#wrong()
      this.#sum.at(column, shared)
    } else {
      let hash = NO_BYTES
      for (; to < bytes.length && bytes[to] !== LESS; to += 1) hash = mixed(hash, bytes[to] ?? 0)
      const kind = type === code('b') ? 'flag' : style === STYLES.dateTime ? 'moment' : 'number'
      this.#sum.at(column, endOfHash(hash) ^ CELL_KINDS[kind])
    }
    return this.#behind(bytes, to, END_OF_VALUE)
  }

  /** The position after these bytes, which must be there. */
  #behind(bytes: Buffer, start: number, words: Buffer): number {
    for (let at = 0; at < words.length; at += 1) if (bytes[start + at] !== words[at]) throw this.#wrong()
    return start + words.length
  }

  /** Reads `r`, `s` and `t`; returns the position after the tag. */
  #readAttributes(bytes: Buffer, start: number): number {
    const cell = this.#cell
    cell.column = -1
    cell.style = 0
    cell.type = 0
    let at = start
    while (bytes[at] === BLANK) {
      const name = bytes[at + 1] ?? 0
      let value = at + 4
      if (bytes[value - 1] !== QUOTE) throw this.#wrong()
      if (name === code('t')) cell.type = bytes[value] ?? 0
      else if (name === code('s')) cell.style = numberAt(bytes, value)
      else if (name === code('r')) {
        let letters = 0
        for (; (bytes[value] ?? 0) >= 0x41; value += 1) letters = letters * 26 + (bytes[value] ?? 0) - 0x40
        cell.column = letters - 1
      }
      at = endOfRun(bytes, value, QUOTE) + 1
    }
    if (bytes[at] !== GREATER || cell.column < 0) throw this.#wrong()
    return at + 1
  }

  #wrong(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#sum.rows + 1))
  }
}

/** Position of the next such byte; the length if there is none. */
function endOfRun(bytes: Buffer, start: number, byte: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== byte) at += 1
  return at
}

/** The whole number at this position. */
function numberAt(bytes: Buffer, start: number): number {
  let number = 0
  for (let at = start; ; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}
