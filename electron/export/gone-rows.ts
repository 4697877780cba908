import { GONE_COLUMNS, isReviewColumnKey } from '../contract/export-options.ts'
import type { Review } from '../contract/review.ts'
import type { ExportRows, StoredValue } from '../store/types.ts'
import { reviewCell } from './item-rows.ts'

/** Reviews of items that are gone as rows of `GONE_COLUMNS`. */
export function goneRows(reviews: readonly Review[]): ExportRows {
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
