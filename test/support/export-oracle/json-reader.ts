import { finishHash, addByte, hashOfText, INITIAL_HASH, type CellChecksum } from './cell-checksum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const byteOf = (character: string): number => character.charCodeAt(0)
const QUOTE = byteOf('"')
const ESCAPE = byteOf('\\')
const COMMA = byteOf(',')
const COLON = byteOf(':')
const LINE_FEED = byteOf('\n')
const OBJECT_START = byteOf('{')
const OBJECT_END = byteOf('}')
const LIST_START = byteOf('[')
const LIST_END = byteOf(']')
const NULL_HASH = hashOfText('null')

/** States of the reader. */
const BETWEEN_OBJECTS = 0
const BEFORE_KEY = 1
const IN_KEY = 2
const BEFORE_VALUE = 3
const IN_VALUE = 4
/** After the end of the list, before the last line feed. */
const LIST_ENDED = 5
const ENDED = 6
/** In an object that is one cell. */
const IN_RECORD = 7

/**
 * Reads a list of objects, or one object per line (RFC 8259), byte by byte. A cell is a member’s JSON text;
 * null is an empty one.
 */
export class JsonReader implements CellReader {
  readonly #inLines: boolean
  /** Hashes of the keys; null if an object is one cell. */
  readonly #keys: readonly number[] | null
  readonly #checksum: CellChecksum
  #state = BETWEEN_OBJECTS
  /** What may follow between two objects. */
  #expected: 'list' | 'object' | 'comma' | 'line'
  #hash = INITIAL_HASH
  #depth = 0
  #isInString = false
  #isEscaped = false
  #memberIndex = 0

  /** @param keys keys of the members of each object; null if an object is one cell, as the service sent it */
  constructor(keys: readonly string[] | null, inLines: boolean, checksum: CellChecksum) {
    this.#keys = keys === null ? null : keys.map((key) => hashOfText(JSON.stringify(key)))
    this.#inLines = inLines
    this.#checksum = checksum
    this.#expected = inLines ? 'object' : 'list'
  }

  write(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; offset += 1) {
      const byte = bytes[offset] ?? 0
      switch (this.#state) {
        case BETWEEN_OBJECTS:
          this.#readBetweenObjects(byte)
          break
        case BEFORE_KEY:
          if (byte !== QUOTE) throw this.#malformedRow()
          this.#startHash(IN_KEY, byte)
          break
        case IN_KEY:
          this.#readKey(byte)
          break
        case BEFORE_VALUE:
          if (byte !== COLON) throw this.#malformedRow()
          this.#state = IN_VALUE
          this.#hash = INITIAL_HASH
          break
        case IN_VALUE:
        case IN_RECORD:
          offset = this.#readValue(bytes, offset)
          break
        default:
          if (byte !== LINE_FEED || this.#state === ENDED) throw this.#malformedRow()
          this.#state = ENDED
      }
    }
  }

  end(): void {
    const isComplete = this.#inLines
      ? this.#state === BETWEEN_OBJECTS && this.#expected === 'object'
      : this.#state === ENDED
    if (!isComplete) throw new MalformedFile(REASONS.truncated)
  }

  #readBetweenObjects(byte: number): void {
    const expected = this.#expected
    if (byte === OBJECT_START && expected === 'object') {
      this.#memberIndex = 0
      if (this.#keys === null) {
        this.#startHash(IN_RECORD, byte)
        this.#depth = 1
      } else this.#state = BEFORE_KEY
    } else if (byte === LINE_FEED && (expected === 'line' || !this.#inLines)) {
      if (expected === 'line') this.#expected = 'object'
    } else if (byte === COMMA && expected === 'comma') this.#expected = 'object'
    else if (byte === LIST_START && expected === 'list') this.#expected = 'object'
    // An empty list has no comma before its end, and no list has one there.
    else if (
      byte === LIST_END &&
      !this.#inLines &&
      (expected === 'comma' || (expected === 'object' && this.#checksum.rows === 0))
    )
      this.#state = LIST_ENDED
    else throw this.#malformedRow()
  }

  #startHash(state: number, byte: number): void {
    this.#state = state
    this.#hash = addByte(INITIAL_HASH, byte)
  }

  #readKey(byte: number): void {
    this.#hash = addByte(this.#hash, byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === ESCAPE) this.#isEscaped = true
    else if (byte === QUOTE) {
      if (finishHash(this.#hash) !== this.#keys?.[this.#memberIndex]) throw this.#malformedRow()
      this.#state = BEFORE_VALUE
    }
  }

  /** Reads a value, and returns the offset of its last byte. */
  #readValue(bytes: Uint8Array, start: number): number {
    let hash = this.#hash
    let isInString = this.#isInString
    let isEscaped = this.#isEscaped
    for (let offset = start; offset < bytes.length; offset += 1) {
      const byte = bytes[offset] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === ESCAPE) isEscaped = true
        else if (byte === QUOTE) isInString = false
      } else if (byte === QUOTE) isInString = true
      else if (byte === OBJECT_START || byte === LIST_START) this.#depth += 1
      else if (this.#depth > 0) {
        if (byte === OBJECT_END || byte === LIST_END) this.#depth -= 1
        if (this.#depth === 0 && this.#state === IN_RECORD) {
          this.#checksum.addCell(finishHash(addByte(hash, byte)))
          this.#endObject()
          return offset
        }
      } else if (byte === COMMA || byte === OBJECT_END) {
        this.#endMember(byte, finishHash(hash))
        return offset
      }
      hash = addByte(hash, byte)
    }
    this.#hash = hash
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    return bytes.length
  }

  #endMember(byte: number, hash: number): void {
    this.#isInString = false
    if (hash === NULL_HASH) this.#checksum.skipCell()
    else this.#checksum.addCell(hash)
    this.#memberIndex += 1
    if (byte === COMMA) this.#state = BEFORE_KEY
    else {
      if (this.#memberIndex !== this.#keys?.length)
        throw new MalformedFile(REASONS.cellsInRow(this.#checksum.rows + 1))
      this.#endObject()
    }
  }

  #endObject(): void {
    this.#checksum.endRow()
    this.#state = BETWEEN_OBJECTS
    this.#expected = this.#inLines ? 'line' : 'comma'
    this.#isInString = false
    this.#isEscaped = false
  }

  #malformedRow(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#checksum.rows + 1))
  }
}
