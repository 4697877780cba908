// Compares the CSV writer with other writers in JavaScript: 11 columns from rows in memory to bytes in
// memory. Each gets the rows in its best form. `npm ci --prefix test/bench` installs the others.
import { Parser } from '@json2csv/plainjs'
import { stringify } from 'csv-stringify/sync'
import { json2csv } from 'csv42'
import { writeToBuffer } from 'fast-csv'
import { join } from 'node:path'
import Papa from 'papaparse'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { itemColumns } from '../../electron/export/rows/table.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import type { StoredValue } from '../../electron/store/types.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, requestOf } from './export-items.ts'
import { fillCache } from './filled-cache.ts'
import {
  ALL_SIZES,
  milliseconds,
  percentile,
  perSecond,
  printTable,
  ratio,
  sizesFromArguments,
} from './table.ts'

const RUNS = 5
/**
 * The results of the others for a million rows would not fit into memory, so each gets its rows in portions
 * of this size.
 */
const ROWS_PER_PORTION = 100_000

type Row = readonly StoredValue[]
type Write = () => Promise<number> | number

const byteCount = (text: string): number => Buffer.from(text).byteLength

function writeOwnCsv(batches: readonly (readonly Row[])[]): number {
  const request = requestOf('', '', EMPTY_QUERY, { columns: COLUMNS, format: 'csv', header: 'keys' })
  let bytes = 0
  const format = { columns: itemColumns(request), hasHeader: true, style: request.options.style }
  const writer = new CsvWriter(format, (chunk) => {
    bytes += chunk.byteLength
  })
  writer.begin()
  for (const batch of batches) writer.writeRows(batch)
  writer.end()
  return bytes
}

function writersOf(batches: readonly (readonly Row[])[]): Readonly<Record<string, Write>> {
  const rows = batches.flat()
  const records = rows.map((row) => Object.fromEntries(COLUMNS.map((key, at) => [key, row[at] ?? null])))
  return {
    'Campaign Desk': () => writeOwnCsv(batches),
    csv42: () => byteCount(json2csv(records)),
    json2csv: () => byteCount(new Parser({ fields: COLUMNS }).parse(records)),
    'fast-csv': async () => (await writeToBuffer(rows, { headers: COLUMNS })).byteLength,
    'csv-stringify': () => byteCount(stringify(rows, { header: true, columns: COLUMNS })),
    papaparse: () => byteCount(Papa.unparse({ fields: COLUMNS, data: rows })),
  }
}

/**
 * Returns the median of each, measured in turns, so that a varying machine affects all; the first turn is a
 * warm-up.
 */
async function mediansOf(
  writers: Readonly<Record<string, Write>>,
  runs: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(Object.keys(writers).map((name) => [name, []]))
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, write] of Object.entries(writers)) {
      const start = performance.now()
      if ((await write()) === 0) throw new Error(`${name} wrote nothing`)
      if (run > 0) times.get(name)?.push(performance.now() - start)
    }
  }
  return new Map([...times].map(([name, each]) => [name, percentile(each, 0.5)]))
}

/** Returns the rows in portions, each in the batches in which they are read. */
function* portionsOf(batches: Iterable<readonly Row[]>): Generator<readonly (readonly Row[])[]> {
  let portion: (readonly Row[])[] = []
  let rows = 0
  for (const batch of batches) {
    portion.push(batch)
    rows += batch.length
    if (rows < ROWS_PER_PORTION) continue
    yield portion
    portion = []
    rows = 0
  }
  if (rows > 0) yield portion
}

const table: string[][] = []
for (const size of sizesFromArguments(ALL_SIZES)) {
  const folder = await temporaryFolder()
  const database = join(folder.path, 'cache.db')
  await fillCache(database, size)
  const source = openExportRows(database, { query: EMPTY_QUERY }, COLUMNS)
  const totals = new Map<string, number>()
  for (const portion of portionsOf(source.batches()))
    for (const [name, median] of await mediansOf(writersOf(portion), size > ROWS_PER_PORTION ? 1 : RUNS))
      totals.set(name, (totals.get(name) ?? 0) + median)
  source.close()
  const own = totals.get('Campaign Desk') ?? Number.NaN
  for (const [name, time] of totals) {
    const label = `${size.toLocaleString('en-GB')} items: ${name}`
    table.push([label, milliseconds(time), perSecond(size, time), ratio(time / own)])
  }
  await folder.remove()
}
printTable(
  'CSV of 11 columns in memory, compared with other writers (goal: they take several times as long)',
  ['', 'median', 'rows', 'ratio'],
  table,
)
