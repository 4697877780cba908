import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { openExportRows, BODY_PART } from '../../electron/store/export-rows.ts'
import { MAX_ORDINARY_BODY_BYTES } from '../../electron/store/long-items.ts'
import type { Store } from '../../electron/store/operations.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type JsonObject } from '../support/store.ts'

const CAMPAIGN = 'campaign-1'
const LONG_REMARK = 'x'.repeat(MAX_ORDINARY_BODY_BYTES)
const TEXTS = ['Café', 'poster', 'POS-7', 'POS-12', 'two words', 'line\nbreak', ' ', 'A; B', null]
const at = (index: number): string | null => TEXTS[index % TEXTS.length] ?? null

/** 700 items with texts of all kinds. With `isLong`, every fifth item has a long body. */
function items(isLong: boolean): readonly JsonObject[] {
  return Array.from({ length: 700 }, (_, number) =>
    buildItem(number, {
      clientId: at(number + 3),
      status: number % 11 === 0 ? 'odd' : number % 4,
      itemId: buildInner(number, {
        name: at(number),
        posNumber: at(number + 1),
        elementId: { _id: 'element-1', name: at(number + 2) },
        workflowTemplateName: at(number % 5),
        artworks: [{ name: at(number % 7) }, { name: 'Wobbler' }],
      }),
      short: number % 13,
      ...(isLong && number % 5 === 0 ? { remark: LONG_REMARK } : {}),
    }),
  )
}

const QUERIES: readonly Partial<ItemQuery>[] = [
  {},
  ...['cafe', 'pos', 'poster wobbler', 'break', 'standard', 'summer'].map((search) => ({
    search,
    searchMode: 'words' as const,
  })),
  ...['caf', '^POS-\\d+$', 'two words', 'wob{2}ler|poster', '.'].map((search) => ({ search })),
  ...['element:poster', 'name:"two words"', '-workflow:caf', 'pos:pos', 'status:"odd"', '"a; b"'].map(
    (search) => ({ search, searchMode: 'fields' as const }),
  ),
  ...(
    ['itemName', 'posNumber', 'artworkNames', 'elementName', 'clientId', 'status', '/short'] as const
  ).flatMap((key) => [
    { sort: [{ key, direction: -1 as const }] },
    { filters: allOf({ column: key, operator: 'isNotEmpty' }) },
  ]),
  { filters: allOf(hasValue('itemName', 'poster'), hasValue('elementName', 'POS-7', 'POS-12')) },
  ...(['itemName', 'artworkNames', 'elementName', 'clientId', '/short'] as const).flatMap((column) =>
    (['contains', 'beginsWith', 'endsWith', 'matchesPattern', 'doesNotMatchFormat'] as const).map(
      (operator) => ({ filters: allOf({ column, operator, text: 'o' }) }),
    ),
  ),
  { group: 'elementName', sort: [{ key: 'posNumber', direction: 1 }] },
]

/** The results of a store, without keys. */
async function answers(store: Store): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (const changes of QUERIES) {
    const query = { ...EMPTY_QUERY, ...changes }
    const { resultId, count, groups } = await store.openResult(query, 'grid')
    const { rows } = await store.readWindow(resultId, 0, count, ['/short'])
    all.push([changes, groups, rows.map(({ key: _key, ...row }) => row)])
  }
  for (const column of ['itemName', 'elementName', 'artworkNames', 'clientId', '/short'] as const)
    all.push(await store.columnValues(EMPTY_QUERY, column, 'o', 'grid'))
  return all
}

describe('long items', () => {
  it('are searched, sorted, filtered, grouped and exported like others', async () => {
    await using one = await temporaryStore({ readers: 1 })
    await using other = await temporaryStore({ readers: 1 })
    await fillCampaign(one.store, CAMPAIGN, items(false))
    await fillCampaign(other.store, CAMPAIGN, items(true))
    expect(await answers(other.store)).toEqual(await answers(one.store))

    const exported = (file: string, query: ItemQuery, isPacked: boolean): unknown => {
      const rows = openExportRows(
        file,
        { query },
        isPacked ? ITEM_COLUMN_KEYS : [...ITEM_COLUMN_KEYS, '/short'],
      )
      try {
        if (!isPacked) return [...rows.batches()].flat()
        const texts: string[] = []
        for (const { bytes, starts, keys } of rows.packed?.() ?? []) {
          let end = -1
          for (let row = 0; row < keys.length; row += 1) {
            const start = starts?.[row] ?? end + 1
            end = bytes.indexOf(0xfe, start)
            texts.push(bytes.toString('latin1', start, end))
          }
        }
        return texts
      } finally {
        rows.close()
      }
    }
    for (const query of [
      EMPTY_QUERY,
      { ...EMPTY_QUERY, sort: [{ key: 'itemName' as const, direction: 1 as const }] },
    ])
      for (const isPacked of [true, false])
        expect(exported(other.file, query, isPacked)).toEqual(exported(one.file, query, isPacked))
    const bodies = openExportRows(other.file, { query: EMPTY_QUERY }, [BODY_PART])
    expect([...bodies.batches()].flat().map(([body]) => JSON.parse(String(body)) as unknown)).toEqual(
      items(true),
    )
    bodies.close()
  })

  it('are handled correctly after a download that changes which items are long', async () => {
    await using one = await temporaryStore({ readers: 1 })
    await using other = await temporaryStore({ readers: 1 })
    const last = items(false).slice(20)
    await fillCampaign(one.store, CAMPAIGN, last)
    await fillCampaign(other.store, CAMPAIGN, items(true))
    // Other items are long, and every text differs.
    const changed = last.map((item, index) => ({
      ...item,
      ...(index % 3 === 0 ? { remark: LONG_REMARK } : {}),
      itemId: buildInner(index),
    }))
    await fillCampaign(other.store, CAMPAIGN, changed)
    await fillCampaign(other.store, CAMPAIGN, last)
    expect(await answers(other.store)).toEqual(await answers(one.store))
  })

  it('are distinguished, grouped and found by text beyond the start of a long value', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store } = opened
    const long = (end: string): string => `${'W'.repeat(50_000)} ${end}`
    await fillCampaign(
      store,
      CAMPAIGN,
      ['first', 'second', 'second'].map((end, number) =>
        buildItem(number, {
          itemId: buildInner(number, { elementId: { name: long(end) }, name: long(end) }),
        }),
      ),
    )
    const grouped = await store.openResult({ ...EMPTY_QUERY, group: 'elementName' }, 'grid')
    expect(grouped.groups?.map(({ count }) => count)).toEqual([1, 2])
    for (const query of [
      { search: 'second', searchMode: 'words' as const },
      { search: 'W second$' },
      { search: 'element:second', searchMode: 'fields' as const },
    ])
      expect(await store.openResult({ ...EMPTY_QUERY, ...query }, 'grid')).toMatchObject({ count: 2 })
    // The digest in the index is not searched.
    for (const search of ['^.{3000,4100}$', '\\uffff'])
      expect(await store.openResult({ ...EMPTY_QUERY, search }, 'grid')).toMatchObject({ count: 0 })
  })
})
