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
import { readReviews } from '../../review/read-reviews.ts'
import { openExportRows, BODY_PART, type ExportedPart } from '../../store/export-rows.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { needsArtworks, withArtworks } from './artworks.ts'
import { includesFurtherSheets, withSheets } from './further-sheets.ts'
import { TOTALED_COLUMNS } from './totals.ts'
import { ROWS_ONLY, type ItemsToExport, type RowsToWrite } from '../types.ts'

type Values = readonly StoredValue[]

/** What the review columns are made of. */
const NEEDED: readonly ItemColumnKey[] = ['campaignItemId', ...REVIEWED_COLUMNS]

/**
 * The rows of an export of items, with what the person found of them where columns ask for it, or each with
 * nothing but the item's body where that is written as it came. Throws as `openExportRows` does,
 * `reviewsNewer` and `reviewsUnavailable`.
 */
export function openItemRows(request: ItemsToExport, checkTurn: () => void): RowsToWrite {
  const { options } = request
  if (writesRecords(options)) return { ...openCells(request, [BODY_PART], checkTurn), ...ROWS_ONLY }
  const hasSheets = includesFurtherSheets(options)
  const hasArtworks = needsArtworks(options)
  const cells = openCells(
    request,
    [
      ...options.columns,
      ...(hasSheets ? TOTALED_COLUMNS : []),
      ...(hasArtworks ? ([BODY_PART] as const) : []),
    ],
    checkTurn,
  )
  const kept = includesPictures(options) ? openSmallPictures(request.picturesFile) : null
  const close = (): void => {
    cells.close()
    kept?.close()
  }
  try {
    const tallied = hasSheets ? withSheets(cells, request) : cells
    const whole = hasArtworks ? withArtworks(tallied, cells, options, kept, checkTurn) : tallied
    return { ...ROWS_ONLY, ...tallied, ...whole, close }
  } catch (error) {
    close()
    throw error
  }
}

function openCells(
  { databaseFile, rows, reviewsFile }: ItemsToExport,
  columns: readonly (ExportColumnKey | ExportedPart)[],
  checkTurn: () => void,
): ExportRows {
  const stored = columns.filter((key): key is ExportedPart => !isReviewColumnKey(key))
  if (stored.length === columns.length) return openExportRows(databaseFile, rows, stored, checkTurn)
  const reviews = new Map(readReviews(reviewsFile).map((review) => [review.campaignItemId, review]))
  const read = [...stored, ...NEEDED.filter((key) => !stored.includes(key))]
  const source = openExportRows(databaseFile, rows, read, checkTurn)
  const places = columns.map((key) => (isReviewColumnKey(key) ? key : read.indexOf(key)))
  const idAt = read.indexOf('campaignItemId')
  const withReviews = (values: Values): Values => {
    const review = reviews.get(String(values[idAt]))
    return places.map((place) =>
      typeof place === 'number'
        ? (values[place] ?? null)
        : reviewCell(place, review, () => itemOf(read, values)),
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

/** What a column says of a review; `item` is how its item is now. */
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

/** The item as it is now, of values as they are stored. */
function itemOf(read: readonly ExportedPart[], values: Values): ReviewedItem {
  const cell = (key: ReviewedColumn): StoredValue | boolean => {
    const value = values[read.indexOf(key)] ?? null
    return value !== null && columnKindOf(key) === 'boolean' ? value === 1 : value
  }
  return Object.fromEntries(REVIEWED_COLUMNS.map((key) => [key, cell(key)])) as unknown as ReviewedItem
}
