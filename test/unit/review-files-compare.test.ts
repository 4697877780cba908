import { expect, it } from 'vitest'
import { reviewedItem, type Review } from '../../electron/contract/review.ts'
import { compareReviewFile } from '../../electron/review-files/compare-review-file.ts'
import { reviewedRow } from '../support/reviews.ts'

function review(number: number, changes: Partial<Review> = {}): Review {
  const { campaignItemId, campaignId } = reviewedRow(number)
  return {
    campaignItemId,
    campaignId,
    mark: 'problem',
    markedAt: 1_000,
    note: '',
    photos: [],
    item: reviewedItem(reviewedRow(number)),
    ...changes,
  }
}

it('compareReviewFile counts contents and differences, and finds missing and changed items', () => {
  const photo = { hash: 'a', kind: 'png' as const, width: 1, height: 1, bytes: 1, addedAt: 1 }
  const { info, differences } = compareReviewFile(
    {
      author: 'Ana',
      writtenAt: 5_000,
      bytes: 900,
      campaigns: [
        { id: 'campaign-1', name: 'Summer' },
        { id: 'campaign-9', name: null },
      ],
      reviews: [
        review(1),
        review(2, { note: 'torn', photos: [photo] }),
        review(3, { photos: [photo] }),
        review(4),
        review(5, { mark: null, markedAt: null, note: 'x' }),
      ],
    },
    {
      fileName: 'kids.cdreview',
      mine: [review(1), review(4, { mark: 'ok' }), review(5, { note: 'x' })],
      rows: [1, 2, 4, 5].map((number) => reviewedRow(number, number === 2 ? { qty: 99 } : {})),
      campaignIds: new Set(['campaign-1']),
    },
  )
  expect(info).toMatchObject({
    items: 5,
    marks: { ok: 0, problem: 4, question: 0 },
    notes: 2,
    photos: 1,
    same: 1,
    absent: 1,
    campaigns: [{ known: true }, { known: false }],
  })
  expect(differences.map(({ kind, theirs, absent }) => [kind, theirs.item.qty, absent])).toEqual([
    ['conflict', 4, false],
    ['adds', 2, false],
    ['adds', 3, true],
    ['lacks', 5, false],
  ])
  expect(differences[1]?.changes).toEqual([{ column: 'qty', was: 2, is: 99 }])
  expect(differences[2]?.changes).toEqual([])
})
