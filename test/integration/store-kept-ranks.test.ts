import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import type { Store } from '../../electron/store/types.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type JsonObject } from '../support/store.ts'

const COUNT = 20_500
const BY_NAME: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: 1 }] }

/** Items of which the one that is listed last comes first by its name. */
function items(last = 'item'): readonly JsonObject[] {
  return Array.from({ length: COUNT }, (_, number) =>
    buildItem(number, { itemId: buildInner(number, { name: `${last} ${String(COUNT - number)}` }) }),
  )
}

async function namesFrom(store: Store, start: number): Promise<readonly (string | null)[]> {
  const { resultId } = await store.openResult(BY_NAME, 'grid')
  return (await store.readWindow(resultId, start, 2)).rows.map((row) => row.itemName)
}

function keptIn(file: string): readonly unknown[] {
  const database = new Database(file, { readonly: true })
  const kept = database.prepare('SELECT DISTINCT name FROM kept_ranks ORDER BY 1').pluck().all()
  const signatures = database.prepare('SELECT count(DISTINCT signature) FROM kept_ranks').pluck().get()
  database.close()
  return [...kept, signatures]
}

it('the order of a large list is worked out in quiet moments, kept, and worked out anew when the list changes', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  expect(await namesFrom(store, 0)).toEqual(['item 1', 'item 2'])
  await expect
    .poll(() => keptIn(file), { timeout: 20_000 })
    .toEqual(['artworkNames', 'itemName', 'posNumber', 1])

  await fillCampaign(store, 'campaign-1', items('other'))
  expect(await namesFrom(store, COUNT - 2)).toEqual([`other ${String(COUNT - 1)}`, `other ${String(COUNT)}`])
  await expect
    .poll(() => keptIn(file), { timeout: 20_000 })
    .toEqual(['artworkNames', 'itemName', 'posNumber', 1])
  expect(await namesFrom(store, 0)).toEqual(['other 1', 'other 2'])
}, 60_000)

it('what is kept is what a sort takes', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  await expect.poll(() => keptIn(file).length, { timeout: 20_000 }).toBe(4)
  const database = new Database(file)
  const ranks = Int32Array.from({ length: COUNT }, (_, at) => at)
  database
    .prepare("UPDATE kept_ranks SET ranks = ?, count = ? WHERE name = 'itemName'")
    .run(Buffer.from(ranks.buffer), COUNT)
  database.close()

  expect(await namesFrom(store, 0)).toEqual([`item ${String(COUNT)}`, `item ${String(COUNT - 1)}`])
}, 60_000)

it('what is asked while an order is worked out is answered', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  for (let asked = 0; asked < 15; asked += 1) {
    const name = `Asked ${String(asked)}`
    await store.rememberCampaigns([{ id: 'campaign-2', name, items: asked }])
    expect((await store.listCampaigns()).map((campaign) => campaign.name)).toContain(name)
    // A moment later it rests, and is then asked again while it does.
    await new Promise((resolve) => setTimeout(resolve, 205 + asked * 3))
  }
  await expect.poll(() => keptIn(file).length, { timeout: 20_000 }).toBe(4)
}, 60_000)
