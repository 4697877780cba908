import { campaignStateName } from '../../contract/column-labels.ts'
import { supportsOption } from '../../contract/export-formats.ts'
import { ORPHANED_REVIEW_COLUMNS, isReviewColumnKey } from '../../contract/export-options.ts'
import type { Review } from '../../contract/review.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { openCampaignRows } from '../../store/campaign-table/export-rows.ts'
import { openChangeTable } from './change-table.ts'
import { openComparisonTable } from './comparison-table.ts'
import { openItemRows, reviewCell } from './item-rows.ts'
import { ROWS_ONLY, type CampaignsToExport, type RowsToWrite, type ExportContent } from '../types.ts'

/**
 * Opens the rows of an export on a separate handle; close them after use. Throws as the functions that it
 * calls.
 */
export function openRows(request: ExportContent, throwIfCancelled: () => void): RowsToWrite {
  if ('orphanedReviews' in request) return { ...orphanedReviewRows(request.orphanedReviews), ...ROWS_ONLY }
  if ('table' in request) return { ...givenRows(request.table.rows), ...ROWS_ONLY }
  if ('comparison' in request) return { ...openComparisonTable(request, throwIfCancelled), ...ROWS_ONLY }
  if ('campaigns' in request) return { ...openCampaignTable(request, throwIfCancelled), ...ROWS_ONLY }
  return 'changes' in request
    ? { ...openChangeTable(request, throwIfCancelled), ...ROWS_ONLY }
    : openItemRows(request, throwIfCancelled)
}

/**
 * Opens the rows of campaigns. Under a header with labels, states have the names that the window shows;
 * otherwise, for programs, they stay values.
 */
function openCampaignTable(
  { databaseFile, campaigns, options: { format, header } }: CampaignsToExport,
  throwIfCancelled: () => void,
): ExportRows {
  const rows = openCampaignRows(databaseFile, campaigns, throwIfCancelled)
  if (header !== 'labels' || !supportsOption(format, 'header')) return rows
  const inWords = (row: readonly StoredValue[]): readonly StoredValue[] =>
    campaigns.columns.map((key, index) => {
      const value = row[index] ?? null
      return typeof value === 'string' ? campaignStateName(key, value) : value
    })
  return {
    ...rows,
    *batches() {
      for (const batch of rows.batches()) yield batch.map(inWords)
    },
  }
}

/** Returns reviews of deleted items as rows of `ORPHANED_REVIEW_COLUMNS`. */
function orphanedReviewRows(reviews: readonly Review[]): ExportRows {
  return givenRows(reviews.map(orphanedReviewRow))
}

function givenRows(rows: readonly (readonly StoredValue[])[]): ExportRows {
  return {
    count: rows.length,
    *batches() {
      yield rows
    },
    packed: null,
    close: () => undefined,
  }
}

function orphanedReviewRow(review: Review): readonly StoredValue[] {
  return ORPHANED_REVIEW_COLUMNS.map((key) => {
    if (isReviewColumnKey(key)) return reviewCell(key, review, () => review.item, null)
    return key === 'campaignId' || key === 'campaignItemId' ? review[key] : review.item[key]
  })
}
