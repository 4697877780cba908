/** Bytes of a file that may end at any place; a reading past its end throws a `RangeError`. */
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

  byte(at: number): number {
    return this.#view.getUint8(at)
  }

  big16(at: number): number {
    return this.#view.getUint16(at)
  }

  big32(at: number): number {
    return this.#view.getUint32(at)
  }

  little16(at: number): number {
    return this.#view.getUint16(at, true)
  }

  little24(at: number): number {
    return this.little16(at) + this.byte(at + 2) * 0x10000
  }

  little32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  /** The bytes from there as ASCII, as many as there are. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }
}

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Returns the size that has more pixels. */
export function largerOf(first: PixelSize | null, second: PixelSize): PixelSize {
  return first !== null && first.width * first.height > second.width * second.height ? first : second
}
