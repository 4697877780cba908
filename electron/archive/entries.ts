import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { messages } from '../contract/messages.ts'
import { asUnusable, type ArchiveRules } from './rules.ts'

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
  /** Number of entries. */
  readonly count: number
  /**
   * Unpacks an entry. Throws `unusable` if it is missing, longer than `maxBytes`, or does not match the size
   * and checksum that the zip states.
   */
  read(name: string, maxBytes: number): Promise<Buffer>
  /** Unpacks an entry in chunks, which reading checks as `read` does. */
  chunks(name: string, maxBytes: number): AsyncIterable<Buffer>
  close(): void
}

/**
 * Opens a zip and checks its entries without unpacking them. Throws `unusable` if the file is not a zip, or
 * has an entry that Campaign Desk never writes.
 */
export async function openEntries(file: string, rules: ArchiveRules): Promise<ZipEntries> {
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error
      ? asUnusable(error, rules)
      : rules.unusable(rules.reasons.notAZip, error)
  })
  // Reading an entry reports the error; without a listener it would terminate the thread.
  zip.on('error', () => undefined)
  try {
    const entries = await entriesByName(zip, rules)
    const chunks = (name: string, maxBytes: number): AsyncIterable<Buffer> =>
      unpack(zip, entries.get(name), maxBytes, rules)
    return {
      count: entries.size,
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      read: async (name, maxBytes) => {
        const parts: Buffer[] = []
        for await (const chunk of chunks(name, maxBytes)) parts.push(chunk)
        return Buffer.concat(parts)
      },
      chunks,
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw asUnusable(error, rules)
  }
}

async function entriesByName(zip: ZipFile, rules: ArchiveRules): Promise<ReadonlyMap<string, Entry>> {
  const { maxEntries, unusable } = rules
  if (zip.entryCount > maxEntries) throw unusable(messages.reasons.archive.tooManyFiles({ most: maxEntries }))
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = new TextDecoder().decode(entry.fileNameRaw)
    checkEntry(entry, name, rules)
    if (entries.has(name)) throw unusable(messages.reasons.archive.fileTwice)
    entries.set(name, entry)
  }
  return entries
}

/** Throws `unusable` for an entry that only a malicious file contains. */
function checkEntry(entry: Entry, name: string, { unusable, compressed }: ArchiveRules): void {
  if (isUnsafePath(name)) throw unusable(messages.reasons.archive.unsafePath)
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw unusable(messages.reasons.archive.encrypted)
  const isSupported =
    entry.compressionMethod === STORED || (compressed && entry.compressionMethod === DEFLATE)
  if (!isSupported) throw unusable(messages.reasons.archive.unsupportedCompression)
  const mode = entry.externalFileAttributes >>> 16
  if (entry.versionMadeBy >>> 8 === UNIX_HOST && (mode & FILE_TYPE_MASK) === SYMBOLIC_LINK) {
    throw unusable(messages.reasons.archive.symbolicLink)
  }
}

/** Returns whether a name is not a plain relative path within the folder to which the zip is unpacked. */
function isUnsafePath(name: string): boolean {
  return /^[/\\]|\\|:|\0/u.test(name) || name.split('/').includes('..')
}

async function* unpack(
  zip: ZipFile,
  entry: Entry | undefined,
  maxBytes: number,
  rules: ArchiveRules,
): AsyncGenerator<Buffer> {
  const { unusable, reasons } = rules
  if (entry === undefined) throw unusable(reasons.entryMissing)
  if (entry.uncompressedSize > maxBytes) throw unusable(reasons.tooLarge)
  try {
    let size = 0
    let checksum = 0
    for await (const part of await zip.openReadStreamPromise(entry)) {
      const chunk = part as Buffer
      size += chunk.length
      if (size > maxBytes || size > entry.uncompressedSize) throw unusable(reasons.tooLarge)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (checksum !== entry.crc32) throw unusable(messages.reasons.archive.damaged)
  } catch (error) {
    throw asUnusable(error, rules)
  }
}
