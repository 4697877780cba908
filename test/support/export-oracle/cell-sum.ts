/** Hash of no bytes, the initial value. */
export const NO_BYTES = 0x811c_9dc5 | 0
/** Odd, with evenly distributed bits. */
const SPREAD = 0x9e37_79b1 | 0

/**
 * The hash of some bytes followed by another one. The rotation and the multiplication are independent, which
 * takes half the time of FNV-1a.
 */
export function mixed(hash: number, byte: number): number {
  return (((hash << 5) | (hash >>> 27)) + Math.imul(byte, SPREAD)) | 0
}

/** Kinds of cells that are not text, in formats that distinguish them; combined with the hash. */
export const CELL_KINDS = { number: 0x3c6e_f372, flag: 0x1be0_cd19, moment: 0x1f83_d9ab } as const

/** The final hash of a cell, small enough to need no heap memory. */
export function endOfHash(hash: number): number {
  return (hash ^ (hash >>> 30)) & 0x3fff_ffff
}

/** Hash of a text’s UTF-8 bytes; a lone surrogate counts as U+FFFD, as it is written. */
export function hashOfText(text: string): number {
  let hash = NO_BYTES
  const { length } = text
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) hash = mixed(hash, code)
    else if (code < 0x800) {
      hash = mixed(hash, 0xc0 | (code >> 6))
      hash = mixed(hash, 0x80 | (code & 0x3f))
    } else if (code < 0xd800 || code > 0xdfff) hash = withThree(hash, code)
    else {
      const point = text.codePointAt(index) ?? code
      if (point > 0xffff) {
        hash = withFour(hash, point)
        index += 1
      } else hash = withThree(hash, 0xfffd)
    }
  }
  return endOfHash(hash)
}

function withThree(before: number, code: number): number {
  return mixed(mixed(mixed(before, 0xe0 | (code >> 12)), 0x80 | ((code >> 6) & 0x3f)), 0x80 | (code & 0x3f))
}

function withFour(before: number, point: number): number {
  const two = mixed(mixed(before, 0xf0 | (point >> 18)), 0x80 | ((point >> 12) & 0x3f))
  return mixed(mixed(two, 0x80 | ((point >> 6) & 0x3f)), 0x80 | (point & 0x3f))
}

/**
 * Rows and a checksum of their cells: one from the exported values, one from a reader of the finished file.
 * Both must be equal. Empty cells count only by their position.
 */
export class CellSum {
  /** In an array, so that a new value allocates nothing. */
  readonly #sum = new Int32Array(1)
  #rows = 0
  #column = 0

  /** Lines of the file, including column names. */
  get rows(): number {
    return this.#rows
  }

  /** Adds the next cell of the row. */
  add(hash: number): void {
    this.at(this.#column, hash)
    this.#column += 1
  }

  /** Skips an empty cell of the row. */
  skip(): void {
    this.#column += 1
  }

  /** Adds a cell by its column. */
  at(column: number, hash: number): void {
    this.#mix(hash + Math.imul(column + 1, SPREAD))
  }

  /** Ends the row; its number of cells counts if they were added in order. */
  endRow(): void {
    this.#mix(~this.#column)
    this.#column = 0
    this.#rows += 1
  }

  /** Whether rows and cells are equal. */
  isSameAs(other: CellSum): boolean {
    return this.#rows === other.#rows && this.#sum[0] === other.#sum[0]
  }

  #mix(value: number): void {
    const before = this.#sum[0] ?? 0
    this.#sum[0] = Math.imul(((before << 5) | (before >>> 27)) ^ value, SPREAD)
  }
}
