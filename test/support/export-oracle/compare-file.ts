import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { CsvStyle } from '../../../electron/contract/csv-style.ts'
import { BYTE_ORDER_MARKS } from '../../../electron/export/formats/csv/encoding.ts'
import { isRecordExport, tableColumns } from '../../../electron/export/open-writer.ts'
import type { CellValue } from '../../../electron/export/rows/table.ts'
import type { ExportContent } from '../../../electron/export/types.ts'
import { sheetsFor } from '../../../electron/export/formats/xlsx/workbook.ts'
import { CellSum } from './cell-sum.ts'
import { expectedCells } from './expected-cells.ts'
import { CsvReader } from './csv-reader.ts'
import { HtmlReader } from './html-reader.ts'
import { JsonReader } from './json-reader.ts'
import { MarkdownReader } from './markdown-reader.ts'
import { readWorkbook } from './read-workbook.ts'
import { REASONS, MalformedFile, type CellReader, type FileReader } from './types.ts'

const CHUNK_BYTES = 1 << 20

/** Returns the reader for the file of a request. */
function readerOf(request: ExportContent, rowCount: number): FileReader {
  const { options } = request
  const columns = tableColumns(request)
  switch (options.format) {
    case 'csv': {
      const { style } = options
      return (file, sum, onChunk) =>
        readPieces(
          file,
          inUtf8(style.encoding, new CsvReader(style, columns.length, sum)),
          BYTE_ORDER_MARKS[style.encoding],
          onChunk,
        )
    }
    case 'json':
    case 'jsonl': {
      const keys = isRecordExport(request) ? null : columns.map(({ key }) => key)
      const inLines = options.format === 'jsonl'
      return (file, sum, onChunk) => readPieces(file, new JsonReader(keys, inLines, sum), [], onChunk)
    }
    case 'xlsx': {
      const { sheetRows } = request
      const sheets = sheetsFor({ rowCount, hasHeader: options.header !== 'none', sheetRows }).length
      return (file, sum, onChunk) => readWorkbook(file, sheets, sum, onChunk)
    }
    case 'html':
      return (file, sum, onChunk) => readPieces(file, new HtmlReader(columns.length, sum), [], onChunk)
    case 'md':
      return (file, sum, onChunk) => readPieces(file, new MarkdownReader(columns.length, sum), [], onChunk)
  }
}

/**
 * Compares a finished file with the exported rows. Throws `NotAsWritten` if rows or cells differ, and the
 * errors of the file system.
 */
export async function compareFile(
  file: string,
  request: ExportContent,
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const found = new CellSum()
  const written = expectedCells(request, rows)
  await readerOf(request, rows.length)(file, found, () => undefined)
  if (found.rows !== written.rows) throw new MalformedFile(REASONS.rows(found.rows, written.rows))
  if (!found.isSameAs(written)) throw new MalformedFile(REASONS.cells)
}

/** Reads a file from start to end. */
function readPieces(
  file: string,
  reader: CellReader,
  mark: readonly number[],
  onChunk: () => void,
): Promise<void> {
  const descriptor = openSync(file, 'r')
  try {
    const piece = Buffer.allocUnsafe(CHUNK_BYTES)
    const begun = readSync(descriptor, piece, 0, mark.length, null)
    if (begun < mark.length || mark.some((byte, at) => piece[at] !== byte))
      throw new MalformedFile(REASONS.start)
    for (;;) {
      onChunk()
      const length = readSync(descriptor, piece, 0, CHUNK_BYTES, null)
      if (length === 0) break
      reader.take(piece.subarray(0, length))
    }
    reader.end()
  } finally {
    closeSync(descriptor)
  }
  return Promise.resolve()
}

/** A reader of bytes in an encoding, based on one of UTF-8. */
function inUtf8(encoding: CsvStyle['encoding'], reader: CellReader): CellReader {
  switch (encoding) {
    case 'utf8':
    case 'utf8Mark':
      return reader
    case 'windows1252':
      return {
        take: (bytes) => {
          reader.take(Buffer.from(new TextDecoder('windows-1252').decode(bytes)))
        },
        end: () => {
          reader.end()
        },
      }
    case 'utf16': {
      const decoder = new StringDecoder('utf16le')
      return {
        take: (bytes) => {
          reader.take(Buffer.from(decoder.write(bytes)))
        },
        end: () => {
          if (decoder.end() !== '') throw new MalformedFile(REASONS.truncated)
          reader.end()
        },
      }
    }
  }
}
