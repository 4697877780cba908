import { describe, expect, it } from 'vitest'
import type { DrawingPriority } from '../../electron/artwork/thumbnails.ts'
import {
  MAX_PRINTED_ROWS,
  type PrintedListEntry,
  type PrintedListHeader,
} from '../../electron/contract/printed-list.ts'
import { EMPTY_QUERY, type PrintedQuery } from '../../electron/contract/query.ts'
import { createItemList, type ItemListContext } from '../../electron/shell/printing/item-list.ts'
import { makeCampaign } from '../support/contract-values.ts'
import { reviewedRow } from '../support/reviews.ts'

const QUERY: PrintedQuery = { ...EMPTY_QUERY, search: 'poster', sort: [{ key: 'qty', direction: -1 }] }

async function list(count: number, change: Partial<ItemListContext> = {}) {
  const rows = Array.from({ length: count }, (_, key) => reviewedRow(key, { key }))
  const requestedKeys: number[] = []
  const priorities: DrawingPriority[] = []
  const document = await createItemList(rows, {
    title: 'Summer 2026',
    query: QUERY,
    campaigns: [makeCampaign({ fetchedAt: 2_000 }), makeCampaign({ fetchedAt: 1_000 })],
    total: count,
    options: {
      columns: ['posNumber', 'qty'],
      pictures: true,
      reviews: true,
      pageTotals: true,
      wrapTexts: false,
      paper: 'letter',
      orientation: 'landscape',
    },
    output: 'pdf',
    locale: 'en-GB',
    statusLabels: [],
    reviews: [],
    artwork: {
      serveCached: (key, _index, priority) => {
        requestedKeys.push(key)
        priorities.push(priority)
        return Promise.resolve(key === 1 ? { bytes: new Uint8Array([1]), contentType: 'image/png' } : null)
      },
    },
    now: 3_000,
    ...change,
  })
  return { document, head: document.head as PrintedListHeader, requestedKeys, priorities }
}

describe('createItemList', () => {
  it('describes the list, its filters and the age of the oldest snapshot', async () => {
    const { document, head } = await list(3)
    expect(document).toMatchObject({
      title: 'Items of Summer 2026',
      paper: 'letter',
      orientation: 'landscape',
      count: 3,
    })
    expect(head).toMatchObject({
      kind: 'list',
      title: 'Summer 2026',
      query: QUERY,
      reference: null,
      fetchedAt: 1_000,
      incomplete: false,
      options: { columns: ['posNumber', 'qty'] },
      count: 3,
      omitted: 0,
    })
    expect((await list(1, { campaigns: [makeCampaign({ copy: 'incomplete' })] })).head.incomplete).toBe(true)
  })

  it('is in the chosen language, else in that of the interface', async () => {
    expect((await list(1)).document.language).toBe('en')
    const { options } = (await list(1)).head
    const { document, head } = await list(1, { title: null, options: { ...options, language: 'fr' } })
    expect(document.language).toBe('fr')
    expect(head.title).toBe('Tous les articles')
  })

  it('returns rows in parts, with pictures from the cache', async () => {
    const { document, requestedKeys } = await list(3)
    expect(document.entries(1, 50)).toHaveLength(2)
    expect(await document.picture(1, 0)).not.toBeNull()
    expect(await document.picture(2, 0)).toBeNull()
    expect(await document.picture(3, 0)).toBeNull()
    expect(requestedKeys).toEqual([1, 2])
  })

  it('draws missing thumbnails after those that somebody looks at, unless it is previewed', async () => {
    for (const [output, priority] of [
      ['pdf', 'background'],
      ['print', 'background'],
      ['preview', 'foreground'],
    ] as const) {
      const { document, priorities } = await list(1, { output })
      await document.picture(0, 0)
      expect(priorities).toEqual([priority])
    }
  })

  it('includes the review of each row, and whether its item has changed', async () => {
    const { key: _key, ...item } = reviewedRow(1)
    const review = { campaignItemId: item.campaignItemId, campaignId: null, markedAt: 1, photos: [], item }
    const { document } = await list(3, {
      reviews: [{ ...review, mark: 'problem', note: 'Torn', item: { ...item, qty: 99 } }],
    })
    const entries = document.entries(0, 3) as readonly PrintedListEntry[]
    expect(entries.map((entry) => entry.review)).toEqual([
      null,
      { mark: 'problem', note: 'Torn', changed: true },
      null,
    ])
  })

  it('limits the number of rows, and reports how many are omitted', async () => {
    const { document, head } = await list(MAX_PRINTED_ROWS + 1, { total: 20_000 })
    expect(document.count).toBe(MAX_PRINTED_ROWS)
    expect(document.entries(MAX_PRINTED_ROWS - 1, 50)).toHaveLength(1)
    expect(head.omitted).toBe(20_000 - MAX_PRINTED_ROWS)
  })
})
