import { GONE_COLUMNS, isReviewColumnKey } from '../../contract/export-options.ts'
import type { Review } from '../../contract/review.ts'
import type { ExportRows, StoredValue } from '../../store/types.ts'
import { openChangeRows } from '../../store/changes/export-rows.ts'
import { openItemRows, reviewCell } from './item-rows.ts'
import { NOTHING_BESIDE, type RowsToWrite, type UnplacedRequest } from '../types.ts'

/** The rows of what is written, on a handle of their own; they must be closed. Throws as the parts do that it opens. */
export function openRows(request: UnplacedRequest, checkTurn: () => void): RowsToWrite {
  if ('gone' in request) return { ...goneRows(request.gone), ...NOTHING_BESIDE }
  return 'changes' in request
    ? { ...openChangeRows(request.databaseFile, request.changes, checkTurn), ...NOTHING_BESIDE }
    : openItemRows(request, checkTurn)
}

/** Reviews of items that are gone as rows of `GONE_COLUMNS`. */
function goneRows(reviews: readonly Review[]): ExportRows {
  return {
    count: reviews.length,
    *batches() {
      yield reviews.map(goneRow)
    },
    packed: null,
    close: () => undefined,
  }
}

function goneRow(review: Review): readonly StoredValue[] {
  return GONE_COLUMNS.map((key) => {
    if (isReviewColumnKey(key)) return reviewCell(key, review, () => review.item)
    return key === 'campaignId' || key === 'campaignItemId' ? review[key] : review.item[key]
  })
}
