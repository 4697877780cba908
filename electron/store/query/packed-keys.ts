import { naturalKey } from './natural-key.ts'

const CHUNK_BITS = 23
const CHUNK_BYTES = 1 << CHUNK_BITS
const IN_CHUNK = CHUNK_BYTES - 1
/**
 * Of a longer text only the beginning counts: keys take memory. In a chunk, a character takes 12 bytes at
 * most.
 */
const MAX_SORTED_CHARACTERS = 10_000

const ZERO = 0x30
const NINE = 0x39
/** As in natural-key.ts. */
const MAX_DIGITS = 0xfffe

/**
 * The natural keys of many texts (see natural-key.ts), as bytes beside one another: a million keys take the
 * room of their letters and nothing besides. The bytes of two keys compare as the keys do, and none of them
 * is zero: that is the end of a key.
 */
export class PackedKeys {
  readonly #chunks: Uint8Array[] = []
  /** Where each key begins: which chunk, and where in it. */
  readonly #starts: Uint32Array
  #count = 0
  #chunk = new Uint8Array(0)
  /** Where in the last chunk the next byte goes. */
  #at = 0

  constructor(most: number) {
    this.#starts = new Uint32Array(most)
    this.#begin()
  }

  get count(): number {
    return this.#count
  }

  /**
   * Adds the key of a text, white space at its ends aside. Null, and a text that holds nothing else, is an
   * empty cell; its key is empty.
   */
  add(text: string | null): void {
    const trimmed = text?.trim().slice(0, MAX_SORTED_CHARACTERS) ?? ''
    if (this.#at + trimmed.length * 12 + 8 > CHUNK_BYTES) this.#begin()
    const start = this.#at
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK_BYTES + start
    this.#count += 1
    if (!this.#addPlain(trimmed)) {
      this.#at = start
      this.#addCharacters(naturalKey(trimmed))
    }
    this.#chunk[this.#at] = 0
    this.#at += 1
  }

  /** Adds a key as it is, of a very long one the beginning. That of an empty cell is empty. */
  addKey(key: string): void {
    const kept = key.slice(0, MAX_SORTED_CHARACTERS)
    if (this.#at + kept.length * 3 + 1 > CHUNK_BYTES) this.#begin()
    this.#starts[this.#count] = (this.#chunks.length - 1) * CHUNK_BYTES + this.#at
    this.#count += 1
    this.#addCharacters(kept)
    this.#chunk[this.#at] = 0
    this.#at += 1
  }

  isEmpty(index: number): boolean {
    return this.#byte(this.#starts[index] ?? 0) === 0
  }

  /**
   * Some bytes of a key from a place in it on, as a number: what comes after the key's end counts as zero.
   */
  word(index: number, from: number, bytes: number): number {
    let address = (this.#starts[index] ?? 0) + from
    let word = 0
    for (let left = bytes; left > 0; left -= 1) {
      const byte = this.#byte(address)
      if (byte === 0) return word * 256 ** left
      word = word * 256 + byte
      address += 1
    }
    return word
  }

  /**
   * Below 0 when the first key comes before the second, 0 when they are the same. Their first bytes are known
   * to be.
   */
  compare(first: number, second: number, from: number): number {
    let one = (this.#starts[first] ?? 0) + from
    let other = (this.#starts[second] ?? 0) + from
    for (;;) {
      const byte = this.#byte(one)
      const difference = byte - this.#byte(other)
      if (difference !== 0 || byte === 0) return difference
      one += 1
      other += 1
    }
  }

  #byte(address: number): number {
    return this.#chunks[address >>> CHUNK_BITS]?.[address & IN_CHUNK] ?? 0
  }

  #begin(): void {
    this.#chunk = new Uint8Array(CHUNK_BYTES)
    this.#chunks.push(this.#chunk)
    this.#at = 0
  }

  /**
   * Writes the key of a text of characters that are never a letter and a mark in one; false for another text.
   */
  #addPlain(text: string): boolean {
    let hasLeadingZero = false
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at)
      if (code >= 0xc0 && (code < 0x2000 || code > 0x206f)) return false
      if (isDigit(code)) {
        let first = at
        while (text.charCodeAt(first) === ZERO && isDigit(text.charCodeAt(first + 1))) first += 1
        hasLeadingZero ||= first > at
        let end = first + 1
        while (isDigit(text.charCodeAt(end))) end += 1
        this.#addCharacter(ZERO)
        this.#addCharacter(Math.min(end - first, MAX_DIGITS))
        for (at = first; at < end; at += 1) this.#addCharacter(text.charCodeAt(at))
      } else {
        this.#addCharacter(lower(code))
        at += 1
      }
    }
    if (hasLeadingZero) {
      this.#addCharacter(0)
      for (let at = 0; at < text.length; at += 1) this.#addCharacter(lower(text.charCodeAt(at)))
    }
    return true
  }

  #addCharacters(key: string): void {
    for (let at = 0; at < key.length; at += 1) this.#addCharacter(key.charCodeAt(at))
  }

  /**
   * As UTF-8 would, but each half of a pair separately, as strings compare; and one more, so that no byte is
   * zero.
   */
  #addCharacter(code: number): void {
    const chunk = this.#chunk
    if (code < 0x80) {
      chunk[this.#at] = code + 1
      this.#at += 1
    } else if (code < 0x800) {
      chunk[this.#at] = (0xc0 | (code >> 6)) + 1
      chunk[this.#at + 1] = (0x80 | (code & 0x3f)) + 1
      this.#at += 2
    } else {
      chunk[this.#at] = (0xe0 | (code >> 12)) + 1
      chunk[this.#at + 1] = (0x80 | ((code >> 6) & 0x3f)) + 1
      chunk[this.#at + 2] = (0x80 | (code & 0x3f)) + 1
      this.#at += 3
    }
  }
}

/** The small letter of a capital one of ASCII; the other characters of a plain text have none. */
function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
