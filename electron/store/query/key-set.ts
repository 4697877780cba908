/**
 * A set of item keys with one bit for each key in their range. A million keys take some hundred kilobytes.
 */
export class KeySet {
  readonly #min: number
  readonly #bits: Uint8Array

  constructor(keys: Int32Array) {
    let min = Infinity
    let max = -Infinity
    for (const key of keys) {
      if (key < min) min = key
      if (key > max) max = key
    }
    this.#min = min
    this.#bits = new Uint8Array(keys.length === 0 ? 0 : ((max - min) >> 3) + 1)
    for (const key of keys) {
      const offset = key - min
      this.#bits[offset >> 3] = (this.#bits[offset >> 3] ?? 0) | (1 << (offset & 7))
    }
  }

  get byteLength(): number {
    return this.#bits.byteLength
  }

  has(key: number): boolean {
    const offset = key - this.#min
    return offset >= 0 && ((this.#bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0
  }
}
