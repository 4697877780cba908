import type { ContentReader, PixelSize } from './reader.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

export function isGif(reader: ContentReader): boolean {
  return /^GIF8[79]a$/u.test(reader.text(0, 6))
}

/** Size of a GIF, the largest of its frames, that goes on to its trailer; null for one that does not. */
export function readGif(reader: ContentReader): PixelSize | null {
  return walk(reader)?.size ?? null
}

export function countGifFrames(reader: ContentReader): number {
  return walk(reader)?.frames ?? 0
}

function walk(reader: ContentReader): { readonly size: PixelSize; readonly frames: number } | null {
  let width = reader.little16(6)
  let height = reader.little16(8)
  let frames = 0
  let at = 13 + tableBytes(reader.byte(10))
  for (;;) {
    const kind = reader.byte(at)
    if (kind === TRAILER) return { size: { width, height }, frames }
    if (kind === EXTENSION) {
      at = afterBlocks(reader, at + 2)
    } else if (kind === IMAGE) {
      frames += 1
      width = Math.max(width, reader.little16(at + 5))
      height = Math.max(height, reader.little16(at + 7))
      at = afterBlocks(reader, at + 11 + tableBytes(reader.byte(at + 9)))
    } else return null
  }
}

/** Bytes of a table of colours, by the flags that announce it. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function afterBlocks(reader: ContentReader, from: number): number {
  let at = from
  while (reader.byte(at) !== 0) at += 1 + reader.byte(at)
  return at + 1
}
