import type { TimeZoneChoice } from '../../../contract/export-options.ts'
import type { CellValue, TableColumn } from '../../rows/table.ts'
import type { PicturesOfRows } from '../../rows/row-pictures.ts'
import type { FurtherSheet } from '../../types.ts'

export type SheetRow = readonly CellValue[]

/** What a spreadsheet is, apart from its rows. */
export interface WorkbookOptions {
  readonly columns: readonly TableColumn[]
  /** How many rows will come. */
  readonly rowCount: number
  /** What the sheet is called; made to fit the rules for names of sheets. */
  readonly sheetName: string
  /** Whether there is a line of headings. */
  readonly hasHeader: boolean
  /** The time zone that times are written in; absent: that of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
  /** Behind the sheets with the rows. */
  readonly sheets?: readonly FurtherSheet[]
  /** Where a column has pictures. */
  readonly pictures?: PicturesOfRows | null
  /** For the properties of the document. */
  readonly title: string
  readonly description: string
  readonly made: Date
  /** Rows that a sheet can hold, headings included; as many as spreadsheets know when left out. */
  readonly sheetRows?: number | undefined
}
