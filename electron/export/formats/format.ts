import type { CsvStyle } from '../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../contract/export-options.ts'
import type { PreviewCell, PreflightFindingKind, PreflightRemedy } from '../../contract/export-preview.ts'
import type { AlteredCells } from '../../contract/jobs.ts'
import type { Reader } from '../preflight/reading/reader.ts'
import type { PicturesOfRows } from '../rows/row-pictures.ts'
import type { CellValue, TableColumn } from '../rows/table.ts'
import type { DocumentProperties, FurtherSheet, TableWriter, ExportContent } from '../types.ts'

/** A table to be written, apart from its rows. */
export interface TableToWrite {
  readonly columns: readonly TableColumn[]
  readonly hasHeader: boolean
  readonly style: CsvStyle
  /** Absent: local time. */
  readonly timeZone?: TimeZoneChoice | undefined
  readonly document: DocumentProperties
  /** Number of rows that will come. */
  readonly rowCount: number
  readonly sheets: readonly FurtherSheet[]
  readonly pictures: PicturesOfRows | null
  /** Rows that a sheet can hold, header row included; absent: the limit of spreadsheets. */
  readonly sheetRows?: number | undefined
  /** Whether each row is one value, the JSON text of an item as the service sent it. */
  readonly hasRecords: boolean
  /** Whether values that are too long for a cell of a workbook are left out instead of cut. */
  readonly leavesOutLongTexts: boolean
}

/** Takes all bytes before it returns, and may keep them. */
export type WriteBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** Takes a finding about the current cell of a preview. */
export type NoteFinding = (kind: PreflightFindingKind, text: string, becomes: string | null) => void

/** Shows cells one by one as the file will have them. `text` and `kind` are those of the last cell. */
export interface CellPreview {
  readonly text: string
  readonly kind: PreviewCell['kind']
  value(value: Exclude<CellValue, null>, column: TableColumn): void
  /** A cell of the header row. */
  heading(text: string): void
}

interface PreviewOptions extends Pick<TableToWrite, 'style' | 'timeZone' | 'leavesOutLongTexts'> {
  /** The program that will read a CSV file. */
  readonly reader: Reader
  readonly note: NoteFinding
}

/**
 * An export format. What the window and the command line have to know of it is its descriptor in `contract/`.
 */
export interface FormatModule {
  /** @param altered counts the cells that differ from the data. */
  openWriter(table: TableToWrite, write: WriteBytes, altered: AlterationCount): TableWriter
  openPreview(options: PreviewOptions): CellPreview
  /** Returns the options that avoid a finding about cells, the best first. Absent: there are none. */
  readonly remediesOf?: (kind: PreflightFindingKind, request: ExportContent) => readonly PreflightRemedy[]
}

/** Counts the cells of a file, or of several, that differ from the data. */
export class AlterationCount {
  cut = 0
  leftOut = 0
  guarded = 0
  replaced = 0

  /** Returns the counts; undefined where no cell differs. */
  result(): AlteredCells | undefined {
    const { cut, leftOut, guarded, replaced } = this
    return cut + leftOut + guarded + replaced === 0 ? undefined : { cut, leftOut, guarded, replaced }
  }
}
