import { ContentReader, largerOf, type PixelSize } from './reader.ts'

const SEQUENCE_HEADER = 1
const MAX_OBUS = 10_000

/**
 * Returns the largest frame that the sequence headers of an AV1 stream allow (AV1 specification, 5.3 to 5.5);
 * null where it has none. Throws a `RangeError` for a stream that is cut off.
 */
export function readAv1Size(bytes: Uint8Array): PixelSize | null {
  const reader = new ContentReader(bytes)
  let largest: PixelSize | null = null
  let count = 0
  for (let at = 0; at < reader.length;) {
    count += 1
    if (count > MAX_OBUS) throw new RangeError('The stream has too many parts.')
    const header = reader.byte(at)
    at += (header & 4) === 0 ? 1 : 2
    let size = reader.length - at
    if ((header & 2) !== 0) {
      const stated = readLeb128(reader, at)
      at += stated.length
      size = stated.value
    }
    if (at + size > reader.length) throw new RangeError('The stream is cut off.')
    if (((header >> 3) & 15) === SEQUENCE_HEADER)
      largest = largerOf(largest, readSequenceHeader(bytes.subarray(at, at + size)))
    at += size
  }
  return largest
}

function readLeb128(reader: ContentReader, at: number): { readonly value: number; readonly length: number } {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = reader.byte(at + index)
    value += (byte & 127) * 128 ** index
    if (byte < 128) return { value, length: index + 1 }
  }
  throw new RangeError('A size is too long.')
}

function readSequenceHeader(bytes: Uint8Array): PixelSize {
  const bits = new BitReader(bytes)
  bits.read(4)
  const isReduced = bits.flag()
  if (isReduced) bits.read(5)
  else readOperatingPoints(bits)
  const widthBits = bits.read(4) + 1
  const heightBits = bits.read(4) + 1
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
}

/** Passes over what precedes the size of the frames. */
function readOperatingPoints(bits: BitReader): void {
  let delayBits = 0
  if (bits.flag()) {
    bits.read(32)
    bits.read(32)
    if (bits.flag()) bits.skipExponential()
    if (bits.flag()) {
      delayBits = bits.read(5) + 1
      bits.read(32)
      bits.read(10)
    }
  }
  const hasDisplayDelay = bits.flag()
  const points = bits.read(5) + 1
  for (let point = 0; point < points; point += 1) {
    bits.read(12)
    if (bits.read(5) > 7) bits.read(1)
    if (delayBits > 0 && bits.flag()) {
      bits.read(delayBits)
      bits.read(delayBits)
      bits.read(1)
    }
    if (hasDisplayDelay && bits.flag()) bits.read(4)
  }
}

/** Reads bits from the highest of each byte on. Throws a `RangeError` behind the last. */
class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('The header is cut off.')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  /** Passes over a number with a variable length (`uvlc`). */
  skipExponential(): void {
    let zeros = 0
    while (!this.flag()) zeros += 1
    this.read(Math.min(zeros, 32))
  }
}
