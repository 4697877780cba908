const INITIAL_CAPACITY = 1 << 18
const MAX_BYTES_PER_CHARACTER = 3
/** Free bytes before bytes of unknown length are copied. */
const MIN_FREE_BYTES = 1 << 10

/**
 * A growing byte buffer. Encoding characters one by one is twice as fast as encoding a string of a whole
 * batch.
 */
export class ByteBuffer {
  #bytes = Buffer.allocUnsafe(INITIAL_CAPACITY)
  #length = 0

  /** Bytes written since {@link clear}. */
  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  /** Returns a copy of the written bytes. */
  toBytes(): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.#length)
    copy.set(this.#bytes.subarray(0, this.#length))
    return copy
  }

  /** Appends ASCII. */
  ascii(text: string): void {
    const { length } = text
    this.reserve(length)
    const bytes = this.#bytes
    const start = this.#length
    for (let index = 0; index < length; index += 1) bytes[start + index] = text.charCodeAt(index)
    this.#length = start + length
  }

  /** Appends any text; a lone surrogate becomes U+FFFD. */
  utf8(text: string): void {
    this.reserve(text.length * MAX_BYTES_PER_CHARACTER)
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** Appends another buffer. */
  append(other: ByteBuffer): void {
    this.reserve(other.#length)
    other.#bytes.copy(this.#bytes, this.#length, 0, other.#length)
    this.#length += other.#length
  }

  /** Appends a non-negative integer. */
  digits(value: number): void {
    this.reserve(16)
    let count = 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) count += 1
    const end = this.#length + count
    let rest = value
    for (let offset = end - 1; offset >= this.#length; offset -= 1) {
      const next = Math.floor(rest / 10)
      this.#bytes[offset] = 0x30 + (rest - next * 10)
      rest = next
    }
    this.#length = end
  }

  /**
   * Appends a text whose ASCII characters are all plain. Returns false and appends nothing if it has another
   * character or a lone surrogate.
   */
  appendIfPlain(text: string, isPlain: Uint8Array): boolean {
    const { length } = text
    this.reserve(length * MAX_BYTES_PER_CHARACTER)
    const bytes = this.#bytes
    let offset = this.#length
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index)
      if (code < 0x80) {
        if (isPlain[code] === 0) return false
        bytes[offset++] = code
      } else if (code < 0x800) {
        bytes[offset++] = 0xc0 | (code >> 6)
        bytes[offset++] = 0x80 | (code & 0x3f)
      } else {
        // Surrogates are left to Node's encoder, as are U+FFFE and U+FFFF, which XML does not allow.
        if ((code >= 0xd800 && code < 0xe000) || code >= 0xfffe) return false
        bytes[offset++] = 0xe0 | (code >> 12)
        bytes[offset++] = 0x80 | ((code >> 6) & 0x3f)
        bytes[offset++] = 0x80 | (code & 0x3f)
      }
    }
    this.#length = offset
    return true
  }

  /** Copies bytes up to the first that is not plain, which must exist. Returns its offset. */
  copyWhilePlain(source: Uint8Array, start: number, isPlain: Uint8Array): number {
    let offset = start
    for (;;) {
      this.reserve(MIN_FREE_BYTES)
      const bytes = this.#bytes
      const shift = this.#length - offset
      const stop = bytes.length - shift
      for (; offset < stop; offset += 1) {
        const byte = source[offset] ?? 0
        if (isPlain[byte] === 0) break
        bytes[offset + shift] = byte
      }
      this.#length = offset + shift
      if (offset < stop) break
    }
    return offset
  }

  /** Truncates the buffer. */
  truncate(length: number): void {
    this.#length = length
  }

  /** Ensures capacity for more bytes. */
  reserve(byteCount: number): void {
    if (this.#length + byteCount <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + byteCount))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Returns for each ASCII character whether it is not one of these. */
export function asciiTableExcept(special: string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (special.includes(String.fromCharCode(code)) ? 0 : 1))
}
