import { openSmallPictures } from '../../artwork/read-pictures.ts'
import { columnKindOf, type ItemColumnKey } from '../../contract/columns.ts'
import {
  includesPictures,
  writesRecords,
  isReviewColumnKey,
  type ExportColumnKey,
  type ReviewColumnKey,
} from '../../contract/export-options.ts'
import {
  changesSince,
  REVIEWED_COLUMNS,
  type Review,
  type ReviewedColumn,
  type ReviewedItem,
} from '../../contract/review.ts'
import { changesText } from '../../contract/review-changes.ts'
import { messages } from '../../contract/messages.ts'
import { openExportRows, BODY_PART, type ExportedPart } from '../../store/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { needsArtworks, withArtworks } from './artworks.ts'
import { includesAdditionalSheets, withAdditionalSheets } from './additional-sheets.ts'
import { statusNameOf } from './table.ts'
import { TOTALED_COLUMNS } from './totals.ts'
import { ROWS_ONLY, type ItemsToExport, type RowsToWrite } from '../types.ts'
import { readReviews } from '../../review/review-rows.ts'

type Row = readonly StoredValue[]

/** Columns that the review columns need. */
const REVIEW_INPUT_COLUMNS: readonly ItemColumnKey[] = ['campaignItemId', ...REVIEWED_COLUMNS]

/**
 * Opens the rows of an export of items, with reviews if columns need them, or with only the bodies of items
 * for an export of records. Throws as `openExportRows` does, `reviewsNewer` and `reviewsUnavailable`.
 */
export function openItemRows(request: ItemsToExport, throwIfCancelled: () => void): RowsToWrite {
  const { options } = request
  if (writesRecords(options)) return { ...openColumns(request, [BODY_PART], throwIfCancelled), ...ROWS_ONLY }
  const hasSheets = includesAdditionalSheets(options)
  const hasArtworks = needsArtworks(options)
  const columnRows = openColumns(
    request,
    [
      ...options.columns,
      ...(hasSheets ? TOTALED_COLUMNS : []),
      ...(hasArtworks ? ([BODY_PART] as const) : []),
    ],
    throwIfCancelled,
  )
  const smallPictures = includesPictures(options) ? openSmallPictures(request.picturesFile) : null
  const close = (): void => {
    columnRows.close()
    smallPictures?.close()
  }
  try {
    const withTotals = hasSheets ? withAdditionalSheets(columnRows, request) : columnRows
    const rowsWithArtworks = hasArtworks
      ? withArtworks(withTotals, columnRows, options, smallPictures, throwIfCancelled)
      : withTotals
    return { ...ROWS_ONLY, ...withTotals, ...rowsWithArtworks, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Opens rows with stored columns and review columns. */
function openColumns(
  { databaseFile, rows, reviewsFile, options, statusLabels }: ItemsToExport,
  columns: readonly (ExportColumnKey | ExportedPart)[],
  throwIfCancelled: () => void,
): ExportRows {
  const storedColumns = columns.filter((key): key is ExportedPart => !isReviewColumnKey(key))
  if (storedColumns.length === columns.length)
    return openExportRows(databaseFile, rows, storedColumns, throwIfCancelled)
  const reviews = new Map(readReviews(reviewsFile).map((review) => [review.campaignItemId, review]))
  const readColumns = [
    ...storedColumns,
    ...REVIEW_INPUT_COLUMNS.filter((key) => !storedColumns.includes(key)),
  ]
  const source = openExportRows(databaseFile, rows, readColumns, throwIfCancelled)
  const columnSources = columns.map((key) => (isReviewColumnKey(key) ? key : readColumns.indexOf(key)))
  const statusName = statusNameOf(options.statuses, statusLabels)
  const idIndex = readColumns.indexOf('campaignItemId')
  const withReviews = (row: Row): Row => {
    const review = reviews.get(String(row[idIndex]))
    return columnSources.map((columnSource) =>
      typeof columnSource === 'number'
        ? (row[columnSource] ?? null)
        : reviewCell(columnSource, review, () => reviewedItemOf(readColumns, row), statusName),
    )
  }
  return {
    ...source,
    packed: null,
    *batches() {
      for (const batch of source.batches()) yield batch.map(withReviews)
    },
  }
}

/**
 * Returns the value of a review column.
 * @param currentItem returns the item's current values
 * @param statusName null: statuses are written as numbers
 */
export function reviewCell(
  key: ReviewColumnKey,
  review: Review | undefined,
  currentItem: () => ReviewedItem,
  statusName: ((status: number) => string) | null,
): StoredValue {
  if (review === undefined) return null
  switch (key) {
    case 'reviewMark':
      return review.mark === null ? null : messages.review.markNames[review.mark]
    case 'reviewNote':
      return review.note === '' ? null : review.note
    case 'reviewPhotos':
      return review.photos.length === 0 ? null : review.photos.length
    case 'reviewedAt':
      return review.markedAt === null ? null : new Date(review.markedAt).toISOString()
    case 'changedSinceReview': {
      const changes = changesSince(review.item, currentItem())
      return changes.length === 0 ? null : changesText(changes, statusName)
    }
  }
}

/** Returns the current values of an item that a review compares. */
function reviewedItemOf(columns: readonly ExportedPart[], row: Row): ReviewedItem {
  const cell = (key: ReviewedColumn): StoredValue | boolean => {
    const value = row[columns.indexOf(key)] ?? null
    return value !== null && columnKindOf(key) === 'boolean' ? value === 1 : value
  }
  return Object.fromEntries(REVIEWED_COLUMNS.map((key) => [key, cell(key)])) as unknown as ReviewedItem
}
