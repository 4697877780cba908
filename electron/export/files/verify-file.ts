import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppError } from '../../contract/app-error.ts'
import { messages } from '../../contract/messages.ts'

const CHUNK_BYTES = 1 << 20

/** Computes the length and checksum of bytes. */
export class Checksum {
  #bytes = 0
  #crc = 0

  get bytes(): number {
    return this.#bytes
  }

  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength
    this.#crc = crc32(chunk, this.#crc)
  }

  equals(other: Checksum): boolean {
    return this.#bytes === other.#bytes && this.#crc === other.#crc
  }
}

/**
 * Reads a finished file and compares its checksum. Throws `fileNotAsWritten` if it differs, and the errors of
 * the file system.
 * @param onProgress receives the bytes read so far, and may throw to stop
 */
export function verifyFile(file: string, expected: Checksum, onProgress: (bytes: number) => void): void {
  const actual = new Checksum()
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      onProgress(actual.bytes)
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
      if (length === 0) break
      actual.add(chunk.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
  if (actual.equals(expected)) return
  const reasons = messages.exportFiles.verificationReasons
  const reason = actual.bytes < expected.bytes ? reasons.cutShort : reasons.cells
  throw new AppError('fileNotAsWritten', { params: { reason } })
}
