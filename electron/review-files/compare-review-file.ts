import type { ItemRow } from '../contract/item.ts'
import { changesSince, type Review, type ReviewMark } from '../contract/review.ts'
import type { ReviewFileInfo, ShownDifference } from '../contract/review-file.ts'
import { DIFFERENCE_KINDS, differenceOf } from '../contract/review-merge.ts'
import { withAbbreviatedTexts } from '../store/abbreviated-value.ts'
import type { ReadReviewFile } from './types.ts'

/** What is here beside what a file says. */
export interface LocalReviews {
  readonly fileName: string
  /** Reviews of its items, as far as there are any. */
  readonly mine: readonly Review[]
  /** Its items that are in a snapshot here, with abbreviated texts, see `withAbbreviatedTexts`. */
  readonly rows: readonly ItemRow[]
  /** Ids of campaigns that are known here. */
  readonly campaignIds: ReadonlySet<string>
}

/** What a file is, and how it differs from what is here. */
export function compareReviewFile(
  read: ReadReviewFile,
  { fileName, mine, rows, campaignIds }: LocalReviews,
): { readonly look: ReviewFileInfo; readonly differences: readonly ShownDifference[] } {
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
  const marked = (wanted: ReviewMark): number => reviews.filter(({ mark }) => mark === wanted).length
  const rank = ({ kind }: ShownDifference): number => DIFFERENCE_KINDS.indexOf(kind)
  return {
    look: {
      fileName,
      bytes,
      author,
      writtenAt,
      campaigns: campaigns.map((campaign) => ({ ...campaign, known: campaignIds.has(campaign.id) })),
      items: reviews.length,
      marks: { ok: marked('ok'), problem: marked('problem'), question: marked('question') },
      notes: reviews.filter(({ note }) => note !== '').length,
      photos: new Set(reviews.flatMap(({ photos }) => photos.map(({ hash }) => hash))).size,
      same: reviews.length - differences.length,
      absent: reviews.filter(({ campaignItemId }) => !rowOf.has(campaignItemId)).length,
    },
    differences: differences.toSorted((one, other) => rank(one) - rank(other)),
  }
}
