import type { ChangesQuery } from '../contract/changes.ts'
import type { ComparisonParts } from '../contract/comparison.ts'
import type { ValueLabel, ValueLabels } from '../contract/connection.ts'
import type { ChangesExportOptions, ExportOptions } from '../contract/export-options.ts'
import type { ExportPreset } from '../contract/csv-style.ts'
import type { Review } from '../contract/review.ts'
import type { CampaignRowsToRead } from '../store/campaign-table/export-rows.ts'
import type { RowsToRead } from '../store/export-rows.ts'
import type { ExportRows, PackedRows, StoredValue } from '../store/types.ts'
import type { AlteredCells, WrittenParts } from '../contract/jobs.ts'
import type { RowPictures } from './rows/row-pictures.ts'
import type { CellValue, TableColumn } from './rows/table.ts'

/** The properties of a document. */
export interface DocumentProperties {
  /** Adapted to the rules for sheet names. */
  readonly sheetName: string
  readonly title: string
  readonly description: string
}

/** An additional sheet of a workbook, after those with the rows. */
export interface AdditionalSheet {
  readonly name: string
  /** Returns its columns and rows. Call it after all rows of the export have been read. */
  content(): {
    readonly columns: readonly TableColumn[]
    readonly rows: readonly (readonly CellValue[])[]
    /** Number of values without the credentials of an address. */
    readonly credentials: number
  }
}

/** The rows of a file, with the additional sheets and the pictures of a workbook. */
export interface RowsToWrite extends ExportRows {
  readonly sheets: readonly AdditionalSheet[]
  /** Null if no pictures are exported. */
  readonly pictures: RowPictures | null
}

export const ROWS_ONLY: Pick<RowsToWrite, 'sheets' | 'pictures'> = { sheets: [], pictures: null }

/** Writes the rows of one file. */
export interface TableWriter {
  begin(): void
  /** Writes rows with a value for each column. Resolves when it can receive more. */
  writeRows(rows: readonly (readonly CellValue[])[]): void | Promise<void>
  /** Writes packed rows. Absent if the format needs values. */
  readonly writePackedRows?: (rows: PackedRows) => void
  /** Writes what follows the last row. */
  end(): void | Promise<void>
}

interface ExportSource {
  /** Path of the cache, which is opened read-only. */
  readonly databaseFile: string
  readonly document: DocumentProperties
  /** Rows in a sheet with the header row; default: the limit of spreadsheets. */
  readonly sheetRows?: number | undefined
}

/** A list of items. */
export interface ItemsToExport extends ExportSource {
  readonly rows: RowsToRead
  readonly options: ExportOptions
  /** Path of the reviews, which is opened read-only and may be missing. */
  readonly reviewsFile: string
  /** Path of the picture cache, which is opened read-only and may be missing. */
  readonly picturesFile: string
  /** Names of item statuses. */
  readonly statusLabels: readonly ValueLabel[]
}

/** A list of changes: a row for each changed field, and for each added or deleted item. */
export interface ChangesToExport extends ExportSource {
  readonly changes: ChangesQuery
  readonly options: ChangesExportOptions
  /** Names of statuses and states. */
  readonly labels: ValueLabels
}

/** Reviews of items that no snapshot contains any more, in their order. */
export interface OrphanedReviewsToExport extends ExportSource {
  readonly orphanedReviews: readonly Review[]
  readonly options: ChangesExportOptions
}

/** The table of campaigns. */
export interface CampaignsToExport extends ExportSource {
  readonly campaigns: CampaignRowsToRead
  readonly options: ChangesExportOptions & Pick<ExportOptions, 'statuses'>
  /** Names of statuses and states. */
  readonly labels: ValueLabels
}

/**
 * A comparison of two campaigns: a row for each differing field of them or of an item, and for each other
 * item.
 */
export interface ComparisonToExport extends ExportSource {
  readonly comparison: ComparisonParts
  /** The names of the campaigns. */
  readonly names: readonly [first: string, second: string]
  readonly options: ChangesExportOptions & Pick<ExportOptions, 'statuses'>
  /** Names of statuses and states. */
  readonly labels: ValueLabels
}

/** A table that was computed from what is stored. */
export interface TableToExport extends ExportSource {
  readonly table: {
    readonly columns: readonly Pick<TableColumn, 'key' | 'heading' | 'kind'>[]
    readonly rows: readonly (readonly StoredValue[])[]
  }
  readonly options: ChangesExportOptions
}

/** Rows and options of an export, without the target. */
export type ExportContent =
  | ItemsToExport
  | ChangesToExport
  | OrphanedReviewsToExport
  | CampaignsToExport
  | ComparisonToExport
  | TableToExport

/** A file of an earlier export, with its size and modification time at its end. */
export interface EarlierFile {
  /** Absolute path. */
  readonly file: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedAt: number
}

interface ExportTarget {
  /** Absolute path; null for standard output. Several files have numbers in their names. */
  readonly file: string | null
  /** Files of the previous run. Those not written again are removed, unless they were changed. */
  readonly earlierFiles?: readonly EarlierFile[]
}

export type ItemsExportRequest = ItemsToExport & ExportTarget
export type ExportRequest = ExportContent & ExportTarget

/** An export to check before it is written. */
export interface PreflightRequest {
  readonly content: ExportContent
  /** Determines the program that will open a CSV file. */
  readonly preset: ExportPreset
  /** The person's locale (BCP 47). */
  readonly locale: string
}

export interface ExportProgress {
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
  /** Number of verified rows; null if not verified yet, or if the target cannot be read. */
  readonly verifiedRows: number | null
  /** Null if one file was written and none removed. */
  readonly parts: WrittenParts | null
  /** Absent if no cell differs from the data, or if unknown. */
  readonly altered?: AlteredCells | undefined
}

/** A running export. */
export interface RunningExport {
  /** Resolves when the file is complete; rejects with an `AppError` (`cancelled`, `fileNotWritten`, …). */
  readonly done: Promise<ExportProgress>
  /** Stops the export and removes unfinished files. */
  cancel(): void
}
