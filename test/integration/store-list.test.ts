import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { buildInner, buildItem, temporaryEngine, itemIdOf } from '../support/store.ts'

describe('a pasted list', () => {
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  beforeAll(async () => {
    opened = await temporaryEngine({
      'campaign-1': Array.from({ length: 50 }, (_, number) => buildItem(number)),
      'campaign-2': [
        buildItem(100, { campaignId: { _id: 'campaign-2', name: 'Winter' } }),
        buildItem(101, {
          campaignId: { _id: 'campaign-2', name: 'Winter' },
          itemId: buildInner(101, { posNumber: ' POS-7 ' }),
        }),
      ],
    })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  function run(query: Partial<ItemQuery>): {
    readonly numbers: readonly number[]
    readonly missing: unknown
  } {
    const { keys, missing, missingCount } = opened.engine.run({ ...EMPTY_QUERY, ...query }, () => undefined)
    const id = opened.reader.values<string>('SELECT campaign_item_id FROM items WHERE key = ?')
    expect(missingCount).toBe(missing?.length ?? 0)
    return { numbers: Array.from(keys, (key) => Number((id.get(key) ?? '').slice(-12))), missing }
  }

  it('returns rows in list order by any of their names, and the missing entries', () => {
    const list = [' POS-9\t', itemIdOf(3), 'item-5', 'nothing', '', 'POS-7', 'POS-9', 'pos-8', 'nothing']
    expect(run({ list })).toEqual({ numbers: [9, 3, 5, 7, 101], missing: ['nothing', 'pos-8'] })
  })

  it('returns an item once if two entries match it', () =>
    expect(run({ list: ['item-2', 'POS-1', 'POS-2'] })).toEqual({ numbers: [2, 1], missing: [] }))

  it('follows a sort, and combines with search, filters and campaigns', () => {
    const list = ['POS-9', 'POS-3', 'POS-7', 'item-100']
    expect(run({ list, sort: [{ key: 'qty', direction: -1 }] }).numbers).toEqual([101, 100, 9, 7, 3])
    expect(run({ list, search: '[39]$' })).toEqual({ numbers: [9, 3], missing: [] })
    expect(run({ list, filters: allOf(hasValue('status', 3)) }).numbers).toEqual([3, 7])
    expect(run({ list, campaignIds: ['campaign-2'] })).toEqual({
      numbers: [101, 100],
      missing: ['POS-9', 'POS-3'],
    })
    expect(opened.engine.values({ ...EMPTY_QUERY, list }, 'isLocked', '', () => undefined).values).toEqual([
      { value: false, count: 4 },
      { value: true, count: 1 },
    ])
  })

  it('returns nothing if it is empty', () => expect(run({ list: [] })).toEqual({ numbers: [], missing: [] }))

  it('returns no missing entries without a list', () => expect(run({}).missing).toBeNull())

  it('stops when a newer query supersedes it', () => {
    const superseded = (): void => {
      throw new Error('superseded')
    }
    expect(() => opened.engine.run({ ...EMPTY_QUERY, list: ['x'] }, superseded)).toThrow('superseded')
  })
})
