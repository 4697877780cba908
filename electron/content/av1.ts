import { ContentReader, largerOf, TooManyPartsError, type PartCounter, type PixelSize } from './reader.ts'

const SEQUENCE_HEADER = 1
/** Zeros before a number of variable length, as many as decoders read. */
const MAX_ZEROS = 32

/**
 * Returns the largest frame size in the sequence headers of an AV1 stream (AV1 specification, 5.3 to 5.5), or
 * null without any. Throws a `RangeError` for a truncated stream, or a file with too many parts.
 * @param counter counts the parts of the file that contains the stream
 */
export function readAv1Size(bytes: Uint8Array, counter: PartCounter): PixelSize | null {
  let largest: PixelSize | null = null
  for (const size of frameSizes(bytes, counter)) largest = largerOf(largest, size)
  return largest
}

/** Returns the size in the sequence headers that precede the truncation of a stream, like `readAv1Size`. */
export function readTruncatedAv1Size(bytes: Uint8Array, counter: PartCounter): PixelSize | null {
  let largest: PixelSize | null = null
  try {
    for (const size of frameSizes(bytes, counter)) largest = largerOf(largest, size)
  } catch (error) {
    if (!(error instanceof RangeError) || error instanceof TooManyPartsError) throw error
  }
  return largest
}

/** Yields the frame size of each sequence header. */
function* frameSizes(bytes: Uint8Array, counter: PartCounter): Generator<PixelSize> {
  const reader = new ContentReader(bytes)
  for (let offset = 0; offset < reader.length;) {
    counter.count()
    const header = reader.byte(offset)
    offset += (header & 4) === 0 ? 1 : 2
    let size = reader.length - offset
    if ((header & 2) !== 0) {
      const declaredSize = readLeb128(reader, offset)
      offset += declaredSize.length
      size = declaredSize.value
    }
    if (offset + size > reader.length) throw new RangeError('The stream is truncated.')
    if (((header >> 3) & 15) === SEQUENCE_HEADER)
      yield readSequenceHeader(bytes.subarray(offset, offset + size), counter)
    offset += size
  }
}

function readLeb128(
  reader: ContentReader,
  offset: number,
): { readonly value: number; readonly length: number } {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = reader.byte(offset + index)
    value += (byte & 127) * 128 ** index
    if (byte < 128) return { value, length: index + 1 }
  }
  throw new RangeError('A size is too long.')
}

function readSequenceHeader(bytes: Uint8Array, counter: PartCounter): PixelSize {
  const bits = new BitReader(bytes)
  bits.read(4)
  const isReduced = bits.flag()
  if (isReduced) bits.read(5)
  else skipOperatingPoints(bits, counter)
  const widthBits = bits.read(4) + 1
  const heightBits = bits.read(4) + 1
  return { width: bits.read(widthBits) + 1, height: bits.read(heightBits) + 1 }
}

/** Skips what precedes the frame size. */
function skipOperatingPoints(bits: BitReader, counter: PartCounter): void {
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
    counter.count()
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

/** Reads bits, most significant first. Throws a `RangeError` at the end. */
class BitReader {
  readonly #bytes: Uint8Array
  #bitOffset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#bitOffset >> 3]
      if (byte === undefined) throw new RangeError('The header is truncated.')
      value = value * 2 + ((byte >> (7 - (this.#bitOffset & 7))) & 1)
      this.#bitOffset += 1
    }
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  /** Skips a number of variable length (`uvlc`). */
  skipExponential(): void {
    let zeros = 0
    while (!this.flag()) {
      zeros += 1
      if (zeros === MAX_ZEROS) throw new RangeError('A number is too long.')
    }
    this.read(zeros)
  }
}
