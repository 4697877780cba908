import type { ItemRow } from '../contract/item.ts'
import { changesSince, type Review, type ReviewMark } from '../contract/review.ts'
import type { ReviewFileInfo, ShownDifference } from '../contract/review-file.ts'
import { DIFFERENCE_KINDS, differenceOf } from '../contract/review-merge.ts'
import { withAbbreviatedTexts } from '../store/abbreviated-value.ts'
import type { ReadReviewFile } from './types.ts'

/** Local data with which a review file is compared. */
export interface LocalReviews {
  readonly fileName: string
  /** Local reviews of the items in the file. */
  readonly mine: readonly Review[]
  /** Downloaded rows of the items in the file, with abbreviated texts, see `withAbbreviatedTexts`. */
  readonly rows: readonly ItemRow[]
  /** Ids of the downloaded campaigns. */
  readonly campaignIds: ReadonlySet<string>
}

/** Returns a summary of a review file and its differences from the local reviews. */
export function compareReviewFile(
  read: ReadReviewFile,
  { fileName, mine, rows, campaignIds }: LocalReviews,
): { readonly info: ReviewFileInfo; readonly differences: readonly ShownDifference[] } {
  const { author, writtenAt, campaigns, reviews, bytes } = read
  const mineOf = new Map(mine.map((review) => [review.campaignItemId, review]))
  const rowOf = new Map(rows.map((row) => [row.campaignItemId, row]))
  const differences = reviews.flatMap((theirs): ShownDifference[] => {
    const difference = differenceOf(mineOf.get(theirs.campaignItemId) ?? null, theirs)
    if (difference === null) return []
    const row = rowOf.get(theirs.campaignItemId)
    const changes = row === undefined ? [] : changesSince(withAbbreviatedTexts(theirs.item), row)
    return [{ ...difference, absent: row === undefined, changes }]
  })
  const countMarks = (counted: ReviewMark): number => reviews.filter(({ mark }) => mark === counted).length
  const rank = ({ kind }: ShownDifference): number => DIFFERENCE_KINDS.indexOf(kind)
  return {
    info: {
      fileName,
      bytes,
      author,
      writtenAt,
      campaigns: campaigns.map((campaign) => ({ ...campaign, known: campaignIds.has(campaign.id) })),
      items: reviews.length,
      marks: { ok: countMarks('ok'), problem: countMarks('problem'), question: countMarks('question') },
      notes: reviews.filter(({ note }) => note !== '').length,
      photos: new Set(reviews.flatMap(({ photos }) => photos.map(({ hash }) => hash))).size,
      same: reviews.length - differences.length,
      absent: reviews.filter(({ campaignItemId }) => !rowOf.has(campaignItemId)).length,
    },
    differences: differences.toSorted((one, other) => rank(one) - rank(other)),
  }
}
