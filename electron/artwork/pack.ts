import type { PictureUpdate } from './types.ts'

/** Up to this size, bytes are copied into a shared buffer; larger buffers are transferred. */
const MAX_COPIED_BYTES = 256 * 1024

interface PackedUpdates {
  readonly packed: readonly PictureUpdate[]
  /** To be transferred with the updates. */
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * Copies small pictures into one buffer, because transferring a buffer costs more than copying them.
 */
export function packUpdates(updates: readonly PictureUpdate[]): PackedUpdates {
  const isSmall = (each: PictureUpdate): boolean =>
    'bytes' in each && each.bytes.byteLength <= MAX_COPIED_BYTES
  const size = updates.reduce(
    (sum, each) => sum + ('bytes' in each && isSmall(each) ? each.bytes.byteLength : 0),
    0,
  )
  const shared = new Uint8Array(size)
  const buffers: ArrayBuffer[] = size === 0 ? [] : [shared.buffer]
  let offset = 0
  const packed = updates.map((each) => {
    if (!('bytes' in each)) return each
    if (!isSmall(each)) {
      buffers.push(each.bytes.buffer)
      return each
    }
    shared.set(each.bytes, offset)
    const bytes = shared.subarray(offset, offset + each.bytes.byteLength)
    offset += each.bytes.byteLength
    return { address: each.address, bytes }
  })
  return { packed, buffers }
}
