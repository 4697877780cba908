/**
 * Frees arrays of bytes or numbers that nobody needs any more: whoever makes many of them, or long ones,
 * would otherwise hold some tens of megabytes until garbage is next collected. They are empty afterwards, and
 * so is every other array on the same memory. Node before version 22 leaves it to that.
 */
export function releaseBuffers(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays)
    if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}

/**
 * The same of a piece that a stream of `node:zlib` has given: several of them share memory, of which the last
 * one is the end, and the stream is done with it then.
 */
export function releaseStreamChunk(piece: Uint8Array<ArrayBuffer>): void {
  if (piece.byteOffset + piece.byteLength === piece.buffer.byteLength) releaseBuffers(piece)
}
