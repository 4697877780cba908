import { describe, expect, it } from 'vitest'
import type { ChangesQuery, ChangesWindow } from '../../electron/contract/changes.ts'
import { openChangeRows } from '../../electron/store/changes/export-rows.ts'
import type { Store } from '../../electron/store/operations.ts'
import { buildInner, buildItem, fillCampaign, itemIdOf, temporaryStore } from '../support/store.ts'

const ID = 'campaign-1'
const ALL_CHANGES: ChangesQuery = { campaignId: ID, since: null, kinds: [], field: null, unseenOnly: false }
const STATUS_LABELS = [
  { value: 2, name: 'Briefed', color: 'blue' },
  { value: 3, name: 'In Production', color: 'green' },
] as const

function read(store: Store, query: Partial<ChangesQuery>): Promise<ChangesWindow> {
  return store.readChanges({ ...ALL_CHANGES, ...query }, 0, 1_000)
}

/** Item 1 changes in two fields, 2 in its name, 3 is deleted, 4 is added, and 5 changes in a nested field. */
async function fill(store: Store): Promise<void> {
  await fillCampaign(store, ID, [
    buildItem(1, { qty: 1_200, status: 2, itemId: buildInner(1, { name: 'Café Poster' }) }),
    buildItem(2, { itemId: buildInner(2, { name: 'Wobbler' }) }),
    buildItem(3, { qty: 37, status: 3 }),
    buildItem(5),
  ])
  await fillCampaign(store, ID, [
    buildItem(1, { qty: 4_500, status: 3, itemId: buildInner(1, { name: 'Café Poster' }) }),
    buildItem(2, { itemId: buildInner(2, { name: 'Shelf Talker' }) }),
    buildItem(4),
    buildItem(5, { itemId: buildInner(5, { paperWeight: { unit: 'grams', value: [135] } }) }),
  ])
}

describe('a search of changes', () => {
  it('finds names, POS numbers, labels of fields and values, and narrows the lines of an item', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fill(store)
    const find = async (search: string): Promise<Readonly<Record<string, readonly string[]>>> => {
      const { rows } = await read(store, {
        search,
        statusLabels: STATUS_LABELS.map((label) => ({ ...label })),
      })
      return Object.fromEntries(
        rows.map(({ campaignItemId, kind, foundPaths }) => [
          Number(campaignItemId.slice(-12)),
          foundPaths ?? [kind],
        ]),
      )
    }
    expect(await find('CAFE poster')).toEqual({ 1: ['status', 'qty'] })
    expect(await find('pos-2')).toEqual({ 2: ['itemId.name'] })
    expect(await find('quantity')).toEqual({ 1: ['qty'] })
    expect(await find('cafe quantity')).toEqual({ 1: ['qty'] })
    expect(await find('4,500')).toEqual({ 1: ['qty'] })
    // The old value, and the name before.
    expect(await find('1200')).toEqual({ 1: ['qty'] })
    expect(await find('wobbler')).toEqual({ 2: ['itemId.name'] })
    expect(await find('in production')).toEqual({ 1: ['status'], 3: ['gone'] })
    expect(await find('briefed production')).toEqual({ 1: ['status'] })
    expect(await find('deleted 37')).toEqual({ 3: ['gone'] })
    expect(await find('added')).toEqual({ 4: ['added'] })
    expect(await find('paper weight 135')).toEqual({ 5: ['itemId.paperWeight.value'] })
    // Words of different lines of an item do not match together.
    expect(await find('status 4500')).toEqual({})
    expect(await find('  ')).toHaveProperty('5', ['changed'])
  })

  it('counts what it finds, with the other filters and groups', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fill(store)
    const quantities = await read(store, { search: 'quantity' })
    expect(quantities).toMatchObject({
      ...{ count: 1, itemCount: 1, unseenCount: 1, hiddenCount: 0 },
      kinds: { added: 0, changed: 1, gone: 0 },
      fields: [{ path: 'qty', count: 1 }],
    })
    expect(quantities.layout?.lines).toEqual(Uint8Array.from([1]))
    // All fields of the row remain for the details.
    expect(quantities.rows[0]?.fields.map(({ path }) => path)).toEqual(['status', 'qty'])
    expect(await read(store, { search: 'quantity', hiddenFields: ['qty'] })).toMatchObject({
      ...{ count: 0, hiddenCount: 1 },
    })
    const byField = await read(store, { search: 'cafe', groupBy: 'field' })
    expect(byField.layout?.groups).toEqual([
      { by: 'field', path: 'qty', count: 1 },
      { by: 'field', path: 'status', count: 1 },
    ])
    expect(await read(store, { search: 'poster', kinds: ['added'] })).toMatchObject({ count: 0 })
    await store.markSeen(ID, [itemIdOf(1)])
    expect(await read(store, { search: 'cafe', unseenOnly: true })).toMatchObject({ count: 0 })
    expect(await read(store, { search: 'cafe' })).toMatchObject({ count: 1, unseenCount: 0 })
  })

  it('finds the changes of the next download', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fill(store)
    expect((await read(store, { search: '777' })).count).toBe(0)
    await fillCampaign(store, ID, [buildItem(5, { qty: 777 })])
    expect((await read(store, { search: '777' })).count).toBe(1)
  })

  it('narrows the exported rows, without those of the campaign', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await fill(store)
    const rows = openChangeRows(file, { ...ALL_CHANGES, search: 'cafe quantity' })
    try {
      expect(rows.count).toBe(1)
      expect([...rows.batches()].flat().map(([, , name, , field]) => [name, field])).toEqual([
        ['Café Poster', 'qty'],
      ])
    } finally {
      rows.close()
    }
  })
})
