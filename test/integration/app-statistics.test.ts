import fc from 'fast-check'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStatistics } from '../../electron/app/statistics.ts'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS, type FacetValue } from '../../electron/contract/filters.ts'
import { STATISTIC_MEASURES, type StatisticsQuery } from '../../electron/contract/statistics.ts'
import type { Store } from '../../electron/store/operations.ts'
import { openReviews, reviewedRow, type OpenedReviews } from '../support/reviews.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  itemIdOf,
  openTestStore,
  temporaryFolder,
} from '../support/store.ts'

interface Counted {
  readonly campaign: string
  readonly status: number | null
  readonly elementName: string
  readonly hasArtwork: boolean
  readonly qty: number
}

const ITEMS: readonly Counted[] = Array.from({ length: 240 }, (_, number) => ({
  campaign: number % 3 === 0 ? 'a' : 'b',
  status: [0, 3, 5, null][(number * 7) % 4] ?? null,
  elementName: ['Poster', 'Wobbler', 'Banner'][(number * 5) % 3] ?? '',
  hasArtwork: number % 4 > 0,
  qty: number,
}))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let store: Store
let reviews: OpenedReviews

beforeAll(async () => {
  folder = await temporaryFolder()
  store = await openTestStore(join(folder.path, 'cache.sqlite'))
  reviews = openReviews(join(folder.path, 'reviews.sqlite'))
  for (const campaign of ['a', 'b'])
    await fillCampaign(
      store,
      campaign,
      ITEMS.flatMap((item, number) =>
        item.campaign === campaign
          ? [
              buildItem(number, {
                campaignId: { _id: campaign, name: `Campaign ${campaign}` },
                status: item.status,
                qty: item.qty,
                hasArtwork: item.hasArtwork,
                itemId: buildInner(number, { elementId: { name: item.elementName } }),
              }),
            ]
          : [],
      ),
    )
  await reviews.mark(
    [reviewedRow(3, { campaignId: 'a' }), reviewedRow(6, { campaignId: 'a' })],
    'problem',
    1_000,
  )
})
afterAll(async () => {
  await store.close()
  await reviews.close()
  await folder.remove()
})

const read = (query: Partial<StatisticsQuery>) =>
  readStatistics(
    { store, reviews },
    {
      campaignIds: null,
      filters: NO_FILTERS,
      keys: ['elementName', 'status'],
      measure: 'quantity',
      order: 'measure',
      ...query,
    },
    'test',
  )

const sum = (items: readonly Counted[]) => ({
  count: items.length,
  qtySum: items.reduce((total, { qty }) => total + qty, 0),
})

describe('the statistics of the window', () => {
  it('equal those of a plain loop, with hidden statuses in the legend only', async () => {
    const key = fc.constantFrom('status', 'elementName', 'campaign', 'hasArtwork')
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(key, { minLength: 2, maxLength: 2 }),
        fc.subarray<FacetValue>([0, 3, 5, null], { maxLength: 3 }),
        fc.constantFrom<(readonly string[] | null)[]>(null, ['a'], []),
        fc.constantFrom(...STATISTIC_MEASURES),
        async (keys, hidden, campaignIds, measure) => {
          const [first = 'status', second = 'campaign'] = keys
          const filters =
            hidden.length === 0
              ? NO_FILTERS
              : allOf({ column: 'status', operator: 'isNot', values: hidden } as const)
          const table = await read({ keys: [first, second], filters, campaignIds, measure })
          const inCampaigns = ITEMS.filter(({ campaign }) => campaignIds?.includes(campaign) ?? true)
          const counted = inCampaigns.filter(({ status }) => !hidden.includes(status))
          expect(table).toMatchObject(sum(counted))
          expect(table.rows).toHaveLength(new Set(counted.map((item) => item[first])).size)
          for (const row of table.rows) {
            const ofRow = counted.filter((item) => item[first] === row.value)
            expect(row).toMatchObject(sum(ofRow))
            for (const part of row.parts)
              expect(part).toMatchObject(
                sum(ofRow.filter((item) => item[second] === table.series[part.series]?.value)),
              )
          }
          const inLegend = second === 'status' ? inCampaigns : counted
          expect(table.series).toHaveLength(new Set(inLegend.map((item) => item[second])).size)
          for (const series of table.series)
            expect(series).toMatchObject(sum(inLegend.filter((item) => item[second] === series.value)))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('count marks', async () => {
    const { rows } = await read({ keys: ['mark'], measure: 'items' })
    expect(rows).toMatchObject([
      { value: 'none', count: ITEMS.length - 2 },
      { value: 'problem', count: 2, qtySum: 9 },
    ])
  })

  it('count the changes of each day, whatever the filters', async () => {
    await fillCampaign(
      store,
      'c',
      [1, 2].map((number) => buildItem(1_000 + number, { campaignId: { _id: 'c', name: 'C' } })),
    )
    await fillCampaign(store, 'c', [
      buildItem(1_001, { campaignId: { _id: 'c', name: 'C' }, qty: 77 }),
      buildItem(1_003, { campaignId: { _id: 'c', name: 'C' } }),
    ])
    const [download] = await store.listDownloads('c')
    const table = await read({
      keys: ['changeDay'],
      filters: allOf({ column: 'campaignItemId', operator: 'is', values: [itemIdOf(1)] } as const),
    })
    expect(table.series).toMatchObject([
      { value: 'added', count: 1 },
      { value: 'changed', count: 1 },
      { value: 'deleted', count: 1 },
    ])
    expect(table.rows).toEqual([
      {
        value: dayOfInstant(download?.completedAt ?? 0),
        count: 3,
        qtySum: 0,
        parts: [0, 1, 2].map((series) => ({ series, count: 1, qtySum: 0 })),
      },
    ])
  })
})
