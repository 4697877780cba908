import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import type { Store } from '../../electron/store/operations.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type JsonObject } from '../support/store.ts'

const COUNT = 20_500
const BY_NAME: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: 1 }] }

/** Items in the reverse order of their names. */
function items(last = 'item'): readonly JsonObject[] {
  return Array.from({ length: COUNT }, (_, number) =>
    buildItem(number, { itemId: buildInner(number, { name: `${last} ${String(COUNT - number)}` }) }),
  )
}

function twin(number: number): JsonObject {
  return buildItem(number, { itemId: buildInner(number, { name: 'twin' }) })
}

async function namesFrom(store: Store, start: number): Promise<readonly (string | null)[]> {
  const { resultId } = await store.openResult(BY_NAME, 'grid')
  return (await store.readWindow(resultId, start, 2)).rows.map((row) => row.itemName)
}

/** The stored ranks and codes of the current snapshot. */
function storedIn(file: string): readonly string[] {
  const database = new Database(file, { readonly: true })
  const stored = ['ranks', 'codes'].flatMap((what) =>
    database
      .prepare<[], string>(
        `SELECT '${what} ' || name FROM kept_${what} JOIN copies ON signature = key || '.' || revision ORDER BY 1`,
      )
      .pluck()
      .all(),
  )
  const all = database
    .prepare('SELECT (SELECT count(*) FROM kept_ranks) + (SELECT count(*) FROM kept_codes)')
    .pluck()
    .get()
  database.close()
  return [...stored, `${String(all)} in all`]
}

const ALL_STORED = [
  ...['artworkNames', 'itemName', 'posNumber', 'qty', 'updatedAt'].map((name) => `ranks ${name}`),
  ...['codes artworkNames', 'codes itemName', 'codes posNumber'],
  '8 in all',
]

async function duplicates(store: Store): Promise<number> {
  return (await store.openResult({ ...EMPTY_QUERY, filters: { itemName: { duplicates: true } } }, 'grid'))
    .count
}

it('ranks and codes of a long list are computed while idle, stored, and computed again after a change', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  expect(await namesFrom(store, 0)).toEqual(['item 1', 'item 2'])
  expect(await duplicates(store)).toBe(0)
  await expect.poll(() => storedIn(file)).toEqual(ALL_STORED)

  await fillCampaign(store, 'campaign-1', [...items('other').slice(2), twin(0), twin(1)])
  expect(await duplicates(store)).toBe(2)
  expect(await namesFrom(store, COUNT - 2)).toEqual(['twin', 'twin'])
  await expect.poll(() => storedIn(file)).toEqual(ALL_STORED)
  expect(await namesFrom(store, 0)).toEqual(['other 1', 'other 2'])
  expect(await duplicates(store)).toBe(2)
}, 60_000)

it('ranks and codes are not computed during a download, and are deleted with their campaign', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  const { downloadId } = await store.beginDownload('campaign-2', 'full')
  await fillCampaign(store, 'campaign-1', items())
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(storedIn(file)).toEqual(['0 in all'])
  await store.abandonDownload(downloadId)
  await expect.poll(() => storedIn(file)).toEqual(ALL_STORED)
  await store.removeCampaigns(['campaign-1'])
  await expect.poll(() => storedIn(file)).toEqual(['0 in all'])
}, 60_000)

it('stored ranks and codes are used by sorts and filters', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  await expect.poll(() => storedIn(file)).toEqual(ALL_STORED)
  const database = new Database(file)
  const ranks = Int32Array.from({ length: COUNT }, (_, at) => at)
  database
    .prepare("UPDATE kept_ranks SET ranks = ?, count = ? WHERE name = 'itemName'")
    .run(Buffer.from(ranks.buffer), COUNT)
  const codes = Int32Array.from({ length: COUNT }, (_, at) => Math.max(1, at - 2))
  database.prepare("UPDATE kept_codes SET codes = ? WHERE name = 'itemName'").run(Buffer.from(codes.buffer))
  database.close()

  expect(await namesFrom(store, 0)).toEqual([`item ${String(COUNT)}`, `item ${String(COUNT - 1)}`])
  expect(await duplicates(store)).toBe(4)
}, 60_000)

it('requests are answered while ranks are computed', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  for (let requestCount = 0; requestCount < 15; requestCount += 1) {
    const name = `Asked ${String(requestCount)}`
    await store.addCampaigns([{ id: 'campaign-2', name, items: requestCount }])
    expect((await store.listCampaigns()).map((campaign) => campaign.name)).toContain(name)
    // A moment later it is idle, and receives a request while it computes.
    await new Promise((resolve) => setTimeout(resolve, 205 + requestCount * 3))
  }
  await expect.poll(() => storedIn(file)).toEqual(ALL_STORED)
}, 60_000)
