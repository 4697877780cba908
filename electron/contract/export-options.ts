import * as v from 'valibot'
import { columnKeySchema, MAX_COLUMNS, type ReadonlyOutput } from './base-schemas.ts'
import { ARTWORK_SEPARATOR, type ColumnKey } from './columns.ts'
import { csvStyleSchema } from './csv-style.ts'
import { EXPORT_FORMATS, supportsOption } from './export-formats.ts'
import { LANGUAGES } from './messages.ts'

/** Header row: keys, labels, or none. */
export const HEADER_STYLES = ['keys', 'labels', 'none'] as const
export type HeaderStyle = (typeof HEADER_STYLES)[number]

/** The language of the words in a file or on paper, such as headings. Default: that of the interface. */
export const fileLanguageSchema = v.optional(v.picklist(LANGUAGES))
export type FileLanguage = (typeof LANGUAGES)[number]

/** Time zone of times, unless they are written as received. */
export const TIME_ZONES = ['local', 'utc'] as const
export type TimeZoneChoice = (typeof TIME_ZONES)[number]

/** Statuses as numbers (3), names (In review) or both (In review (3)). One without a name is “Status 3”. */
export const STATUS_STYLES = ['numbers', 'names', 'both'] as const
export type StatusStyle = (typeof STATUS_STYLES)[number]

/** Artworks of an item: names joined in one cell, or a row for each. */
export const ARTWORK_STYLES = ['joined', 'rows'] as const
export type ArtworkStyle = (typeof ARTWORK_STYLES)[number]

/** Separators of artwork names in a cell. */
export const ARTWORK_SEPARATORS = [ARTWORK_SEPARATOR, ', ', ' | ', '\n'] as const
export type ArtworkSeparator = (typeof ARTWORK_SEPARATORS)[number]

/** JSON objects: the chosen columns by key, or the item as received. */
export const RECORD_STYLES = ['columns', 'received'] as const
export type RecordStyle = (typeof RECORD_STYLES)[number]

/** Texts that are too long for a cell of a workbook: cut with a mark, or left out. */
export const LONG_TEXT_STYLES = ['cut', 'leaveOut'] as const
export type LongTextStyle = (typeof LONG_TEXT_STYLES)[number]

/**
 * Rows beyond the limit of a sheet: in the same file (a workbook has further sheets), in further files, or no
 * export.
 */
export const ROWS_BEYOND_STYLES = ['oneFile', 'files', 'stop'] as const
export type RowsBeyond = (typeof ROWS_BEYOND_STYLES)[number]

/** Further options of an export of items; each applies to some formats. */
const itemExtrasSchema = v.strictObject({
  artworks: v.picklist(ARTWORK_STYLES),
  /** For joined artworks. */
  artworkSeparator: v.picklist(ARTWORK_SEPARATORS),
  /** For JSON. */
  records: v.picklist(RECORD_STYLES),
  /** Workbooks: a sheet with the fields of the campaigns. */
  campaignSheet: v.boolean(),
  /** Workbooks: a sheet with totals. */
  totalsSheet: v.boolean(),
  /** A last column with the address of the artwork. */
  links: v.boolean(),
  /** Workbooks: a first column with thumbnails that are on this computer. */
  pictures: v.optional(v.boolean(), false),
  /** For workbooks. */
  longTexts: v.optional(v.picklist(LONG_TEXT_STYLES), 'cut'),
})
export type ItemExtras = ReadonlyOutput<typeof itemExtrasSchema>

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

/** Columns of reviews. */
export const REVIEW_COLUMN_KEYS = [
  'reviewMark',
  'reviewNote',
  'reviewPhotos',
  'reviewedAt',
  'changedSinceReview',
] as const
export type ReviewColumnKey = (typeof REVIEW_COLUMN_KEYS)[number]

/** A column of an export. */
export type ExportColumnKey = ColumnKey | ReviewColumnKey

/** The columns of an export of reviews of deleted items. */
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

/** Returns whether a key is that of a review column. */
export function isReviewColumnKey(key: string): key is ReviewColumnKey {
  return (REVIEW_COLUMN_KEYS as readonly string[]).includes(key)
}

export const exportColumnsSchema = v.pipe(
  v.array(v.union([columnKeySchema, v.picklist(REVIEW_COLUMN_KEYS)])),
  v.minLength(1),
  v.maxLength(MAX_COLUMNS + REVIEW_COLUMN_KEYS.length),
)

export const exportOptionsSchema = v.strictObject({
  format: v.picklist(EXPORT_FORMATS),
  columns: exportColumnsSchema,
  /** For CSV files. */
  style: csvStyleSchema,
  header: v.picklist(HEADER_STYLES),
  language: fileLanguageSchema,
  rowsBeyond: v.optional(v.picklist(ROWS_BEYOND_STYLES), 'oneFile'),
  /** Default: the time zone of this computer. */
  timeZone: v.optional(v.picklist(TIME_ZONES)),
  statuses: v.picklist(STATUS_STYLES),
  extras: itemExtrasSchema,
})
export type ExportOptions = ReadonlyOutput<typeof exportOptionsSchema>

/** Options of an export of changes, whose columns are fixed. */
export const changesExportOptionsSchema = v.omit(exportOptionsSchema, ['columns', 'statuses', 'extras'])
export type ChangesExportOptions = ReadonlyOutput<typeof changesExportOptionsSchema>

/** Command-line options for columns, which exports of items as received do not support. */
export const COLUMN_OPTIONS = ['columns', 'statuses', 'artworks', 'artwork-separator', 'links'] as const

/** Returns whether items are written as received, without columns. */
export function writesRecords({ format, extras }: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return supportsOption(format, 'records') && extras.records === 'received'
}

/** Returns whether a file contains pictures. */
export function includesPictures({ format, extras }: Pick<ExportOptions, 'format' | 'extras'>): boolean {
  return supportsOption(format, 'pictures') && extras.pictures
}
