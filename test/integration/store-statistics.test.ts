import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_FILTERS } from '../../electron/contract/filters.ts'
import { EMPTY_QUERY, type FacetValue, type ItemQuery } from '../../electron/contract/query.ts'
import { STATISTIC_KEYS, type StatisticKey, type StatisticKeys } from '../../electron/contract/statistics.ts'
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
const STATUSES = [0, 3, 3, 'draft', null] as const
const ELEMENTS = ['Poster', 'poster ', 'Wobbler', ''] as const

const ITEMS: readonly Counted[] = Array.from({ length: 400 }, (_, number) => ({
  campaign: CAMPAIGNS[number % CAMPAIGNS.length] ?? 'a',
  status: STATUSES[(number * 7) % STATUSES.length] ?? null,
  elementName: ELEMENTS[(number * 3) % ELEMENTS.length] ?? '',
  workflowTemplateName: number % 5 === 0 ? null : `Flow ${String(number % 4)}`,
  isLocked: number % 11 === 0 ? 'unknown' : number % 2 === 0,
  hasArtwork: number % 13 === 0 ? null : number % 3 > 0,
  updatedDay: number % 17 === 0 ? null : `2026-08-${String(10 + ((number * 5) % 9))}`,
  qty: number % 9 === 0 ? null : number % 10 === 0 ? 'many' : number / 4,
}))

let opened: Awaited<ReturnType<typeof temporaryEngine>>
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
                      ? 'recently'
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
        const { rows, count: total } = opened.engine.statistics(
          { ...EMPTY_QUERY, filters: NO_FILTERS, ...query },
          statisticKeys,
          () => undefined,
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
      opened.engine.statistics(EMPTY_QUERY, [key], () => undefined).rows.map(({ values }) => values[0])
    expect(valuesOf('status')).toEqual([0, 3, 'draft', null])
    expect(valuesOf('campaign')).toEqual(['a', 'b', 'c'])
    expect(valuesOf('hasArtwork')).toEqual([false, true, null])
    expect(valuesOf('updatedDay').slice(0, 2)).toEqual(['2026-08-10', '2026-08-11'])
    expect(valuesOf('updatedDay').at(-1)).toBeNull()
  })
})
