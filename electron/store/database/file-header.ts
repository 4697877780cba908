import { closeSync, openSync, readSync, statSync } from 'node:fs'

const MAGIC = Buffer.from('SQLite format 3\0', 'latin1')
/** Where the header keeps `user_version`, four bytes, big-endian (https://sqlite.org/fileformat.html). */
const USER_VERSION_AT = 60
const HEADER_BYTES = 100

export type FileHeader =
  | { readonly kind: 'empty' | 'notADatabase' | 'unreadable' }
  | {
      readonly kind: 'database'
      /** Null when a write-ahead log may hold a newer one. */
      readonly userVersion: number | null
    }

/**
 * What the first bytes of a file say it is. Read without SQLite, so that nothing is touched: no log, no
 * shared memory is put beside the file. A missing file is `empty`; one that cannot be read is for SQLite to
 * complain of.
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
    return { kind: 'database', userVersion: hasLog(file) ? null : header.readInt32BE(USER_VERSION_AT) }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    closeSync(descriptor)
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}
