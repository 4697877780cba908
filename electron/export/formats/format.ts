import type { CsvStyle } from '../../contract/csv-style.ts'
import type { TimeZoneChoice } from '../../contract/export-options.ts'
import type { PreviewCell, PreflightFindingKind, PreflightRemedy } from '../../contract/export-preview.ts'
import type { AlteredCells } from '../../contract/jobs.ts'
import type { TargetProgram } from '../preflight/reading/target-program.ts'
import type { PicturesOfRows } from '../rows/row-pictures.ts'
import type { CellValue, TableColumn } from '../rows/table.ts'
import type { DocumentProperties, AdditionalSheet, TableWriter, ExportContent } from '../types.ts'

/** The properties of a table, without its rows. */
export interface TableToWrite {
  readonly columns: readonly TableColumn[]
  readonly hasHeader: boolean
  readonly style: CsvStyle
  /** Default: local time. */
  readonly timeZone?: TimeZoneChoice | undefined
  readonly document: DocumentProperties
  /** Number of rows that will be written. */
  readonly rowCount: number
  readonly sheets: readonly AdditionalSheet[]
  readonly pictures: PicturesOfRows | null
  /** Rows in a sheet with the header row; default: the limit of spreadsheets. */
  readonly sheetRows?: number | undefined
  /** Whether each row is one value, the JSON text of an item as the service sent it. */
  readonly hasRecords: boolean
  /** Whether values that are too long for a cell of a workbook are left out instead of cut. */
  readonly leavesOutLongTexts: boolean
}

/** Receives bytes, which it may keep. */
export type WriteBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** Records a finding about the current cell of a preview. */
export type RecordCheckResult = (kind: PreflightFindingKind, text: string, becomes: string | null) => void

/** Formats cells one by one as the file will contain them. `text` and `kind` are those of the last one. */
export interface CellPreview {
  readonly text: string
  readonly kind: PreviewCell['kind']
  formatValue(value: Exclude<CellValue, null>, column: TableColumn): void
  /** Formats a cell of the header row. */
  formatHeading(text: string): void
}

export interface PreviewOptions extends Pick<TableToWrite, 'style' | 'timeZone' | 'leavesOutLongTexts'> {
  /** The program that will open a CSV file. */
  readonly program: TargetProgram
  readonly recordFinding: RecordCheckResult
}

/** An export format. Its descriptor in `contract/` is for the window and the command line. */
export interface FormatModule {
  /** @param altered counts the cells that differ from the data. */
  openWriter(table: TableToWrite, write: WriteBytes, altered: AlterationCount): TableWriter
  openPreview(options: PreviewOptions): CellPreview
  /** Returns the options that avoid a finding, the best first. Absent if there are none. */
  readonly remediesOf?: (kind: PreflightFindingKind, request: ExportContent) => readonly PreflightRemedy[]
}

/** Counts the cells of a file, or of several, that differ from the data. */
export class AlterationCount {
  cut = 0
  leftOut = 0
  guarded = 0
  replaced = 0
  credentials = 0

  /** Returns the counts; undefined if no cell differs. */
  result(): AlteredCells | undefined {
    const { cut, leftOut, guarded, replaced, credentials } = this
    const total = cut + leftOut + guarded + replaced + credentials
    return total === 0 ? undefined : { cut, leftOut, guarded, replaced, credentials }
  }
}
