import { AlterationCount } from './altered-cells.ts'
import { CsvWriter } from './csv.ts'
import { HtmlWriter } from './html.ts'
import { JsonWriter } from './json.ts'
import { MarkdownWriter } from './markdown.ts'
import { headingInZone, timesInZone } from '../contract/strings/export.ts'
import { timeZoneName } from './moment.ts'
import { holdsRecords } from '../contract/export-options.ts'
import type { PicturesOfRows } from './row-pictures.ts'
import { changeColumns, goneColumns, itemColumns, type TableColumn } from './table.ts'
import type { RowsToWrite, TableWriter, UnplacedRequest } from './types.ts'
import { WithoutLongTexts } from './without-long-texts.ts'
import { WorkbookWriter } from './xlsx/workbook.ts'

/** What a writer is to know of the rows that will come. */
export interface RowsToCome extends Pick<RowsToWrite, 'count' | 'sheets'> {
  readonly pictures?: PicturesOfRows | null
}

/**
 * A writer of the format that is asked for. `write` takes all the bytes before it returns, and may keep them; `altered`
 * counts the cells that differ from the data.
 */
export function openWriter(
  request: UnplacedRequest,
  { count: rowCount, sheets, pictures = null }: RowsToCome,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
  altered: AlterationCount = new AlterationCount(),
): TableWriter {
  const { options } = request
  const { timeZone } = options
  const columns = tableColumns(request)
  const document = withTimeZone(request, columns)
  const hasHeader = options.header !== 'none'
  switch (options.format) {
    case 'csv':
      return new CsvWriter({ columns, hasHeader, timeZone, style: options.style }, write, altered)
    case 'json':
    case 'jsonl':
      return new JsonWriter(areRecords(request) ? 'records' : columns, options.format === 'jsonl', write)
    case 'html':
      return new HtmlWriter({ columns, hasHeader, timeZone, document }, write, altered)
    case 'md':
      return new MarkdownWriter(columns, hasHeader, write, timeZone, altered)
    case 'xlsx': {
      const workbook = new WorkbookWriter(
        {
          ...document,
          columns,
          rowCount,
          hasHeader,
          timeZone,
          sheets,
          pictures,
          made: new Date(),
          sheetRows: request.sheetRows,
        },
        write,
        altered,
      )
      return leavesOut(request) ? new WithoutLongTexts(workbook, columns, altered) : workbook
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
  const columns = columnsOf(request)
  const { header, timeZone = 'local' } = request.options
  if (header !== 'labels' || !hasLocalTimes(request)) return columns
  return columns.map((column) =>
    column.kind === 'dateTime'
      ? { ...column, heading: headingInZone(column.heading, timeZoneName(timeZone)) }
      : column,
  )
}

/** Whether times are written in a time zone, and not as the service sent them. */
function hasLocalTimes({ options: { format, style } }: UnplacedRequest): boolean {
  if (format === 'json' || format === 'jsonl') return false
  return format !== 'csv' || style.dates === 'local'
}

/** Adds the time zone to what a file says of itself, where it may have times whose headings do not name it. */
function withTimeZone(
  { document, options: { header, timeZone = 'local' } }: UnplacedRequest,
  columns: readonly TableColumn[],
): UnplacedRequest['document'] {
  const mayHaveTimes = ({ kind }: TableColumn): boolean =>
    kind === 'any' || (kind === 'dateTime' && header !== 'labels')
  if (!columns.some(mayHaveTimes)) return document
  const description = [document.description, timesInZone(timeZoneName(timeZone))]
    .filter((text) => text !== '')
    .join(' ')
  return { ...document, description }
}

function columnsOf(request: UnplacedRequest): readonly TableColumn[] {
  if ('changes' in request) return changeColumns(request.options.header)
  return 'gone' in request ? goneColumns(request.options.header) : itemColumns(request)
}
