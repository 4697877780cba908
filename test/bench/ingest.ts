// Staging and committing pages, compared with parsing the same bytes and inserting them into a simple table.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { openStore } from '../../electron/store/open-store.ts'
import type { Store } from '../../electron/store/operations.ts'
import { sweepRange, temporaryFolder } from '../support/store.ts'
import { indexWords } from './filled-cache.ts'
import { benchPages, campaignIdOf, campaignSizes } from './items.ts'
import { STORE_WORKER_URL } from '../support/entries.ts'
import { milliseconds, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'

interface Page {
  readonly campaignItemIds: readonly string[]
  readonly campaignItemEntities: Readonly<Record<string, unknown>>
}

/** JSON.parse, and one row per item into a minimal table: one transaction per page. */
function minimalTable(file: string): {
  readonly insert: (page: Uint8Array) => void
  readonly close: () => void
} {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('CREATE TABLE items (id TEXT NOT NULL, json TEXT NOT NULL)')
  const statement = database.prepare('INSERT INTO items (id, json) VALUES (?, ?)')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const insertPage = database.transaction((page: Page) => {
    for (const id of page.campaignItemIds) statement.run(id, JSON.stringify(page.campaignItemEntities[id]))
  })
  return {
    insert: (page) => insertPage(JSON.parse(decoder.decode(page)) as Page),
    close: () => database.close(),
  }
}

interface DownloadTimes {
  readonly staging: number
  readonly commit: number
}

/** The store through its worker: stages the pages and commits. */
async function download(store: Store, campaign: number, count: number): Promise<DownloadTimes> {
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

/** Measures both in turns by campaign, so that a busy machine affects both. */
async function compare(items: number): Promise<{
  readonly bytes: number
  readonly minimal: number
  readonly first: DownloadTimes
  readonly repeated: DownloadTimes
  /** Time of an idle period after the download. */
  readonly words: number
}> {
  const folder = await temporaryFolder()
  const minimal = minimalTable(join(folder.path, 'minimal.db'))
  const file = join(folder.path, 'cache.db')
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  const first = { staging: 0, commit: 0 }
  const repeated = { staging: 0, commit: 0 }
  let minimalTime = 0
  let bytes = 0
  for (const [campaign, count] of campaignSizes(items).entries()) {
    for (const page of benchPages(campaign, count)) {
      bytes += page.byteLength
      const start = performance.now()
      minimal.insert(page)
      minimalTime += performance.now() - start
    }
    for (const sum of [first, repeated]) {
      const times = await download(store, campaign, count)
      sum.staging += times.staging
      sum.commit += times.commit
    }
  }
  minimal.close()
  await store.close()
  const words = indexWords(file)
  await folder.remove()
  return { bytes, minimal: minimalTime, first, repeated, words }
}

const rows: string[][] = []
for (const size of sizesFromArguments()) {
  const { bytes, minimal, first, repeated, words } = await compare(size)
  const name = `${size.toLocaleString('en-GB')} items`
  const row = (label: string, elapsed: number): string[] => [
    `${name}, ${label}`,
    `${(bytes / 1e6).toFixed(0)} MB`,
    milliseconds(elapsed),
    perSecond(size, elapsed),
    ratio(elapsed / minimal),
  ]
  rows.push(
    row('minimal table', minimal),
    row('store', first.staging + first.commit),
    ['  of that, commit', '', milliseconds(first.commit), '', ratio(first.commit / minimal)],
    row('unchanged items', repeated.staging + repeated.commit),
    row('index of words, when idle', words),
  )
}
printTable('Ingest (goal: 1.5 × the minimal table)', ['', 'bytes', 'time', 'items', 'ratio'], rows)
