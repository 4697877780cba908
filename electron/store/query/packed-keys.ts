import { isDigit, MAX_DIGITS, naturalKey, ZERO } from './natural-key.ts'

const CHUNK_BITS = 23
const CHUNK_BYTES = 1 << CHUNK_BITS
const CHUNK_MASK = CHUNK_BYTES - 1
/** Only the start of a longer text counts. In a chunk, a character takes up to 12 bytes. */
const MAX_SORTED_CHARACTERS = 10_000

/**
 * The natural keys of many texts (see natural-key.ts) as bytes, to save memory. The bytes compare as the keys
 * do; a zero ends a key.
 */
export class PackedKeys {
  readonly #chunks: Uint8Array[] = []
  /** The start of each key: chunk and offset. */
  readonly #starts: Uint32Array
  #count = 0
  #chunk = new Uint8Array(0)
  /** Offset of the next byte in the last chunk. */
  #offset = 0

  constructor(maxCount: number) {
    this.#starts = new Uint32Array(maxCount)
    this.#addChunk()
  }

  get count(): number {
    return this.#count
  }

  /** Adds the key of a trimmed text. The key of an empty cell is empty. */
  add(text: string | null): void {
    const trimmed = text?.trim().slice(0, MAX_SORTED_CHARACTERS) ?? ''
    if (this.#offset + trimmed.length * 12 + 8 > CHUNK_BYTES) this.#addChunk()
    const start = this.#offset
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK_BYTES + start
    this.#count += 1
    if (!this.#addPlain(trimmed)) {
      this.#offset = start
      this.#addCharacters(naturalKey(trimmed))
    }
    this.#chunk[this.#offset] = 0
    this.#offset += 1
  }

  /** Adds a key, clipped if it is very long. The key of an empty cell is empty. */
  addKey(key: string): void {
    const clipped = key.slice(0, MAX_SORTED_CHARACTERS)
    if (this.#offset + clipped.length * 3 + 1 > CHUNK_BYTES) this.#addChunk()
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK_BYTES + this.#offset
    this.#count += 1
    this.#addCharacters(clipped)
    this.#chunk[this.#offset] = 0
    this.#offset += 1
  }

  /** Returns whether a key is empty. */
  isEmpty(index: number): boolean {
    return this.#byte(this.#starts[index] ?? 0) === 0
  }

  /** Returns some bytes of a key from an offset as a number, padded with zeros. */
  word(index: number, offset: number, bytes: number): number {
    let address = (this.#starts[index] ?? 0) + offset
    let word = 0
    for (let remaining = bytes; remaining > 0; remaining -= 1) {
      const byte = this.#byte(address)
      if (byte === 0) return word * 256 ** remaining
      word = word * 256 + byte
      address += 1
    }
    return word
  }

  /** Compares two keys whose bytes before `offset` are equal. */
  compare(first: number, second: number, offset: number): number {
    let firstAddress = (this.#starts[first] ?? 0) + offset
    let secondAddress = (this.#starts[second] ?? 0) + offset
    for (;;) {
      const byte = this.#byte(firstAddress)
      const difference = byte - this.#byte(secondAddress)
      if (difference !== 0 || byte === 0) return difference
      firstAddress += 1
      secondAddress += 1
    }
  }

  #byte(address: number): number {
    return this.#chunks[address >>> CHUNK_BITS]?.[address & CHUNK_MASK] ?? 0
  }

  #addChunk(): void {
    this.#chunk = new Uint8Array(CHUNK_BYTES)
    this.#chunks.push(this.#chunk)
    this.#offset = 0
  }

  /** Writes the key of a text without accented letters. Returns false for other texts. */
  #addPlain(text: string): boolean {
    let hasLeadingZero = false
    for (let index = 0; index < text.length;) {
      const code = text.charCodeAt(index)
      if (code >= 0xc0 && (code < 0x2000 || code > 0x206f)) return false
      if (isDigit(code)) {
        let first = index
        while (text.charCodeAt(first) === ZERO && isDigit(text.charCodeAt(first + 1))) first += 1
        hasLeadingZero ||= first > index
        let end = first + 1
        while (isDigit(text.charCodeAt(end))) end += 1
        this.#addCharacter(ZERO)
        this.#addCharacter(Math.min(end - first, MAX_DIGITS))
        for (index = first; index < end; index += 1) this.#addCharacter(text.charCodeAt(index))
      } else {
        this.#addCharacter(lower(code))
        index += 1
      }
    }
    if (hasLeadingZero) {
      this.#addCharacter(0)
      for (let index = 0; index < text.length; index += 1) this.#addCharacter(lower(text.charCodeAt(index)))
    }
    return true
  }

  #addCharacters(key: string): void {
    for (let index = 0; index < key.length; index += 1) this.#addCharacter(key.charCodeAt(index))
  }

  /**
   * Encodes as UTF-8 does, but surrogates separately, as strings compare, and plus one, so that no byte is
   * zero.
   */
  #addCharacter(code: number): void {
    const chunk = this.#chunk
    if (code < 0x80) {
      chunk[this.#offset] = code + 1
      this.#offset += 1
    } else if (code < 0x800) {
      chunk[this.#offset] = (0xc0 | (code >> 6)) + 1
      chunk[this.#offset + 1] = (0x80 | (code & 0x3f)) + 1
      this.#offset += 2
    } else {
      chunk[this.#offset] = (0xe0 | (code >> 12)) + 1
      chunk[this.#offset + 1] = (0x80 | ((code >> 6) & 0x3f)) + 1
      chunk[this.#offset + 2] = (0x80 | (code & 0x3f)) + 1
      this.#offset += 3
    }
  }
}

/** Converts an ASCII capital to lowercase; other characters of a plain text have no case. */
function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}
