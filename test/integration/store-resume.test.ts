import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import type { Store } from '../../electron/store/operations.ts'
import type { DownloadVerdict } from '../../electron/store/types.ts'
import {
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

const INCOMPLETE: DownloadVerdict = { state: 'incomplete', expectedCount: 9, reason: 'Some are missing.' }
const DAY_MS = 24 * 60 * 60 * 1000

function items(...numbers: readonly number[]): readonly JsonObject[] {
  return numbers.map((number) => buildItem(number))
}

async function rowsOf(store: Store, campaignId = 'campaign-1'): Promise<readonly ItemRow[]> {
  const result = await store.openResult({ ...EMPTY_QUERY, campaignIds: [campaignId] }, 'rows')
  return (await store.readWindow(result.resultId, 0, 10_000)).rows
}

async function idsOf(store: Store): Promise<readonly string[]> {
  return (await rowsOf(store)).map((row) => row.campaignItemId)
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'fulfilled',
    (error: unknown) => (error as { readonly code: string }).code,
  )
}

/** Closes a store and opens its file again. */
async function withReopenedStore<Result>(
  opened: { readonly store: Store; readonly file: string },
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  await opened.store.close()
  const again = await openTestStore(opened.file)
  try {
    return await use(again)
  } finally {
    await again.close()
  }
}

function executeSql(file: string, sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.close()
}

describe('an interrupted download', () => {
  it('continues with its journal and record', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', items(1, 4))
    const started = await opened.store.beginDownload('campaign-1', 'full')
    expect(started).toMatchObject({
      journal: [],
      record: null,
      completeSnapshot: { itemCount: 2, newestUpdatedAt: '2026-01-01T00:04:00.000Z' },
    })
    const { downloadId } = started
    const pages = [
      await opened.store.stagePage(
        downloadId,
        sweepRange(0),
        buildPage([buildItem(1, { qty: 9 }), ...items(2)]),
      ),
      await opened.store.stagePage(downloadId, sweepRange(2), buildPage(items(3, 4), { skip: 2 })),
    ]
    await opened.store.stageRecord(downloadId, { state: 'fetched', bytes: bytesOf({ name: 'Summer 2026' }) })

    await withReopenedStore(opened, async (store) => {
      expect(await idsOf(store)).toEqual([1, 4].map(itemIdOf))
      expect(await store.listUnfinished()).toEqual([
        {
          campaignId: 'campaign-1',
          campaignName: 'Summer 2026',
          kind: 'full',
          items: 4,
          total: 2,
          startedAt: expect.any(Number) as number,
        },
      ])
      const again = await store.beginDownload('campaign-1', 'full')
      expect(again).toEqual({
        downloadId,
        journal: pages,
        record: { state: 'fetched', name: 'Summer 2026' },
        discovered: null,
        completeSnapshot: started.completeSnapshot,
      })
      expect(await store.listUnfinished()).toEqual([])
      // One staged item, one unchanged item, one new item.
      const page = await store.stagePage(downloadId, sweepRange(4), buildPage(items(2, 4, 5), { skip: 4 }))
      expect(page).toMatchObject({ fresh: 1, added: 1, altered: 0, repeated: 2, seen: 5, staged: 5 })
      expect(await store.commitDownload(downloadId, COMPLETE)).toEqual({
        replaced: true,
        itemCount: 5,
        added: 3,
        changed: 1,
        removed: 0,
        refusedDeletions: null,
      })
      expect(await idsOf(store)).toEqual([1, 3, 2, 4, 5].map(itemIdOf))
      expect((await store.getCampaign('campaign-1'))?.summary).toMatchObject({
        name: 'Summer 2026',
        newestUpdatedAt: '2026-01-01T00:05:00.000Z',
      })
      expect(await store.listUnfinished()).toEqual([])
    })
  })

  it('can be released and resumed, and is unknown in between', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(downloadId, sweepRange(0), buildPage(items(1)))
    await store.releaseDownload(downloadId)
    await store.releaseDownload(downloadId)

    expect(await codeOf(store.stagePage(downloadId, sweepRange(1), buildPage(items(2))))).toBe('notFound')
    expect(await store.listUnfinished()).toMatchObject([{ campaignId: 'campaign-1', items: 1 }])
    expect((await store.beginDownload('campaign-1', 'full')).journal).toHaveLength(1)
  })

  it('starts again if requested, if it is too old, and if the snapshot changed', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', items(1))
    const interruptDownload = async (): Promise<void> => {
      const { downloadId } = await store.beginDownload('campaign-1', 'full', { fresh: true })
      await store.stagePage(downloadId, sweepRange(0), buildPage(items(2)))
      await store.releaseDownload(downloadId)
    }
    const journal = async (fresh = false): Promise<number> => {
      const started = await store.beginDownload('campaign-1', 'full', { fresh })
      await store.releaseDownload(started.downloadId)
      return started.journal.length
    }

    await interruptDownload()
    expect(await journal()).toBe(1)
    expect(await journal(true)).toBe(0)
    await interruptDownload()
    executeSql(file, `UPDATE copies SET begun_at = begun_at - ${String(13 * DAY_MS)}`)
    expect(await store.listUnfinished()).toHaveLength(1)
    executeSql(file, `UPDATE copies SET begun_at = begun_at - ${String(2 * DAY_MS)}`)
    expect(await store.listUnfinished()).toEqual([])
    expect(await journal()).toBe(0)
    await interruptDownload()
    executeSql(file, 'UPDATE copies SET revision = revision + 1')
    expect(await store.listUnfinished()).toEqual([])
    expect(await journal()).toBe(0)
  })

  it('is deleted with its campaign, and when one of another kind starts', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1))
    const full = await store.beginDownload('campaign-1', 'full')
    await store.releaseDownload(full.downloadId)
    const recent = await store.beginDownload('campaign-1', 'recent')
    await store.releaseDownload(recent.downloadId)
    expect(await store.listUnfinished()).toMatchObject([{ kind: 'recent' }])
    await store.removeCampaigns(['campaign-1'])
    expect(await store.listUnfinished()).toEqual([])
  })

  it('leaves no rows if it cannot be resumed', async () => {
    await using opened = await temporaryStore()
    const { downloadId } = await opened.store.beginDownload('campaign-1', 'full')
    await opened.store.stagePage(downloadId, sweepRange(0), buildPage(items(1, 2)))
    await opened.store.stageRecord(downloadId, { state: 'missing' })
    await opened.store.beginPass(downloadId, 2)
    await opened.store.stagePage(downloadId, sweepRange(0, { pass: 2 }), buildPage(items(1, 2)))
    executeSql(opened.file, `UPDATE copies SET begun_at = begun_at - ${String(15 * DAY_MS)}`)
    await withReopenedStore(opened, async (store) => {
      expect(await store.listUnfinished()).toEqual([])
    })

    const database = new Database(opened.file)
    for (const table of [
      'copies',
      'stagings',
      'staged_records',
      'journal',
      'sightings',
      'items',
      'item_bodies',
    ]) {
      expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
    }
    database.close()
  })

  it('remembers the items of a discovery', async () => {
    await using opened = await temporaryStore()
    const { downloadId } = await opened.store.beginDownload(null, 'discovery')
    const page = await opened.store.stagePage(downloadId, sweepRange(0), buildPage(items(1, 2)))
    await withReopenedStore(opened, async (store) => {
      const again = await store.beginDownload(null, 'discovery')
      expect(again).toEqual({
        downloadId,
        journal: [page],
        record: null,
        discovered: null,
        completeSnapshot: null,
      })
      expect(await store.stagePage(downloadId, sweepRange(2), buildPage(items(2, 3)))).toMatchObject({
        fresh: 1,
        repeated: 1,
        seen: 3,
        staged: 3,
      })
    })
  })
})

describe('beginDownload', () => {
  it('rejects a campaign for a discovery, none for others, and recent changes without a complete snapshot', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1), { verdict: INCOMPLETE })
    expect(await codeOf(store.beginDownload('campaign-1', 'discovery'))).toBe('badInput')
    expect(await codeOf(store.beginDownload(null, 'full'))).toBe('badInput')
    expect(await codeOf(store.beginDownload('campaign-1', 'recent'))).toBe('badInput')
    expect(await codeOf(store.beginDownload('campaign-2', 'recent'))).toBe('badInput')
    expect(await store.listUnfinished()).toEqual([])
  })
})

describe('the passes of a download', () => {
  it('commit only items of the last pass, the newest reading first', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 2, 3))
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    const stage = (range: Parameters<Store['stagePage']>[1], ...listed: readonly JsonObject[]) =>
      store.stagePage(downloadId, range, buildPage(listed, { skip: null }))

    await stage(sweepRange(0), ...items(1, 2, 4, 5))
    expect(await stage(sweepRange(0, { part: 'top', round: 1 }), ...items(6, 1))).toMatchObject({
      fresh: 1,
      repeated: 1,
      altered: 0,
      seen: 5,
      staged: 5,
    })
    await store.beginPass(downloadId, 2)
    await store.beginPass(downloadId, 2)
    expect(await codeOf(stage(sweepRange(0), ...items(1)))).toBe('badInput')
    expect(await codeOf(store.beginPass(downloadId, 1))).toBe('badInput')
    expect(
      await stage(sweepRange(0, { pass: 2 }), buildItem(1, { qty: 70 }), buildItem(4), buildItem(6)),
    ).toMatchObject({ fresh: 0, altered: 1, repeated: 0, seen: 3, staged: 5 })
    expect(
      await stage(
        sweepRange(0, { pass: 2, part: 'top', round: 1 }),
        buildItem(7),
        buildItem(4),
        buildItem(1),
      ),
    ).toMatchObject({ fresh: 1, altered: 1, repeated: 2, seen: 4, staged: 6 })

    expect(await store.commitDownload(downloadId, COMPLETE)).toEqual({
      replaced: true,
      itemCount: 4,
      added: 3,
      changed: 0,
      removed: 2,
      refusedDeletions: null,
    })
    expect(await idsOf(store)).toEqual([7, 4, 1, 6].map(itemIdOf))
  })

  it('are all committed if the download is incomplete, without deletions', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(1, 8), { verdict: INCOMPLETE })
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    await store.stagePage(downloadId, sweepRange(0), buildPage([buildItem(1, { qty: 5 }), buildItem(2)]))
    await store.beginPass(downloadId, 2)
    await store.stagePage(downloadId, sweepRange(0, { pass: 2 }), buildPage(items(3)))
    expect(await store.commitDownload(downloadId, INCOMPLETE)).toEqual({
      replaced: true,
      itemCount: 4,
      added: 2,
      changed: 1,
      removed: 0,
      refusedDeletions: null,
    })
    expect(new Set(await idsOf(store))).toEqual(new Set([1, 2, 3, 8].map(itemIdOf)))
    expect((await store.listCampaigns())[0]).toMatchObject({
      copy: 'incomplete',
      newestUpdatedAt: '2026-01-01T00:08:00.000Z',
    })
  })
})

describe('a download of recent changes', () => {
  it('adds and changes items, lists them first, and deletes none', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await fillCampaign(store, 'campaign-1', items(3, 2, 1))
    for (const number of [4, 5]) {
      const { downloadId } = await store.beginDownload('campaign-1', 'recent')
      const page = await store.stagePage(
        downloadId,
        sweepRange(0),
        buildPage([buildItem(number), buildItem(1, { qty: number * 10 }), buildItem(number - 1)]),
      )
      expect(page).toMatchObject({ fresh: 3, added: 1, unchanged: 1 })
      await store.stagePage(
        downloadId,
        sweepRange(0, { part: 'top', round: 1 }),
        buildPage([buildItem(number), buildItem(1, { qty: number * 10 })]),
      )
      expect(await store.commitDownload(downloadId, COMPLETE)).toEqual({
        replaced: true,
        itemCount: number,
        added: 1,
        changed: 1,
        removed: 0,
        refusedDeletions: null,
      })
    }
    expect(await idsOf(store)).toEqual([5, 1, 4, 3, 2].map(itemIdOf))
    expect((await store.listCampaigns())[0]).toMatchObject({
      copy: 'complete',
      itemCount: 5,
      newestUpdatedAt: '2026-01-01T00:05:00.000Z',
    })
  })

  it('does not increase the revision without changes, and keeps the snapshot if incomplete', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', items(3, 2, 1))
    const before = await rowsOf(store)
    const resultBefore = await store.openResult(EMPTY_QUERY, 'held')
    const revision = (): unknown => {
      const database = new Database(file)
      const found: unknown = database.prepare('SELECT max(revision) FROM copies').pluck().get()
      database.close()
      return found
    }
    const recent = async (verdict: DownloadVerdict, listed: readonly JsonObject[]) => {
      const { downloadId } = await store.beginDownload('campaign-1', 'recent')
      await store.stagePage(downloadId, sweepRange(0), buildPage(listed))
      return await store.commitDownload(downloadId, verdict)
    }
    const first = revision()
    expect(await recent(COMPLETE, items(3, 2))).toMatchObject({ replaced: true, added: 0, changed: 0 })
    expect(await recent(COMPLETE, items(3))).toMatchObject({ replaced: true, itemCount: 3 })
    expect(revision()).toBe(first)
    expect(await recent(INCOMPLETE, items(9))).toMatchObject({ replaced: false, itemCount: 3 })
    expect(await rowsOf(store)).toEqual(before)
    expect((await store.readWindow(resultBefore.resultId, 0, 3)).rows).toHaveLength(3)
    expect(await recent(COMPLETE, items(2))).toMatchObject({ replaced: true })
    expect(revision()).not.toBe(first)
    expect(await idsOf(store)).toEqual([2, 3, 1].map(itemIdOf))
  })
})

describe('the order of a page', () => {
  it('is determined by the times of its items', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    const orderOf = async (...listed: readonly JsonObject[]) =>
      (await store.stagePage(downloadId, sweepRange(0), buildPage(listed))).order
    const without = buildItem(5, { updatedAt: null })
    const unreadable = buildItem(6, { updatedAt: 'yesterday' })
    const same = buildItem(7, { updatedAt: '2026-01-01T00:01:00Z' })

    expect(await orderOf()).toBe('descending')
    expect(await orderOf(...items(1))).toBe('descending')
    expect(await orderOf(...items(3, 2), same, ...items(1))).toBe('descending')
    expect(await orderOf(...items(1, 2))).toBe('broken')
    expect(await orderOf(...items(2), without, ...items(1))).toBe('unknown')
    expect(await orderOf(unreadable)).toBe('descending')
    expect(await orderOf(...items(2, 1), without, unreadable)).toBe('descending')
    expect(await orderOf(without, ...items(1), unreadable, ...items(2))).toBe('broken')
  })
})
