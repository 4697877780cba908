import { MAX_SMALL_PARTS, PartCounter, type ContentReader, type PixelSize } from './reader.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

/** Returns whether a file starts as a GIF. */
export function isGif(reader: ContentReader): boolean {
  return /^GIF8[79]a$/u.test(reader.text(0, 6))
}

/**
 * Returns the size of the largest frame (GIF89a specification), or null if the file is invalid. Throws a
 * `RangeError` for a truncated file, or one with too many blocks.
 */
export function readGif(reader: ContentReader): PixelSize | null {
  return readFrames(reader)?.size ?? null
}

/** Counts the frames of a GIF. */
export function countGifFrames(reader: ContentReader): number {
  return readFrames(reader)?.frames ?? 0
}

function readFrames(reader: ContentReader): { readonly size: PixelSize; readonly frames: number } | null {
  let width = reader.little16(6)
  let height = reader.little16(8)
  let frames = 0
  const counter = new PartCounter(MAX_SMALL_PARTS)
  let offset = 13 + tableBytes(reader.byte(10))
  for (;;) {
    counter.count()
    const kind = reader.byte(offset)
    if (kind === TRAILER) return { size: { width, height }, frames }
    if (kind === EXTENSION) {
      offset = skipBlocks(reader, counter, offset + 2)
    } else if (kind === IMAGE) {
      frames += 1
      width = Math.max(width, reader.little16(offset + 5))
      height = Math.max(height, reader.little16(offset + 7))
      offset = skipBlocks(reader, counter, offset + 11 + tableBytes(reader.byte(offset + 9)))
    } else return null
  }
}

/** Returns the bytes of a color table by its flags. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function skipBlocks(reader: ContentReader, counter: PartCounter, start: number): number {
  let offset = start
  for (; reader.byte(offset) !== 0; offset += 1 + reader.byte(offset)) counter.count()
  return offset + 1
}
