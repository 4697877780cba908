import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  differenceOf,
  mergeReview,
  isSameReview,
  type MergeChoice,
} from '../../electron/contract/review-merge.ts'
import { MAX_NOTE_LENGTH, MAX_PHOTOS, REVIEW_MARKS, type Review } from '../../electron/contract/review.ts'
import { reviewedRow } from '../support/reviews.ts'
import { reviewedItem } from '../../electron/contract/review.ts'

const HEADING = 'Ana, 21 November 2026:'

const photo = fc
  .integer({ min: 0, max: 6 })
  .map((number) => ({
    hash: String(number).repeat(64),
    kind: 'jpeg' as const,
    width: 10,
    height: 10,
    bytes: 100,
    addedAt: number,
  }))

const note = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'torn', 'torn\nat the left', 'left', 'why?', 'torn left') },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 4_000, max: MAX_NOTE_LENGTH }).map((length) => 'x'.repeat(length)),
  },
)

/** One person’s review of item 1. */
const review: fc.Arbitrary<Review> = fc
  .record({
    marked: fc.option(fc.record({ mark: fc.constantFrom(...REVIEW_MARKS), markedAt: fc.nat(3) }), {
      nil: null,
    }),
    note,
    photos: fc.uniqueArray(photo, { maxLength: 4, selector: ({ hash }) => hash }),
    qty: fc.nat(3),
  })
  .filter(({ marked, note: written, photos }) => marked !== null || written !== '' || photos.length > 0)
  .map(({ marked, note: written, photos, qty }) => ({
    campaignItemId: 'item-1',
    campaignId: 'campaign-1',
    mark: marked?.mark ?? null,
    markedAt: marked?.markedAt ?? null,
    note: written,
    photos,
    item: reviewedItem(reviewedRow(1, { qty })),
  }))

const mine = fc.option(review, { nil: null })
const choice = fc.constantFrom<MergeChoice>('mine', 'theirs', 'both')
const lines = (text: string): readonly string[] => text.split('\n')

describe('mergeReview', () => {
  it('keeps my review for the choice "mine"', () => {
    fc.assert(
      fc.property(mine, review, (own, theirs) => {
        expect(mergeReview(own, theirs, 'mine', HEADING)).toBe(own)
      }),
    )
  })

  it('returns the other review for the choice "theirs"', () => {
    fc.assert(
      fc.property(mine, review, (own, theirs) => {
        expect(mergeReview(own, theirs, 'theirs', HEADING)).toEqual(theirs)
      }),
    )
  })

  it('keeps all notes and photos and the latest mark for the choice "both"', () => {
    fc.assert(
      fc.property(review, review, (own, theirs) => {
        fc.pre(differenceOf(own, theirs)?.canBeBoth === true)
        const both = mergeReview(own, theirs, 'both', HEADING)
        for (const { note: written, photos } of [own, theirs]) {
          expect(lines(both?.note ?? '')).toEqual(
            expect.arrayContaining(written === '' ? [] : [...lines(written)]),
          )
          expect(both?.note).toContain(written)
          expect(both?.photos.map(({ hash }) => hash)).toEqual(
            expect.arrayContaining(photos.map(({ hash }) => hash)),
          )
        }
        const marked = [own, theirs].filter(({ mark }) => mark !== null)
        const last = Math.max(...marked.map(({ markedAt }) => markedAt ?? -1))
        if (marked.length === 0) expect(both?.mark).toBeNull()
        else if (own.mark === theirs.mark)
          expect(both).toMatchObject({ mark: own.mark, markedAt: own.markedAt })
        else expect(both?.markedAt).toBe(last)
        // The stored item belongs to the mark.
        expect([own, theirs]).toContainEqual(
          expect.objectContaining({ mark: both?.mark, markedAt: both?.markedAt, item: both?.item }),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('changes nothing when it is repeated with any choice', () => {
    fc.assert(
      fc.property(mine, review, choice, (own, theirs, chosen) => {
        const once = mergeReview(own, theirs, chosen, HEADING)
        expect(mergeReview(once, theirs, chosen, HEADING)).toEqual(once)
      }),
      { numRuns: 500 },
    )
  })

  it('removes nothing of mine by default, and changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(mine, review, (own, theirs) => {
        const first = differenceOf(own, theirs)
        const once = first === null ? own : mergeReview(own, theirs, first.defaultChoice, HEADING)
        if (own !== null) {
          expect(once?.note).toContain(own.note)
          expect(once?.photos).toEqual(expect.arrayContaining([...own.photos]))
          if (own.mark !== null) expect(once?.mark).toBe(own.mark)
        }
        const second = differenceOf(once, theirs)
        if (second !== null) expect(mergeReview(once, theirs, second.defaultChoice, HEADING)).toEqual(once)
      }),
      { numRuns: 500 },
    )
  })

  it('differenceOf returns null exactly if both reviews are equal', () => {
    fc.assert(
      fc.property(mine, review, (own, theirs) => {
        expect(differenceOf(own, theirs) === null).toBe(isSameReview(own, theirs))
      }),
    )
  })

  it('differenceOf distinguishes additions from conflicts, and keeps mine where both exceed the limits', () => {
    const base: Review = {
      campaignItemId: 'item-1',
      campaignId: null,
      mark: 'ok',
      markedAt: 1,
      note: '',
      photos: [],
      item: reviewedItem(reviewedRow(1)),
    }
    expect(differenceOf(null, base)).toMatchObject({ kind: 'adds', defaultChoice: 'theirs' })
    expect(differenceOf(base, { ...base, note: 'torn' })).toMatchObject({
      kind: 'adds',
      defaultChoice: 'both',
    })
    expect(differenceOf({ ...base, note: 'torn' }, base)).toMatchObject({
      kind: 'lacks',
      defaultChoice: 'mine',
    })
    expect(differenceOf(base, { ...base, mark: 'problem' })).toMatchObject({
      kind: 'conflict',
      defaultChoice: 'mine',
    })
    const long = { ...base, note: 'x'.repeat(MAX_NOTE_LENGTH - 10) }
    expect(differenceOf(long, { ...base, note: 'y'.repeat(100) })).toMatchObject({ canBeBoth: false })
    expect(mergeReview(long, { ...base, note: 'y'.repeat(100) }, 'both', HEADING)).toBe(long)
    const photos = (from: number) =>
      Array.from({ length: MAX_PHOTOS }, (_, at) => ({
        hash: String(from + at),
        kind: 'png' as const,
        width: 1,
        height: 1,
        bytes: 1,
        addedAt: 0,
      }))
    const full = differenceOf({ ...base, photos: photos(0) }, { ...base, photos: photos(10) })
    expect(full).toMatchObject({ kind: 'adds', defaultChoice: 'mine', canBeBoth: false })
  })
})
