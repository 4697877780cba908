import type { PictureUpdate } from './types.ts'

/** Bytes of up to so many are copied next to others; a larger buffer is given over as it is. */
const MAX_COPIED_BYTES = 256 * 1024

interface PackedNews {
  readonly packed: readonly PictureUpdate[]
  /** To be given over with them. */
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * The same news with all that is small in one buffer: giving over a buffer of its own costs more than a small
 * picture.
 */
export function packUpdates(news: readonly PictureUpdate[]): PackedNews {
  const isSmall = (each: PictureUpdate): boolean =>
    'bytes' in each && each.bytes.byteLength <= MAX_COPIED_BYTES
  const size = news.reduce(
    (sum, each) => sum + ('bytes' in each && isSmall(each) ? each.bytes.byteLength : 0),
    0,
  )
  const together = new Uint8Array(size)
  const buffers: ArrayBuffer[] = size === 0 ? [] : [together.buffer]
  let at = 0
  const packed = news.map((each) => {
    if (!('bytes' in each)) return each
    if (!isSmall(each)) {
      buffers.push(each.bytes.buffer)
      return each
    }
    together.set(each.bytes, at)
    const bytes = together.subarray(at, at + each.bytes.byteLength)
    at += each.bytes.byteLength
    return { address: each.address, bytes }
  })
  return { packed, buffers }
}
