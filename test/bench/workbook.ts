// A workbook of 10 columns to disk, compared with two libraries that get the same rows in memory and write to
// memory.
import * as sheetjs from '@e965/xlsx'
import { writeXlsxStream } from 'hucre'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import type { StoredValue } from '../../electron/store/types.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exportItems } from './export-items.ts'
import { recordFigure, type Figure } from './figures.ts'
import { fillCache } from './filled-cache.ts'
import { memoryGrowth } from './memory-use.ts'
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

const RUNS = runCount(3)
/** The goal, and the number of items at which it applies. */
const GOAL_ROWS_PER_SECOND = 250_000
const GOAL_ITEMS = 100_000
const MAX_IN_MEMORY = 100_000
const TEN_COLUMNS = COLUMNS.filter((key) => key !== 'hasArtwork')
type Rows = readonly (readonly StoredValue[])[]

/** Returns its milliseconds, and the growth of the process in bytes. */
async function measure(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly growthBytes: number }> {
  const start = performance.now()
  const growthBytes = await memoryGrowth(work)
  return { ms: performance.now() - start, growthBytes }
}

const exportOwn = (database: string, file: string): Promise<void> =>
  exportItems(database, file, EMPTY_QUERY, { columns: TEN_COLUMNS, format: 'xlsx', header: 'labels' })

function writeWithSheetJs(rows: Rows): Promise<unknown> {
  const book = sheetjs.utils.book_new()
  sheetjs.utils.book_append_sheet(
    book,
    sheetjs.utils.aoa_to_sheet(rows as unknown[][], { dense: true }),
    'Items',
  )
  sheetjs.write(book, { type: 'buffer', compression: true })
  return Promise.resolve()
}

async function writeWithHucre(rows: Rows): Promise<unknown> {
  const reader = writeXlsxStream(rows as StoredValue[][], { name: 'Items' }).getReader()
  for (;;) if ((await reader.read()).done) return undefined
}

const LIBRARIES: Readonly<Record<string, (rows: Rows) => Promise<unknown>>> = {
  SheetJS: writeWithSheetJs,
  hucre: writeWithHucre,
}

await bundle({ quiet: true })
const table: string[][] = []
for (const size of sizesFromArguments(ALL_SIZES)) {
  const folder = await temporaryFolder()
  const database = join(folder.path, 'cache.db')
  const file = join(folder.path, 'items.xlsx')
  await fillCache(database, size)
  // Measured first, so that its memory does not include that of the others.
  const own = await measureRepeatedly(() => exportOwn(database, file))
  table.push(line(`${size.toLocaleString('en-GB')} items: Campaign Desk`, size, own, own))
  const source = openExportRows(database, { query: EMPTY_QUERY }, TEN_COLUMNS)
  // A million rows would not fit into their memory.
  const rows = size <= MAX_IN_MEMORY ? [...source.batches()].flat() : []
  source.close()
  const rowsPerSecond = (ms: number): number => (size / ms) * 1_000
  let fastest: Figure['limit']
  for (const [name, write] of rows.length === 0 ? [] : Object.entries(LIBRARIES)) {
    const theirs = await measureRepeatedly(() => write(rows))
    table.push(line(`${size.toLocaleString('en-GB')} items: ${name}`, size, theirs, own))
    const value = rowsPerSecond(theirs.ms)
    if (fastest === undefined || value > fastest.value) fastest = { name, value }
  }
  recordFigure({
    name: 'XLSX export of 10 columns',
    items: size,
    value: rowsPerSecond(own.ms),
    unit: 'rows/s',
    ...(fastest === undefined ? {} : { limit: fastest }),
    ...(size === GOAL_ITEMS ? { goal: { value: GOAL_ROWS_PER_SECOND } } : {}),
  })
  table.push([
    `${size.toLocaleString('en-GB')} items: the file`,
    `${((await stat(file)).size / 1e6).toFixed(1)} MB`,
  ])
  await folder.remove()
}
printTable(
  'Workbook of 10 columns (goals: 250,000 rows a second at 100,000, 50 MB at any size)',
  ['', 'median', 'rows', 'memory', 'ratio'],
  table,
)

async function measureRepeatedly(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly growthBytes: number }> {
  const runs = []
  for (let run = 0; run <= RUNS; run += 1) runs.push(await measure(work))
  // The first run of all allocates permanent memory; its growth counts.
  return {
    ms: percentile(
      runs.slice(1).map(({ ms }) => ms),
      0.5,
    ),
    growthBytes: Math.max(...runs.map(({ growthBytes }) => growthBytes)),
  }
}

function line(
  name: string,
  size: number,
  { ms, growthBytes }: { readonly ms: number; readonly growthBytes: number },
  own: { readonly ms: number },
): string[] {
  return [
    name,
    milliseconds(ms),
    perSecond(size, ms),
    `+${(growthBytes / 1e6).toFixed(0)} MB`,
    ratio(ms / own.ms),
  ]
}
