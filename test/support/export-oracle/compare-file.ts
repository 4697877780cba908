import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { CsvStyle } from '../../../electron/contract/csv-style.ts'
import { BYTE_ORDER_MARKS } from '../../../electron/export/formats/csv/encoding.ts'
import { isRecordExport, tableColumns } from '../../../electron/export/open-writer.ts'
import type { CellValue } from '../../../electron/export/rows/table.ts'
import type { ExportContent } from '../../../electron/export/types.ts'
import { rowsPerSheet } from '../../../electron/export/formats/xlsx/workbook.ts'
import { CellChecksum } from './cell-checksum.ts'
import { expectedCells } from './expected-cells.ts'
import { CsvReader } from './csv-reader.ts'
import { HtmlReader } from './html-reader.ts'
import { JsonReader } from './json-reader.ts'
import { MarkdownReader } from './markdown-reader.ts'
import { readWorkbook } from './read-workbook.ts'
import { REASONS, MalformedFile, type CellReader, type FileReader } from './types.ts'

const CHUNK_BYTES = 1 << 20

/** Returns the reader for the file of a request. */
function fileReaderOf(request: ExportContent, rowCount: number): FileReader {
  const { options } = request
  const columns = tableColumns(request)
  switch (options.format) {
    case 'csv': {
      const { style } = options
      return (file, checksum, onChunk) =>
        readChunks(
          file,
          decodingReader(style.encoding, new CsvReader(style, columns.length, checksum)),
          BYTE_ORDER_MARKS[style.encoding],
          onChunk,
        )
    }
    case 'json':
    case 'jsonl': {
      const keys = isRecordExport(request) ? null : columns.map(({ key }) => key)
      const inLines = options.format === 'jsonl'
      return (file, checksum, onChunk) =>
        readChunks(file, new JsonReader(keys, inLines, checksum), [], onChunk)
    }
    case 'xlsx': {
      const { sheetRows } = request
      const sheets = rowsPerSheet({ rowCount, hasHeader: options.header !== 'none', sheetRows }).length
      return (file, checksum, onChunk) => readWorkbook(file, sheets, checksum, onChunk)
    }
    case 'html':
      return (file, checksum, onChunk) =>
        readChunks(file, new HtmlReader(columns.length, checksum), [], onChunk)
    case 'md':
      return (file, checksum, onChunk) =>
        readChunks(file, new MarkdownReader(columns.length, checksum), [], onChunk)
  }
}

/**
 * Compares a finished file with the exported rows. Throws `MalformedFile` if rows or cells differ, and the
 * errors of the file system.
 */
export async function compareFile(
  file: string,
  request: ExportContent,
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const actual = new CellChecksum()
  const expected = expectedCells(request, rows)
  await fileReaderOf(request, rows.length)(file, actual, () => undefined)
  if (actual.rows !== expected.rows) throw new MalformedFile(REASONS.rows(actual.rows, expected.rows))
  if (!actual.equals(expected)) throw new MalformedFile(REASONS.cells)
}

/** Reads a file after its byte order mark. */
function readChunks(
  file: string,
  reader: CellReader,
  byteOrderMark: readonly number[],
  onChunk: () => void,
): Promise<void> {
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const bytesRead = readSync(descriptor, chunk, 0, byteOrderMark.length, null)
    if (bytesRead < byteOrderMark.length || byteOrderMark.some((byte, index) => chunk[index] !== byte))
      throw new MalformedFile(REASONS.start)
    for (;;) {
      onChunk()
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
      if (length === 0) break
      reader.write(chunk.subarray(0, length))
    }
    reader.end()
  } finally {
    closeSync(descriptor)
  }
  return Promise.resolve()
}

/** Returns a reader that decodes bytes for a reader of UTF-8. */
function decodingReader(encoding: CsvStyle['encoding'], reader: CellReader): CellReader {
  switch (encoding) {
    case 'utf8':
    case 'utf8Mark':
      return reader
    case 'windows1252':
      return {
        write: (bytes) => reader.write(Buffer.from(new TextDecoder('windows-1252').decode(bytes))),
        end: () => reader.end(),
      }
    case 'utf16': {
      const decoder = new StringDecoder('utf16le')
      return {
        write: (bytes) => reader.write(Buffer.from(decoder.write(bytes))),
        end: () => {
          if (decoder.end() !== '') throw new MalformedFile(REASONS.truncated)
          reader.end()
        },
      }
    }
  }
}
