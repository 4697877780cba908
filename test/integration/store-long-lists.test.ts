import Database from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allOf } from '../../electron/contract/filter-tree.ts'
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { openForWriting } from '../../electron/store/database/open-database.ts'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
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
})

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
})

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
})

it('ranks and codes are computed completely although requests interrupt them', async () => {
  await using folder = await temporaryFolder()
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
})

describe('a column outside the index', () => {
  const WITH_ROUNDS = items().map((item, number) => ({ ...item, job: { round: number } }))

  /** Lists what is stored for the current snapshot because queries have used it. */
  function readUsed(file: string): readonly string[] {
    const database = new Database(file, { readonly: true })
    const texts = database
      .prepare<[], string>(
        `SELECT 'texts ' || name FROM kept_texts JOIN copies ON copy_key = key
          WHERE kept_texts.revision = copies.revision ORDER BY 1`,
      )
      .pluck()
      .all()
    database.close()
    return [
      ...readStored(file).filter((line) => !ALL_STORED.includes(line) && !line.endsWith('all')),
      ...texts,
    ]
  }

  const countOf = async (store: Store, query: Partial<ItemQuery>): Promise<number> =>
    (await store.openResult({ ...EMPTY_QUERY, ...query }, 'grid')).count
  const ROUNDS = allOf({ column: '/job/round', operator: 'between', from: 10, to: 19 })
  const searchFor = (itemId: string): Partial<ItemQuery> => ({
    search: `itemId:${itemId}`,
    searchMode: 'fields',
  })

  async function useAll(store: Store): Promise<readonly number[]> {
    return [
      await countOf(store, searchFor('item-20499')),
      await countOf(store, { filters: ROUNDS }),
      await countOf(store, { sort: [{ key: '/job/round', direction: -1 }] }),
    ]
  }

  it('is prepared while idle once queries have used it, and again after a change', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', WITH_ROUNDS)
    await expect.poll(() => readStored(file)).toEqual(ALL_STORED)
    expect(readUsed(file)).toEqual([])
    const USED = ['ranks /job/round', 'codes /job/round', 'texts itemId']
    expect(await useAll(store)).toEqual([1, 10, COUNT])
    await expect.poll(() => readUsed(file)).toEqual(USED)
    await fillCampaign(store, 'campaign-1', WITH_ROUNDS.slice(0, -1))
    await expect.poll(() => readUsed(file)).toEqual(USED)
    expect(await useAll(store)).toEqual([0, 10, COUNT - 1])
  })

  it('is read from what is stored after a restart', async () => {
    await using opened = await temporaryStore({ readers: 1 })
    const { store, file } = opened
    await fillCampaign(store, 'campaign-1', WITH_ROUNDS)
    await useAll(store)
    await expect.poll(() => readUsed(file)).toHaveLength(3)
    const database = new Database(file)
    const texts = database.prepare<[], Buffer>('SELECT texts FROM kept_texts').pluck().get()
    database
      .prepare('UPDATE kept_texts SET texts = ?')
      .run(Buffer.from(String(texts).replace('item-20499', 'item-other')))
    const numbers = Float64Array.from({ length: COUNT + 1 }, (_, code) => code - 11)
    database
      .prepare("UPDATE kept_codes SET numbers = ? WHERE name = '/job/round'")
      .run(Buffer.from(numbers.buffer))
    database.close()
    const restarted = await openStore({ file, workerUrl: STORE_WORKER_URL })
    expect(await countOf(restarted, searchFor('other'))).toBe(1)
    const { resultId } = await restarted.openResult({ ...EMPTY_QUERY, filters: ROUNDS }, 'grid')
    const { rows } = await restarted.readWindow(resultId, 0, 1)
    expect(rows[0]?.itemId).toBe('item-20')
    await restarted.close()
  })
})
