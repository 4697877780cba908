// Ingest: what the store does with pages, beside parsing the same bytes and inserting them into a bare table.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL, temporaryFolder } from '../support/store.ts'
import { benchPages, campaignIdOf, campaignSizes } from './items.ts'
import { milliseconds, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, unknown>>
}

/** JSON.parse, and one row an item into the simplest table there is: one transaction a page. */
async function bare(items: number): Promise<{ readonly elapsed: number; readonly bytes: number }> {
  const folder = await temporaryFolder()
  const database = new Database(join(folder.path, 'bare.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('CREATE TABLE items (id TEXT NOT NULL, json TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO items (id, json) VALUES (?, ?)')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const insertPage = database.transaction((page: Page) => {
    for (const id of page.campaignItemIds) insert.run(id, JSON.stringify(page.campaignItemEntities[id]))
  })
  let elapsed = 0
  let bytes = 0
  for (const [campaign, count] of campaignSizes(items).entries()) {
    for (const page of benchPages(campaign, count)) {
      bytes += page.byteLength
      const start = performance.now()
      insertPage(JSON.parse(decoder.decode(page)) as Page)
      elapsed += performance.now() - start
    }
  }
  database.close()
  await folder.remove()
  return { elapsed, bytes }
}

/** The store, through its worker: stage, and commit. `again`: the same once more, over the copy that is there. */
async function ingest(
  items: number,
): Promise<{ readonly first: number; readonly commit: number; readonly again: number }> {
  const folder = await temporaryFolder()
  const store = await openStore({ file: join(folder.path, 'cache.db'), workerUrl: STORE_WORKER_URL })
  const pass = async (): Promise<{ readonly total: number; readonly commit: number }> => {
    let total = 0
    let commit = 0
    for (const [campaign, count] of campaignSizes(items).entries()) {
      const download = await store.beginDownload(campaignIdOf(campaign))
      for (const page of benchPages(campaign, count)) {
        const start = performance.now()
        await store.stagePage(download, page)
        total += performance.now() - start
      }
      const start = performance.now()
      await store.commitDownload(download, { state: 'complete', expectedCount: count, reason: null })
      commit += performance.now() - start
    }
    return { total: total + commit, commit }
  }
  const first = await pass()
  const again = await pass()
  await store.close()
  await folder.remove()
  return { first: first.total, commit: first.commit, again: again.total }
}

const rows: string[][] = []
for (const size of sizesFromArguments([10_000, 100_000])) {
  const base = await bare(size)
  const store = await ingest(size)
  const name = size.toLocaleString('en-GB')
  const megabytes = `${(base.bytes / 1e6).toFixed(0)} MB`
  rows.push(
    [`${name} items, bare`, megabytes, milliseconds(base.elapsed), perSecond(size, base.elapsed), ratio(1)],
    [
      `${name} items, store`,
      megabytes,
      milliseconds(store.first),
      perSecond(size, store.first),
      ratio(store.first / base.elapsed),
    ],
    [`  of that, commit`, '', milliseconds(store.commit), '', ''],
    [
      `${name} items, nothing new`,
      megabytes,
      milliseconds(store.again),
      perSecond(size, store.again),
      ratio(store.again / base.elapsed),
    ],
  )
}
printTable('Ingest (goal: 1.5 × the bare inserts)', ['', 'bytes', 'time', 'items', 'ratio'], rows)
