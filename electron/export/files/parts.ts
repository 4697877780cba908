import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { FORMAT_DESCRIPTORS, SHEET_LIMITS } from '../../contract/export-formats.ts'
import { isPartName, partName, partOfName } from '../../contract/file-name.ts'
import { messages } from '../../contract/messages.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import type { ExportContent } from '../types.ts'

type Row = readonly StoredValue[]
type PartRows = Pick<ExportRows, 'batches' | 'packed'>

/** Returns how many rows of data a sheet can hold below its header row. */
export function rowsInSheet({ options, sheetRows = SHEET_LIMITS.rows }: ExportContent): number {
  return sheetRows - (options.header === 'none' ? 0 : 1)
}

/** Returns the number of rows beyond the first sheet; 0 for formats that spreadsheets do not open. */
export function countOverflowRows(request: ExportContent, rowCount: number): number {
  const { sheetOverflow } = FORMAT_DESCRIPTORS[request.options.format]
  return sheetOverflow === null ? 0 : Math.max(0, rowCount - rowsInSheet(request))
}

/** Returns the number of rows of each file; at least one file. */
export function rowsPerFile(request: ExportContent, rowCount: number): readonly number[] {
  if (request.options.rowsBeyond !== 'files' || countOverflowRows(request, rowCount) === 0) return [rowCount]
  const maxRows = rowsInSheet(request)
  const count = Math.ceil(rowCount / maxRows)
  return Array.from({ length: count }, (_, index) => Math.min(maxRows, rowCount - index * maxRows))
}

/** Throws `tooManyRows` for more rows than a sheet can hold, if the options require it. */
export function refuseTooManyRows(request: ExportContent, rowCount: number): void {
  if (request.options.rowsBeyond === 'stop' && countOverflowRows(request, rowCount) > 0)
    throw new AppError('tooManyRows', { params: { received: rowCount, expected: rowsInSheet(request) } })
}

/** Returns the path of one of several files, with its index from 0; the path itself for a single file. */
export function partPath(file: string, index: number, count: number): string {
  const { dir, base } = parse(file)
  return count === 1 ? file : join(dir, partName(base, index, count))
}

/** Returns the paths of all files. */
export function partPaths(file: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => partPath(file, index, count))
}

/** Returns the existing files that an export of this file in several files would have written. */
export async function findParts(file: string): Promise<readonly string[]> {
  const { dir, base } = parse(file)
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => isPartName(name, base)).map((name) => join(dir, name))
}

/** Returns the request with the title of one of several files. */
export function requestOfPart<Request extends ExportContent>(
  request: Request,
  index: number,
  count: number,
): Request {
  const { document } = request
  if (count === 1) return request
  const title = document.title + partOfName(String(index + 1), String(count))
  return { ...request, document: { ...document, title } }
}

/** Returns the error for several files if the target takes only one. */
export function singleStreamError(): AppError {
  return new AppError('fileNotWritten', { params: { reason: messages.exportFiles.writeReasons.singleFile } })
}

/**
 * Splits rows into parts, to be read in order. Excess rows belong to the last part, so that the count of rows
 * detects them.
 */
export function* splitRows<Part extends { readonly rowCount: number }>(
  rows: PartRows,
  parts: readonly Part[],
): Generator<{ readonly part: Part; readonly rows: PartRows & Pick<ExportRows, 'count'> }> {
  const [singlePart] = parts
  if (singlePart !== undefined && parts.length === 1) {
    yield {
      part: singlePart,
      rows: { count: singlePart.rowCount, batches: () => rows.batches(), packed: rows.packed },
    }
    return
  }
  const batches = rows.batches()[Symbol.iterator]()
  let pendingRows: readonly Row[] = []
  function* takeBatches(maxRows: number): Generator<readonly Row[]> {
    for (let remaining = maxRows; remaining > 0;) {
      const batch =
        pendingRows.length > 0 ? pendingRows : (batches.next().value as readonly Row[] | undefined)
      if (batch === undefined) return
      pendingRows = batch.slice(remaining)
      const part = pendingRows.length === 0 ? batch : batch.slice(0, remaining)
      remaining -= part.length
      yield part
    }
  }
  const lastPart = parts.at(-1)
  try {
    for (const part of parts) {
      const { rowCount: count } = part
      yield {
        part,
        rows: { count, batches: () => takeBatches(part === lastPart ? Infinity : count), packed: null },
      }
    }
  } finally {
    batches.return?.()
  }
}
