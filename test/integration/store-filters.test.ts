import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf } from '../../electron/contract/filter-tree.ts'
import type { FilterCondition, FilterGroup } from '../../electron/contract/filters.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { rowsOfItems } from '../../electron/store/item-details.ts'
import type { StoreQuery } from '../../electron/store/types.ts'
import { buildItem, itemIdOf, temporaryEngine } from '../support/store.ts'

const DAY_MS = 24 * 3_600_000
const NAMES = ['Café crème', 'CAFE  Creme', 'Straße 7', 'İstanbul', 'ΣΟΚΟΛΆΤΑ', 'Łódź – 100%', ' a.b ', '']
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

describe('a condition', () => {
  let opened: Awaited<ReturnType<typeof temporaryEngine>>

  beforeAll(async () => {
    opened = await temporaryEngine({
      'campaign-1': NAMES.map((name, number) =>
        buildItem(number, {
          itemId: { _id: `i-${String(number)}`, name, posNumber: `${'a'.repeat(30)}${String(number)}!` },
          updatedAt: ago(number * 10),
          due: number < 4 ? ago(number * 10) : number === 4 ? 'soon' : 5,
          size: number,
        }),
      ),
    })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  const run = (filters: FilterGroup, throwIfCancelled = (): void => undefined): readonly number[] => {
    const { keys } = opened.engine.run({ ...EMPTY_QUERY, filters }, throwIfCancelled)
    const all = [...opened.engine.run(EMPTY_QUERY, () => undefined).keys]
    return Array.from(keys, (key) => all.indexOf(key))
  }
  /** Also compares the items with those that the rules of rows find. */
  const matches = (...conditions: readonly FilterCondition[]): readonly number[] => {
    const filters = allOf(...conditions)
    const found = run(filters)
    const keys = opened.engine.keys(EMPTY_QUERY, () => undefined)
    const { matches: rules } = opened.engine.ruleMatches(null, keys, [filters])
    expect([...rules.keys()].filter((index) => rules[index] === 0)).toEqual(found)
    return found
  }

  it('ignores case, accents and white space of texts, as a search does', () => {
    const contains = (text: string) => matches({ column: 'itemName', operator: 'contains', text })
    expect(contains('cafe creme')).toEqual([0, 1])
    expect(contains(' CRÈME ')).toEqual([0, 1])
    expect(contains('strasse')).toEqual([2])
    expect(contains('istanbul')).toEqual([3])
    expect(contains('σοκολατα')).toEqual([4])
    expect(contains('lodz – 100%')).toEqual([5])
    expect(contains('a.b')).toEqual([6])
    expect(contains('.')).toEqual([6])
    expect(matches({ column: 'itemName', operator: 'beginsWith', text: 'A.' })).toEqual([6])
    expect(matches({ column: 'itemName', operator: 'endsWith', text: 'SSE 7' })).toEqual([2])
    expect(matches({ column: 'itemName', operator: 'doesNotContain', text: 'e' })).toEqual([3, 4, 5, 6, 7])
  })

  it('finds all texts but no empty cell by a text that folds to nothing', () => {
    for (const text of ['\u0301', '\u200b', '\u0640']) {
      for (const operator of ['contains', 'beginsWith', 'endsWith'] as const)
        expect(matches({ column: 'itemName', operator, text })).toEqual([0, 1, 2, 3, 4, 5, 6])
      expect(matches({ column: 'itemName', operator: 'doesNotContain', text })).toEqual([7])
    }
    expect(matches({ column: 'itemName', operator: 'beginsWith', text: '\u200b a' })).toEqual([])
    expect(matches({ column: 'itemName', operator: 'endsWith', text: '7 \u200b' })).toEqual([])
  })

  it('distinguishes values exactly, and counts an empty text as an empty cell', () => {
    expect(matches({ column: 'itemName', operator: 'is', values: ['a.b', 'café crème'] })).toEqual([6])
    expect(matches({ column: 'itemName', operator: 'is', values: [null] })).toEqual([7])
    expect(matches({ column: 'itemName', operator: 'isNot', values: [null, 'Straße 7'] })).toHaveLength(6)
    expect(matches({ column: 'itemName', operator: 'matchesPattern', text: '^$' })).toEqual([])
  })

  it('resolves a period when the query runs', () => {
    const last = (count: number) => matches({ column: 'updatedAt', operator: 'inLast', count, unit: 'days' })
    expect(last(15)).toEqual([0, 1])
    expect(last(35)).toEqual([0, 1, 2, 3])
    expect(matches({ column: 'updatedAt', operator: 'olderThan', count: 55, unit: 'days' })).toEqual([6, 7])
  })

  it('compares numbers, dates and texts of a field from the service', () => {
    expect(matches({ column: '/size', operator: 'between', from: 2, to: 3.5 })).toEqual([2, 3])
    expect(matches({ column: '/size', operator: 'endsWith', text: '7' })).toEqual([7])
    expect(matches({ column: '/due', operator: 'inLast', count: 15, unit: 'days' })).toEqual([0, 1])
    expect(matches({ column: '/due', operator: 'lessThan', value: '2100-01-01' })).toEqual([0, 1, 2, 3])
    expect(matches({ column: '/due', operator: 'contains', text: 'OO' })).toEqual([4])
    expect(matches({ column: '/due', operator: 'matchesPattern', text: '^so+n$' })).toEqual([4])
    expect(matches({ column: '/due', operator: 'doesNotMatchFormat', text: '#*' })).toEqual([4])
    expect(matches({ column: '/nothing', operator: 'isEmpty' })).toHaveLength(NAMES.length)
  })

  it('reports a pattern that is invalid or takes too long as a fault of the filter', () => {
    const pattern = (text: string) => () => matches({ column: 'posNumber', operator: 'matchesPattern', text })
    expect(pattern('(')).toThrow(expect.objectContaining({ code: 'filterPatternInvalid' }))
    expect(pattern('(a+)+$')).toThrow(expect.objectContaining({ code: 'filterPatternTooSlow' }))
    expect(pattern('^a+1!$')()).toEqual([1])
  })

  it('colors no row while its pattern cannot be used, and the other rules do', () => {
    const keys = opened.engine.keys(EMPTY_QUERY, () => undefined)
    const { matches: rules, faults } = opened.engine.ruleMatches(null, keys.slice(0, 4), [
      allOf({ column: 'posNumber', operator: 'matchesPattern', text: '(' }),
      allOf({ column: '/size', operator: 'atLeast', value: 2 }),
    ])
    expect(rules).toEqual([null, null, 1, 1])
    expect(faults).toMatchObject([{ rule: 0, fault: { code: 'filterPatternInvalid' } }])
  })

  it('is cancelled between and within conditions', () => {
    const text = { column: 'itemName', operator: 'contains', text: 'never searched before' } as const
    for (const calls of [0, 1, 2]) {
      let remaining = calls
      const throwIfCancelled = (): void => {
        remaining -= 1
        if (remaining < 0) throw new Error('cancelled')
      }
      expect(() => run(allOf(text, { ...text, operator: 'beginsWith' }), throwIfCancelled)).toThrow(
        'cancelled',
      )
    }
  })
})

describe('a filter by ids', () => {
  // Few ids are looked up, and many found by reading the ids of the snapshots.
  it.each([1, 30])('finds %i ids in the campaigns of the list only', async (count) => {
    const items = (campaignId: string, start: number) =>
      Array.from({ length: 40 }, (_, number) =>
        buildItem(start + number, { campaignId: { _id: campaignId } }),
      )
    await using opened = await temporaryEngine({
      'campaign-1': items('campaign-1', 0),
      'campaign-2': items('campaign-2', 100),
    })
    const ids = Array.from({ length: count }, (_, number) => [itemIdOf(number), itemIdOf(139 - number)])
    const names = (campaignIds: readonly string[] | null, query: Partial<StoreQuery>) => {
      const { keys } = opened.engine.run({ ...EMPTY_QUERY, campaignIds, ...query }, () => undefined)
      const name = opened.reader.values<string>('SELECT item_name FROM items WHERE key = ?')
      return Array.from(keys, (key) => name.get(key))
    }
    const filtered = (campaignIds: readonly string[] | null, exclude: boolean) =>
      names(campaignIds, {
        filters: { match: 'all', conditions: [{ campaignItemIds: ids.flat(), exclude }] },
      })
    const first = Array.from({ length: count }, (_, number) => `Item ${String(number)}`)
    const last = Array.from({ length: count }, (_, number) => `Item ${String(140 - count + number)}`)

    expect(filtered(['campaign-1'], false)).toEqual(first)
    expect(filtered(['campaign-1'], true)).toHaveLength(40 - count)
    expect(filtered(null, false)).toEqual([...first, ...last])
    expect(filtered(null, true)).toHaveLength(80 - 2 * count)
    const sorted = names(['campaign-2'], {
      sort: [{ key: 'reviewedAt', direction: 1 }],
      orders: { reviewedAt: ids },
    })
    expect(sorted.slice(0, count)).toEqual(last.toReversed())
    expect(rowsOfItems(opened.reader, ids.flat())).toHaveLength(2 * count)
  })
})
