import type { ContentReader, PixelSize } from './reader.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'

/** Returns whether a file starts as a PNG. */
export function isPng(reader: ContentReader): boolean {
  return reader.text(0, 8) === SIGNATURE
}

/** Counts the frames of an animated PNG (APNG) by their control chunks; 0 for a still picture. */
export function countPngFrames(reader: ContentReader): number {
  let frames = 0
  for (let offset = 8; offset + 8 <= reader.length; offset += 12 + reader.big32(offset))
    if (reader.text(offset + 4, 4) === 'fcTL') frames += 1
  return frames
}

/** Returns the size of a PNG (ISO/IEC 15948), or null if it is invalid or has no `IEND`. */
export function readPng(reader: ContentReader): PixelSize | null {
  if (reader.text(12, 4) !== 'IHDR') return null
  const size = { width: reader.big32(16), height: reader.big32(20) }
  for (let offset = 8; ; offset += 12 + reader.big32(offset)) {
    if (reader.text(offset + 4, 4) === 'IEND') return offset + 12 <= reader.length ? size : null
    if (offset + 8 > reader.length) return null
  }
}
