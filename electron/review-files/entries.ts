import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { REVIEW_FILE_REASONS as reasons } from '../contract/strings/review-files.ts'
import { MAX_ENTRIES, asUnusable, unusable } from './limits.ts'

const SYMBOLIC_LINK = 0o120000
const FILE_TYPE_MASK = 0o170000
const UNIX_HOST = 3
/** Flags: encrypted, strongly encrypted, central directory encrypted. */
const ENCRYPTED = 0x1 | 0x40 | 0x2000
const STORED = 0
const DEFLATE = 8

/** An open zip file whose entries have been checked. */
export interface ZipEntries {
  /** Returns the uncompressed size that the zip states for an entry, or null if there is no such entry. */
  sizeOf(name: string): number | null
  /**
   * Unpacks an entry. Throws `reviewFileUnusable` if it is longer than `maxBytes` or does not match the
   * size and checksum that the zip states.
   */
  read(name: string, maxBytes: number): Promise<Buffer>
  close(): void
}

/**
 * Opens a zip and checks its entries without unpacking them. Throws `reviewFileUnusable` if the file is not a
 * zip, or has an entry that Campaign Desk never writes.
 */
export async function openEntries(file: string): Promise<ZipEntries> {
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? asUnusable(error) : unusable(reasons.notAZip, error)
  })
  // Reading an entry reports the error; without a listener it would terminate the thread.
  zip.on('error', () => undefined)
  try {
    const entries = await entriesByName(zip)
    return {
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      read: (name, maxBytes) => unpack(zip, entries.get(name), maxBytes),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw asUnusable(error)
  }
}

async function entriesByName(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw unusable(reasons.tooManyFiles(MAX_ENTRIES))
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = new TextDecoder().decode(entry.fileNameRaw)
    checkEntry(entry, name)
    if (entries.has(name)) throw unusable(reasons.fileTwice)
    entries.set(name, entry)
  }
  return entries
}

/** Throws `reviewFileUnusable` for an entry that only a malicious file contains. */
function checkEntry(entry: Entry, name: string): void {
  if (isUnsafePath(name)) throw unusable(reasons.unsafePath)
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw unusable(reasons.encrypted)
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATE) {
    throw unusable(reasons.unsupportedCompression)
  }
  const mode = entry.externalFileAttributes >>> 16
  if (entry.versionMadeBy >>> 8 === UNIX_HOST && (mode & FILE_TYPE_MASK) === SYMBOLIC_LINK) {
    throw unusable(reasons.symbolicLink)
  }
}

/** Returns whether a name is not a plain relative path within the folder to which the zip is unpacked. */
function isUnsafePath(name: string): boolean {
  return /^[/\\]|\\|:|\0/u.test(name) || name.split('/').includes('..')
}

async function unpack(zip: ZipFile, entry: Entry | undefined, maxBytes: number): Promise<Buffer> {
  if (entry === undefined) throw unusable(reasons.photoMissing)
  if (entry.uncompressedSize > maxBytes) throw unusable(reasons.tooLarge)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > maxBytes || size > entry.uncompressedSize) throw unusable(reasons.tooLarge)
    }
    const bytes = Buffer.concat(chunks, size)
    if (crc32(bytes) !== entry.crc32) throw unusable(reasons.damaged)
    return bytes
  } catch (error) {
    throw asUnusable(error)
  }
}
