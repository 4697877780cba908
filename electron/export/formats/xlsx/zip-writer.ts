import { crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib'
import type { AppError } from '../../../contract/app-error.ts'
import { releaseBuffers, releaseStreamChunk } from '../../../store/release-buffers.ts'
import { fileNotWritten } from '../../files/write-failure.ts'

/** Sizes and offsets have 32 bits; some readers support nothing larger. */
const MAX_OFFSET = 0xffff_ffff
const LOCAL_HEADER = 0x0403_4b50
const DATA_DESCRIPTOR = 0x0807_4b50
const CENTRAL_HEADER = 0x0201_4b50
const END_OF_DIRECTORY = 0x0605_4b50
const LOCAL_HEADER_BYTES = 30
const CENTRAL_HEADER_BYTES = 46
const VERSION = 20
const STORED = 0
const DEFLATED = 8
const UTF8_NAME = 1 << 11
/** Size and checksum follow the content. */
const SIZES_FOLLOW = 1 << 3
/** Twice as fast as the default level; sheets are about 10 % larger. */
const COMPRESSION_LEVEL = 1
const CHUNK_BYTES = 1 << 18
/** Chunks that may wait for compression, which runs in another thread. */
const MAX_PENDING_CHUNKS = 2

interface DirectoryEntry {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly offset: number
  crc: number
  compressed: number
  size: number
}

/** A file in an archive that is being written. */
export interface ZipEntryWriter {
  /** Resolves when it can receive more. Takes ownership of the bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<void>
}

/** A file in an archive that is buffered, compressed, while another one is written. */
export interface BufferedZipEntry {
  /** Resolves when it can receive more. Takes ownership of the bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Writes the file at the current offset. */
  finish(): Promise<void>
}

/**
 * Writes a ZIP archive (APPNOTE 6.3.10) as a stream, one file after the other. Throws `fileNotWritten` beyond
 * 4 GB.
 */
export class ZipWriter {
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #time: readonly [time: number, date: number]
  readonly #entries: DirectoryEntry[] = []
  #offset = 0

  constructor(write: (bytes: Uint8Array<ArrayBuffer>) => void, createdAt: Date) {
    this.#write = write
    this.#time = dosTime(createdAt)
  }

  /** Adds a small file. */
  add(path: string, content: string): void {
    const bytes = Buffer.from(content)
    const compressed = deflateRawSync(bytes)
    const entry = this.#addEntry(path, 0)
    entry.crc = crc32(bytes)
    entry.size = bytes.byteLength
    entry.compressed = compressed.byteLength
    this.#writeBytes(this.#localHeader(entry))
    this.#writeBytes(compressed)
  }

  /** Adds a small file without compression. */
  store(path: string, bytes: Uint8Array): void {
    const entry = this.#addEntry(path, 0, STORED)
    entry.crc = crc32(bytes)
    entry.size = bytes.byteLength
    entry.compressed = bytes.byteLength
    this.#writeBytes(this.#localHeader(entry))
    this.#writeBytes(bytes)
  }

  /** Starts a large file. */
  open(path: string): ZipEntryWriter {
    const entry = this.#addEntry(path, SIZES_FOLLOW)
    this.#writeBytes(this.#localHeader(entry))
    const compressor = new Compressor((bytes) => {
      entry.compressed += bytes.byteLength
      this.#writeBytes(bytes)
      releaseStreamChunk(bytes)
    })
    return {
      write: (bytes) => {
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.byteLength
        if (entry.size > MAX_OFFSET) throw tooLarge()
        return compressor.write(bytes)
      },
      end: async () => {
        await compressor.end()
        this.#writeBytes(descriptorOf(entry))
      },
    }
  }

  /** Starts a file that is buffered while another one is written. */
  buffer(path: string): BufferedZipEntry {
    const chunks: Buffer[] = []
    const compressor = new Compressor((bytes) => chunks.push(bytes))
    let [crc, size] = [0, 0]
    return {
      write: (bytes) => {
        crc = crc32(bytes, crc)
        size += bytes.byteLength
        return compressor.write(bytes)
      },
      finish: async () => {
        await compressor.end()
        const compressed = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
        const entry = Object.assign(this.#addEntry(path, 0), { crc, size, compressed })
        this.#writeBytes(this.#localHeader(entry))
        for (const bytes of chunks) this.#writeBytes(bytes)
      },
    }
  }

  /** Writes the directory, which ends the archive. */
  end(): void {
    const start = this.#offset
    for (const entry of this.#entries) this.#writeBytes(this.#centralHeader(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END_OF_DIRECTORY, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    this.#writeBytes(end)
  }

  #addEntry(path: string, flags: number, method = DEFLATED): DirectoryEntry {
    const entry = {
      name: Buffer.from(path),
      flags: flags | UTF8_NAME,
      method,
      offset: this.#offset,
      crc: 0,
      compressed: 0,
      size: 0,
    }
    this.#entries.push(entry)
    return entry
  }

  #writeBytes(bytes: Uint8Array): void {
    this.#offset += bytes.byteLength
    if (this.#offset > MAX_OFFSET) throw tooLarge()
    this.#write(new Uint8Array(bytes))
  }

  #localHeader(entry: DirectoryEntry): Buffer {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES)
    header.writeUInt32LE(LOCAL_HEADER, 0)
    this.#writeSharedFields(header, entry, 4)
    return Buffer.concat([header, entry.name])
  }

  #centralHeader(entry: DirectoryEntry): Buffer {
    const header = Buffer.alloc(CENTRAL_HEADER_BYTES)
    header.writeUInt32LE(CENTRAL_HEADER, 0)
    header.writeUInt16LE(VERSION, 4)
    this.#writeSharedFields(header, entry, 6)
    header.writeUInt32LE(entry.offset, 42)
    return Buffer.concat([header, entry.name])
  }

  /** Writes the fields that local and central headers share. */
  #writeSharedFields(
    header: Buffer,
    { flags, method, crc, compressed, size, name }: DirectoryEntry,
    offset: number,
  ): void {
    header.writeUInt16LE(VERSION, offset)
    header.writeUInt16LE(flags, offset + 2)
    header.writeUInt16LE(method, offset + 4)
    header.writeUInt16LE(this.#time[0], offset + 6)
    header.writeUInt16LE(this.#time[1], offset + 8)
    header.writeUInt32LE(crc, offset + 10)
    header.writeUInt32LE(compressed, offset + 14)
    header.writeUInt32LE(size, offset + 18)
    header.writeUInt16LE(name.byteLength, offset + 22)
  }
}

/** Returns the bytes of an uncompressed file in an archive, with its headers. */
export function storedBytes(path: string, bytes: number): number {
  return LOCAL_HEADER_BYTES + CENTRAL_HEADER_BYTES + 2 * Buffer.byteLength(path) + bytes
}

/** Compresses in another thread, with few pending chunks. */
class Compressor {
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: COMPRESSION_LEVEL, chunkSize: CHUNK_BYTES })
  readonly #pendingChunks: Promise<void>[] = []
  readonly #end: Promise<void>

  constructor(onChunk: (bytes: Buffer<ArrayBuffer>) => void) {
    this.#end = new Promise((resolve, reject) => {
      this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => {
        try {
          onChunk(bytes)
        } catch (error) {
          this.#deflate.destroy(error as Error)
        }
      })
      this.#deflate.once('end', resolve)
      this.#deflate.once('error', reject)
    })
    // `write` and `end` report the error.
    this.#end.catch(() => undefined)
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const accepted = new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => {
        releaseBuffers(bytes)
        if (error) reject(error)
        else resolve()
      })
    })
    accepted.catch(() => undefined)
    this.#pendingChunks.push(accepted)
    if (this.#pendingChunks.length > MAX_PENDING_CHUNKS) await this.#pendingChunks.shift()
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await this.#end
  }
}

function descriptorOf({ crc, compressed, size }: DirectoryEntry): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(compressed, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

/** Encodes time and date for MS-DOS: precision two seconds, from 1980. */
function dosTime(createdAt: Date): readonly [time: number, date: number] {
  const time = (createdAt.getHours() << 11) | (createdAt.getMinutes() << 5) | (createdAt.getSeconds() >> 1)
  const year = Math.min(Math.max(createdAt.getFullYear() - 1980, 0), 127)
  return [time, (year << 9) | ((createdAt.getMonth() + 1) << 5) | createdAt.getDate()]
}

const tooLarge = (): AppError => fileNotWritten('EFBIG')
