// CSV export of 11 columns to disk, compared with the sqlite3 command line on the same rows and database.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { hasProgram } from '../../build/host.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exportItems } from './export-items.ts'
import { recordFigure } from './figures.ts'
import { fillCache } from './filled-cache.ts'
import {
  ALL_SIZES,
  milliseconds,
  percentile,
  perSecond,
  printTable,
  ratio,
  runCount,
  sizesFromArguments,
} from './table.ts'

const RUNS = runCount(7)
/** The number of items at which the goals apply. */
const GOAL_ITEMS = 100_000

/** The same columns in the same order of rows in the database. */
const SQL = `SELECT item_name, pos_number, element_name, artwork_names, campaign_name, status, qty, is_locked,
  has_artwork, workflow_template_name, updated_at FROM items`
const AS_LISTED = { sql: `${SQL} ORDER BY key`, query: EMPTY_QUERY, goal: 0.7 }
const SORTED = {
  sql: `${SQL} ORDER BY qty DESC, key`,
  query: { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] } satisfies ItemQuery,
  goal: 0.85,
}

async function measureTime(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function sqlite3(database: string, output: string, sql: string): void {
  const descriptor = openSync(output, 'w')
  const { status } = spawnSync('sqlite3', ['-csv', database, sql], {
    stdio: ['ignore', descriptor, 'inherit'],
  })
  closeSync(descriptor)
  if (status !== 0) throw new Error('sqlite3 failed')
}

const exportOwn = (database: string, file: string, query: ItemQuery): Promise<void> =>
  exportItems(database, file, query, { columns: COLUMNS, format: 'csv', header: 'none' })

async function countLines(file: string): Promise<number> {
  return (await readFile(file, 'latin1')).split('\n').length - 1
}

interface Comparison {
  readonly order: string
  readonly goal: number
  readonly theirs: () => void
  readonly ours: () => Promise<void>
}

async function medianOf(
  comparison: Comparison,
): Promise<{ readonly theirs: number | null; readonly ours: number }> {
  const theirs: number[] = []
  const own: number[] = []
  // In turns, so that a busy machine affects both; the first turn is a warm-up.
  for (let run = 0; run <= RUNS; run += 1) {
    const theirTime = hasSqlite3 ? await measureTime(comparison.theirs) : null
    const ownTime = await measureTime(comparison.ours)
    if (run === 0) continue
    own.push(ownTime)
    if (theirTime !== null) theirs.push(theirTime)
  }
  return { theirs: hasSqlite3 ? percentile(theirs, 0.5) : null, ours: percentile(own, 0.5) }
}

const hasSqlite3 = hasProgram('sqlite3')
await bundle({ quiet: true })
const rows: string[][] = []
for (const size of sizesFromArguments(ALL_SIZES)) {
  const folder = await temporaryFolder()
  const database = join(folder.path, 'cache.db')
  const theirs = join(folder.path, 'theirs.csv')
  const own = join(folder.path, 'ours.csv')
  await fillCache(database, size)
  const comparisons = Object.entries({ 'as listed': AS_LISTED, 'by quantity': SORTED }).map(
    ([order, { sql, query, goal }]): Comparison => ({
      order,
      goal,
      theirs: () => sqlite3(database, theirs, sql),
      ours: () => exportOwn(database, own, query),
    }),
  )
  for (const comparison of comparisons) {
    const medians = await medianOf(comparison)
    if (hasSqlite3 && (await countLines(theirs)) !== (await countLines(own)))
      throw new Error('The two files have different numbers of rows')
    recordFigure({
      name: `CSV export of 11 columns, ${comparison.order}`,
      items: size,
      value: medians.ours,
      unit: 'ms',
      ...(medians.theirs === null ? {} : { limit: { name: 'sqlite3', value: medians.theirs } }),
      ...(size === GOAL_ITEMS ? { goal: { ratio: comparison.goal } } : {}),
    })
    const name = `${size.toLocaleString('en-GB')} items, ${comparison.order}`
    const megabytes = `${((await stat(own)).size / 1e6).toFixed(1)} MB`
    if (medians.theirs !== null)
      rows.push([
        `${name}: sqlite3 -csv`,
        megabytes,
        milliseconds(medians.theirs),
        perSecond(size, medians.theirs),
        ratio(1),
      ])
    rows.push([
      `${name}: Campaign Desk`,
      megabytes,
      milliseconds(medians.ours),
      perSecond(size, medians.ours),
      medians.theirs === null ? '' : ratio(medians.ours / medians.theirs),
    ])
  }
  await folder.remove()
}
printTable(
  'CSV export of 11 columns to disk (goal at 100,000: 0.70 × the sqlite3 command line, 0.85 × by quantity)',
  ['', 'file', 'median', 'rows', 'ratio'],
  rows,
)
if (!hasSqlite3)
  process.stdout.write(
    '\nSkipped the comparison, because sqlite3 is not installed: apt-get install sqlite3\n',
  )
