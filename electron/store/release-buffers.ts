/**
 * Frees the memory of arrays before garbage collection would. The arrays, and all others on the same memory,
 * are empty afterwards. Has no effect in Node before version 22.
 */
export function releaseBuffers(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays)
    if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}

/** Frees the memory of arrays as {@link releaseBuffers} does, of those that share it with no others. */
export function releaseUnshared(...arrays: readonly ArrayBufferView[]): void {
  releaseBuffers(...arrays.filter(({ buffer, byteLength }) => byteLength === buffer.byteLength))
}

/**
 * Frees a chunk from a stream of `node:zlib`. Several chunks share memory; the stream no longer uses it after
 * the last of them.
 */
export function releaseStreamChunk(chunk: Uint8Array<ArrayBuffer>): void {
  if (chunk.byteOffset + chunk.byteLength === chunk.buffer.byteLength) releaseBuffers(chunk)
}
