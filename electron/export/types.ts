import type { ChangesQuery } from '../contract/changes.ts'
import type { ValueLabel } from '../contract/connection.ts'
import type { ChangesExportOptions, ExportOptions } from '../contract/export-options.ts'
import type { ExportPreset } from '../contract/csv-style.ts'
import type { Review } from '../contract/review.ts'
import type { RowsToRead } from '../store/export-rows.ts'
import type { ExportRows, PackedRows } from '../store/types.ts'
import type { AlteredCells, WrittenParts } from '../contract/jobs.ts'
import type { RowPictures } from './rows/row-pictures.ts'
import type { CellValue, TableColumn } from './rows/table.ts'

/** What a workbook says of itself. */
export interface DocumentProperties {
  /** What its sheet is called, as far as that is a name for one. */
  readonly sheetName: string
  readonly title: string
  readonly description: string
}

/** A sheet of a workbook behind those with the rows. */
export interface FurtherSheet {
  readonly name: string
  /** What is on it; to be asked for when all rows have been read. */
  content(): {
    readonly columns: readonly TableColumn[]
    readonly rows: readonly (readonly CellValue[])[]
  }
}

/** The rows of a file, and what a workbook has beside them. */
export interface RowsToWrite extends ExportRows {
  readonly sheets: readonly FurtherSheet[]
  /** Null: the rows have none. */
  readonly pictures: RowPictures | null
}

/** Rows, and that is all. */
export const ROWS_ONLY: Pick<RowsToWrite, 'sheets' | 'pictures'> = { sheets: [], pictures: null }

/** A file of rows that is being written. */
export interface TableWriter {
  begin(): void
  /** Rows with a value for each column, in their order. Resolves when more may come. */
  rows(rows: readonly (readonly CellValue[])[]): void | Promise<void>
  /** Takes rows that are packed, where it can. */
  readonly packed?: (rows: PackedRows) => void
  /** What stands behind the last row. */
  end(): void | Promise<void>
}

interface Source {
  /** The cache to read; opened read-only, with a handle of its own. */
  readonly databaseFile: string
  /** What a workbook says of itself. */
  readonly document: DocumentProperties
  /** Rows that a sheet can hold, headings included; as many as spreadsheets know when left out. */
  readonly sheetRows?: number | undefined
}

/** A list of items. */
export interface ItemsToExport extends Source {
  readonly rows: RowsToRead
  readonly options: ExportOptions
  /** The header's words for each column, where `options.header` is `labels`. */
  readonly columnLabels: Readonly<Record<string, string>>
  /** What the person found, for columns that tell of it; opened read-only, and it may be missing. */
  readonly reviewsFile: string
  /** What is known of pictures, where they are asked for; opened read-only, and it may be missing. */
  readonly picturesFile: string
  /** Names that the person gave to item statuses. */
  readonly statusLabels: readonly ValueLabel[]
}

/** A list of changes: a row for each field that differs, and one for each item that was added or is gone. */
export interface ChangesToExport extends Source {
  readonly changes: ChangesQuery
  readonly options: ChangesExportOptions
}

/** Reviews of items that no snapshot contains any more, in their order. */
export interface OrphanedReviewsToExport extends Source {
  readonly orphanedReviews: readonly Review[]
  readonly options: ChangesExportOptions
}

/** What is exported, without a place for it. */
export type ExportContent = ItemsToExport | ChangesToExport | OrphanedReviewsToExport

/** A file of an export that is to be replaced, as it was when it was written. */
export interface EarlierFile {
  /** Absolute path. */
  readonly file: string
  readonly bytes: number
  readonly modifiedAt: number
}

interface Placed {
  /** Absolute path of the file, or null for standard output. Where it becomes several, each has its number in its name. */
  readonly file: string | null
  /** Files of the same export as it was written before: what is not written again is removed, unless it is another by now. */
  readonly earlier?: readonly EarlierFile[]
}

export type ItemsExportRequest = ItemsToExport & Placed
export type ExportRequest = ExportContent & Placed

/** What is to be looked at before it is written. */
export interface PreflightRequest {
  readonly what: ExportContent
  /** Who is to read a CSV file. */
  readonly preset: ExportPreset
  /** Where the person is (BCP 47). */
  readonly locale: string
}

export interface ExportProgress {
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
  /** Rows of the finished file that were verified; null: not yet, or the target cannot be read. */
  readonly verifiedRows: number | null
  /** Null: one file, and nothing else was touched. */
  readonly parts: WrittenParts | null
  /** Absent: every cell is what the data has, or it is not known yet. */
  readonly altered?: AlteredCells | undefined
}

/** A running export. */
export interface RunningExport {
  /** Resolves when the file is in its place; rejects with an `AppError` (`cancelled`, `fileNotWritten`, …). */
  readonly done: Promise<ExportProgress>
  /** Stops it; nothing is left behind. */
  cancel(): void
}
