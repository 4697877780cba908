import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { REVIEW_FILE_REASONS as reasons } from '../contract/strings/review-files.ts'
import { MAX_ENTRIES } from './limits.ts'
import { asUnusable, unusable } from './unusable.ts'

const SYMBOLIC_LINK = 0o120000
const KIND_OF_FILE = 0o170000
const MADE_ON_UNIX = 3
/** Bits that say: encrypted, encrypted strongly, its own directory encrypted. */
const ENCRYPTED = 0x1 | 0x40 | 0x2000
const STORED = 0
const DEFLATED = 8

/** A zip whose names were looked at. */
export interface ZipEntries {
  /** Size of an entry as the zip says; null: there is none of that name. */
  sizeOf(name: string): number | null
  /**
   * Unpacks an entry. Throws `reviewFileUnusable` for one that is longer than `most`, or not what the zip
   * says.
   */
  read(name: string, most: number): Promise<Buffer>
  close(): void
}

/**
 * Opens a zip and looks at the names of all that it holds; nothing is unpacked. Throws `reviewFileUnusable`
 * for what is none, and for one that no application of ours would have written.
 */
export async function openEntries(file: string): Promise<ZipEntries> {
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? asUnusable(error) : unusable(reasons.notAZip, error)
  })
  // A failure is told by whoever reads an entry; without a listener it would end the thread.
  zip.on('error', () => undefined)
  try {
    const entries = await entriesByName(zip)
    return {
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? null,
      read: (name, most) => unpack(zip, entries.get(name), most),
      close: () => {
        zip.close()
      },
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
    refuse(entry, name)
    if (entries.has(name)) throw unusable(reasons.fileTwice)
    entries.set(name, entry)
  }
  return entries
}

/** What no application of ours would have written, and only a trick would. */
function refuse(entry: Entry, name: string): void {
  if (isOutside(name)) throw unusable(reasons.outside)
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw unusable(reasons.encrypted)
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw unusable(reasons.packedOtherwise)
  }
  const mode = entry.externalFileAttributes >>> 16
  if (entry.versionMadeBy >>> 8 === MADE_ON_UNIX && (mode & KIND_OF_FILE) === SYMBOLIC_LINK) {
    throw unusable(reasons.link)
  }
}

/** Whether a name leads, or tries to lead, out of the folder that the zip would be unpacked to. */
function isOutside(name: string): boolean {
  return /^[/\\]|\\|:|\0/u.test(name) || name.split('/').includes('..')
}

async function unpack(zip: ZipFile, entry: Entry | undefined, most: number): Promise<Buffer> {
  if (entry === undefined) throw unusable(reasons.incomplete)
  if (entry.uncompressedSize > most) throw unusable(reasons.tooLarge)
  try {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size > most || size > entry.uncompressedSize) throw unusable(reasons.tooLarge)
    }
    const bytes = Buffer.concat(pieces, size)
    if (crc32(bytes) !== entry.crc32) throw unusable(reasons.damaged)
    return bytes
  } catch (error) {
    throw asUnusable(error)
  }
}
