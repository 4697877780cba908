import type { ColumnKey } from './columns.ts'

/** `xlsx`: a workbook with typed cells. `csv`: text, as one of the presets has it. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Kinds of CSV. `excel`: UTF-8 with BOM and the locale's delimiter. `rfc4180`: UTF-8, comma. Both end lines with CRLF. */
export const EXPORT_PRESETS = ['excel', 'rfc4180'] as const
export type ExportPreset = (typeof EXPORT_PRESETS)[number]

/** First line of the file: the columns' keys, their names in words, or nothing. */
export const HEADER_STYLES = ['keys', 'labels', 'none'] as const
export type HeaderStyle = (typeof HEADER_STYLES)[number]

/** How a status is written: its number, or the name that the person gave it (the number where there is none). */
export const STATUS_STYLES = ['numbers', 'names'] as const
export type StatusStyle = (typeof STATUS_STYLES)[number]

/** What can be chosen for a file with changes, whose columns are always the same. */
export type ChangesExportOptions = Pick<ExportOptions, 'format' | 'preset' | 'header'>

/** What a person found of an item, as columns of a file. */
export const REVIEW_COLUMN_KEYS = [
  'reviewMark',
  'reviewNote',
  'reviewPhotos',
  'reviewedAt',
  'changedSinceReview',
] as const
export type ReviewColumnKey = (typeof REVIEW_COLUMN_KEYS)[number]

/** A column that a file can have. */
export type ExportColumnKey = ColumnKey | ReviewColumnKey

export function isReviewColumnKey(key: string): key is ReviewColumnKey {
  return (REVIEW_COLUMN_KEYS as readonly string[]).includes(key)
}

export interface ExportOptions {
  readonly format: ExportFormat
  readonly columns: readonly ExportColumnKey[]
  /** Of a CSV file. */
  readonly preset: ExportPreset
  readonly header: HeaderStyle
  readonly statuses: StatusStyle
}
