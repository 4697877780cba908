import * as v from 'valibot'
import { ITEM_COLUMN_KEYS } from './columns.ts'
import { CSV_STYLES, EXPORT_PRESETS } from './csv-style.ts'
import { EXPORT_FORMATS } from './export-formats.ts'
import {
  ARTWORK_SEPARATORS,
  ARTWORK_STYLES,
  HEADER_STYLES,
  RECORD_STYLES,
  REVIEW_COLUMN_KEYS,
  ROWS_BEYOND_STYLES,
  STATUS_STYLES,
  LONG_TEXT_STYLES,
  TIME_ZONES,
} from './export-options.ts'
import { ORIENTATIONS } from './printed-list.ts'
import { PAPERS, REPORT_SECTIONS, REPORT_OUTPUTS } from './report.ts'
import {
  campaignIdSchema,
  campaignIdsSchema,
  columnKeySchema,
  connectionIdSchema,
  jobIdSchema,
  MAX_COLUMNS,
  resultIdSchema,
  text,
} from './base-schemas.ts'
import { changesQuerySchema } from './changes.ts'
import { itemQuerySchema, selectionRangesSchema } from './query.ts'

const fileFormSchema = v.strictObject({
  format: v.picklist(EXPORT_FORMATS),
  style: v.strictObject({
    delimiter: v.picklist(CSV_STYLES.delimiter),
    decimalMark: v.picklist(CSV_STYLES.decimalMark),
    quotes: v.picklist(CSV_STYLES.quotes),
    lineEnd: v.picklist(CSV_STYLES.lineEnd),
    encoding: v.picklist(CSV_STYLES.encoding),
    dates: v.picklist(CSV_STYLES.dates),
    flags: v.picklist(CSV_STYLES.flags),
    guard: v.boolean(),
  }),
  header: v.picklist(HEADER_STYLES),
  rowsBeyond: v.optional(v.picklist(ROWS_BEYOND_STYLES), 'oneFile'),
  timeZone: v.optional(v.picklist(TIME_ZONES)),
})

export const exportOptionsSchema = v.strictObject({
  ...fileFormSchema.entries,
  columns: v.pipe(
    v.array(v.union([columnKeySchema, v.picklist(REVIEW_COLUMN_KEYS)])),
    v.minLength(1),
    v.maxLength(MAX_COLUMNS + REVIEW_COLUMN_KEYS.length),
  ),
  statuses: v.picklist(STATUS_STYLES),
  extras: v.strictObject({
    artworks: v.picklist(ARTWORK_STYLES),
    artworkSeparator: v.picklist(ARTWORK_SEPARATORS),
    records: v.picklist(RECORD_STYLES),
    campaignSheet: v.boolean(),
    totalsSheet: v.boolean(),
    links: v.boolean(),
    pictures: v.optional(v.boolean(), false),
    longTexts: v.optional(v.picklist(LONG_TEXT_STYLES), 'cut'),
  }),
})

export const exportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  query: itemQuerySchema,
  /** Only these rows of the result; null for all. */
  selection: v.nullable(v.strictObject({ resultId: resultIdSchema, ranges: selectionRangesSchema })),
  /** Title of a workbook. */
  title: text(200),
  /** Suggested file name without extension, sanitized by the save dialog. */
  suggestedName: text(2_000),
  options: exportOptionsSchema,
})

export const reportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: campaignIdSchema,
  way: v.picklist(REPORT_OUTPUTS),
  options: v.strictObject({
    sections: v.pipe(
      v.array(v.picklist(REPORT_SECTIONS)),
      v.minLength(1),
      v.maxLength(REPORT_SECTIONS.length),
    ),
    columns: v.pipe(v.array(v.picklist(ITEM_COLUMN_KEYS)), v.maxLength(ITEM_COLUMN_KEYS.length)),
    paper: v.picklist(PAPERS),
  }),
})

export const listPrintSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignIds: campaignIdsSchema,
  resultId: resultIdSchema,
  ranges: selectionRangesSchema,
  title: text(200),
  /** The filters of the list in words. */
  narrowed: v.pipe(v.array(text(500)), v.maxLength(50)),
  way: v.picklist(REPORT_OUTPUTS),
  options: v.strictObject({
    columns: v.pipe(v.array(columnKeySchema), v.minLength(1), v.maxLength(MAX_COLUMNS)),
    pictures: v.boolean(),
    reviews: v.boolean(),
    paper: v.picklist(PAPERS),
    orientation: v.picklist(ORIENTATIONS),
  }),
})

export const changesExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  query: changesQuerySchema,
  suggestedName: text(200),
  options: fileFormSchema,
})

export const orphanedExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: v.nullable(campaignIdSchema),
  suggestedName: text(200),
  options: fileFormSchema,
})

/** A list to export, with its options. */
export const exportedListSchema = v.union([
  v.strictObject({ items: exportInputSchema }),
  v.strictObject({ changes: changesExportInputSchema }),
  v.strictObject({ gone: orphanedExportInputSchema }),
])

export const exportPreviewInputSchema = v.strictObject({
  /** Chosen by the window, to identify the events of this run and to stop it. */
  runId: jobIdSchema,
  /** The program that will read a CSV file. */
  preset: v.picklist(EXPORT_PRESETS),
  of: exportedListSchema,
})
