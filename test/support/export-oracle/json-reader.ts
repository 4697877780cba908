import { endOfHash, mixed, hashOfText, NO_BYTES, type CellSum } from './cell-sum.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const code = (character: string): number => character.charCodeAt(0)
const QUOTE = code('"')
const ESCAPE = code('\\')
const COMMA = code(',')
const COLON = code(':')
const LINE_FEED = code('\n')
const BEGIN_OBJECT = code('{')
const END_OBJECT = code('}')
const BEGIN_LIST = code('[')
const END_LIST = code(']')
const NULL = hashOfText('null')

/** State of the reader. */
const BETWEEN = 0
const BEFORE_KEY = 1
const KEY = 2
const BEFORE_VALUE = 3
const VALUE = 4
/** After the end of the list, before the last line feed. */
const LIST_ENDED = 5
const ENDED = 6
/** In an object that is one cell. */
const RECORD = 7

/**
 * Reads a list of objects, or one object per line (RFC 8259), byte by byte. A cell is a member’s JSON text;
 * null is an empty one.
 */
export class JsonReader implements CellReader {
  readonly #inLines: boolean
  /** Null: an object is one cell. */
  readonly #keys: readonly number[] | null
  readonly #sum: CellSum
  #state = BETWEEN
  /** What may follow between two objects. */
  #awaits: 'beginning' | 'object' | 'comma' | 'line'
  #hash = NO_BYTES
  #depth = 0
  #inText = false
  #escaped = false
  #member = 0

  /** @param keys of the members of each object; null: each object is one cell, as the service sent it. */
  constructor(keys: readonly string[] | null, inLines: boolean, sum: CellSum) {
    this.#keys = keys === null ? null : keys.map((key) => hashOfText(JSON.stringify(key)))
    this.#inLines = inLines
    this.#sum = sum
    this.#awaits = inLines ? 'object' : 'beginning'
  }

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      switch (this.#state) {
        case BETWEEN:
          this.#between(byte)
          break
        case BEFORE_KEY:
          if (byte !== QUOTE) throw this.#wrong()
          this.#begin(KEY, byte)
          break
        case KEY:
          this.#key(byte)
          break
        case BEFORE_VALUE:
          if (byte !== COLON) throw this.#wrong()
          this.#state = VALUE
          this.#hash = NO_BYTES
          break
        case VALUE:
        case RECORD:
          at = this.#value(bytes, at)
          break
        default:
          if (byte !== LINE_FEED || this.#state === ENDED) throw this.#wrong()
          this.#state = ENDED
      }
    }
  }

  end(): void {
    const isWhole = this.#inLines
      ? this.#state === BETWEEN && this.#awaits === 'object'
      : this.#state === ENDED
    if (!isWhole) throw new MalformedFile(REASONS.truncated)
  }

  #between(byte: number): void {
    const awaits = this.#awaits
    if (byte === BEGIN_OBJECT && awaits === 'object') {
      this.#member = 0
      if (this.#keys === null) {
        this.#begin(RECORD, byte)
        this.#depth = 1
      } else this.#state = BEFORE_KEY
    } else if (byte === LINE_FEED && (awaits === 'line' || !this.#inLines)) {
      if (awaits === 'line') this.#awaits = 'object'
    } else if (byte === COMMA && awaits === 'comma') this.#awaits = 'object'
    else if (byte === BEGIN_LIST && awaits === 'beginning') this.#awaits = 'object'
    // An empty list has no comma before its end, and no list has one there.
    else if (
      byte === END_LIST &&
      !this.#inLines &&
      (awaits === 'comma' || (awaits === 'object' && this.#sum.rows === 0))
    )
      this.#state = LIST_ENDED
    else throw this.#wrong()
  }

  #begin(state: number, byte: number): void {
    this.#state = state
    this.#hash = mixed(NO_BYTES, byte)
  }

  #key(byte: number): void {
    this.#hash = mixed(this.#hash, byte)
    if (this.#escaped) this.#escaped = false
    else if (byte === ESCAPE) this.#escaped = true
    else if (byte === QUOTE) {
      if (endOfHash(this.#hash) !== this.#keys?.[this.#member]) throw this.#wrong()
      this.#state = BEFORE_VALUE
    }
  }

  /** Reads a value, and returns the position of its last byte. */
  #value(bytes: Uint8Array, start: number): number {
    let hash = this.#hash
    let inText = this.#inText
    let escaped = this.#escaped
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (inText) {
        if (escaped) escaped = false
        else if (byte === ESCAPE) escaped = true
        else if (byte === QUOTE) inText = false
      } else if (byte === QUOTE) inText = true
      else if (byte === BEGIN_OBJECT || byte === BEGIN_LIST) this.#depth += 1
      else if (this.#depth > 0) {
        if (byte === END_OBJECT || byte === END_LIST) this.#depth -= 1
        if (this.#depth === 0 && this.#state === RECORD) {
          this.#sum.add(endOfHash(mixed(hash, byte)))
          this.#endObject()
          return at
        }
      } else if (byte === COMMA || byte === END_OBJECT) {
        this.#endMember(byte, endOfHash(hash))
        return at
      }
      hash = mixed(hash, byte)
    }
    this.#hash = hash
    this.#inText = inText
    this.#escaped = escaped
    return bytes.length
  }

  #endMember(byte: number, hash: number): void {
    this.#inText = false
    if (hash === NULL) this.#sum.skip()
    else this.#sum.add(hash)
    this.#member += 1
    if (byte === COMMA) this.#state = BEFORE_KEY
    else {
      if (this.#member !== this.#keys?.length) throw new MalformedFile(REASONS.cellsInRow(this.#sum.rows + 1))
      this.#endObject()
    }
  }

  #endObject(): void {
    this.#sum.endRow()
    this.#state = BETWEEN
    this.#awaits = this.#inLines ? 'line' : 'comma'
    this.#inText = false
    this.#escaped = false
  }

  #wrong(): MalformedFile {
    return new MalformedFile(REASONS.row(this.#sum.rows + 1))
  }
}
