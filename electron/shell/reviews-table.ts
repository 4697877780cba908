import type { Review } from '../contract/review.ts'
import { MARK_NAMES, reviewStrings } from '../contract/strings/review.ts'

/** What a spreadsheet would take for a formula: it is told that this is text. */
const FORMULA = /^[=+\-@\t\r]/u

function cell(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text
  return /["\t\r\n]/u.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Reviews as tab-separated text with a first line of names, as a spreadsheet takes it from the clipboard. */
export function reviewsAsTable(reviews: readonly Review[]): string {
  const rows = reviews.map(({ item, mark, note, markedAt, campaignItemId }) => [
    item.posNumber ?? '',
    item.itemName ?? '',
    item.elementName ?? '',
    mark === null ? '' : MARK_NAMES[mark],
    note,
    markedAt === null ? '' : new Date(markedAt).toISOString(),
    campaignItemId,
  ])
  return [reviewStrings.goneHeadings, ...rows].map((row) => `${row.map(cell).join('\t')}\r\n`).join('')
}
