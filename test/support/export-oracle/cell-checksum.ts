/** The hash of no bytes. */
export const INITIAL_HASH = 0x811c_9dc5 | 0
/** An odd number with evenly distributed bits. */
const MULTIPLIER = 0x9e37_79b1 | 0

/**
 * Returns the hash of some bytes followed by another one. The rotation and the multiplication are
 * independent, which takes half the time of FNV-1a.
 */
export function addByte(hash: number, byte: number): number {
  return (((hash << 5) | (hash >>> 27)) + Math.imul(byte, MULTIPLIER)) | 0
}

/** Combined with the hash of a cell that is not text, in formats that have types. */
export const CELL_KINDS = { number: 0x3c6e_f372, flag: 0x1be0_cd19, moment: 0x1f83_d9ab } as const

/** Returns the final hash of a cell, which is small enough to need no heap memory. */
export function finishHash(hash: number): number {
  return (hash ^ (hash >>> 30)) & 0x3fff_ffff
}

/** Returns the hash of the UTF-8 bytes of a text. A lone surrogate counts as U+FFFD, as it is written. */
export function hashOfText(text: string): number {
  let hash = INITIAL_HASH
  const { length } = text
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) hash = addByte(hash, code)
    else if (code < 0x800) {
      hash = addByte(hash, 0xc0 | (code >> 6))
      hash = addByte(hash, 0x80 | (code & 0x3f))
    } else if (code < 0xd800 || code > 0xdfff) hash = addThreeBytes(hash, code)
    else {
      const point = text.codePointAt(index) ?? code
      if (point > 0xffff) {
        hash = addFourBytes(hash, point)
        index += 1
      } else hash = addThreeBytes(hash, 0xfffd)
    }
  }
  return finishHash(hash)
}

function addThreeBytes(hash: number, code: number): number {
  return addByte(
    addByte(addByte(hash, 0xe0 | (code >> 12)), 0x80 | ((code >> 6) & 0x3f)),
    0x80 | (code & 0x3f),
  )
}

function addFourBytes(hash: number, point: number): number {
  const two = addByte(addByte(hash, 0xf0 | (point >> 18)), 0x80 | ((point >> 12) & 0x3f))
  return addByte(addByte(two, 0x80 | ((point >> 6) & 0x3f)), 0x80 | (point & 0x3f))
}

/**
 * Counts rows and computes a checksum of their cells, either from the exported values or from the finished
 * file. Both must be equal. An empty cell only advances the column.
 */
export class CellChecksum {
  /** In an array, so that a new value allocates nothing. */
  readonly #checksum = new Int32Array(1)
  #rows = 0
  #column = 0

  /** Number of rows, including the header row. */
  get rows(): number {
    return this.#rows
  }

  /** Adds the next cell of the row. */
  addCell(hash: number): void {
    this.addAt(this.#column, hash)
    this.#column += 1
  }

  /** Skips an empty cell of the row. */
  skipCell(): void {
    this.#column += 1
  }

  /** Adds a cell by its column. */
  addAt(column: number, hash: number): void {
    this.#mix(hash + Math.imul(column + 1, MULTIPLIER))
  }

  /** Ends the row. The number of cells counts if they were added in order. */
  endRow(): void {
    this.#mix(~this.#column)
    this.#column = 0
    this.#rows += 1
  }

  /** Returns whether rows and cells are equal. */
  equals(other: CellChecksum): boolean {
    return this.#rows === other.#rows && this.#checksum[0] === other.#checksum[0]
  }

  #mix(value: number): void {
    const previous = this.#checksum[0] ?? 0
    this.#checksum[0] = Math.imul(((previous << 5) | (previous >>> 27)) ^ value, MULTIPLIER)
  }
}
