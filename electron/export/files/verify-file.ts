import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppError } from '../../contract/app-error.ts'
import { VERIFICATION_REASONS as reasons } from '../../contract/strings/export.ts'

const CHUNK_BYTES = 1 << 20

/** Length and checksum of bytes in their order. */
export class Checksum {
  #bytes = 0
  #crc = 0

  get bytes(): number {
    return this.#bytes
  }

  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength
    this.#crc = crc32(piece, this.#crc)
  }

  equals(other: Checksum): boolean {
    return this.#bytes === other.#bytes && this.#crc === other.#crc
  }
}

/**
 * Reads a finished file again and compares it with what was written. Throws `fileNotAsWritten` where it
 * differs, and the errors of the file system.
 * @param onProgress receives the bytes read so far, and may throw to stop.
 */
export function verifyFile(file: string, written: Checksum, onProgress: (bytes: number) => void): void {
  const found = new Checksum()
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      onProgress(found.bytes)
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
      if (length === 0) break
      found.add(chunk.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
  if (found.equals(written)) return
  const reason = found.bytes < written.bytes ? reasons.cutShort : reasons.cells
  throw new AppError('fileNotAsWritten', { params: { reason } })
}
