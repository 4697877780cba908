import { createInflateRaw, crc32 } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { SHARED_STRINGS_PATH, sheetPath } from '../../../electron/export/formats/xlsx/parts.ts'
import { hashOfXmlText } from './xml-text-hash.ts'
import type { CellChecksum } from './cell-checksum.ts'
import { SheetReader } from './sheet-reader.ts'
import { REASONS, MalformedFile, type CellReader } from './types.ts'

const STORED = 0
const CHUNK_BYTES = 1 << 18

/**
 * Reads a workbook: every part with its checksum, and the cells of its sheets with rows.
 * @param sheets number of sheets with rows; additional sheets are not compared
 */
export async function readWorkbook(
  file: string,
  sheets: number,
  checksum: CellChecksum,
  onChunk: () => void,
): Promise<void> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? error : new MalformedFile(REASONS.package)
  })
  // The reader of a part receives the error; without a listener, it would end the process.
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
    const shared = new SharedStringsReader()
    await read(SHARED_STRINGS_PATH, shared)
    for (let sheet = 0; sheet < sheets; sheet += 1)
      await read(sheetPath(sheet), new SheetReader(shared.hashes, checksum))
    for (const entry of [...entries.values()]) await readPart(zip, entry, NO_CELLS, onChunk)
  } finally {
    zip.close()
  }
}

/** A part without rows. */
const NO_CELLS: CellReader = { write: () => undefined, end: () => undefined }

async function readPart(zip: ZipFile, entry: Entry, reader: CellReader, onChunk: () => void): Promise<void> {
  let crc = 0
  let size = 0
  try {
    const isStored = entry.compressionMethod === STORED
    // Decompression in larger chunks is faster.
    const compressed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    const readChunks = async (chunks: AsyncIterable<Buffer<ArrayBuffer>>): Promise<void> => {
      for await (const chunk of chunks) {
        onChunk()
        crc = crc32(chunk, crc)
        size += chunk.byteLength
        reader.write(chunk)
      }
    }
    await (isStored
      ? pipeline(compressed, readChunks)
      : pipeline(compressed, createInflateRaw({ chunkSize: CHUNK_BYTES }), readChunks))
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new MalformedFile(REASONS.part(entry.fileName))
    throw error
  }
  if (crc !== entry.crc32 || size !== entry.uncompressedSize)
    throw new MalformedFile(REASONS.part(entry.fileName))
  reader.end()
}

const TEXT_END = Buffer.from('</t></si>')
const TEXT_START = Buffer.from('<t')

/** Reads the table of shared strings (ECMA-376, 18.4.9) as hashes by index. */
class SharedStringsReader implements CellReader {
  readonly hashes: number[] = []
  #incompleteText: Buffer = Buffer.alloc(0)

  write(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#incompleteText, chunk])
    let offset = 0
    for (;;) {
      const end = bytes.indexOf(TEXT_END, offset)
      if (end < 0) break
      const start = bytes.indexOf('>', bytes.indexOf(TEXT_START, bytes.indexOf('<si>', offset))) + 1
      this.hashes.push(hashOfXmlText(bytes, start, end))
      offset = end + TEXT_END.length
    }
    this.#incompleteText = Buffer.from(bytes.subarray(offset))
  }

  end(): void {
    if (this.#incompleteText.indexOf('</sst>') < 0) throw new MalformedFile(REASONS.truncated)
  }
}
