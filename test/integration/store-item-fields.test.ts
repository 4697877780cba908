import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { FilterCondition } from '../../electron/contract/filters.ts'
import { fieldKeyOf, type FieldKey } from '../../electron/contract/fields.ts'
import {
  EMPTY_QUERY,
  MAX_VALUE_LENGTH,
  type ColumnValues,
  type ItemQuery,
  type SortKey,
} from '../../electron/contract/query.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import type { Store } from '../../electron/store/operations.ts'
import {
  buildInner,
  buildItem,
  COMPLETE,
  fillCampaign,
  itemIdOf,
  sweepRange,
  temporaryStore,
  type Json,
  type JsonObject,
} from '../support/store.ts'

/** Downloads items with these bodies as text, in any notation. */
async function fillWithBodies(store: Store, campaignId: string, bodies: readonly string[]): Promise<void> {
  const ids = bodies.map((_, index) => itemIdOf(index))
  const entities = ids.map((id, index) => `"${id}":${bodies[index] ?? '{}'}`)
  const page = `{"campaignItemIds":${JSON.stringify(ids)},"campaignItemEntities":{${entities.join(',')}},
    "totalCount":${String(ids.length)},"limit":${String(ids.length)},"skip":0}`
  const { downloadId } = await store.beginDownload(campaignId, 'full', { fresh: true })
  await store.stagePage(downloadId, sweepRange(0), new TextEncoder().encode(page))
  await store.commitDownload(downloadId, COMPLETE)
}

async function readCells(
  store: Store,
  field: FieldKey,
  query: Partial<ItemQuery> = {},
): Promise<readonly (string | null)[]> {
  const { resultId, count } = await store.openResult({ ...EMPTY_QUERY, ...query }, 'grid')
  const window = await store.readWindow(resultId, 0, Math.max(1, count), [field])
  return window.rows.map((row) => row.fields?.[field] ?? null)
}

const itemsWith = (values: readonly (Json | undefined)[]): readonly JsonObject[] =>
  values.map((value, index) => buildItem(index, value === undefined ? {} : { extra: value }))

describe('body fields in a window', () => {
  it('are returned with their digits, if requested', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillWithBodies(store, 'campaign-1', [
      '{"_id":"a","long":12345678901234567890,"price": 1.10,"deep":{"er":{"v":"漢字 \\u00e9"}},"list":[1, "b"]}',
      '{"_id":"b","a/b":{"m~n":true},"price":null,"deep":"flat","list":{ "x" : null }}',
    ])
    const names = [['long'], ['price'], ['deep', 'er', 'v'], ['a/b', 'm~n'], ['list'], ['absent']]
    const keys = names.map(fieldKeyOf)
    const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
    const { rows } = await store.readWindow(resultId, 0, 10, keys)

    expect(rows.map((row) => row.fields)).toEqual([
      { '/long': '12345678901234567890', '/price': '1.10', '/deep/er/v': '"漢字 é"', '/list': '[1,"b"]' },
      { '/a~1b/m~0n': 'true', '/list': '{"x":null}' },
    ])
    const [plain] = (await store.readWindow(resultId, 0, 1)).rows
    expect(plain?.fields).toBeUndefined()
  })
})

describe('the fields of a sample', () => {
  it('are those without a documented column, with an example and a count', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', [
      buildItem(0, { artworkJob: { round: 2, 'a/b': null }, note: 'First' }),
      buildItem(1, { artworkJob: { round: 10 }, tags: [{ name: 'x' }] }),
      buildItem(2),
    ])
    await fillCampaign(store, 'campaign-2', [
      buildItem(3, { campaignId: { _id: 'campaign-2' }, elsewhere: true }),
    ])

    const { fields, sampleSize, total } = await store.findFields(['campaign-1'])
    expect([sampleSize, total]).toEqual([3, 3])
    expect(fields).toEqual([
      { key: '/artworkJob', example: '{"round":2,"a/b":null}', count: 2 },
      { key: '/artworkJob/a~1b', example: null, count: 0 },
      { key: '/artworkJob/round', example: '2', count: 2 },
      { key: '/itemId/artworks', example: expect.stringContaining('artwork-0') as unknown, count: 3 },
      { key: '/note', example: 'First', count: 1 },
      { key: '/tags', example: '[{"name":"x"}]', count: 1 },
    ])
    expect((await store.findFields(null)).fields.map(({ key }) => key)).toContain('/elsewhere')
    expect(await store.findFields(['unknown'])).toEqual({ fields: [], sampleSize: 0, total: 0 })
  })

  it('include documented fields of another type', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', [
      buildItem(0, { status: 'draft', itemId: buildInner(0, { posNumber: 5 }) }),
      buildItem(1, { campaignId: 'bare', itemId: null }),
    ])
    const { fields } = await store.findFields(null)
    expect(fields).toEqual([
      { key: '/itemId/artworks', example: expect.any(String) as unknown, count: 1 },
      { key: '/itemId/posNumber', example: '5', count: 1 },
      { key: '/status', example: 'draft', count: 1 },
    ])
  })

  it('come from a sample across all items', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const items = Array.from({ length: 6_000 }, (_, index) =>
      buildItem(index, index >= 5_000 ? { late: index } : { early: 'x'.repeat(50) }),
    )
    await fillCampaign(store, 'campaign-1', items, { pageSize: 2_000 })
    const { fields, sampleSize, total } = await store.findFields(null)
    expect([sampleSize, total]).toEqual([2_000, 6_000])
    const counts = new Map(fields.map(({ key, count }) => [key, count]))
    expect(counts.get('/early')).toBe(1_667)
    expect(counts.get('/late')).toBe(333)
  })

  it('are limited, with frequent ones first', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const items = Array.from({ length: 50 }, (_, index) =>
      buildItem(index, {
        often: 1,
        byId: Object.fromEntries(
          Array.from({ length: 50 }, (_value, idIndex) => [`id-${String(index * 50 + idIndex)}`, 1]),
        ),
      }),
    )
    await fillCampaign(store, 'campaign-1', items)
    const { fields } = await store.findFields(null)
    expect(fields).toHaveLength(1_000)
    expect(fields.map(({ key }) => key)).toEqual(expect.arrayContaining(['/often', '/byId']))
  })
})

describe('a sort by a field', () => {
  const sortBy = (direction: SortKey['direction']): Partial<ItemQuery> => ({
    sort: [{ key: '/extra', direction }],
  })

  it('orders numbers, flags, texts in natural order and the rest, with empty cells last', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const ordered = [
      '-1e3',
      '-20',
      '-3.5',
      '-0.02',
      '0',
      '1e-7',
      '0.5',
      '1.50',
      '2',
      '10',
      '12345678901234567890',
      '12345678901234567891',
      '1e30',
      'false',
      'true',
      '"a 2"',
      '"A 10"',
      '"b"',
      '{"a":1}',
      '[2]',
    ]
    const emptyValues = ['null', '" "', '""']
    const sent = [...ordered, ...emptyValues].map((value, index) => ({ value, order: (index * 7) % 23 }))
    const bodies = sent.toSorted((a, b) => a.order - b.order).map(({ value }) => `{"extra":${value}}`)
    await fillWithBodies(store, 'campaign-1', [...bodies, '{}'])

    const sorted = await readCells(store, '/extra', sortBy(1))
    // A list before an object, compared as text.
    expect(sorted.slice(0, 20)).toEqual([...ordered.slice(0, 18), '[2]', '{"a":1}'])
    const descending = await readCells(store, '/extra', sortBy(-1))
    expect(descending.slice(0, 20)).toEqual(sorted.slice(0, 20).toReversed())
    expect(descending.slice(20).toSorted()).toEqual(sorted.slice(20).toSorted())
    expect(sorted.slice(20)).toHaveLength(4)
  })

  it('is stable, and combines with other sorts by position', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', itemsWith([1, 'x', 1, undefined, 'x', 1]))
    const order = async (sort: readonly SortKey[]): Promise<readonly (number | string | null)[]> => {
      const { resultId } = await store.openResult({ ...EMPTY_QUERY, sort }, 'grid')
      return (await store.readWindow(resultId, 0, 10)).rows.map(({ qty }) => qty)
    }
    expect(await order([{ key: '/extra', direction: 1 }])).toEqual([0, 2, 5, 1, 4, 3])
    expect(
      await order([
        { key: '/extra', direction: 1 },
        { key: 'qty', direction: -1 },
      ]),
    ).toEqual([5, 2, 0, 4, 1, 3])
  })

  it('sorts search results, and follows a new download', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const items = Array.from({ length: 200 }, (_, index) =>
      buildItem(index, {
        extra: { deep: `v${String((index * 37) % 200)}` },
        itemId: buildInner(index, { name: index % 40 === 0 ? `Rare ${String(index)}` : 'Common' }),
      }),
    )
    await fillCampaign(store, 'campaign-1', items)
    const query = { search: 'rare', sort: [{ key: '/extra/deep', direction: 1 }] } as const
    expect(await readCells(store, '/extra/deep', query)).toEqual([
      '"v0"',
      '"v40"',
      '"v80"',
      '"v120"',
      '"v160"',
    ])
    await fillCampaign(store, 'campaign-1', items.slice(0, 50))
    expect(await readCells(store, '/extra/deep', query)).toEqual(['"v0"', '"v80"'])
  })

  it('does not evict earlier results of another reader', async () => {
    await using opened = await temporaryStore({ readers: 2 })
    const { store } = opened
    await fillCampaign(store, 'campaign-1', itemsWith([2, 1]))
    const before = await store.openResult(EMPTY_QUERY, 'grid')
    // More results than a reader keeps: the reader with the first result has none of these.
    for (let round = 0; round < 12; round += 1) {
      expect(await readCells(store, '/extra', sortBy(1))).toEqual(['1', '2'])
    }
    expect((await store.readWindow(before.resultId, 0, 2)).rows).toHaveLength(2)
  })

  it('is superseded by a newer query', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', itemsWith(Array.from({ length: 5_000 }, (_, index) => index)))
    const older = store.openResult({ ...EMPTY_QUERY, ...sortBy(1) }, 'grid')
    const newer = store.openResult(EMPTY_QUERY, 'grid')
    await expect(older).rejects.toMatchObject({ code: 'superseded' })
    expect((await newer).count).toBe(5_000)
  })
})

describe('a filter by a field', () => {
  const FIELD = '/extra'
  const is = (...values: readonly (string | null)[]): FilterCondition => hasValue(FIELD, ...values)
  const filled = ['"a"', '" a "', '"B"', '5', '"5"', '5.0', 'true', '{ "x": 1 }']
  const bodies = [...filled, 'null', '"  "'].map((value) => `{"extra":${value}}`)

  async function storeWith(sent: readonly string[]): Promise<Awaited<ReturnType<typeof temporaryStore>>> {
    const opened = await temporaryStore()
    await fillWithBodies(opened.store, 'campaign-1', sent)
    return opened
  }

  const valuesWith = async (
    store: Store,
    ...conditions: readonly FilterCondition[]
  ): Promise<readonly string[]> => {
    const { resultId, count } = await store.openResult(
      { ...EMPTY_QUERY, filters: allOf(...conditions) },
      'grid',
    )
    const { rows } = await store.readWindow(resultId, 0, Math.max(1, count), [FIELD])
    return rows.map((row) => row.fields?.[FIELD] ?? 'nothing')
  }

  const valuesOf = (store: Store, find = '', query: Partial<ItemQuery> = {}): Promise<ColumnValues> =>
    store.columnValues({ ...EMPTY_QUERY, ...query }, FIELD, find, 'values')

  it('accepts chosen values, ignoring white space around texts', async () => {
    await using opened = await storeWith([...bodies, '{}'])
    const { store } = opened
    expect(await valuesWith(store, is('"a"'))).toEqual(['"a"', '" a "'])
    expect(await valuesWith(store, is('5', 'true'))).toEqual(['5', 'true'])
    expect(await valuesWith(store, is('{"x":1}', null))).toEqual(['{"x":1}', 'nothing', '"  "', 'nothing'])
    expect(await valuesWith(store, { column: FIELD, operator: 'isEmpty' })).toHaveLength(3)
    expect(await valuesWith(store, { column: FIELD, operator: 'isNotEmpty' })).toHaveLength(filled.length)
    expect(await valuesWith(store, { column: FIELD, operator: 'isDuplicated' })).toEqual(['"a"', '" a "'])
    expect(await valuesWith(store, { column: FIELD, operator: 'atLeast', value: 5 })).toEqual(['5', '5.0'])
    expect(await valuesWith(store, { column: FIELD, operator: 'atMost', value: 4.9 })).toEqual([])
  })

  it('suggests existing values with counts under the other filters', async () => {
    await using opened = await storeWith([...bodies, '{}'])
    const { store } = opened
    const all = await valuesOf(store)
    expect(all).toMatchObject({ distinct: 7, empty: 3, min: null, max: null })
    expect(all.values[0]).toEqual({ value: '"a"', count: 2 })
    expect(all.values.map(({ value }) => value).toSorted()).toEqual(
      ['"a"', '"B"', '"5"', '5', '5.0', 'true', '{"x":1}'].toSorted(),
    )
    expect((await valuesOf(store, 'yes')).values).toEqual([{ value: 'true', count: 1 }])
    expect((await valuesOf(store, '"')).values).toEqual([{ value: '{"x":1}', count: 1 }])
    const own = { filters: allOf(is('5')) }
    expect((await valuesOf(store, '', own)).distinct).toBe(7)
    const other = { filters: allOf(hasValue('campaignItemId', itemIdOf(3))) }
    expect(await valuesOf(store, '', other)).toMatchObject({
      values: [{ value: '5', count: 1 }],
      empty: 0,
      min: 5,
      max: 5,
    })
  })

  it('has a range if all values are numbers', async () => {
    await using opened = await storeWith(['{"extra":-2.5}', '{"extra":1e3}', '{}', '{"extra":7}'])
    const { store } = opened
    expect(await valuesOf(store, '7')).toMatchObject({ distinct: 1, min: -2.5, max: 1_000 })
    expect(await valuesWith(store, { column: FIELD, operator: 'between', from: 0, to: 1_000 })).toEqual([
      '1e3',
      '7',
    ])
    expect(await valuesWith(store, { column: FIELD, operator: 'atMost', value: 0 }, is('-2.5', '7'))).toEqual(
      ['-2.5'],
    )
  })

  it('does not suggest values that are too long', async () => {
    const long = 'x'.repeat(MAX_VALUE_LENGTH)
    await using opened = await storeWith([`{"extra":"${long}"}`, '{"extra":"short"}'])
    expect(await valuesOf(opened.store)).toMatchObject({
      values: [{ value: '"short"', count: 1 }],
      distinct: 1,
    })
  })

  it('distinguishes and finds very many values', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const items = Array.from({ length: 25_000 }, (_, index) =>
      buildItem(index, { extra: `job ${String(index)}` }),
    )
    await fillCampaign(store, 'campaign-1', items, { pageSize: 5_000 })
    const found = await valuesOf(store, 'job 1234')
    expect(found.distinct).toBe(11)
    expect(found.values.map(({ value }) => value)).toContain('"job 12349"')
    expect(await valuesWith(store, is('"job 24999"'))).toEqual(['"job 24999"'])
  })
})

describe('fields in an export', () => {
  it('are exported next to columns, for consecutive and scattered rows', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', itemsWith(['one', { two: 2 }, undefined, 4]))
    const columns = ['/extra', 'qty', '/extra/two', 'campaignItemId'] as const
    const expected = [
      ['"one"', 0, null, itemIdOf(0)],
      ['{"two":2}', 1, '2', itemIdOf(1)],
      [null, 2, null, itemIdOf(2)],
      ['4', 3, null, itemIdOf(3)],
    ]
    const rowsOf = (sort: readonly SortKey[]): readonly unknown[] => {
      const rows = openExportRows(file, { query: { ...EMPTY_QUERY, sort } }, columns)
      try {
        return [...rows.batches()].flat()
      } finally {
        rows.close()
      }
    }
    expect(rowsOf([])).toEqual(expected)
    expect(rowsOf([{ key: 'qty', direction: -1 }])).toEqual(expected.toReversed())
  })
})
