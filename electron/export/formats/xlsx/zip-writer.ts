import { crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib'
import type { AppError } from '../../../contract/app-error.ts'
import { releaseBuffers, releaseStreamChunk } from '../../../store/release-buffers.ts'
import { fileNotWritten } from '../../files/write-failure.ts'

/** Sizes and places are written in 32 bits; some readers of spreadsheets know nothing larger. */
const LARGEST = 0xffff_ffff
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
/** Sizes and checksum follow the content. */
const SIZES_FOLLOW = 1 << 3
/** Twice as fast as the usual level; a sheet becomes about a tenth larger. */
const FAST = 1
const CHUNK_BYTES = 1 << 18
/**
 * Pieces that may wait for compression, which runs in a separate thread, while the next one is being made.
 */
const PIECES_WAITING = 2

interface DirectoryEntry {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly offset: number
  crc: number
  compressed: number
  size: number
}

/** A file of an archive that is being written. */
export interface ZipEntryWriter {
  /** Resolves when the next piece may come. Whoever gives one has it no longer. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<void>
}

/** A file of an archive that is made while another one is written, and held compressed until then. */
export interface HeldZipEntry {
  /** Resolves when the next piece may come. Whoever gives one has it no longer. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Writes it, behind what has been written. */
  put(): Promise<void>
}

/**
 * A ZIP archive (APPNOTE 6.3.10) whose bytes are given away as they come, so that neither memory nor a place
 * to go back to is needed. One file after the other; nothing beyond 4 GB: then it throws `fileNotWritten`.
 */
export class ZipWriter {
  readonly #write: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #time: readonly [time: number, date: number]
  readonly #entries: DirectoryEntry[] = []
  #offset = 0

  constructor(write: (bytes: Uint8Array<ArrayBuffer>) => void, made: Date) {
    this.#write = write
    this.#time = dosTime(made)
  }

  /** A small file at once. */
  add(path: string, content: string): void {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const entry = this.#begin(path, 0)
    entry.crc = crc32(bytes)
    entry.size = bytes.byteLength
    entry.compressed = packed.byteLength
    this.#put(this.#localHeader(entry))
    this.#put(packed)
  }

  /** A small file as it is: pictures are compressed already. */
  store(path: string, bytes: Uint8Array): void {
    const entry = this.#begin(path, 0, STORED)
    entry.crc = crc32(bytes)
    entry.size = bytes.byteLength
    entry.compressed = bytes.byteLength
    this.#put(this.#localHeader(entry))
    this.#put(bytes)
  }

  /** A large file, piece by piece. */
  open(path: string): ZipEntryWriter {
    const entry = this.#begin(path, SIZES_FOLLOW)
    this.#put(this.#localHeader(entry))
    const packing = new Packing((bytes) => {
      entry.compressed += bytes.byteLength
      this.#put(bytes)
      releaseStreamChunk(bytes)
    })
    return {
      write: (bytes) => {
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.byteLength
        if (entry.size > LARGEST) throw tooLarge()
        return packing.write(bytes)
      },
      end: async () => {
        await packing.end()
        this.#put(descriptorOf(entry))
      },
    }
  }

  /** A file that is made while another one is written. */
  hold(path: string): HeldZipEntry {
    const held: Buffer[] = []
    const packing = new Packing((bytes) => held.push(bytes))
    let [crc, size] = [0, 0]
    return {
      write: (bytes) => {
        crc = crc32(bytes, crc)
        size += bytes.byteLength
        return packing.write(bytes)
      },
      put: async () => {
        await packing.end()
        const compressed = held.reduce((sum, { byteLength }) => sum + byteLength, 0)
        const entry = Object.assign(this.#begin(path, 0), { crc, size, compressed })
        this.#put(this.#localHeader(entry))
        for (const bytes of held) this.#put(bytes)
      },
    }
  }

  /** The directory, which ends the archive. */
  end(): void {
    const start = this.#offset
    for (const entry of this.#entries) this.#put(this.#centralHeader(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END_OF_DIRECTORY, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    this.#put(end)
  }

  #begin(path: string, flags: number, method = DEFLATED): DirectoryEntry {
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

  #put(bytes: Uint8Array): void {
    this.#offset += bytes.byteLength
    if (this.#offset > LARGEST) throw tooLarge()
    this.#write(new Uint8Array(bytes))
  }

  #localHeader(entry: DirectoryEntry): Buffer {
    const header = Buffer.alloc(LOCAL_HEADER_BYTES)
    header.writeUInt32LE(LOCAL_HEADER, 0)
    this.#common(header, entry, 4)
    return Buffer.concat([header, entry.name])
  }

  #centralHeader(entry: DirectoryEntry): Buffer {
    const header = Buffer.alloc(CENTRAL_HEADER_BYTES)
    header.writeUInt32LE(CENTRAL_HEADER, 0)
    header.writeUInt16LE(VERSION, 4)
    this.#common(header, entry, 6)
    header.writeUInt32LE(entry.offset, 42)
    return Buffer.concat([header, entry.name])
  }

  /** What local and central headers say alike. */
  #common(header: Buffer, { flags, method, crc, compressed, size, name }: DirectoryEntry, at: number): void {
    header.writeUInt16LE(VERSION, at)
    header.writeUInt16LE(flags, at + 2)
    header.writeUInt16LE(method, at + 4)
    header.writeUInt16LE(this.#time[0], at + 6)
    header.writeUInt16LE(this.#time[1], at + 8)
    header.writeUInt32LE(crc, at + 10)
    header.writeUInt32LE(compressed, at + 14)
    header.writeUInt32LE(size, at + 18)
    header.writeUInt16LE(name.byteLength, at + 22)
  }
}

/** How many bytes of an archive a file takes that is stored as it is, with its lines in the directory. */
export function storedBytes(path: string, bytes: number): number {
  return LOCAL_HEADER_BYTES + CENTRAL_HEADER_BYTES + 2 * Buffer.byteLength(path) + bytes
}

/** Compresses in a separate thread, and keeps only a few pieces waiting. */
class Packing {
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: FAST, chunkSize: CHUNK_BYTES })
  readonly #waiting: Promise<void>[] = []
  readonly #ended: Promise<void>

  constructor(take: (bytes: Buffer<ArrayBuffer>) => void) {
    this.#ended = new Promise((resolve, reject) => {
      this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => {
        try {
          take(bytes)
        } catch (error) {
          this.#deflate.destroy(error as Error)
        }
      })
      this.#deflate.once('end', resolve)
      this.#deflate.once('error', reject)
    })
    // It is told to whoever writes or ends; one that is given up on in between has no one to tell.
    this.#ended.catch(() => undefined)
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => {
        releaseBuffers(bytes)
        if (error) reject(error)
        else resolve()
      })
    })
    taken.catch(() => undefined)
    this.#waiting.push(taken)
    if (this.#waiting.length > PIECES_WAITING) await this.#waiting.shift()
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await this.#ended
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

/** Time and date as MS-DOS kept them: two seconds exact, from 1980 on. */
function dosTime(made: Date): readonly [time: number, date: number] {
  const time = (made.getHours() << 11) | (made.getMinutes() << 5) | (made.getSeconds() >> 1)
  const year = Math.min(Math.max(made.getFullYear() - 1980, 0), 127)
  return [time, (year << 9) | ((made.getMonth() + 1) << 5) | made.getDate()]
}

const tooLarge = (): AppError => fileNotWritten('EFBIG')
