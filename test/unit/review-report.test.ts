import { describe, expect, it } from 'vitest'
import type { ItemRow } from '../../electron/contract/item.ts'
import {
  isListed,
  MAX_REPORT_ITEMS,
  REPORT_COLUMNS,
  type ReportEntry,
  type ReportHeaderData,
} from '../../electron/contract/report.ts'
import { reviewedItem, type Review, type ReviewMark } from '../../electron/contract/review.ts'
import {
  countSections,
  createReviewReport,
  type ReportContext,
} from '../../electron/shell/printing/review-report.ts'
import type { ReviewedItem } from '../../electron/app/reviewed-items.ts'
import { makeCampaign } from '../support/contract-values.ts'
import { reviewedRow } from '../support/reviews.ts'

function makeReviewedItem(
  row: ItemRow,
  mark: ReviewMark | null,
  note = '',
  valuesAtReview: Partial<ItemRow> = {},
  photos: Review['photos'] = [],
): ReviewedItem {
  const review: Review = {
    campaignItemId: row.campaignItemId,
    campaignId: row.campaignId,
    mark,
    markedAt: mark === null ? null : 1_000,
    note,
    photos,
    item: reviewedItem({ ...row, ...valuesAtReview }),
  }
  return { review, row }
}

const withoutRow = ({ review }: ReviewedItem): ReviewedItem => ({ review, row: null })

const item = (key: number, elementName: string | null, posNumber: string): ItemRow =>
  reviewedRow(key, { key, campaignItemId: `i${String(key)}`, elementName, posNumber })

async function report(all: readonly ReviewedItem[], change: Partial<ReportContext> = {}) {
  const document = await createReviewReport(all, {
    campaign: makeCampaign({ name: 'Summer 2026', itemCount: 600 }),
    options: { sections: ['problem', 'question'], columns: REPORT_COLUMNS, paper: 'a4' },
    output: 'pdf',
    locale: 'en-GB',
    statusLabels: [],
    artwork: null,
    photo: (hash) => Promise.resolve({ bytes: new TextEncoder().encode(hash), contentType: 'image/jpeg' }),
    now: 5_000,
    ...change,
  })
  return {
    document,
    head: document.head as ReportHeaderData,
    entries: document.entries(0, document.count) as readonly ReportEntry[],
  }
}

const ALL: readonly ReviewedItem[] = [
  makeReviewedItem(item(1, 'Wobbler', 'A-10'), 'question'),
  makeReviewedItem(item(2, 'Wobbler', 'A-9'), 'problem', 'Torn'),
  makeReviewedItem(item(3, 'Poster', 'A-2'), 'problem'),
  makeReviewedItem(item(4, 'Wobbler', 'A-10'), 'problem'),
  makeReviewedItem(item(5, null, 'A-1'), 'problem'),
  makeReviewedItem(item(6, 'Poster', 'A-1'), 'ok'),
  makeReviewedItem(item(7, 'Poster', 'A-3'), null, 'Only a note'),
  withoutRow(makeReviewedItem(item(8, 'Banner', 'A-4'), 'problem', 'It was here')),
]

describe('createReviewReport', () => {
  it('lists problems before questions, by element, with numbers in numerical order', async () => {
    const { entries, document } = await report(ALL)
    expect(document.title).toBe('Review of Summer 2026')
    expect(entries.map(({ row }) => row.campaignItemId)).toEqual(['i8', 'i3', 'i2', 'i4', 'i5', 'i1'])
    expect(entries.map(({ section }) => section)).toEqual([...Array<string>(5).fill('problem'), 'question'])
  })

  it('is in the chosen language, else in that of the interface', async () => {
    const options = { sections: ['problem'], columns: [], paper: 'a4' } as const
    expect((await report(ALL, { options })).document.language).toBe('en')
    expect((await report(ALL, { options: { ...options, language: 'de' } })).document).toMatchObject({
      language: 'de',
      title: 'Durchsicht – Summer 2026',
    })
  })

  it('lists every section in the same order, whatever order is requested', async () => {
    const { entries } = await report(ALL, {
      options: { sections: ['noted', 'ok', 'question', 'problem'], columns: [], paper: 'letter' },
    })
    expect(entries.map(({ section }) => section)).toEqual([
      ...Array<string>(5).fill('problem'),
      'question',
      'ok',
      'noted',
    ])
  })

  it('describes a deleted item from its stored values, without a picture', async () => {
    const requestedKeys: number[] = []
    const { document, entries } = await report(ALL, {
      artwork: {
        serveCached: (key) => {
          requestedKeys.push(key)
          return Promise.resolve({ bytes: new Uint8Array([1]), contentType: 'image/png' })
        },
        missingReason: (key) => Promise.resolve(key === 3 ? 'damaged' : 'notFound'),
      },
    })
    expect(entries[0]).toMatchObject({
      isDeleted: true,
      note: 'It was here',
      row: { itemName: 'Item 8', posNumber: 'A-4' },
    })
    expect(await document.picture(0, 0)).toBeNull()
    expect(await document.picture(1, 0)).not.toBeNull()
    expect(await document.picture(99, 0)).toBeNull()
    expect(requestedKeys).toEqual([3])
    expect(await document.missingPicture?.(0)).toBe('notDownloaded')
    expect(await document.missingPicture?.(1)).toBe('damaged')
    expect(await document.missingPicture?.(99)).toBe('notDownloaded')
  })

  it('puts items marked OK that are only listed after those with something to report', async () => {
    const photo = { hash: 'aa', kind: 'jpeg', width: 4, height: 3, bytes: 5, addedAt: 0 } as const
    const { entries } = await report(
      [
        makeReviewedItem(item(1, 'A', '1'), 'ok'),
        makeReviewedItem(item(2, 'B', '1'), 'ok', 'Fine'),
        makeReviewedItem(item(3, 'B', '2'), 'ok', '', {}, [photo]),
        makeReviewedItem(item(4, 'B', '3'), 'ok', '', { qty: 10 }),
        withoutRow(makeReviewedItem(item(5, 'B', '4'), 'ok')),
        makeReviewedItem(item(6, 'A', '0'), 'ok'),
        makeReviewedItem(item(7, 'A', '0'), 'problem'),
      ],
      { options: { sections: ['ok', 'problem'], columns: [], paper: 'a4' } },
    )
    expect(entries.map(({ row }) => row.campaignItemId)).toEqual(['i7', 'i2', 'i3', 'i4', 'i5', 'i6', 'i1'])
    expect(entries.filter(isListed).map(({ row }) => row.campaignItemId)).toEqual(['i6', 'i1'])
  })

  it('counts marks and the items of each section', async () => {
    expect((await report(ALL)).head).toMatchObject({
      counts: { marks: { ok: 1, problem: 4, question: 1 } },
      sections: { problem: 5, question: 1, ok: 1, noted: 1 },
      count: 6,
      omitted: 0,
      campaign: { name: 'Summer 2026', itemCount: 600 },
    })
    expect(countSections([])).toEqual({ problem: 0, question: 0, ok: 0, noted: 0 })
  })

  it('lists the changes of an item since its review', async () => {
    const changed = makeReviewedItem(item(1, 'Wobbler', 'A-10'), 'problem', '', { qty: 10 })
    const { entries } = await report([changed, makeReviewedItem(item(2, 'Wobbler', 'A-11'), 'problem')])
    expect(entries.map(({ changes }) => changes.map(({ column, was }) => [column, was]))).toEqual([
      [['qty', 10]],
      [],
    ])
  })

  it('puts photos after the picture of an item, also for deleted items', async () => {
    const photo = { kind: 'jpeg', width: 4, height: 3, bytes: 5, addedAt: 0 } as const
    const photos = [
      { ...photo, hash: 'aa' },
      { ...photo, hash: 'bb' },
    ]
    const { document, entries } = await report(
      [
        withoutRow(makeReviewedItem(item(1, 'A', '1'), 'problem', '', {}, photos)),
        makeReviewedItem(item(2, 'B', '1'), null, '', {}, photos),
      ],
      { options: { sections: ['problem', 'noted'], columns: [], paper: 'a4' } },
    )
    expect(entries.map((entry) => [entry.section, entry.photos])).toEqual([
      ['problem', 2],
      ['noted', 2],
    ])
    expect(new TextDecoder().decode((await document.picture(0, 2))?.bytes)).toBe('bb')
    expect(await document.picture(0, 3)).toBeNull()
  })

  it('limits the number of items, and reports how many are omitted', async () => {
    const many = Array.from({ length: MAX_REPORT_ITEMS + 7 }, (_, key) =>
      makeReviewedItem(item(key, 'Wobbler', String(key)), key < 10 ? 'problem' : 'ok'),
    )
    const { head, entries } = await report(many, {
      options: { sections: ['ok', 'problem'], columns: REPORT_COLUMNS, paper: 'a4' },
    })
    expect(head).toMatchObject({ count: MAX_REPORT_ITEMS, omitted: 7 })
    expect(entries.filter(({ section }) => section === 'problem')).toHaveLength(10)
  })
})
