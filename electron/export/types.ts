import type { ChangesQuery } from '../contract/changes.ts'
import type { ValueLabel } from '../contract/connection.ts'
import type { ChangesCsvOptions, CsvOptions } from '../contract/export-options.ts'
import type { StoreQuery } from '../store/types.ts'

interface Places {
  /** The cache to read; opened read-only, with a handle of its own. */
  readonly databaseFile: string
  /** Field delimiter; the caller knows the locale. */
  readonly delimiter: ',' | ';' | '\t'
  /** Absolute path of the file, or null for standard output. */
  readonly file: string | null
}

/** A list of items. */
export interface ItemsExportRequest extends Places {
  /** The rows: those of a query, or the items with these keys in this order. */
  readonly rows: { readonly query: StoreQuery } | { readonly keys: Int32Array<ArrayBuffer> }
  readonly options: CsvOptions
  /** The header's words for each column, where `options.header` is `labels`. */
  readonly columnLabels: Readonly<Record<string, string>>
  /** What the person found, for columns that tell of it; opened read-only, and it may be missing. */
  readonly reviewsFile: string
  /** Names that the person gave to item statuses. */
  readonly statusLabels: readonly ValueLabel[]
}

/** A list of changes: a row for each field that differs, and one for each item that was added or is gone. */
export interface ChangesExportRequest extends Places {
  readonly changes: ChangesQuery
  readonly options: ChangesCsvOptions
}

export type ExportRequest = ItemsExportRequest | ChangesExportRequest

export interface ExportProgress {
  readonly rows: number
  readonly totalRows: number
  readonly bytes: number
}

/** A running export. */
export interface RunningExport {
  /** Resolves when the file is in its place; rejects with an `AppError` (`cancelled`, `fileNotWritten`, …). */
  readonly done: Promise<ExportProgress>
  /** Stops it; nothing is left behind. */
  cancel(): void
}
