// CSV export of 11 columns to disk, beside the sqlite3 command line writing the same rows of the same database.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasProgram } from '../../build/linux-needs.ts'
import type { ItemColumnKey } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { openStore } from '../../electron/store/open-store.ts'
import { STORE_WORKER_URL, temporaryFolder } from '../support/store.ts'
import { benchPages, campaignIdOf, campaignSizes } from './items.ts'
import { milliseconds, percentile, perSecond, printTable, ratio, sizesFromArguments } from './table.ts'

const RUNS = 7
const EXPORT_WORKER_URL = new URL('../../electron/export/worker.ts', import.meta.url)

const COLUMNS: readonly ItemColumnKey[] = [
  'itemName',
  'posNumber',
  'elementName',
  'artworkNames',
  'campaignName',
  'status',
  'qty',
  'isLocked',
  'hasArtwork',
  'workflowTemplateName',
  'updatedAt',
]
/** The same columns in the same order of rows, as the database holds them. */
const SQL = `SELECT item_name, pos_number, element_name, artwork_names, campaign_name, status, qty, is_locked,
  has_artwork, workflow_template_name, updated_at FROM items ORDER BY key`

async function fill(file: string, items: number): Promise<void> {
  const store = await openStore({ file, workerUrl: STORE_WORKER_URL })
  for (const [campaign, count] of campaignSizes(items).entries()) {
    const download = await store.beginDownload(campaignIdOf(campaign))
    for (const page of benchPages(campaign, count)) await store.stagePage(download, page)
    await store.commitDownload(download, { state: 'complete', expectedCount: count, reason: null })
  }
  await store.close()
}

async function timed(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function sqlite3(database: string, output: string): void {
  const descriptor = openSync(output, 'w')
  const { status } = spawnSync('sqlite3', ['-csv', database, SQL], {
    stdio: ['ignore', descriptor, 'inherit'],
  })
  closeSync(descriptor)
  if (status !== 0) throw new Error('sqlite3 failed')
}

async function ours(database: string, file: string | null, query: ItemQuery): Promise<void> {
  await startExport(
    {
      databaseFile: database,
      rows: { query },
      options: { columns: COLUMNS, preset: 'rfc4180', header: 'none', statuses: 'numbers' },
      delimiter: ',',
      columnLabels: {},
      statusLabels: [],
      file,
    },
    { workerUrl: EXPORT_WORKER_URL, writeOutput: () => Promise.resolve() },
  ).done
}

async function countLines(file: string): Promise<number> {
  return (await readFile(file, 'latin1')).split('\n').length - 1
}

const sorted: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] }
const hasSqlite3 = hasProgram('sqlite3')
const rows: string[][] = []
for (const size of sizesFromArguments([10_000, 100_000])) {
  const folder = await temporaryFolder()
  const at = (name: string): string => join(folder.path, name)
  await fill(at('cache.db'), size)
  const works: Readonly<Record<string, () => Promise<void> | void>> = {
    ...(hasSqlite3
      ? {
          'sqlite3 -csv': () => {
            sqlite3(at('cache.db'), at('theirs.csv'))
          },
        }
      : {}),
    'Campaign Desk': () => ours(at('cache.db'), at('ours.csv'), EMPTY_QUERY),
    '  nothing written': () => ours(at('cache.db'), null, EMPTY_QUERY),
    '  sorted by quantity': () => ours(at('cache.db'), at('sorted.csv'), sorted),
  }
  const samples = new Map<string, number[]>()
  // In turns, so that a busy moment of the machine hits all alike; the first turn only warms up.
  for (let run = 0; run <= RUNS; run += 1)
    for (const [name, work] of Object.entries(works)) {
      const elapsed = await timed(work)
      if (run > 0) samples.set(name, [...(samples.get(name) ?? []), elapsed])
    }
  const medians = new Map([...samples].map(([name, all]) => [name, percentile(all, 0.5)]))
  const base = medians.get('sqlite3 -csv')
  if (hasSqlite3 && (await countLines(at('theirs.csv'))) !== (await countLines(at('ours.csv'))))
    throw new Error('The two files do not hold the same rows')
  const { size: bytes } = await stat(at('ours.csv'))
  for (const [name, median] of medians)
    rows.push([
      `${size.toLocaleString('en-GB')} items, ${name}`,
      `${(bytes / 1e6).toFixed(1)} MB`,
      milliseconds(median),
      perSecond(size, median),
      base === undefined ? '' : ratio(median / base),
    ])
  await folder.remove()
}
printTable(
  'CSV export of 11 columns to disk (goal: 1.00 × the sqlite3 command line)',
  ['', 'file', 'median', 'rows', 'ratio'],
  rows,
)
if (!hasSqlite3)
  process.stdout.write(
    '\nsqlite3 is not installed, so there is nothing to compare with: apt-get install sqlite3\n',
  )
