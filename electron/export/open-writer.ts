import { writesLocalTimes } from '../contract/export-formats.ts'
import { AlterationCount, type TableToWrite, type WriteBytes } from './formats/format.ts'
import { FORMAT_MODULES } from './formats/registry.ts'
import { messages } from '../contract/messages.ts'
import { mayContainAddresses, valueWithoutCredentials } from './values/credentials.ts'
import { timeZoneName } from './values/timestamps.ts'
import { includesPictures, writesRecords } from '../contract/export-options.ts'
import type { PicturesOfRows } from './rows/row-pictures.ts'
import { comparisonColumns } from './rows/comparison-table.ts'
import {
  campaignColumns,
  changeColumns,
  itemColumns,
  orphanedReviewColumns,
  plainColumn,
  type CellValue,
  type TableColumn,
} from './rows/table.ts'
import type { ItemsToExport, RowsToWrite, TableWriter, ExportContent } from './types.ts'

/** Properties of the rows that a writer needs before it receives them. */
export interface ExpectedRows extends Pick<RowsToWrite, 'count' | 'sheets'> {
  readonly pictures?: PicturesOfRows | null
}

/**
 * Opens a writer of the requested format. `write` takes all bytes before it returns, and may keep them;
 * `altered` counts the cells that differ from the data.
 */
export function openWriter(
  request: ExportContent,
  { count: rowCount, sheets, pictures = null }: ExpectedRows,
  write: WriteBytes,
  altered: AlterationCount = new AlterationCount(),
): TableWriter {
  const { options } = request
  const columns = tableColumns(request)
  const table: TableToWrite = {
    columns,
    hasHeader: options.header !== 'none',
    style: options.style,
    timeZone: options.timeZone,
    document: withTimeZone(request, columns),
    rowCount,
    sheets,
    pictures,
    sheetRows: request.sheetRows,
    hasRecords: isRecordExport(request),
    leavesOutLongTexts: leavesOutLongTexts(request),
  }
  const writer = FORMAT_MODULES[options.format].openWriter(table, write, altered)
  const valueColumns = table.hasRecords ? [recordColumn()] : columns
  // Packed rows have none of these columns.
  return valueColumns.some(mayContainAddresses) ? leaveOutCredentials(writer, valueColumns, altered) : writer
}

/** Returns the column of items as received. */
export function recordColumn(): TableColumn {
  return plainColumn('record', messages.exportPreview.recordHeading, 'any')
}

/** Returns a writer that leaves out the credentials of addresses before the format receives the rows. */
function leaveOutCredentials(
  writer: TableWriter,
  columns: readonly TableColumn[],
  altered: AlterationCount,
): TableWriter {
  const addressColumns = [...columns.entries()].filter(([, column]) => mayContainAddresses(column))
  const exportedRow = (row: readonly CellValue[]): readonly CellValue[] => {
    let exported: CellValue[] | null = null
    for (const [index, column] of addressColumns) {
      const value = row[index] ?? null
      const exportedValue = valueWithoutCredentials(value, column)
      if (exportedValue === value) continue
      exported ??= [...row]
      exported[index] = exportedValue
      altered.credentials += 1
    }
    return exported ?? row
  }
  return {
    begin: () => writer.begin(),
    writeRows: (rows) => writer.writeRows(rows.map(exportedRow)),
    end: () => writer.end(),
  }
}

/** Returns whether texts that are too long for a cell are left out. */
export function leavesOutLongTexts(request: ExportContent): boolean {
  return 'rows' in request && request.options.extras.longTexts === 'leaveOut'
}

/** Returns whether each row is an object as the service sent it. */
export function isRecordExport(request: ExportContent): boolean {
  return 'rows' in request && writesRecords(request.options)
}

/** Returns the columns of an export. */
export function tableColumns(request: ExportContent): readonly TableColumn[] {
  const columns = columnsOf(request)
  const { format, style, header, timeZone = 'local' } = request.options
  if (header !== 'labels' || !writesLocalTimes(format, style)) return columns
  return columns.map((column) =>
    column.kind === 'dateTime'
      ? {
          ...column,
          heading: messages.exportExtras.headingInZone({
            heading: column.heading,
            zone: timeZoneName(timeZone),
          }),
        }
      : column,
  )
}

/** Adds the time zone to the description of a file if headings do not contain it. */
function withTimeZone(
  { document, options: { header, timeZone = 'local' } }: ExportContent,
  columns: readonly TableColumn[],
): ExportContent['document'] {
  const mayHaveTimes = ({ kind }: TableColumn): boolean =>
    kind === 'any' || (kind === 'dateTime' && header !== 'labels')
  if (!columns.some(mayHaveTimes)) return document
  const zone = timeZoneName(timeZone)
  const description = [document.description, messages.exportExtras.timesInZone({ zone })]
    .filter((text) => text !== '')
    .join(' ')
  return { ...document, description }
}

function columnsOf(request: ExportContent): readonly TableColumn[] {
  if ('changes' in request) return changeColumns(request.options.header)
  if ('campaigns' in request) return campaignColumns(request)
  if ('comparison' in request) return comparisonColumns(request)
  if ('table' in request)
    return request.table.columns.map(({ key, heading, kind }) =>
      plainColumn(key, request.options.header === 'keys' ? key : heading, kind),
    )
  return 'orphanedReviews' in request
    ? orphanedReviewColumns(request.options.header)
    : itemColumns(withSupportedPictures(request))
}

/** Returns the request without pictures if its format does not support them. */
function withSupportedPictures(request: ItemsToExport): ItemsToExport {
  const { options } = request
  const { extras } = options
  return { ...request, options: { ...options, extras: { ...extras, pictures: includesPictures(options) } } }
}
