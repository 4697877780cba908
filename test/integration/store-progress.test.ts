import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import {
  buildItem,
  fillCampaign,
  temporaryEngine,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

function items(campaign: string, count: number, first = 0): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) =>
    buildItem(first + index, { campaignId: { _id: campaign, name: campaign }, round: index % 7 }),
  )
}

const LONG_QUERIES: readonly (readonly [string, Partial<ItemQuery>])[] = [
  ['a filter by a field', { filters: allOf({ column: '/round', operator: 'between', from: 1, to: 2 }) }],
  ['a sort by a field', { sort: [{ key: '/round', direction: 1 }] }],
  ['a sort by an id', { sort: [{ key: 'itemId', direction: 1 }] }],
  ['a filter by a text', { filters: allOf({ column: 'itemName', operator: 'contains', text: 'e' }) }],
  ['a search by a field', { search: 'itemId:1', searchMode: 'fields' }],
  ['a search by several fields', { search: 'itemId:1 -clientId:2 name:empty', searchMode: 'fields' }],
  ['a search by a pattern', { search: '^.*1 .*[0-9]', searchMode: 'pattern' }],
]

describe('the progress of a query', () => {
  let opened: Awaited<ReturnType<typeof temporaryEngine>>
  beforeAll(async () => {
    opened = await temporaryEngine({
      a: items('a', 5_000),
      b: items('b', 3_000, 5_000),
      c: items('c', 1_000, 8_000),
    })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it.each(LONG_QUERIES)('increases to nearly all: %s', (_name, query) => {
    const reported: number[] = []
    opened.engine.run({ ...EMPTY_QUERY, ...query }, (done) => {
      if (done !== undefined) reported.push(done)
    })
    expect(reported).toEqual(reported.toSorted((one, other) => one - other))
    expect(reported[0]).toBe(0)
    expect(reported.at(-1)).toBeGreaterThan(0.5)
    expect(reported.at(-1)).toBeLessThanOrEqual(1)
  })

  it('is that of the slot', async () => {
    await using temporary = await temporaryStore({ readers: 1 })
    const { store } = temporary
    await fillCampaign(store, 'campaign-1', items('campaign-1', 2_000))
    expect(store.progressOf('grid')).toBe(0)
    await store.openResult({ ...EMPTY_QUERY, sort: [{ key: '/round', direction: 1 }] }, 'grid')
    expect(store.progressOf('grid')).toBeGreaterThan(0.5)
    expect(store.progressOf('other')).toBe(0)
    // The next query starts again.
    await store.openResult(EMPTY_QUERY, 'grid')
    expect(store.progressOf('grid')).toBe(0)
  })
})
