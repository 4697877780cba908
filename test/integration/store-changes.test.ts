import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import type { ChangesQuery, ChangesWindow, ItemChange } from '../../electron/contract/changes.ts'
import { EMPTY_QUERY, type UnseenChange } from '../../electron/contract/query.ts'
import type { Store } from '../../electron/store/operations.ts'
import type { DownloadVerdict } from '../../electron/store/types.ts'
import {
  buildInner,
  buildItem,
  buildPage,
  bytesOf,
  COMPLETE,
  fillCampaign,
  itemIdOf,
  openTestStore,
  sweepRange,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const ID = 'campaign-1'
const ALL_CHANGES: ChangesQuery = { campaignId: ID, since: null, kinds: [], field: null, unseenOnly: false }
const INCOMPLETE: DownloadVerdict = { state: 'incomplete', expectedCount: 9, reason: 'Some are missing.' }

const items = (...numbers: readonly number[]): readonly JsonObject[] =>
  numbers.map((number) => buildItem(number))

function read(store: Store, query: Partial<ChangesQuery> = {}): Promise<ChangesWindow> {
  return store.readChanges({ ...ALL_CHANGES, ...query }, 0, 1_000)
}

async function unseenChangesOf(store: Store): Promise<readonly UnseenChange[]> {
  const { resultId } = await store.openResult(EMPTY_QUERY, 'grid')
  return (await store.readWindow(resultId, 0, 1_000)).unseenChanges
}

async function countUnseen(store: Store): Promise<number | undefined> {
  return (await store.listCampaigns())[0]?.unseenChanges
}

/** The kind and fields of each change by item number. */
function summarize(changes: readonly ItemChange[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    changes.map(({ campaignItemId, kind, fields }) => [
      Number(campaignItemId.slice(-12)),
      kind === 'changed' ? fields.map((field) => [field.path, field.old, field.new]) : kind,
    ]),
  )
}

describe('the changes of a download', () => {
  it('are none for the first one, which counts its items', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3))

    const downloads = await store.listDownloads(ID)
    expect(downloads).toMatchObject([
      { mode: 'full', complete: true, itemCount: 3, added: 0, changed: 0, deleted: 0, campaignFields: 0 },
    ])
    expect(downloads[0]?.completedAt).toBe((await store.listCampaigns())[0]?.fetchedAt)
    expect(await read(store)).toEqual({
      start: 0,
      rows: [],
      ...{ count: 0, itemCount: 0, unseenCount: 0, hiddenCount: 0 },
      kinds: { added: 0, changed: 0, gone: 0 },
      fields: [],
      campaign: [],
      layout: { groups: [], lines: new Uint8Array() },
    })
    expect(await unseenChangesOf(store)).toEqual([])
    expect(await countUnseen(store)).toBe(0)
    expect(await store.listDownloads('unknown')).toEqual([])
    expect((await read(store, { campaignId: 'unknown' })).count).toBe(0)
  })

  it('filter a list to unseen items until they are marked as seen', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(
      store,
      'campaign-2',
      [7, 8].map((number) => buildItem(number, { campaignId: 'campaign-2' })),
    )
    await fillCampaign(store, ID, items(1, 2, 3))
    const unseen = async (search = ''): Promise<readonly (string | null)[]> => {
      const { resultId, count } = await store.openResult(
        { ...EMPTY_QUERY, search, filters: allOf(hasValue('unseen', true)) },
        'grid',
      )
      const { rows } = await store.readWindow(resultId, 0, 10)
      expect(rows).toHaveLength(count)
      return rows.map(({ campaignItemId }) => campaignItemId)
    }
    expect(await unseen()).toEqual([])

    await fillCampaign(store, ID, [...items(2), buildItem(3, { qty: 99 }), ...items(4)])
    expect(await unseen()).toEqual([itemIdOf(3), itemIdOf(4)])
    expect(await unseen('4$')).toEqual([itemIdOf(4)])
    const query = { ...EMPTY_QUERY, filters: allOf(hasValue('unseen', true)) }
    expect(await store.columnValues(query, 'campaignId', '', 'grid')).toMatchObject({ distinct: 1 })

    await store.markSeen(ID, [itemIdOf(3)])
    expect(await unseen()).toEqual([itemIdOf(4)])
  })

  it('list items and fields', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3))
    const changed = buildItem(2, { qty: 7, itemId: buildInner(2, { name: 'Renamed', extra: [1] }) })
    await fillCampaign(store, ID, [...items(1), changed, ...items(4)])

    const [latest, first] = await store.listDownloads(ID)
    expect(latest).toMatchObject({ itemCount: 3, added: 1, changed: 1, deleted: 1 })
    const window = await read(store)
    expect(window.kinds).toEqual({ added: 1, changed: 1, gone: 1 })
    expect(window.fields).toEqual([
      { path: 'itemId.extra', count: 1 },
      { path: 'itemId.name', count: 1 },
      { path: 'qty', count: 1 },
    ])
    const noticedAt = latest?.completedAt
    expect(window.rows).toEqual([
      {
        campaignItemId: itemIdOf(2),
        key: 2,
        kind: 'changed',
        itemName: 'Renamed',
        posNumber: 'POS-2',
        fields: [
          { path: 'itemId.name', old: '"Item 2"', new: '"Renamed"' },
          { path: 'itemId.extra', old: null, new: '[1]' },
          { path: 'qty', old: '2', new: '7' },
        ],
        noticedAt,
        seen: false,
      },
      {
        campaignItemId: itemIdOf(3),
        key: null,
        kind: 'gone',
        itemName: 'Item 3',
        posNumber: 'POS-3',
        fields: [],
        values: { status: 3, qty: 3 },
        noticedAt,
        seen: false,
      },
      {
        campaignItemId: itemIdOf(4),
        key: 5,
        kind: 'added',
        itemName: 'Item 4',
        posNumber: 'POS-4',
        fields: [],
        values: { status: 0, qty: 4 },
        noticedAt,
        seen: false,
      },
    ])
    expect((await read(store, { since: first?.downloadKey ?? 0 })).count).toBe(3)
    expect((await read(store, { since: latest?.downloadKey ?? 0 })).count).toBe(0)
  })

  it('ignore signatures of addresses and the order of names', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const signed = (signature: string): JsonObject =>
      buildItem(1, {
        itemId: buildInner(1, {
          artworks: [{ _id: 'a', name: 'A', fileId: { url: `https://x/a.png?s=${signature}` } }],
        }),
      })
    await fillCampaign(store, ID, [signed('1')])
    const outcome = await fillCampaign(store, ID, [Object.fromEntries(Object.entries(signed('2')).reverse())])

    // The row is written because only the new signature is valid, but no field differs.
    expect(outcome.changed).toBe(0)
    expect((await store.listDownloads(ID))[0]).toMatchObject({ added: 0, changed: 0, deleted: 0 })
    expect((await read(store)).count).toBe(0)
    expect(await countUnseen(store)).toBe(0)
  })

  it('are combined over several downloads', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const qty = (number: number, amount: number): JsonObject => buildItem(number, { qty: amount })
    await fillCampaign(store, ID, [...items(1, 2, 3, 4), qty(5, 50), ...items(6)])
    // 1 changes and reverts, 2 changes twice, 3 is deleted and restored, 4 too with other fields, 7 is added
    // and deleted.
    await fillCampaign(store, ID, [qty(1, 9), qty(2, 9), qty(5, 51), ...items(6, 7, 8)])
    const before = (await store.listDownloads(ID))[0]?.downloadKey ?? 0
    await fillCampaign(store, ID, [
      qty(1, 1),
      qty(2, 10),
      ...items(3),
      qty(4, 40),
      qty(5, 51),
      buildItem(6, { status: null }),
      qty(8, 80),
    ])

    expect(summarize((await read(store)).rows)).toEqual({
      2: [['qty', '2', '10']],
      4: [['qty', '4', '40']],
      5: [['qty', '50', '51']],
      6: [['status', '2', 'null']],
      8: 'added',
    })
    expect(summarize((await read(store, { since: before })).rows)).toEqual({
      1: [['qty', '9', '1']],
      2: [['qty', '9', '10']],
      3: 'added',
      4: 'added',
      6: [['status', '2', 'null']],
      7: 'gone',
      8: [['qty', '8', '80']],
    })
    // Unseen changes are combined in the same way.
    const unseen = new Map(
      (await unseenChangesOf(store)).map(({ kind, columns, key }) => [key, [kind, ...columns]]),
    )
    expect([...unseen.values()]).toEqual([
      ['changed', 'qty'],
      ['changed', 'qty'],
      ['changed', 'qty'],
      ['changed', 'status'],
      ['added'],
    ])
    expect(await countUnseen(store)).toBe(5)
  })

  it('are compared with what the person has last seen, if only unseen ones are requested', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const qty = (number: number, amount: number): JsonObject => buildItem(number, { qty: amount })
    await fillCampaign(store, ID, items(1, 2))
    await fillCampaign(store, ID, [qty(1, 9), qty(2, 9)])
    await store.markSeen(ID, [itemIdOf(1)])
    await fillCampaign(store, ID, [qty(1, 30), qty(2, 30)])

    const unseen = await read(store, { unseenOnly: true })
    expect(summarize(unseen.rows)).toEqual({ 1: [['qty', '9', '30']], 2: [['qty', '2', '30']] })
    expect(unseen).toMatchObject({ count: 2, itemCount: 2, unseenCount: 2 })
    expect(summarize((await read(store)).rows)).toEqual({ 1: [['qty', '1', '30']], 2: [['qty', '2', '30']] })
    await store.markSeen(ID, [itemIdOf(2)])
    expect(summarize((await read(store, { unseenOnly: true })).rows)).toEqual({ 1: [['qty', '9', '30']] })
    expect(await read(store)).toMatchObject({ count: 2, unseenCount: 1 })
  })

  it('leave out items in which only hidden fields changed, and count them', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3, 4))
    const updatedAt = '2026-09-09T09:09:09.000Z'
    await fillCampaign(store, ID, [
      buildItem(1, { updatedAt }),
      buildItem(2, { updatedAt, qty: 9, status: 9 }),
      ...items(3, 5),
    ])
    const all = await read(store)
    expect(all).toMatchObject({ count: 4, hiddenCount: 0, kinds: { added: 1, changed: 2, gone: 1 } })
    expect([...(all.layout?.lines ?? [])]).toEqual([1, 3, 1, 1])
    const hidden = await read(store, { hiddenFields: ['updatedAt'] })
    expect(Object.keys(summarize(hidden.rows))).toEqual(['2', '4', '5'])
    expect(hidden).toMatchObject({ count: 3, hiddenCount: 1, kinds: { added: 1, changed: 1, gone: 1 } })
    // The field can be shown again.
    expect(hidden.fields).toContainEqual({ path: 'updatedAt', count: 2 })
    expect([...(hidden.layout?.lines ?? [])]).toEqual([2, 1, 1])
    expect(await read(store, { hiddenFields: ['updatedAt'], kinds: ['added'] })).toMatchObject({
      count: 1,
      hiddenCount: 0,
    })
    expect((await store.readChanges(ALL_CHANGES, 1, 10)).layout).toBeNull()
  })

  it('are grouped by download, or by field', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3, 4))
    await fillCampaign(store, ID, [buildItem(1, { qty: 9 }), ...items(2, 3, 4, 5)])
    await fillCampaign(store, ID, [
      buildItem(1, { qty: 9 }),
      buildItem(2, { qty: 9, status: 9 }),
      ...items(3, 5),
    ])
    const [latest, earlier] = await store.listDownloads(ID)
    expect((await read(store)).layout).toEqual({
      groups: [
        { by: 'download', completedAt: latest?.completedAt, count: 2 },
        { by: 'download', completedAt: earlier?.completedAt, count: 2 },
      ],
      lines: Uint8Array.from([2, 1, 1, 1]),
    })
    const byField = await read(store, { groupBy: 'field' })
    expect(byField.rows.map(({ campaignItemId }) => Number(campaignItemId.slice(-12)))).toEqual([
      5, 4, 2, 1, 2,
    ])
    expect(byField).toMatchObject({ count: 5, itemCount: 4 })
    expect(byField.layout).toEqual({
      groups: [
        { by: 'kind', kind: 'added', count: 1 },
        { by: 'kind', kind: 'gone', count: 1 },
        { by: 'field', path: 'qty', count: 2 },
        { by: 'field', path: 'status', count: 1 },
      ],
      lines: Uint8Array.from([1, 1, 1, 1, 1]),
    })
  })

  it('are filtered by kind, field and seen state, with counts under the other filters', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3, 4))
    await fillCampaign(store, ID, [
      buildItem(1, { qty: 9 }),
      buildItem(2, { qty: 9, status: 9 }),
      ...items(3, 5, 6),
    ])
    await store.markSeen(ID, [itemIdOf(1)])

    const changed = await read(store, { kinds: ['changed', 'gone'] })
    expect(summarize(changed.rows)).toEqual({
      1: [['qty', '1', '9']],
      2: [
        ['status', '2', '9'],
        ['qty', '2', '9'],
      ],
      4: 'gone',
    })
    expect(changed).toMatchObject({ count: 3, kinds: { added: 2, changed: 2, gone: 1 } })
    const status = await read(store, { field: 'status' })
    expect(Object.keys(summarize(status.rows))).toEqual(['2'])
    expect(status).toMatchObject({ count: 1, kinds: { added: 0, changed: 1, gone: 0 } })
    expect(status.fields).toEqual([
      { path: 'qty', count: 2 },
      { path: 'status', count: 1 },
    ])
    expect(await read(store, { field: 'unknown' })).toMatchObject({ count: 0, rows: [] })
    const unseen = await read(store, { unseenOnly: true })
    expect(Object.keys(summarize(unseen.rows))).toEqual(['2', '4', '5', '6'])
    expect(unseen.kinds).toEqual({ added: 2, changed: 1, gone: 1 })
    const part = await store.readChanges(ALL_CHANGES, 1, 2)
    expect(part).toMatchObject({ start: 1, count: 5 })
    expect(part.rows.map(({ campaignItemId }) => campaignItemId)).toEqual([itemIdOf(2), itemIdOf(4)])
  })

  it('include fields of the campaign', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const download = async (record: JsonObject | 'missing'): Promise<void> => {
      const { downloadId: id } = await store.beginDownload(ID, 'full')
      await store.stagePage(id, sweepRange(0), buildPage(items(1)))
      await store.stageRecord(
        id,
        record === 'missing' ? { state: 'missing' } : { state: 'fetched', bytes: bytesOf(record) },
      )
      await store.commitDownload(id, COMPLETE)
    }
    await download({ name: 'Summer', status: 1, meta: { a: 'x' } })
    await download({ name: 'Summer', status: 2, meta: { a: 'x', b: 'y' } })
    await download('missing')
    await download({ name: 'Summer', status: 3, meta: { a: 'x', b: 'y' } })

    expect((await store.listDownloads(ID)).map(({ campaignFields }) => campaignFields)).toEqual([1, 0, 2, 0])
    expect((await read(store, { kinds: ['added'], field: 'qty' })).campaign).toEqual([
      { path: 'status', old: '1', new: '3' },
      { path: 'meta.b', old: null, new: '"y"' },
    ])
    expect(await countUnseen(store)).toBe(0)
  })

  it('are recorded for an incomplete snapshot that replaces another', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2), { verdict: INCOMPLETE })
    await fillCampaign(store, ID, [...items(1), buildItem(2, { qty: 5 }), ...items(3)], {
      verdict: INCOMPLETE,
    })
    await fillCampaign(store, ID, [...items(1), buildItem(2, { qty: 6 }), ...items(3, 4)])
    const outcome = await fillCampaign(store, ID, items(1), { verdict: INCOMPLETE })

    expect(outcome.replaced).toBe(false)
    const downloads = await store.listDownloads(ID)
    expect(downloads.map(({ complete, added, changed }) => [complete, added, changed])).toEqual([
      [true, 1, 1],
      [false, 1, 1],
      [false, 0, 0],
    ])
    expect(summarize((await read(store)).rows)).toEqual({ 2: [['qty', '2', '6']], 3: 'added', 4: 'added' })
  })

  it('are available after a restart, and deleted with the campaign', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, ID, items(1, 2, 3))
    await fillCampaign(opened.store, ID, items(1, 2, 4))
    const before = await read(opened.store)
    await opened.store.close()

    const store = await openTestStore(opened.file)
    try {
      expect(before.count).toBe(2)
      expect(await read(store)).toEqual(before)
      expect(await unseenChangesOf(store)).toEqual([{ key: 4, kind: 'added', columns: [] }])
      await store.removeCampaigns([ID])
      expect(await store.listDownloads(ID)).toEqual([])
      await fillCampaign(store, ID, items(1))
      expect(await read(store)).toMatchObject({ count: 0 })
      expect(await unseenChangesOf(store)).toEqual([])
    } finally {
      await store.close()
    }
  })
})

describe('unseen changes', () => {
  it('are marked in the list until they are seen', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3))
    const renamed = buildItem(2, {
      itemId: buildInner(2, { posNumber: 'P', artworks: [], elementId: { _id: 'e', name: 'E' } }),
      unknown: true,
      hasArtwork: false,
    })
    await fillCampaign(store, ID, [...items(1), renamed, ...items(4)])

    expect(await unseenChangesOf(store)).toEqual([
      {
        key: 2,
        kind: 'changed',
        columns: ['posNumber', 'artworkNames', 'elementId', 'elementName', 'hasArtwork'],
      },
      { key: 5, kind: 'added', columns: [] },
    ])
    expect(await countUnseen(store)).toBe(3)
    await store.markSeen(ID, [itemIdOf(2), 'unknown'])
    expect(await unseenChangesOf(store)).toMatchObject([{ key: 5 }])
    expect(await countUnseen(store)).toBe(2)
    expect((await read(store)).rows.map(({ seen }) => seen)).toEqual([true, false, false])
    // A deleted item has no row but can be marked as seen.
    await store.markSeen(ID, [itemIdOf(3)])
    expect((await read(store)).rows.filter(({ seen }) => !seen)).toMatchObject([{ kind: 'added' }])
    expect(await countUnseen(store)).toBe(1)
    await store.markSeen('unknown', null)
    await store.markSeen(ID, null)
    expect(await unseenChangesOf(store)).toEqual([])
    expect(await countUnseen(store)).toBe(0)
    expect((await read(store, { unseenOnly: true })).count).toBe(0)
    expect((await read(store)).count).toBe(3)
  })

  it('are unseen again when their marks are restored', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3))
    await fillCampaign(store, ID, [buildItem(1, { qty: 420 }), buildItem(2), ...items(4)])
    const before = { unseen: await unseenChangesOf(store), list: await read(store) }
    expect(before.list.rows.map(({ seen }) => seen)).toEqual([false, false, false])
    const one = await store.markSeen(ID, [itemIdOf(1)])
    const others = await store.markSeen(ID, null)
    expect(await store.markSeen(ID, null)).toEqual([])
    expect(await countUnseen(store)).toBe(0)

    expect(await store.markUnseen(ID, others)).toBe(true)
    expect(await countUnseen(store)).toBe(2)
    expect(await store.markUnseen(ID, one)).toBe(true)
    expect({ unseen: await unseenChangesOf(store), list: await read(store) }).toEqual(before)
    expect(await countUnseen(store)).toBe(3)
    expect((await store.getItem(1))?.previousValues).toHaveProperty('qty')
  })

  it('are listed as they are, also when others were unseen before', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1, 2, 3))
    await fillCampaign(
      store,
      ID,
      [1, 2, 3].map((number) => buildItem(number, { qty: 420 })),
    )
    const unseen = async (search?: string) => {
      const { rows } = await read(store, { unseenOnly: true, ...(search === undefined ? {} : { search }) })
      return rows.map(({ campaignItemId, seen }) => [campaignItemId, seen])
    }
    const marks = await store.markSeen(ID, [itemIdOf(1)])
    for (const search of [undefined, '420']) {
      expect(await unseen(search)).toEqual([2, 3].map((number) => [itemIdOf(number), false]))
    }
    await store.markUnseen(ID, marks)
    await store.markSeen(ID, [itemIdOf(2)])
    for (const search of [undefined, '420']) {
      expect(await unseen(search)).toEqual([1, 3].map((number) => [itemIdOf(number), false]))
    }
  })

  it('are combined with later ones when their marks are restored', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, [buildItem(1, { qty: 1 }), buildItem(2, { qty: 1 })])
    await fillCampaign(store, ID, [buildItem(1, { qty: 2 }), buildItem(2, { qty: 2 })])
    const marks = await store.markSeen(ID, null)
    // The second item is as it was before.
    await fillCampaign(store, ID, [buildItem(1, { qty: 2, status: 8 }), buildItem(2, { qty: 1 })])
    expect(await store.markUnseen(ID, marks)).toBe(true)
    const [change, ...others] = await unseenChangesOf(store)
    expect(others).toEqual([])
    expect(new Set(change?.columns)).toEqual(new Set(['qty', 'status']))
    await store.removeCampaigns([ID])
    expect(await store.markUnseen(ID, marks)).toBe(false)
  })

  it('have the values before, over several downloads, until they are seen', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const previousValues = async () => (await store.getItem(1))?.previousValues
    await fillCampaign(store, ID, [buildItem(1, { qty: 420, status: 1 })])
    expect(await previousValues()).toEqual({})
    await fillCampaign(store, ID, [buildItem(1, { qty: 100, status: 1 })])
    await fillCampaign(store, ID, [buildItem(1, { qty: 12, status: 'draft' })])
    expect(await previousValues()).toEqual({ qty: '420', status: '1' })
    await store.markSeen(ID, null)
    await fillCampaign(store, ID, [buildItem(1, { qty: 12, status: null, updatedAt: 'x'.repeat(5_000) })])
    expect(await previousValues()).toMatchObject({ status: '"draft"' })
    await store.markSeen(ID, null)
    await fillCampaign(store, ID, [buildItem(1, { qty: 12 })])
    // A long value is only in the list of changes.
    expect(Object.keys((await previousValues()) ?? {})).not.toContain('updatedAt')
  })

  it('start again with the next change', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, ID, items(1))
    await fillCampaign(store, ID, [buildItem(1, { qty: 2 })])
    await store.markSeen(ID, [itemIdOf(1)])
    await fillCampaign(store, ID, [buildItem(1, { qty: 2, status: 8 })])

    expect(await unseenChangesOf(store)).toEqual([{ key: 1, kind: 'changed', columns: ['status'] }])
    // Back to the original value: that is unseen too.
    await store.markSeen(ID, null)
    await fillCampaign(store, ID, items(1))
    expect(await unseenChangesOf(store)).toEqual([{ key: 1, kind: 'changed', columns: ['status', 'qty'] }])
    expect((await read(store)).count).toBe(0)
  })
})
