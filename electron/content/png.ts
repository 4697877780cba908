import type { ContentReader, PixelSize } from './reader.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'

export function isPng(reader: ContentReader): boolean {
  return reader.text(0, 8) === SIGNATURE
}

/** Frames of an animated PNG, by their frame control chunks; 0 for a still picture. */
export function countPngFrames(reader: ContentReader): number {
  let frames = 0
  for (let at = 8; at + 8 <= reader.length; at += 12 + reader.big32(at))
    if (reader.text(at + 4, 4) === 'fcTL') frames += 1
  return frames
}

/**
 * Size of a PNG (ISO/IEC 15948) that goes on to its `IEND`; null for one that does not, or begins out of
 * form.
 */
export function readPng(reader: ContentReader): PixelSize | null {
  if (reader.text(12, 4) !== 'IHDR') return null
  const size = { width: reader.big32(16), height: reader.big32(20) }
  for (let at = 8; ; at += 12 + reader.big32(at)) {
    if (reader.text(at + 4, 4) === 'IEND') return at + 12 <= reader.length ? size : null
    if (at + 8 > reader.length) return null
  }
}
