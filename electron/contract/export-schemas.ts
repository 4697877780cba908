import * as v from 'valibot'
import {
  campaignIdSchema,
  campaignIdsSchema,
  connectionIdSchema,
  jobIdSchema,
  resultIdSchema,
  text,
  type ReadonlyOutput,
} from './base-schemas.ts'
import { campaignQuerySchema, campaignTableColumnSchema, MAX_CAMPAIGN_COLUMNS } from './campaign-query.ts'
import { changesQuerySchema } from './changes.ts'
import { comparisonPartsEntries } from './comparison.ts'
import { EXPORT_PRESETS } from './csv-style.ts'
import { EXPORT_FORMATS } from './export-formats.ts'
import { changesExportOptionsSchema, exportOptionsSchema, ROWS_BEYOND_STYLES } from './export-options.ts'
import { MAX_DRAGGED_ROWS } from './jobs.ts'
import { printedListOptionsSchema } from './printed-list.ts'
import { itemQuerySchema, printedQuerySchema, selectionRangesSchema } from './query.ts'
import { REPORT_OUTPUTS, reportOptionsSchema } from './report.ts'

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

/** Selected rows to drag out of the window as a file. */
export const dragInputSchema = v.strictObject({
  ...exportInputSchema.entries,
  selection: v.strictObject({
    resultId: resultIdSchema,
    ranges: v.pipe(
      selectionRangesSchema,
      v.check(
        (ranges) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) <= MAX_DRAGGED_ROWS,
      ),
    ),
  }),
})

export const reportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: campaignIdSchema,
  output: v.picklist(REPORT_OUTPUTS),
  options: reportOptionsSchema,
})

export const reportPreviewSchema = v.omit(reportInputSchema, ['output'])

export const listPrintSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignIds: campaignIdsSchema,
  resultId: resultIdSchema,
  ranges: selectionRangesSchema,
  /** Of the list. Null: all campaigns. */
  title: v.nullable(text(200)),
  query: printedQuerySchema,
  output: v.picklist(REPORT_OUTPUTS),
  options: printedListOptionsSchema,
})

export const listPreviewSchema = v.omit(listPrintSchema, ['output'])

export const changesExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  query: changesQuerySchema,
  suggestedName: text(200),
  options: changesExportOptionsSchema,
})

export const orphanedExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  campaignId: v.nullable(campaignIdSchema),
  suggestedName: text(200),
  options: changesExportOptionsSchema,
})

export const campaignsExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  query: campaignQuerySchema,
  columns: v.pipe(v.array(campaignTableColumnSchema), v.minLength(1), v.maxLength(MAX_CAMPAIGN_COLUMNS)),
  suggestedName: text(200),
  options: v.strictObject({
    ...changesExportOptionsSchema.entries,
    statuses: exportOptionsSchema.entries.statuses,
  }),
})

export const comparisonExportInputSchema = v.strictObject({
  connectionId: connectionIdSchema,
  ...comparisonPartsEntries,
  suggestedName: text(2_000),
  options: changesExportOptionsSchema,
})

/** Where an export is written: by default to the folder of the last one, or where the person chooses. */
const destinationEntries = { ask: v.exactOptional(v.boolean()) }
const destinationSchema = v.strictObject(destinationEntries)
export type ExportDestination = ReadonlyOutput<typeof destinationSchema>

export const startExportInputSchema = v.strictObject({ ...exportInputSchema.entries, ...destinationEntries })
export const startChangesInputSchema = v.strictObject({
  ...changesExportInputSchema.entries,
  ...destinationEntries,
})
export const startOrphanedInputSchema = v.strictObject({
  ...orphanedExportInputSchema.entries,
  ...destinationEntries,
})
export const startCampaignsInputSchema = v.strictObject({
  ...campaignsExportInputSchema.entries,
  ...destinationEntries,
})
export const startComparisonInputSchema = v.strictObject({
  ...comparisonExportInputSchema.entries,
  ...destinationEntries,
})

/** The name of a file that is not written yet. */
export const exportTargetInputSchema = v.strictObject({
  suggestedName: text(2_000),
  format: v.picklist(EXPORT_FORMATS),
  rowsBeyond: v.picklist(ROWS_BEYOND_STYLES),
})

/** Where an export would be written. */
export interface ExportTarget {
  /** The name that no file has yet. */
  readonly fileName: string
  /** The names of the folders to it, from the person's folder if it is in there. */
  readonly folders: readonly string[]
  /** Whether the folder can be found. */
  readonly isFound: boolean
}

/** A list to export, with its options. */
export const exportedListSchema = v.union([
  v.strictObject({ items: exportInputSchema }),
  v.strictObject({ changes: changesExportInputSchema }),
  v.strictObject({ gone: orphanedExportInputSchema }),
  v.strictObject({ campaigns: campaignsExportInputSchema }),
  v.strictObject({ comparison: comparisonExportInputSchema }),
])

export const exportPreviewInputSchema = v.strictObject({
  /** Chosen by the window, to identify the events of this run and to stop it. */
  runId: jobIdSchema,
  /** The program that will read a CSV file. */
  preset: v.picklist(EXPORT_PRESETS),
  of: exportedListSchema,
})
