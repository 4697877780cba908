import { PartCounter, type ContentReader, type PixelSize } from './reader.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'

// Types of chunks, as numbers: a file may have millions of chunks.
const FRAME_CONTROL = 0x66_63_54_4c
const END = 0x49_45_4e_44

/** Returns whether a file starts as a PNG. */
export function isPng(reader: ContentReader): boolean {
  return reader.text(0, 8) === SIGNATURE
}

/** Counts the frames of an animated PNG (APNG) by their control chunks; 0 for a still picture. */
export function countPngFrames(reader: ContentReader): number {
  let frames = 0
  for (let offset = 8; offset + 8 <= reader.length; offset += 12 + reader.big32(offset)) {
    const type = reader.big32(offset + 4)
    if (type === FRAME_CONTROL) frames += 1
    if (type === END) break
  }
  return frames
}

/**
 * Returns the size of a PNG (ISO/IEC 15948), or null if it is invalid. Throws a `RangeError` for a truncated
 * file, or one with too many chunks.
 */
export function readPng(reader: ContentReader): PixelSize | null {
  if (reader.text(12, 4) !== 'IHDR') return null
  const size = { width: reader.big32(16), height: reader.big32(20) }
  const counter = new PartCounter()
  for (let offset = 8; ; offset += 12 + reader.big32(offset)) {
    counter.count()
    if (reader.big32(offset + 4) === END) return offset + 12 <= reader.length ? size : null
  }
}
