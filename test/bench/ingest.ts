// Staging and committing pages, compared with parsing the same bytes and inserting them into a simple table.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { sweepRange, temporaryFolder } from '../support/store.ts'
import { makeWords } from './filled-cache.ts'
import { benchPages, campaignIdOf, campaignSizes } from './items.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { milliseconds, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, unknown>>
}

/** JSON.parse, and one row per item into a minimal table: one transaction per page. */
function bareTable(file: string): { readonly take: (page: Uint8Array) => void; readonly close: () => void } {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('CREATE TABLE items (id TEXT NOT NULL, json TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO items (id, json) VALUES (?, ?)')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const insertPage = database.transaction((page: Page) => {
    for (const id of page.campaignItemIds) insert.run(id, JSON.stringify(page.campaignItemEntities[id]))
  })
  return {
    take: (page) => {
      insertPage(JSON.parse(decoder.decode(page)) as Page)
    },
    close: () => database.close(),
  }
}

interface Taken {
  readonly staging: number
  readonly commit: number
}

/** The store through its worker: stages the pages and commits. */
async function download(store: Store, campaign: number, count: number): Promise<Taken> {
  const { downloadId } = await store.beginDownload(campaignIdOf(campaign), 'full')
  let staging = 0
  for (const page of benchPages(campaign, count)) {
    const start = performance.now()
    await store.stagePage(downloadId, sweepRange(0), page)
    staging += performance.now() - start
  }
  const start = performance.now()
  await store.commitDownload(downloadId, { state: 'complete', expectedCount: count, reason: null })
  return { staging, commit: performance.now() - start }
}

/** In turns by campaign, so that a busy machine affects both. */
async function compare(items: number): Promise<{
  readonly bytes: number
  readonly bare: number
  readonly first: Taken
  readonly again: Taken
  /** Time of an idle period after the download. */
  readonly words: number
}> {
  const folder = await temporaryFolder()
  const bare = bareTable(join(folder.path, 'bare.db'))
  const file = join(folder.path, 'cache.db')
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  const first = { staging: 0, commit: 0 }
  const again = { staging: 0, commit: 0 }
  let bareTime = 0
  let bytes = 0
  for (const [campaign, count] of campaignSizes(items).entries()) {
    for (const page of benchPages(campaign, count)) {
      bytes += page.byteLength
      const start = performance.now()
      bare.take(page)
      bareTime += performance.now() - start
    }
    for (const sum of [first, again]) {
      const taken = await download(store, campaign, count)
      sum.staging += taken.staging
      sum.commit += taken.commit
    }
  }
  bare.close()
  await store.close()
  const words = makeWords(file)
  await folder.remove()
  return { bytes, bare: bareTime, first, again, words }
}

const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const { bytes, bare, first, again, words } = await compare(size)
  const name = `${size.toLocaleString('en-GB')} items`
  const row = (what: string, elapsed: number): string[] => [
    `${name}, ${what}`,
    `${(bytes / 1e6).toFixed(0)} MB`,
    milliseconds(elapsed),
    perSecond(size, elapsed),
    ratio(elapsed / bare),
  ]
  rows.push(
    row('bare', bare),
    row('store', first.staging + first.commit),
    ['  of that, commit', '', milliseconds(first.commit), '', ratio(first.commit / bare)],
    row('nothing new', again.staging + again.commit),
    row('index of words, later', words),
  )
}
printTable('Ingest (goal: 1.5 × the bare inserts)', ['', 'bytes', 'time', 'items', 'ratio'], rows)
