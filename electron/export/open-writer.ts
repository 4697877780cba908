import { CsvWriter } from './csv.ts'
import { HtmlWriter } from './html.ts'
import { JsonWriter } from './json.ts'
import { MarkdownWriter } from './markdown.ts'
import { holdsRecords } from '../contract/export-options.ts'
import type { PicturesOfRows } from './row-pictures.ts'
import type { CellSum } from './readback/cell-sum.ts'
import { changeColumns, goneColumns, itemColumns, type TableColumn } from './table.ts'
import type { RowsToWrite, TableWriter, UnplacedRequest } from './types.ts'
import { WithoutLongTexts } from './without-long-texts.ts'
import { WorkbookWriter } from './xlsx/workbook.ts'

/** What a writer is to know of the rows that will come. */
export interface RowsToCome extends Pick<RowsToWrite, 'count' | 'sheets'> {
  readonly pictures?: PicturesOfRows | null
}

/**
 * A writer of the format that is asked for. `write` takes all the bytes before it returns, and may keep them; `sum` is told
 * the cells as a reader of the file is to find them.
 */
export function openWriter(
  request: UnplacedRequest,
  { count: rowCount, sheets, pictures = null }: RowsToCome,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
  sum: CellSum | null = null,
): TableWriter {
  const { options, document } = request
  const columns = tableColumns(request)
  const hasHeader = options.header !== 'none'
  switch (options.format) {
    case 'csv':
      return new CsvWriter({ columns, hasHeader, style: options.style }, write, sum)
    case 'json':
    case 'jsonl':
      return new JsonWriter(areRecords(request) ? 'records' : columns, options.format === 'jsonl', write, sum)
    case 'html':
      return new HtmlWriter({ columns, hasHeader, document }, write, sum)
    case 'md':
      return new MarkdownWriter(columns, hasHeader, write, sum)
    case 'xlsx': {
      const workbook = new WorkbookWriter(
        {
          ...document,
          columns,
          rowCount,
          hasHeader,
          sheets,
          pictures,
          made: new Date(),
          sheetRows: request.sheetRows,
        },
        write,
        sum,
      )
      return leavesOut(request) ? new WithoutLongTexts(workbook, columns) : workbook
    }
  }
}

/** Whether texts that are too long for a cell are not written at all. */
export function leavesOut(request: UnplacedRequest): boolean {
  return 'rows' in request && request.options.extras.longTexts === 'leaveOut'
}

/** Whether each row is an object as the service sent it. */
export function areRecords(request: UnplacedRequest): boolean {
  return 'rows' in request && holdsRecords(request.options)
}

/** The columns of what is written. */
export function tableColumns(request: UnplacedRequest): readonly TableColumn[] {
  if ('changes' in request) return changeColumns(request.options.header)
  return 'gone' in request ? goneColumns(request.options.header) : itemColumns(request)
}
