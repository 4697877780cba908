import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import type { Store } from '../../electron/store/operations.ts'
import { createWriter } from '../../electron/store/writer.ts'
import {
  buildInner,
  buildItem,
  buildPage,
  COMPLETE,
  fillCampaign,
  sweepRange,
  temporaryFolder,
  temporaryStore,
  type JsonObject,
} from '../support/store.ts'

const COUNT = 20_500
const BY_NAME: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: 1 }] }

/** Items in the reverse order of their names. */
function items(prefix = 'item'): readonly JsonObject[] {
  return Array.from({ length: COUNT }, (_, number) =>
    buildItem(number, { itemId: buildInner(number, { name: `${prefix} ${String(COUNT - number)}` }) }),
  )
}

function itemNamedTwin(number: number): JsonObject {
  return buildItem(number, { itemId: buildInner(number, { name: 'twin' }) })
}

async function namesFrom(store: Store, start: number): Promise<readonly (string | null)[]> {
  const { resultId } = await store.openResult(BY_NAME, 'grid')
  return (await store.readWindow(resultId, start, 2)).rows.map((row) => row.itemName)
}

/** Lists the stored ranks and codes of the current snapshot, and the number of all stored ones. */
function readStored(file: string): readonly string[] {
  const database = new Database(file, { readonly: true })
  const stored = ['ranks', 'codes'].flatMap((kind) =>
    database
      .prepare<[], string>(
        `SELECT '${kind} ' || name FROM kept_${kind} JOIN copies ON signature = key || '.' || revision ORDER BY 1`,
      )
      .pluck()
      .all(),
  )
  const total = database
    .prepare('SELECT (SELECT count(*) FROM kept_ranks) + (SELECT count(*) FROM kept_codes)')
    .pluck()
    .get()
  database.close()
  return [...stored, `${String(total)} in all`]
}

const ALL_STORED = [
  ...['artworkNames', 'itemName', 'posNumber', 'qty', 'updatedAt'].map((name) => `ranks ${name}`),
  ...['codes artworkNames', 'codes itemName', 'codes posNumber'],
  '8 in all',
]

async function countDuplicates(store: Store): Promise<number> {
  return (
    await store.openResult(
      { ...EMPTY_QUERY, filters: allOf({ column: 'itemName', operator: 'isDuplicated' }) },
      'grid',
    )
  ).count
}

it('ranks and codes of a long list are computed while idle, stored, and computed again after a change', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  expect(await namesFrom(store, 0)).toEqual(['item 1', 'item 2'])
  expect(await countDuplicates(store)).toBe(0)
  await expect.poll(() => readStored(file)).toEqual(ALL_STORED)

  await fillCampaign(store, 'campaign-1', [...items('other').slice(2), itemNamedTwin(0), itemNamedTwin(1)])
  expect(await countDuplicates(store)).toBe(2)
  expect(await namesFrom(store, COUNT - 2)).toEqual(['twin', 'twin'])
  await expect.poll(() => readStored(file)).toEqual(ALL_STORED)
  expect(await namesFrom(store, 0)).toEqual(['other 1', 'other 2'])
  expect(await countDuplicates(store)).toBe(2)
}, 60_000)

it('ranks and codes are not computed during a download, and are deleted with their campaign', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  const { downloadId } = await store.beginDownload('campaign-2', 'full')
  await fillCampaign(store, 'campaign-1', items())
  // Idle work ends with emptying the write-ahead log.
  await expect.poll(() => statSync(`${file}-wal`).size).toBe(0)
  expect(readStored(file)).toEqual(['0 in all'])
  await store.abandonDownload(downloadId)
  await expect.poll(() => readStored(file)).toEqual(ALL_STORED)
  await store.removeCampaigns(['campaign-1'])
  await expect.poll(() => readStored(file)).toEqual(['0 in all'])
}, 60_000)

it('stored ranks and codes are used by sorts and filters', async () => {
  await using opened = await temporaryStore({ readers: 1 })
  const { store, file } = opened
  await fillCampaign(store, 'campaign-1', items())
  await expect.poll(() => readStored(file)).toEqual(ALL_STORED)
  const database = new Database(file)
  const ranks = Int32Array.from({ length: COUNT }, (_, index) => index)
  database
    .prepare("UPDATE kept_ranks SET ranks = ?, count = ? WHERE name = 'itemName'")
    .run(Buffer.from(ranks.buffer), COUNT)
  const codes = Int32Array.from({ length: COUNT }, (_, index) => Math.max(1, index - 2))
  database.prepare("UPDATE kept_codes SET codes = ? WHERE name = 'itemName'").run(Buffer.from(codes.buffer))
  database.close()

  expect(await namesFrom(store, 0)).toEqual([`item ${String(COUNT)}`, `item ${String(COUNT - 1)}`])
  expect(await countDuplicates(store)).toBe(4)
}, 60_000)

it('ranks and codes are computed completely although requests interrupt them', async () => {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'cache.db')
  const { handlers, whenIdle, close } = createWriter(openForWriting(file).handle)
  const { downloadId } = handlers.beginDownload(['campaign-1', 'full'], {})
  handlers.stagePage([downloadId, sweepRange(0), buildPage(items())], {})
  handlers.commitDownload([downloadId, COMPLETE], {})
  let interruptions = 0
  let maxChecks = 0
  for (let hasMore = true; hasMore;) {
    let checks = 0
    try {
      hasMore = whenIdle(() => {
        checks += 1
        if (checks > maxChecks) throw new AppError('superseded')
      })
      maxChecks = 0
    } catch (error) {
      expect(error).toMatchObject({ code: 'superseded' })
      interruptions += 1
      maxChecks += 1
      handlers.addCampaigns([[{ id: 'campaign-2', name: null, items: interruptions }]], {})
    }
  }
  expect(interruptions).toBeGreaterThan(5)
  expect(readStored(file)).toEqual(ALL_STORED)
  close()
  await folder.remove()
}, 60_000)
