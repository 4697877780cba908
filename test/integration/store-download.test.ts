import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
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
  sweepRange,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const INCOMPLETE: DownloadVerdict = { state: 'incomplete', expectedCount: 9, reason: 'Some are missing.' }

function items(...numbers: readonly number[]): readonly JsonObject[] {
  return numbers.map((number) => buildItem(number))
}

async function rowsOf(store: Store, campaignId: string): Promise<readonly ItemRow[]> {
  const result = await store.openResult({ ...EMPTY_QUERY, campaignIds: [campaignId] }, 'rows')
  return (await store.readWindow(result.resultId, 0, 10_000)).rows
}

async function idsOf(store: Store, campaignId = 'campaign-1'): Promise<readonly string[]> {
  return (await rowsOf(store, campaignId)).map((row) => row.campaignItemId)
}

async function keysById(store: Store): Promise<ReadonlyMap<string, number>> {
  return new Map((await rowsOf(store, 'campaign-1')).map((row) => [row.campaignItemId, row.key]))
}

describe('a download into the store', () => {
  it('makes items readable', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const all = Array.from({ length: 1200 }, (_, number) => buildItem(number))

    const outcome = await fillCampaign(store, 'campaign-1', all)

    expect(outcome).toEqual({
      replaced: true,
      itemCount: 1200,
      added: 1200,
      changed: 0,
      removed: 0,
      refusedDeletions: null,
    })
    const [campaign] = await store.listCampaigns()
    expect(campaign).toMatchObject({
      id: 'campaign-1',
      name: 'Summer',
      copy: 'complete',
      itemCount: 1200,
      expectedCount: 1200,
      incompleteReason: null,
      recordState: 'never',
      newestUpdatedAt: '2026-01-01T19:59:00.000Z',
    })
    expect(campaign?.fetchedAt).toBeGreaterThan(Date.UTC(2025, 0, 1))
    const result = await store.openResult(EMPTY_QUERY, 'grid')
    expect(result).toMatchObject({ count: 1200, total: 1200, qtySum: (1199 * 1200) / 2 })
    const window = await store.readWindow(result.resultId, 1150, 100)
    expect(window.rows).toHaveLength(50)
    expect(window.rows[0]).toMatchObject({ itemName: 'Item 1150', campaignId: 'campaign-1' })
    const details = await store.getItem(window.rows[0]?.key ?? 0)
    expect(details?.row).toEqual(window.rows[0])
    expect(details?.json).toBe(JSON.stringify(all[1150]))
    expect(details?.fetchedAt).toBe(campaign?.fetchedAt)
    expect(await store.countItems()).toEqual({ campaigns: 1, items: 1200 })
  })

  it('shows no staged items before the commit', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), buildPage(items(1, 2)))

    expect(await store.listCampaigns()).toEqual([])
    expect(await store.openResult(EMPTY_QUERY, 'grid')).toMatchObject({ count: 0, total: 0 })
    expect(await store.getItem(1)).toBeNull()
    expect(await store.countItems()).toEqual({ campaigns: 0, items: 0 })
  })

  it('keeps service order for pages in any order', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), buildPage(items(30, 31), { skip: 4 }))
    await store.stagePage(download, sweepRange(0), buildPage(items(10, 11), { skip: 0 }))
    await store.stagePage(download, sweepRange(0), buildPage(items(20, 21), { skip: 2 }))
    await store.commitDownload(download, COMPLETE)

    expect(await idsOf(store)).toEqual([10, 11, 20, 21, 30, 31].map(itemIdOf))
  })

  it('places pages without offset where they were requested', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), buildPage(items(5, 4), { skip: null }))
    await store.stagePage(download, sweepRange(2), buildPage(items(3, 2), { skip: 'two' }))
    await store.commitDownload(download, COMPLETE)

    expect(await idsOf(store)).toEqual([5, 4, 3, 2].map(itemIdOf))
  })

  it('stores a repeated item once, with its last values', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const first = await store.stagePage(download, sweepRange(0), buildPage(items(1, 2)))
    const second = await store.stagePage(
      download,
      sweepRange(0),
      buildPage([buildItem(2, { qty: 99 }), buildItem(3)], { skip: 2 }),
    )
    const outcome = await store.commitDownload(download, COMPLETE)

    expect([first.fresh, first.staged, second.fresh, second.staged]).toEqual([2, 2, 1, 3])
    expect(outcome).toMatchObject({ itemCount: 3, added: 3 })
    expect((await rowsOf(store, 'campaign-1')).map(({ qty }) => qty)).toEqual([1, 99, 3])
  })

  it('reports the contents of a page', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const foreign = buildItem(2, { campaignId: { _id: 'campaign-2', name: 'Winter' } })
    const outcome = await store.stagePage(
      download,
      sweepRange(9),
      bytesOf({
        campaignItemIds: [itemIdOf(1), itemIdOf(2), 'gone'],
        campaignItemEntities: { [itemIdOf(1)]: buildItem(1), [itemIdOf(2)]: foreign, extra: {} },
        totalCount: 77,
        limit: 3,
        skip: 9,
      }),
    )

    expect(outcome).toEqual({
      skip: 9,
      limit: 3,
      totalCount: 77,
      listed: 3,
      range: { pass: 1, part: 'sweep', round: 0, start: 9, end: 209 },
      fresh: 1,
      added: 1,
      unchanged: 0,
      altered: 0,
      repeated: 0,
      seen: 1,
      staged: 1,
      order: 'descending',
      undated: 0,
      withoutEntity: ['gone'],
      unlisted: 1,
      foreign: 1,
      newestUpdatedAt: '2026-01-01T00:01:00.000Z',
      oldestUpdatedAt: '2026-01-01T00:01:00.000Z',
      campaigns: [{ id: 'campaign-1', name: 'Summer', items: 1 }],
    })
  })

  it('rejects a malformed page and continues with the next', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await expect(store.stagePage(download, sweepRange(0), bytesOf({ totalCount: 1 }))).rejects.toMatchObject({
      code: 'badAnswer',
    })
    await store.stagePage(download, sweepRange(0), buildPage(items(1)))
    await store.commitDownload(download, COMPLETE)

    expect(await idsOf(store)).toEqual([itemIdOf(1)])
  })

  it('accepts part of a larger buffer as a page', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const page = buildPage(items(1))
    const larger = new Uint8Array(page.byteLength + 10)
    larger.set(page, 5)
    await store.stagePage(download, sweepRange(0), larger.subarray(5, 5 + page.byteLength))

    expect(larger.byteLength).toBe(page.byteLength + 10)
    expect(await store.commitDownload(download, COMPLETE)).toMatchObject({ itemCount: 1 })
  })

  it('is discarded when abandoned, and the snapshot stays', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    const before = await rowsOf(store, 'campaign-1')
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), buildPage([buildItem(1, { qty: 50 }), buildItem(7)]))
    await store.abandonDownload(download)
    await store.abandonDownload(download)

    expect(await rowsOf(store, 'campaign-1')).toEqual(before)
    await expect(store.stagePage(download, sweepRange(0), buildPage([]))).rejects.toMatchObject({
      code: 'notFound',
    })
    await expect(store.commitDownload(download, COMPLETE)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('ends when a newer one of the same campaign starts', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: older } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(older, sweepRange(0), buildPage(items(1)))
    const { downloadId: newer } = await store.beginDownload('campaign-1', 'full')
    await expect(store.stagePage(older, sweepRange(0), buildPage(items(2)))).rejects.toMatchObject({
      code: 'notFound',
    })
    await store.stagePage(newer, sweepRange(0), buildPage(items(3)))
    await store.commitDownload(newer, COMPLETE)

    expect(await idsOf(store)).toEqual([itemIdOf(3)])
  })
})

describe('a download over an existing snapshot', () => {
  it('applies additions, changes and deletions, and keeps the keys of other items', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2, 3, 4))
    const before = await keysById(store)
    const changed = buildItem(2, { qty: 500, undocumented: 'x' })

    const outcome = await fillCampaign(store, 'campaign-1', [
      buildItem(4),
      buildItem(5),
      changed,
      buildItem(1),
    ])

    expect(outcome).toEqual({
      replaced: true,
      itemCount: 4,
      added: 1,
      changed: 1,
      removed: 1,
      refusedDeletions: null,
    })
    expect(await idsOf(store)).toEqual([4, 5, 2, 1].map(itemIdOf))
    const after = await keysById(store)
    for (const number of [1, 2, 4]) expect(after.get(itemIdOf(number))).toBe(before.get(itemIdOf(number)))
    expect([...before.values()]).not.toContain(after.get(itemIdOf(5)))
    const details = await store.getItem(after.get(itemIdOf(2)) ?? 0)
    expect(details?.row.qty).toBe(500)
    expect(details?.json).toBe(JSON.stringify(changed))
    expect(await store.getItem(before.get(itemIdOf(3)) ?? 0)).toBeNull()
    expect(await store.openResult({ ...EMPTY_QUERY, search: 'item 3' }, 'grid')).toMatchObject({ count: 0 })
    expect(await store.openResult({ ...EMPTY_QUERY, search: 'item 5' }, 'grid')).toMatchObject({ count: 1 })
  })

  it('never reuses the key of a deleted item', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    const before = await keysById(store)
    await fillCampaign(store, 'campaign-1', items(1))
    await fillCampaign(store, 'campaign-1', items(1, 8))

    expect([...before.values()]).not.toContain((await keysById(store)).get(itemIdOf(8)))
  })

  it('keeps the last values of an item that is listed unchanged and changed', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    const before = await keysById(store)
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(
      download,
      sweepRange(0),
      buildPage([buildItem(1), buildItem(2, { qty: 70 })], { skip: 0 }),
    )
    const page = await store.stagePage(
      download,
      sweepRange(0),
      buildPage([buildItem(1, { qty: 60 }), buildItem(2)], { skip: 2 }),
    )
    const outcome = await store.commitDownload(download, COMPLETE)

    expect(page).toMatchObject({ fresh: 0, staged: 2 })
    expect(outcome).toEqual({
      replaced: true,
      itemCount: 2,
      added: 0,
      changed: 1,
      removed: 0,
      refusedDeletions: null,
    })
    expect((await rowsOf(store, 'campaign-1')).map(({ qty }) => qty)).toEqual([60, 2])
    expect(await keysById(store)).toEqual(before)
  })

  it('does not replace a complete snapshot if it is incomplete', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    const before = await store.listCampaigns()
    const outcome = await fillCampaign(store, 'campaign-1', items(5), { verdict: INCOMPLETE })

    expect(outcome).toEqual({
      replaced: false,
      itemCount: 2,
      added: 0,
      changed: 0,
      removed: 0,
      refusedDeletions: null,
    })
    expect(await store.listCampaigns()).toEqual(before)
    expect(await idsOf(store)).toEqual([1, 2].map(itemIdOf))
  })

  it('replaces an incomplete snapshot even if it is incomplete', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1), { verdict: INCOMPLETE })
    expect((await store.listCampaigns())[0]).toMatchObject({
      copy: 'incomplete',
      itemCount: 1,
      expectedCount: 9,
      incompleteReason: 'Some are missing.',
    })
    expect(await fillCampaign(store, 'campaign-1', items(1, 2), { verdict: INCOMPLETE })).toMatchObject({
      replaced: true,
      added: 1,
    })
    await fillCampaign(store, 'campaign-1', items(2, 3))

    expect((await store.listCampaigns())[0]).toMatchObject({ copy: 'complete', incompleteReason: null })
    expect(await idsOf(store)).toEqual([2, 3].map(itemIdOf))
  })

  it.each([
    ['is rejected if it deletes more than half', [1, 2, 3, 4, 5], [1, 2, 6], 3],
    ['is rejected if it deletes the only item', [1], [], 1],
    ['is applied if it deletes half', [1, 2, 3, 4], [1, 2, 6], null],
  ])('%s without acceptance', async (_, before, after, refused) => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(...before))
    const verdict = { ...COMPLETE, acceptedDeletions: 0 }
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(downloadId, sweepRange(0), buildPage(items(...after)))
    const outcome = await store.commitDownload(downloadId, verdict)
    if (refused === null) {
      expect(outcome).toMatchObject({ replaced: true, refusedDeletions: null })
      expect(await idsOf(store)).toEqual(after.map(itemIdOf))
      return
    }
    const deleted = before.filter((number) => !after.includes(number))
    expect(outcome).toEqual({
      replaced: false,
      itemCount: before.length,
      added: 0,
      changed: 0,
      removed: 0,
      refusedDeletions: {
        deleted: refused,
        of: before.length,
        examples: deleted.map((number) => `Item ${String(number)}`),
      },
    })
    expect(await idsOf(store)).toEqual(before.map(itemIdOf))
    expect(await store.listDownloads('campaign-1')).toHaveLength(1)

    // The staged pages are kept for an acceptance.
    await store.releaseDownload(downloadId)
    const again = await store.beginDownload('campaign-1', 'full')
    expect(again.journal).toHaveLength(1)
    expect(
      await store.commitDownload(again.downloadId, { ...COMPLETE, acceptedDeletions: refused }),
    ).toMatchObject({ replaced: true, removed: refused })
    expect(await idsOf(store)).toEqual(after.map(itemIdOf))
  })

  it('can delete all items', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    expect(await fillCampaign(store, 'campaign-1', [])).toEqual({
      replaced: true,
      itemCount: 0,
      added: 0,
      changed: 0,
      removed: 2,
      refusedDeletions: null,
    })
    expect(await store.openResult(EMPTY_QUERY, 'grid')).toMatchObject({ count: 0, total: 0, qtySum: 0 })
    expect((await store.columnValues(EMPTY_QUERY, 'status', '', 'grid')).values).toEqual([])
  })
})

describe('the record of a campaign', () => {
  const record = {
    _id: 'campaign-1',
    name: 'Summer of 2026',
    reference: 'R-1',
    number: 12,
    status: 3,
    extra: [null],
  }

  it('is stored unchanged, with the fields of the list', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    expect(await store.stageRecord(download, { state: 'fetched', bytes: bytesOf(record) })).toEqual({
      name: 'Summer of 2026',
    })
    await store.stagePage(download, sweepRange(0), buildPage(items(1)))
    await store.commitDownload(download, COMPLETE)

    const campaign = await store.getCampaign('campaign-1')
    expect(campaign?.json).toBe(JSON.stringify(record))
    expect(campaign?.recordFetchedAt).toBe(campaign?.summary.fetchedAt)
    expect(campaign?.summary).toMatchObject({
      name: 'Summer of 2026',
      reference: 'R-1',
      shortReference: null,
      number: 12,
      status: 3,
      state: null,
      recordState: 'fetched',
    })
    expect(await store.getCampaign('another')).toBeNull()
  })

  it('stays if it is not available later, and its state is updated', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: first } = await store.beginDownload('campaign-1', 'full')
    await store.stageRecord(first, { state: 'fetched', bytes: bytesOf(record) })
    await store.commitDownload(first, COMPLETE)
    const { downloadId: second } = await store.beginDownload('campaign-1', 'full')
    await store.stageRecord(second, { state: 'forbidden' })
    await store.commitDownload(second, COMPLETE)

    const campaign = await store.getCampaign('campaign-1')
    expect(campaign?.summary).toMatchObject({ recordState: 'forbidden', reference: 'R-1' })
    expect(campaign?.json).toBe(JSON.stringify(record))
  })

  it('is rejected if it is malformed', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    const staged = store.stageRecord(download, { state: 'fetched', bytes: bytesOf(['no']) })
    await expect(staged).rejects.toMatchObject({ code: 'badAnswer' })
  })
})

describe('a discovery', () => {
  it('reads items without storing them', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId: discovery } = await store.beginDownload(null, 'discovery')
    const page = await store.stagePage(
      discovery,
      sweepRange(0),
      buildPage([buildItem(1), buildItem(2, { campaignId: { _id: 'campaign-2', name: 'Winter' } })]),
    )
    const again = await store.stagePage(discovery, sweepRange(0), buildPage(items(2, 3)))

    expect(page).toMatchObject({ foreign: 0, fresh: 2, staged: 2 })
    expect(page.campaigns.map(({ id }) => id)).toEqual(['campaign-1', 'campaign-2'])
    expect(again).toMatchObject({ fresh: 1, staged: 3 })
    await expect(store.commitDownload(discovery, COMPLETE)).rejects.toMatchObject({ code: 'badInput' })
    await store.abandonDownload(discovery)
    expect(await store.countItems()).toEqual({ campaigns: 0, items: 0 })
  })

  it('adds campaigns without changing existing ones', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2))
    await store.addCampaigns([
      { id: 'campaign-1', name: 'Summer, renamed', items: 40 },
      { id: 'campaign-2', name: 'Winter', items: 7 },
      { id: 'campaign-3', name: null, items: 1 },
    ])
    await store.addCampaigns([{ id: 'campaign-2', name: null, items: 8 }])

    expect(await store.listCampaigns()).toMatchObject([
      { id: 'campaign-3', name: null, copy: 'none' },
      { id: 'campaign-1', name: 'Summer, renamed', copy: 'complete', itemCount: 2, expectedCount: 2 },
      { id: 'campaign-2', name: 'Winter', copy: 'none', itemCount: 0, expectedCount: 8, fetchedAt: null },
    ])
    await fillCampaign(store, 'campaign-2', [buildItem(9, { campaignId: 'campaign-2' })])
    expect(await store.getCampaign('campaign-2')).toMatchObject({
      summary: { name: 'Winter', copy: 'complete' },
    })
  })
})

describe('removed campaigns', () => {
  it('are deleted with their items, and others stay', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const winter = [buildItem(9, { campaignId: 'campaign-2' })]
    await fillCampaign(store, 'campaign-1', items(1, 2))
    await fillCampaign(store, 'campaign-2', winter)
    const result = await store.openResult(EMPTY_QUERY, 'grid')
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.removeCampaigns(['campaign-1', 'unknown'])

    expect((await store.listCampaigns()).map(({ id }) => id)).toEqual(['campaign-2'])
    expect(await store.openResult(EMPTY_QUERY, 'other')).toMatchObject({ count: 1, total: 1 })
    await expect(store.readWindow(result.resultId, 0, 10)).rejects.toMatchObject({ code: 'notFound' })
    await expect(store.commitDownload(download, COMPLETE)).rejects.toMatchObject({ code: 'notFound' })
    expect(await fillCampaign(store, 'campaign-1', items(1))).toMatchObject({ added: 1 })
  })
})

describe('an item', () => {
  it('lists its artworks without their addresses', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const artworks = [
      {
        _id: 'a',
        name: 'Front',
        fileId: { url: 'https://f.example/a.pdf', thumbnailUrl: 'https://f.example/a.png' },
      },
      { _id: 'b', fileId: { url: 'sample:picture/1' } },
      { name: 'Bad', fileId: { thumbnailUrl: 'javascript:alert(1)', url: 'file:///etc/passwd' } },
      null,
      { name: 'Odd', fileId: { thumbnailUrl: '', url: 'http://f.example/odd' } },
      { fileId: { thumbnailUrl: 'https://f.example/only-small.png' } },
    ]
    await fillCampaign(store, 'campaign-1', [buildItem(1, { itemId: buildInner(1, { artworks }) })])
    const [row] = await rowsOf(store, 'campaign-1')
    const key = row?.key ?? 0

    expect(row?.artworkNames).toBe('Front; Bad; Odd')
    expect((await store.getItem(key))?.artworks).toEqual([
      { id: 'a', name: 'Front', hasPicture: true },
      { id: 'b', name: null, hasPicture: true },
      { id: null, name: 'Bad', hasPicture: false },
      { id: null, name: null, hasPicture: false },
      { id: null, name: 'Odd', hasPicture: true },
      { id: null, name: null, hasPicture: true },
    ])
    const addresses = (size: 'thumbnail' | 'full'): Promise<readonly (string | null)[]> =>
      Promise.all([0, 1, 2, 3, 4, 5, 6].map((at) => store.pictureUrl(key, at, size)))
    const small = 'https://f.example/only-small.png'
    expect(await addresses('thumbnail')).toEqual([
      'https://f.example/a.png',
      'sample:picture/1',
      null,
      null,
      'http://f.example/odd',
      small,
      null,
    ])
    expect(await addresses('full')).toEqual([
      'https://f.example/a.pdf',
      'sample:picture/1',
      null,
      null,
      'http://f.example/odd',
      small,
      null,
    ])
    expect(await store.pictureUrl(key + 1, 0, 'thumbnail')).toBeNull()
    const page = await store.listPictures('campaign-1', 'full', '', 1)
    expect(
      page.pictures.map(({ itemKey, artworkIndex, address }) => [itemKey, artworkIndex, address]),
    ).toEqual([
      [key, 0, 'https://f.example/a.pdf'],
      [key, 1, 'sample:picture/1'],
      [key, 4, 'http://f.example/odd'],
      [key, 5, small],
    ])
    expect(await store.listPictures('campaign-1', 'full', page.next ?? '', 1)).toEqual({
      pictures: [],
      next: null,
    })
    expect(await store.listPictures('other', 'full', '', 10)).toEqual({ pictures: [], next: null })
  })

  it('keeps numbers beyond the precision of a double', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const body = `{"qty": 12345678901234567890, "tiny":1e-400, "price":1.50,"name":"\\u00e9"}`
    const page = `{"campaignItemIds":["x"],"campaignItemEntities":{"x":${body}},"totalCount":1}`
    const { downloadId: download } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(download, sweepRange(0), new TextEncoder().encode(page))
    await store.commitDownload(download, COMPLETE)
    const [row] = await rowsOf(store, 'campaign-1')

    expect((await store.getItem(row?.key ?? 0))?.json).toBe(body)
    expect(row?.qty).toBe('12345678901234567890')
  })
})
