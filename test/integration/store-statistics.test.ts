import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOfInstant } from '../../electron/contract/filter-dates.ts'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { EMPTY_QUERY, type FacetValue, type ItemQuery } from '../../electron/contract/query.ts'
import { STATISTIC_KEYS, type StatisticKey, type StatisticKeys } from '../../electron/contract/statistics.ts'
import { unpackStatistics } from '../../electron/store/packed-statistics.ts'
import { buildInner, buildItem, temporaryEngine } from '../support/store.ts'

/** An item by what it is counted by; undefined if the field is absent. */
interface Counted {
  readonly campaign: string
  readonly status: number | string | null
  readonly elementName: string
  readonly workflowTemplateName: string | null
  readonly isLocked: boolean | string
  readonly hasArtwork: boolean | null
  /** The day of `updatedAt` in local time. */
  readonly updatedDay: string | null
  readonly qty: number | string | null
}

const CAMPAIGNS = ['b', 'a', 'c'] as const
/** Far years, days around changes to and from daylight saving time, and before 1970. */
const OTHER_DAYS = [
  '0001-01-02',
  '1883-11-18',
  '1969-12-31',
  '2026-03-29',
  '2026-10-25',
  '9999-12-30',
] as const
/** Of items without a day. */
const NO_DATES = ['recently', '2026-02-30T00:00:00Z', '', null] as const
const STATUSES = [0, 3, 3, 'draft', null] as const
const ELEMENTS = ['Poster', 'poster ', 'Wobbler', ''] as const

const ITEMS: readonly Counted[] = Array.from({ length: 400 }, (_, number) => ({
  campaign: CAMPAIGNS[number % CAMPAIGNS.length] ?? 'a',
  status: STATUSES[(number * 7) % STATUSES.length] ?? null,
  elementName: ELEMENTS[(number * 3) % ELEMENTS.length] ?? '',
  workflowTemplateName: number % 5 === 0 ? null : `Flow ${String(number % 4)}`,
  isLocked: number % 11 === 0 ? 'unknown' : number % 2 === 0,
  hasArtwork: number % 13 === 0 ? null : number % 3 > 0,
  updatedDay:
    number % 17 === 0
      ? null
      : number % 19 === 0
        ? (OTHER_DAYS[number % OTHER_DAYS.length] ?? null)
        : `2026-08-${String(10 + ((number * 5) % 9))}`,
  qty: number % 9 === 0 ? null : number % 10 === 0 ? 'many' : number / 4,
}))

let opened: Awaited<ReturnType<typeof temporaryEngine>>

/** Counts the items of a query, and returns the rows. */
function statisticsOf(query: ItemQuery, keys: StatisticKeys, { engine } = opened) {
  return unpackStatistics(engine.statistics(query, keys, () => undefined))
}

beforeAll(async () => {
  opened = await temporaryEngine(
    Object.fromEntries(
      CAMPAIGNS.map((campaign) => [
        campaign,
        ITEMS.flatMap((item, number) =>
          item.campaign === campaign
            ? [
                buildItem(number, {
                  campaignId: { _id: campaign, name: `Campaign ${campaign}` },
                  status: item.status,
                  qty: item.qty,
                  isLocked: item.isLocked,
                  hasArtwork: item.hasArtwork,
                  updatedAt:
                    item.updatedDay === null
                      ? (NO_DATES[number % NO_DATES.length] ?? null)
                      : new Date(
                          `${item.updatedDay}T${number % 2 === 0 ? '00:00:00' : '23:59:59'}`,
                        ).toISOString(),
                  itemId: buildInner(number, {
                    elementId: { name: item.elementName },
                    workflowTemplateName: item.workflowTemplateName,
                  }),
                }),
              ]
            : [],
        ),
      ]),
    ),
  )
})
afterAll(() => opened[Symbol.asyncDispose]())

/** Counts in a plain loop, by the text of the values. */
function count(items: readonly Counted[], keys: StatisticKeys) {
  const totals = new Map<string, { count: number; qtySum: number }>()
  for (const item of items) {
    const values = keys.map((key): FacetValue => {
      const value = item[key]
      return typeof value === 'string' ? (value.trim() === '' ? null : value.trim()) : value
    })
    const name = JSON.stringify(values)
    const total = totals.get(name) ?? { count: 0, qtySum: 0 }
    totals.set(name, {
      count: total.count + 1,
      qtySum: total.qtySum + (typeof item.qty === 'number' ? item.qty : 0),
    })
  }
  return totals
}

describe('statistics', () => {
  const keys = fc
    .subarray([...STATISTIC_KEYS], { minLength: 1, maxLength: 2 })
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }))
  type Case = readonly [Partial<ItemQuery>, (item: Counted) => boolean]
  const queries = fc.constantFrom<Case[]>(
    [{}, () => true],
    [{ campaignIds: ['a', 'c'] }, ({ campaign }) => campaign !== 'b'],
    [{ filters: allOf(hasValue('isLocked', true)) }, ({ isLocked }) => isLocked === true],
    [{ search: 'wobbler', searchMode: 'words' }, ({ elementName }) => elementName === 'Wobbler'],
    [{ filters: allOf(hasValue('status', 99)) }, () => false],
  )

  it('equal those of a plain loop', () => {
    fc.assert(
      fc.property(keys, queries, (list, [query, isCounted]) => {
        const statisticKeys = list as unknown as StatisticKeys
        const expected = count(ITEMS.filter(isCounted), statisticKeys)
        const { rows, count: total } = statisticsOf(
          { ...EMPTY_QUERY, filters: NO_FILTERS, ...query },
          statisticKeys,
        )
        expect(
          new Map(rows.map((row) => [JSON.stringify(row.values), { count: row.count, qtySum: row.qtySum }])),
        ).toEqual(expected)
        expect(total).toBe(ITEMS.filter(isCounted).length)
      }),
    )
  })

  it('are in the order of the values, with empty cells last', () => {
    const valuesOf = (key: StatisticKey) =>
      statisticsOf(EMPTY_QUERY, [key]).rows.map(({ values }) => values[0])
    expect(valuesOf('status')).toEqual([0, 3, 'draft', null])
    expect(valuesOf('campaign')).toEqual(['a', 'b', 'c'])
    expect(valuesOf('hasArtwork')).toEqual([false, true, null])
    expect(valuesOf('updatedDay').slice(0, 3)).toEqual(['0001-01-02', '1883-11-18', '1969-12-31'])
    expect(valuesOf('updatedDay').at(-1)).toBeNull()
  })
})

describe('statistics of many campaigns', () => {
  /** Many values take wider codes, which begin at any offset in the columns of all campaigns. */
  const campaigns = fc.array(
    fc.record({ count: fc.nat(12), distinct: fc.integer({ min: 1, max: 400 }), isLarge: fc.boolean() }),
    { minLength: 2, maxLength: 5 },
  )

  it('equal those of a plain loop', async () => {
    await fc.assert(
      fc.asyncProperty(campaigns, async (list) => {
        const items = list.flatMap(({ count: few, distinct, isLarge }, campaign) =>
          Array.from({ length: isLarge ? 300 + few : few }, (_, number) => ({
            campaign: `campaign-${String(campaign)}`,
            elementName: `Element ${String((number * 7) % distinct)}`,
            qty: number % 5 === 0 ? null : number / 8,
            updatedAt: number % 7 === 0 ? null : new Date(number * 40_000_000 - 10 ** 9).toISOString(),
          })),
        )
        const names = list.map((_, campaign) => `campaign-${String(campaign)}`)
        await using other = await temporaryEngine(
          Object.fromEntries(
            names.map((name) => [
              name,
              items
                .filter(({ campaign }) => campaign === name)
                .map(({ campaign, elementName, qty, updatedAt }, number) =>
                  buildItem(number, {
                    campaignId: { _id: campaign, name: campaign },
                    qty,
                    updatedAt,
                    itemId: buildInner(number, { elementId: { name: elementName } }),
                  }),
                ),
            ]),
          ),
        )
        const expected = new Map<string, { count: number; qtySum: number }>()
        for (const { elementName, qty, updatedAt } of items) {
          const name = JSON.stringify([
            elementName,
            updatedAt === null ? null : dayOfInstant(Date.parse(updatedAt)),
          ])
          const total = expected.get(name) ?? { count: 0, qtySum: 0 }
          expected.set(name, { count: total.count + 1, qtySum: total.qtySum + (qty ?? 0) })
        }
        const statistics = statisticsOf(EMPTY_QUERY, ['elementName', 'updatedDay'], other)
        expect(
          new Map(statistics.rows.map(({ values, ...totals }) => [JSON.stringify(values), totals])),
        ).toEqual(expected)
        expect(statistics.count).toBe(items.length)
      }),
      { numRuns: 15 },
    )
  })
})
