import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import type { StoredValue } from '../../electron/store/types.ts'
import { buildItem, fillCampaign, temporaryFolder, temporaryStore } from '../support/store.ts'

type Tail<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never

const BY_QUANTITY: ItemQuery = { ...EMPTY_QUERY, search: 'item', sort: [{ key: 'qty', direction: -1 }] }
const items = Array.from({ length: 2_500 }, (_, number) => buildItem(number))

type Rows = readonly (readonly StoredValue[])[]

function allOf(file: string, ...what: Tail<Parameters<typeof openExportRows>>): Rows {
  const opened = openExportRows(file, ...what)
  try {
    const all = [...opened.batches()].flat()
    expect(opened.count).toBe(all.length)
    return all
  } finally {
    opened.close()
  }
}

describe('the rows of an export', () => {
  it('are those of the query in its order', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items)
    const rows = allOf(opened.file, { query: BY_QUANTITY }, ITEM_COLUMN_KEYS)
    const result = await opened.store.openResult(BY_QUANTITY, 'grid')
    const window = await opened.store.readWindow(result.resultId, 0, items.length)

    // Booleans are exported as 1 and 0.
    const expected = window.rows.map((row) =>
      ITEM_COLUMN_KEYS.map((key) => (typeof row[key] === 'boolean' ? Number(row[key]) : row[key])),
    )
    expect(rows).toEqual(expected)
    expect(rows[0]).toContain(2_499)
  })

  it('are those of the keys in their order', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items)

    expect(allOf(opened.file, { keys: Int32Array.of(7, 3, 2_000) }, ['qty'])).toEqual([[6], [2], [1_999]])
    expect(allOf(opened.file, { keys: Int32Array.of(3, 4, 5) }, ['qty', 'status'])).toEqual([
      [2, 2],
      [3, 3],
      [4, 0],
    ])
    expect(allOf(opened.file, { keys: new Int32Array() }, ['qty'])).toEqual([])
  })

  it('do not change during a download', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', items)
    const rows = openExportRows(file, { query: BY_QUANTITY }, ['qty'])
    const batches = rows.batches()[Symbol.iterator]()
    const first = batches.next().value as Rows
    await fillCampaign(store, 'campaign-1', [buildItem(1, { qty: -5 })])
    await store.removeCampaigns(['campaign-1'])
    const rest = [...{ [Symbol.iterator]: () => batches }].flat()
    rows.close()

    expect(first.length + rest.length).toBe(2_500)
    expect(rest.at(-1)).toEqual([0])
    expect((await store.countItems()).items).toBe(0)
    expect(allOf(file, { query: BY_QUANTITY }, ['qty'])).toEqual([])
  })

  it('fail if a key was deleted', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items)

    expect(() => allOf(opened.file, { keys: Int32Array.of(7, 9_999) }, ['qty'])).toThrow(
      expect.objectContaining({ code: 'notFound' }) as Error,
    )
  })

  it('fail for an invalid pattern, and without a cache', async () => {
    await using opened = await temporaryStore()
    const folder = await temporaryFolder()

    expect(() => openExportRows(opened.file, { query: { ...EMPTY_QUERY, search: '(' } }, ['qty'])).toThrow(
      expect.objectContaining({ code: 'searchInvalid' }) as Error,
    )
    expect(() => openExportRows(`${folder.path}/none.db`, { query: EMPTY_QUERY }, ['qty'])).toThrow(
      expect.objectContaining({ code: 'notFound' }) as Error,
    )
    await rm(folder.path, { recursive: true })
  })

  it('are readable after the store is closed', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items)
    await opened.store.close()

    expect(allOf(opened.file, { query: EMPTY_QUERY }, ['qty'])).toHaveLength(2_500)
  })
})
