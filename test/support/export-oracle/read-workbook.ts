import { createInflateRaw, crc32 } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { SHARED_STRINGS_PATH, sheetPath } from '../../../electron/export/formats/xlsx/parts.ts'
import { hashOfXmlText } from './xml-text-hash.ts'
import type { CellSum } from './cell-sum.ts'
import { SheetReader } from './sheet-reader.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const STORED = 0
const CHUNK_BYTES = 1 << 18

/**
 * Reads a workbook: every part with its checksum, and the cells of its sheets with rows.
 * @param sheets number of sheets with rows; others contain no rows of the list.
 */
export async function readWorkbook(
  file: string,
  sheets: number,
  sum: CellSum,
  onChunk: () => void,
): Promise<void> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? error : new MalformedFile(REASONS.package)
  })
  // A reader of a part gets the error; without a listener, it would end the thread.
  zip.on('error', () => undefined)
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = async (path: string, reader: CellReader): Promise<void> => {
      const entry = entries.get(path)
      if (entry === undefined) throw new MalformedFile(REASONS.noPart(path))
      entries.delete(path)
      await readPart(zip, entry, reader, onChunk)
    }
    const shared = new SharedReader()
    await read(SHARED_STRINGS_PATH, shared)
    for (let sheet = 0; sheet < sheets; sheet += 1)
      await read(sheetPath(sheet), new SheetReader(shared.hashes, sum))
    for (const entry of [...entries.values()]) await readPart(zip, entry, NO_CELLS, onChunk)
  } finally {
    zip.close()
  }
}

/** A part without rows. */
const NO_CELLS: CellReader = { take: () => undefined, end: () => undefined }

async function readPart(zip: ZipFile, entry: Entry, reader: CellReader, onChunk: () => void): Promise<void> {
  let crc = 0
  let size = 0
  try {
    const isStored = entry.compressionMethod === STORED
    // Decompressed here in larger chunks.
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    const take = async (pieces: AsyncIterable<Buffer<ArrayBuffer>>): Promise<void> => {
      for await (const piece of pieces) {
        onChunk()
        crc = crc32(piece, crc)
        size += piece.byteLength
        reader.take(piece)
      }
    }
    await (isStored
      ? pipeline(packed, take)
      : pipeline(packed, createInflateRaw({ chunkSize: CHUNK_BYTES }), take))
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new MalformedFile(REASONS.part(entry.fileName))
    throw error
  }
  if (crc !== entry.crc32 || size !== entry.uncompressedSize)
    throw new MalformedFile(REASONS.part(entry.fileName))
  reader.end()
}

const END_OF_TEXT = Buffer.from('</t></si>')
const BEGIN_OF_TEXT = Buffer.from('<t')

/** Reads the table of shared texts (ECMA-376, 18.4.9): their hashes by position. */
class SharedReader implements CellReader {
  readonly hashes: number[] = []
  #rest: Buffer = Buffer.alloc(0)

  take(piece: Uint8Array): void {
    const whole = Buffer.concat([this.#rest, piece])
    let at = 0
    for (;;) {
      const end = whole.indexOf(END_OF_TEXT, at)
      if (end < 0) break
      const from = whole.indexOf('>', whole.indexOf(BEGIN_OF_TEXT, whole.indexOf('<si>', at))) + 1
      this.hashes.push(hashOfXmlText(whole, from, end))
      at = end + END_OF_TEXT.length
    }
    this.#rest = Buffer.from(whole.subarray(at))
  }

  end(): void {
    if (this.#rest.indexOf('</sst>') < 0) throw new MalformedFile(REASONS.truncated)
  }
}
