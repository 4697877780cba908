import { ARTWORK_SEPARATOR, type ColumnKey } from './columns.ts'
import type { CsvStyle } from './csv-style.ts'
import { supportsOption, type ExportFormat } from './export-formats.ts'

/** First line of the file: the columns' keys, their names in words, or nothing. */
export const HEADER_STYLES = ['keys', 'labels', 'none'] as const
export type HeaderStyle = (typeof HEADER_STYLES)[number]

/** The time zone that times are written in, where they are not written as the service sent them. */
export const TIME_ZONES = ['local', 'utc'] as const
export type TimeZoneChoice = (typeof TIME_ZONES)[number]

/**
 * How a status is written: its number, or the name that the person gave it (the number where there is none).
 */
export const STATUS_STYLES = ['numbers', 'names'] as const
export type StatusStyle = (typeof STATUS_STYLES)[number]

/**
 * The artworks of an item: their names in one cell, or a row for each, in which the item's other cells are
 * repeated.
 */
export const ARTWORK_STYLES = ['joined', 'rows'] as const
export type ArtworkStyle = (typeof ARTWORK_STYLES)[number]

/** What can stand between the names of several artworks in one cell. */
export const ARTWORK_SEPARATORS = [ARTWORK_SEPARATOR, ', ', ' | ', '\n'] as const
export type ArtworkSeparator = (typeof ARTWORK_SEPARATORS)[number]

/**
 * An object of JSON: the chosen columns by their keys, or the item with every field as the service sent it.
 */
export const RECORD_STYLES = ['columns', 'received'] as const
export type RecordStyle = (typeof RECORD_STYLES)[number]

/**
 * Texts that are too long for a cell of a workbook: cut, which they say at their end, or not written at all.
 */
export const LONG_TEXT_STYLES = ['cut', 'leaveOut'] as const
export type LongTextStyle = (typeof LONG_TEXT_STYLES)[number]

/**
 * Rows that a sheet of a spreadsheet cannot hold: in the same file, of a workbook in further sheets; in
 * further files; or nothing is written where there are such rows. Of workbooks and CSV, which spreadsheets
 * open.
 */
export const ROWS_BEYOND_STYLES = ['oneFile', 'files', 'stop'] as const
export type RowsBeyond = (typeof ROWS_BEYOND_STYLES)[number]

/** What can be chosen for a file with items beside its rows and columns, each where its format has it. */
export interface ItemExtras {
  readonly artworks: ArtworkStyle
  /** Between artworks that are joined. */
  readonly artworkSeparator: ArtworkSeparator
  /** Of JSON. */
  readonly records: RecordStyle
  /** Of a workbook: a sheet with the fields of the campaigns themselves. */
  readonly campaignSheet: boolean
  /** Of a workbook: a sheet with what the rows add up to. */
  readonly totalsSheet: boolean
  /** A last column with the address of the artwork. */
  readonly links: boolean
  /** Of a workbook: a first column with the small picture of the artwork, where that is on this computer. */
  readonly pictures: boolean
  /** Of a workbook. */
  readonly longTexts: LongTextStyle
}

/** Nothing but the rows. */
export const NO_EXTRAS: ItemExtras = {
  artworks: 'joined',
  artworkSeparator: ARTWORK_SEPARATOR,
  records: 'columns',
  campaignSheet: false,
  totalsSheet: false,
  links: false,
  pictures: false,
  longTexts: 'cut',
}

/** What can be chosen for a file with changes, whose columns are always the same. */
export type ChangesExportOptions = Omit<ExportOptions, 'columns' | 'statuses' | 'extras'>

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

/**
 * The columns of a file with the reviews of items that are gone: what is still known of them, and what was
 * found.
 */
export const ORPHANED_REVIEW_COLUMNS = [
  'posNumber',
  'itemName',
  'elementName',
  'qty',
  'artworkNames',
  'reviewMark',
  'reviewNote',
  'reviewPhotos',
  'reviewedAt',
  'campaignId',
  'campaignItemId',
] as const satisfies readonly ExportColumnKey[]

export function isReviewColumnKey(key: string): key is ReviewColumnKey {
  return (REVIEW_COLUMN_KEYS as readonly string[]).includes(key)
}

export interface ExportOptions {
  readonly format: ExportFormat
  readonly columns: readonly ExportColumnKey[]
  /** Of a CSV file. */
  readonly style: CsvStyle
  readonly header: HeaderStyle
  readonly rowsBeyond: RowsBeyond
  /** Absent: that of this computer. */
  readonly timeZone?: TimeZoneChoice | undefined
  readonly statuses: StatusStyle
  readonly extras: ItemExtras
}

/** Command-line options that select or change columns. Items as the service sent them have none. */
export const COLUMN_OPTIONS = ['columns', 'statuses', 'artworks', 'artwork-separator', 'links'] as const

/** Whether each item is written as the service sent it, without columns. */
export function writesRecords({ format, extras }: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return supportsOption(format, 'records') && extras.records === 'received'
}

/** Whether a file has the pictures of its rows. */
export function includesPictures({ format, extras }: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return supportsOption(format, 'pictures') && extras.pictures
}
