import { PartCounter, type ContentReader, type PixelSize } from './reader.ts'

/** Type of the chunks of frames, as a number: a file may have millions of chunks. */
const FRAME = 0x41_4e_4d_46

/** Returns whether a file starts as a WebP. */
export function isWebp(reader: ContentReader): boolean {
  return reader.text(0, 4) === 'RIFF' && reader.text(8, 4) === 'WEBP'
}

/**
 * Returns the size of a WebP (RFC 9649), or null if it is invalid or truncated. Throws a `RangeError` for too
 * many chunks.
 */
export function readWebp(reader: ContentReader): PixelSize | null {
  if (reader.little32(4) + 8 > reader.length) return null
  const counter = new PartCounter()
  for (const _type of chunkTypes(reader)) counter.count()
  switch (reader.text(12, 4)) {
    case 'VP8X':
      return { width: 1 + reader.little24(24), height: 1 + reader.little24(27) }
    case 'VP8L': {
      if (reader.byte(20) !== 0x2f) return null
      const bits = reader.little32(21)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    case 'VP8 ':
      if (reader.text(23, 3) !== '\x9d\x01\x2a') return null
      return { width: reader.little16(26) & 0x3fff, height: reader.little16(28) & 0x3fff }
    default:
      return null
  }
}

/** Counts the frames of an animated WebP; 0 for a still picture. */
export function countWebpFrames(reader: ContentReader): number {
  let frames = 0
  for (const type of chunkTypes(reader)) if (type === FRAME) frames += 1
  return frames
}

/** Yields the type of each chunk as a number. Decoders ignore what follows the file's stated end. */
function* chunkTypes(reader: ContentReader): Generator<number> {
  const end = Math.min(8 + reader.little32(4), reader.length)
  for (let offset = 12; offset + 8 <= end;) {
    yield reader.big32(offset)
    const bytes = reader.little32(offset + 4)
    offset += 8 + bytes + (bytes % 2)
  }
}
