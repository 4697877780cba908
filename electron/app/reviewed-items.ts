import { compareNames } from '../contract/compare-names.ts'
import type { ItemRow } from '../contract/item.ts'
import { EMPTY_QUERY } from '../contract/query.ts'
import {
  changesSince,
  REVIEW_MARKS,
  type ElementReview,
  type Review,
  type ReviewCounts,
  type ReviewMark,
} from '../contract/review.ts'
import { messages } from '../contract/messages.ts'
import { plainColumn } from '../export/rows/table.ts'
import { clipboardTable } from './clipboard-table.ts'
import type { ConnectionSession } from './types.ts'

/** A review with the current values of its item. */
export interface ReviewedItem {
  readonly review: Review
  /** Null: the item is in no snapshot. */
  readonly row: ItemRow | null
}

/** Returns the reviews of a campaign (null: all campaigns), each with its item. */
export async function listReviewedItems(
  { store, reviews }: Pick<ConnectionSession, 'store' | 'reviews'>,
  campaignId: string | null,
): Promise<readonly ReviewedItem[]> {
  const all = await reviews.list(campaignId === null ? null : [campaignId])
  if (all.length === 0) return []
  const rows = await store.rowsOfItems(all.map(({ campaignItemId }) => campaignItemId))
  const rowOf = new Map(rows.map((row) => [row.campaignItemId, row]))
  return all.map((review) => ({ review, row: rowOf.get(review.campaignItemId) ?? null }))
}

/**
 * Returns the marks of the rows of a result, up to the last one with a mark: a byte for each row, 0 without a
 * mark, else the position of the mark in `REVIEW_MARKS`, counted from 1.
 */
export async function marksInResult(
  { store, reviews }: Pick<ConnectionSession, 'store' | 'reviews'>,
  campaignId: string | null,
  resultId: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const marked = (await listReviewedItems({ store, reviews }, campaignId)).flatMap(({ review, row }) =>
    row === null || review.mark === null ? [] : [{ key: row.key, mark: review.mark }],
  )
  const indexes = await store.indexesOf(
    resultId,
    Int32Array.from(marked, ({ key }) => key),
  )
  const marks = new Uint8Array(indexes.reduce((length, index) => Math.max(length, index + 1), 0))
  for (const [position, { mark }] of marked.entries()) {
    const index = indexes[position] ?? -1
    if (index >= 0) marks[index] = REVIEW_MARKS.indexOf(mark) + 1
  }
  return marks
}

/** Returns the reviews of a campaign (null: all campaigns) whose items are no longer in any snapshot. */
export async function listOrphanedReviews(
  session: Pick<ConnectionSession, 'store' | 'reviews'>,
  campaignId: string | null,
): Promise<readonly Review[]> {
  const all = await listReviewedItems(session, campaignId)
  return all.flatMap(({ review, row }) => (row === null ? [review] : []))
}

/** Counts the marks of each element of a campaign. */
export async function countElements(
  { store, reviews }: Pick<ConnectionSession, 'store' | 'reviews'>,
  campaignId: string,
): Promise<readonly ElementReview[]> {
  const [{ values, empty }, all] = await Promise.all([
    store.columnValues({ ...EMPTY_QUERY, campaignIds: [campaignId] }, 'elementName', '', 'reviewed elements'),
    listReviewedItems({ store, reviews }, campaignId),
  ])
  const marksOf = new Map<string, Record<ReviewMark, number>>()
  for (const { review, row } of all) {
    if (row === null || review.mark === null) continue
    // Without white space at the ends, as cells are compared.
    const name = row.elementName?.trim() ?? ''
    const marks = marksOf.get(name) ?? { ok: 0, problem: 0, question: 0 }
    marks[review.mark] += 1
    marksOf.set(name, marks)
  }
  const named = values
    .map(({ value, count }) => ({ elementName: String(value), items: count }))
    .sort((one, other) => compareNames(one.elementName, other.elementName))
  return [...named, ...(empty === 0 ? [] : [{ elementName: null, items: empty }])].map((element) => ({
    ...element,
    marks: marksOf.get(element.elementName?.trim() ?? '') ?? { ok: 0, problem: 0, question: 0 },
  }))
}

/** Counts the reviews of items that are in a snapshot. */
export function countReviewed(all: readonly ReviewedItem[]): ReviewCounts {
  const existing = all.flatMap(({ review, row }) => (row === null ? [] : [{ review, row }]))
  const countMark = (expected: ReviewMark | null): number =>
    existing.filter(({ review }) => review.mark === expected).length
  return {
    marks: { ok: countMark('ok'), problem: countMark('problem'), question: countMark('question') },
    unmarked: countMark(null),
    changed: existing.filter(({ review, row }) => changesSince(review.item, row).length > 0).length,
  }
}

/** Returns reviews as tab-separated text with a header row, for the clipboard. */
export function reviewsAsTable(reviews: readonly Review[]): string {
  const columns = Object.values(messages.review.orphanedHeadings).map((heading) =>
    plainColumn(heading, heading, 'text'),
  )
  const rows = reviews.map(({ item, mark, note, markedAt, campaignItemId }) => [
    item.posNumber ?? '',
    item.itemName ?? '',
    item.elementName ?? '',
    mark === null ? '' : messages.review.markNames[mark],
    note,
    markedAt === null ? '' : new Date(markedAt).toISOString(),
    campaignItemId,
  ])
  return clipboardTable(columns, rows).text
}
