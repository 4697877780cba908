import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { AppError } from '../../contract/app-error.ts'
import { FORMAT_DESCRIPTORS, SHEET_LIMITS } from '../../contract/export-formats.ts'
import { isPartName, partName } from '../../contract/file-name.ts'
import { NO_PLACE_FOR_SEVERAL } from '../../contract/strings/export.ts'
import { partOfName } from '../../contract/strings/export-profiles.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import type { ExportContent } from '../types.ts'

type Row = readonly StoredValue[]
type RowsOfPart = Pick<ExportRows, 'batches' | 'packed'>

/** How many rows of data a sheet can hold beside its headings. */
export function rowsInSheet({ options, sheetRows = SHEET_LIMITS.rows }: ExportContent): number {
  return sheetRows - (options.header === 'none' ? 0 : 1)
}

/** How many rows are more than a sheet can hold, in a format that spreadsheets open row by row; 0 in all others. */
export function countOverflowRows(request: ExportContent, rowCount: number): number {
  const { sheetOverflow } = FORMAT_DESCRIPTORS[request.options.format]
  return sheetOverflow === null ? 0 : Math.max(0, rowCount - rowsInSheet(request))
}

/** How many rows go into each file, in their order; one file at least. */
export function rowsPerFile(request: ExportContent, rowCount: number): readonly number[] {
  if (request.options.rowsBeyond !== 'files' || countOverflowRows(request, rowCount) === 0) return [rowCount]
  const most = rowsInSheet(request)
  const count = Math.ceil(rowCount / most)
  return Array.from({ length: count }, (_, index) => Math.min(most, rowCount - index * most))
}

/** Throws `tooManyRows` where more rows than a sheet can hold are to stop the export. */
export function refuseTooManyRows(request: ExportContent, rowCount: number): void {
  if (request.options.rowsBeyond === 'stop' && countOverflowRows(request, rowCount) > 0)
    throw new AppError('tooManyRows', { params: { received: rowCount, expected: rowsInSheet(request) } })
}

/** Where the file at this place (from 0) of so many is written; the file itself where it is the only one. */
export function partPath(file: string, index: number, count: number): string {
  const { dir, base } = parse(file)
  return count === 1 ? file : join(dir, partName(base, index, count))
}

/** Where all of so many files are written, in their order. */
export function partPaths(file: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => partPath(file, index, count))
}

/** Where files stand that an export in several files would have made of this one, whatever their number. */
export async function findParts(file: string): Promise<readonly string[]> {
  const { dir, base } = parse(file)
  const names = await readdir(dir).catch(() => [])
  return names.filter((name) => isPartName(name, base)).map((name) => join(dir, name))
}

/** What is asked for, as the file at this place of so many says it of itself. */
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

/** The sentence for rows that make several files where only one stream is taken. */
export function singleStreamError(): AppError {
  return new AppError('fileNotWritten', { params: { reason: NO_PLACE_FOR_SEVERAL } })
}

/**
 * Gives out the rows to parts of so many each, to be gone through one after the other. What is more than all of them goes to
 * the last one, so that whoever counts notices.
 */
export function* splitRows<Part extends { readonly rowCount: number }>(
  rows: RowsOfPart,
  parts: readonly Part[],
): Generator<{ readonly part: Part; readonly rows: RowsOfPart & Pick<ExportRows, 'count'> }> {
  const [only] = parts
  if (only !== undefined && parts.length === 1) {
    yield {
      part: only,
      rows: { count: only.rowCount, batches: () => rows.batches(), packed: rows.packed },
    }
    return
  }
  const batches = rows.batches()[Symbol.iterator]()
  let rest: readonly Row[] = []
  function* take(most: number): Generator<readonly Row[]> {
    for (let left = most; left > 0;) {
      const batch = rest.length > 0 ? rest : (batches.next().value as readonly Row[] | undefined)
      if (batch === undefined) return
      rest = batch.slice(left)
      const taken = rest.length === 0 ? batch : batch.slice(0, left)
      left -= taken.length
      yield taken
    }
  }
  const last = parts.at(-1)
  try {
    for (const part of parts) {
      const { rowCount: count } = part
      yield { part, rows: { count, batches: () => take(part === last ? Infinity : count), packed: null } }
    }
  } finally {
    batches.return?.()
  }
}
