import { closeSync, openSync, readSync, statSync } from 'node:fs'

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')
/** Offset of `user_version`, four bytes, big-endian (https://sqlite.org/fileformat.html). */
const USER_VERSION_OFFSET = 60
const HEADER_BYTES = 100

export type FileHeader =
  | { readonly kind: 'empty' | 'notADatabase' | 'unreadable' }
  | {
      readonly kind: 'database'
      /** Null if a write-ahead log may contain a newer one. */
      readonly userVersion: number | null
    }

/**
 * Determines the kind of a file from its first bytes, without SQLite, which would create a log. A missing
 * file is `empty`; SQLite reports why one is unreadable.
 */
export function readHeader(file: string): FileHeader {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'empty' : 'unreadable' }
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const length = readSync(descriptor, header, 0, HEADER_BYTES, 0)
    if (length === 0) return { kind: 'empty' }
    if (length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      return { kind: 'notADatabase' }
    return { kind: 'database', userVersion: hasLog(file) ? null : header.readInt32BE(USER_VERSION_OFFSET) }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    closeSync(descriptor)
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
