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
import { changesText, MARK_NAMES } from '../../contract/strings/review.ts'
import { openExportRows, BODY_PART, type ExportedPart } from '../../store/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { needsArtworks, withArtworks } from './artworks.ts'
import { includesAdditionalSheets, withSheets } from './additional-sheets.ts'
import { TOTALED_COLUMNS } from './totals.ts'
import { ROWS_ONLY, type ItemsToExport, type RowsToWrite } from '../types.ts'
import { readReviews } from '../../review/review-rows.ts'

type Values = readonly StoredValue[]

/** Columns that the review columns need. */
const REVIEW_INPUT_COLUMNS: readonly ItemColumnKey[] = ['campaignItemId', ...REVIEWED_COLUMNS]

/**
 * Opens the rows of an export of items, with reviews if columns need them, or with only the bodies of items
 * for an export of records. Throws as `openExportRows` does, `reviewsNewer` and `reviewsUnavailable`.
 */
export function openItemRows(request: ItemsToExport, throwIfCancelled: () => void): RowsToWrite {
  const { options } = request
  if (writesRecords(options)) return { ...openCells(request, [BODY_PART], throwIfCancelled), ...ROWS_ONLY }
  const hasSheets = includesAdditionalSheets(options)
  const hasArtworks = needsArtworks(options)
  const cells = openCells(
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
    cells.close()
    smallPictures?.close()
  }
  try {
    const withTotals = hasSheets ? withSheets(cells, request) : cells
    const rowsWithArtworks = hasArtworks
      ? withArtworks(withTotals, cells, options, smallPictures, throwIfCancelled)
      : withTotals
    return { ...ROWS_ONLY, ...withTotals, ...rowsWithArtworks, close }
  } catch (error) {
    close()
    throw error
  }
}

function openCells(
  { databaseFile, rows, reviewsFile }: ItemsToExport,
  columns: readonly (ExportColumnKey | ExportedPart)[],
  throwIfCancelled: () => void,
): ExportRows {
  const stored = columns.filter((key): key is ExportedPart => !isReviewColumnKey(key))
  if (stored.length === columns.length) return openExportRows(databaseFile, rows, stored, throwIfCancelled)
  const reviews = new Map(readReviews(reviewsFile).map((review) => [review.campaignItemId, review]))
  const readColumns = [...stored, ...REVIEW_INPUT_COLUMNS.filter((key) => !stored.includes(key))]
  const source = openExportRows(databaseFile, rows, readColumns, throwIfCancelled)
  const sources = columns.map((key) => (isReviewColumnKey(key) ? key : readColumns.indexOf(key)))
  const idIndex = readColumns.indexOf('campaignItemId')
  const withReviews = (values: Values): Values => {
    const review = reviews.get(String(values[idIndex]))
    return sources.map((source) =>
      typeof source === 'number'
        ? (values[source] ?? null)
        : reviewCell(source, review, () => itemOf(readColumns, values)),
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
 * @param item returns the item's current values
 */
export function reviewCell(
  key: ReviewColumnKey,
  review: Review | undefined,
  item: () => ReviewedItem,
): StoredValue {
  if (review === undefined) return null
  switch (key) {
    case 'reviewMark':
      return review.mark === null ? null : MARK_NAMES[review.mark]
    case 'reviewNote':
      return review.note === '' ? null : review.note
    case 'reviewPhotos':
      return review.photos.length === 0 ? null : review.photos.length
    case 'reviewedAt':
      return review.markedAt === null ? null : new Date(review.markedAt).toISOString()
    case 'changedSinceReview': {
      const changes = changesSince(review.item, item())
      return changes.length === 0 ? null : changesText(changes)
    }
  }
}

/** Returns the item's current values. */
function itemOf(read: readonly ExportedPart[], values: Values): ReviewedItem {
  const cell = (key: ReviewedColumn): StoredValue | boolean => {
    const value = values[read.indexOf(key)] ?? null
    return value !== null && columnKindOf(key) === 'boolean' ? value === 1 : value
  }
  return Object.fromEntries(REVIEWED_COLUMNS.map((key) => [key, cell(key)])) as unknown as ReviewedItem
}
