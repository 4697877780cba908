const FIRST_CAPACITY = 1 << 18
const MAX_BYTES_PER_CHARACTER = 3
/** Bytes for which there is room at least before bytes are copied whose number is not known. */
const MIN_FREE_BYTES = 1 << 10

/**
 * Bytes that grow. Characters are turned into UTF-8 here, one by one: that is twice as fast as building a
 * string of a whole batch and encoding it, because most of the time would go into copying characters.
 */
export class ByteBuffer {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY)
  #length = 0

  /** Bytes written since {@link clear}. */
  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  /** A copy of what was written. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#length)
    taken.set(this.#bytes.subarray(0, this.#length))
    return taken
  }

  /** ASCII of our own: delimiters, line ends, digits, tags. */
  ascii(text: string): void {
    const { length } = text
    this.reserve(length)
    const bytes = this.#bytes
    const start = this.#length
    for (let index = 0; index < length; index += 1) bytes[start + index] = text.charCodeAt(index)
    this.#length = start + length
  }

  /** Any text; a lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. */
  utf8(text: string): void {
    this.reserve(text.length * MAX_BYTES_PER_CHARACTER)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** What another one holds. */
  append(other: ByteBuffer): void {
    this.reserve(other.#length)
    other.#bytes.copy(this.#bytes, this.#length, 0, other.#length)
    this.#length += other.#length
  }

  /** A whole number that is not negative. */
  digits(value: number): void {
    this.reserve(16)
    let more = 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) more += 1
    const end = this.#length + more
    let rest = value
    for (let at = end - 1; at >= this.#length; at -= 1) {
      const next = Math.floor(rest / 10)
      this.#bytes[at] = 0x30 + (rest - next * 10)
      rest = next
    }
    this.#length = end
  }

  /**
   * Writes a text whose ASCII characters are all plain. Returns false, and writes nothing, for one with
   * another character or with half of a surrogate pair.
   */
  plain(text: string, isPlain: Uint8Array): boolean {
    const { length } = text
    this.reserve(length * MAX_BYTES_PER_CHARACTER)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index)
      if (code < 0x80) {
        if (isPlain[code] === 0) return false
        bytes[at++] = code
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6)
        bytes[at++] = 0x80 | (code & 0x3f)
      } else {
        // Halves of a pair are left to Node's encoder, as are U+FFFE and U+FFFF, which XML does not know.
        if ((code >= 0xd800 && code < 0xe000) || code >= 0xfffe) return false
        bytes[at++] = 0xe0 | (code >> 12)
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
        bytes[at++] = 0x80 | (code & 0x3f)
      }
    }
    this.#length = at
    return true
  }

  /** Copies bytes up to the first that is not plain, which there must be. Returns its offset. */
  plainRun(from: Uint8Array, start: number, isPlain: Uint8Array): number {
    let at = start
    for (;;) {
      this.reserve(MIN_FREE_BYTES)
      const bytes = this.#bytes
      const shift = this.#length - at
      const stop = bytes.length - shift
      for (; at < stop; at += 1) {
        const byte = from[at] ?? 0
        if (isPlain[byte] === 0) break
        bytes[at + shift] = byte
      }
      this.#length = at + shift
      if (at < stop) break
    }
    return at
  }

  /** Forgets what was written behind the first so many bytes. */
  shorten(length: number): void {
    this.#length = length
  }

  /** Makes room for so many more bytes. */
  reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** For each ASCII character whether it is none of these. */
export function allBut(special: string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (special.includes(String.fromCharCode(code)) ? 0 : 1))
}
