import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { PicturesOfRows } from '../../rows/row-pictures.ts'
import type { AdditionalSheet } from '../../types.ts'

export type SheetRow = readonly CellValue[]

/** The properties of a workbook, without its rows. */
export interface WorkbookOptions {
  readonly columns: readonly TableColumn[]
  /** Number of rows. */
  readonly rowCount: number
  /** Adapted to the rules for sheet names. */
  readonly sheetName: string
  /** Whether the sheet has a header row. */
  readonly hasHeader: boolean
  /** Default: the time zone of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
  /** Whether texts that are too long for a cell are left out instead of cut. Default: false. */
  readonly leavesOutLongTexts?: boolean | undefined
  /** Additional sheets after those with the rows. */
  readonly sheets?: readonly AdditionalSheet[]
  /** The pictures, if a column has any. */
  readonly pictures?: PicturesOfRows | null
  /** Properties of the document. */
  readonly title: string
  readonly description: string
  readonly createdAt: Date
  /** Rows in a sheet with the header row; default: the limit of spreadsheets. */
  readonly sheetRows?: number | undefined
}
