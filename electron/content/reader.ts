/** Reads a file that may be truncated. Reading beyond its end throws a `RangeError`. */
export class ContentReader {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.byteLength
  }

  byte(offset: number): number {
    return this.#view.getUint8(offset)
  }

  big16(offset: number): number {
    return this.#view.getUint16(offset)
  }

  big32(offset: number): number {
    return this.#view.getUint32(offset)
  }

  little16(offset: number): number {
    return this.#view.getUint16(offset, true)
  }

  little24(offset: number): number {
    return this.little16(offset) + this.byte(offset + 2) * 0x10000
  }

  little32(offset: number): number {
    return this.#view.getUint32(offset, true)
  }

  /** Returns bytes as ASCII, fewer at the end. */
  text(offset: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(offset, offset + length))
  }
}

/** Limit of the parts of a file, such as boxes or chunks, far above that of any picture. */
const MAX_PARTS = 100_000

/** Limit for formats that divide their data into small parts: the largest GIFs have 200,000 blocks. */
export const MAX_SMALL_PARTS = 1_000_000

/** Thrown for a file whose parts would take too long to read. */
export class TooManyPartsError extends RangeError {}

/** Counts the parts of a file of every kind together, because nested limits would multiply. */
export class PartCounter {
  readonly #maxParts: number
  #count = 0

  constructor(maxParts = MAX_PARTS) {
    this.#maxParts = maxParts
  }

  /** Counts a part. Throws a {@link TooManyPartsError} if there are too many. */
  count(): void {
    this.#count += 1
    if (this.#count > this.#maxParts) throw new TooManyPartsError('The file has too many parts.')
  }
}

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Returns the size with more pixels. */
export function largerOf(first: PixelSize | null, second: PixelSize): PixelSize {
  return first !== null && first.width * first.height > second.width * second.height ? first : second
}
