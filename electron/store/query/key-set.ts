/**
 * A set of item keys, one bit for each key between the least and the greatest: a million take some hundred
 * kilobytes.
 */
export class KeySet {
  readonly #least: number
  readonly #bits: Uint8Array

  constructor(keys: Int32Array) {
    let least = Infinity
    let greatest = -Infinity
    for (const key of keys) {
      if (key < least) least = key
      if (key > greatest) greatest = key
    }
    this.#least = least
    this.#bits = new Uint8Array(keys.length === 0 ? 0 : ((greatest - least) >> 3) + 1)
    for (const key of keys) {
      const at = key - least
      this.#bits[at >> 3] = (this.#bits[at >> 3] ?? 0) | (1 << (at & 7))
    }
  }

  has(key: number): boolean {
    const at = key - this.#least
    return at >= 0 && ((this.#bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
  }
}
