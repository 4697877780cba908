// The maximum growth of a process that writes its first file, in every format and order, each in a separate
// process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../electron/contract/export-formats.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exported } from './exported.ts'
import { fillCache } from './filled-cache.ts'
import { growth } from './memory-use.ts'
import { ALL_SIZES, itemCount, printTable, sizesFromArguments } from './table.ts'

const SORTED: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] }

async function measure(
  database: string,
  file: string,
  format: ExportFormat,
  query: ItemQuery,
): Promise<number> {
  return growth(() => exported(database, file, query, { columns: COLUMNS, format, header: 'labels' }))
}

async function measureApart(...what: readonly string[]): Promise<number> {
  const child = fork(import.meta.filename, ['--measure', ...what])
  const [grown] = (await once(child, 'message')) as [number]
  return grown
}

const [what, database = '', file = '', order] = process.argv.slice(2)
if (what === '--measure') {
  const format = EXPORT_FORMATS.find((each) => file.endsWith(`.${each}`)) ?? 'csv'
  process.send?.(await measure(database, file, format, order === 'sorted' ? SORTED : EMPTY_QUERY))
  process.disconnect()
} else {
  await bundle({ quiet: true })
  const rows: string[][] = []
  for (const size of sizesFromArguments(ALL_SIZES)) {
    const folder = await temporaryFolder()
    const cache = join(folder.path, 'cache.db')
    await fillCache(cache, size)
    for (const format of EXPORT_FORMATS) {
      const row = [`${itemCount(size)} items, ${format}`]
      for (const each of ['listed', 'sorted']) {
        const grown = await measureApart(cache, join(folder.path, `items.${format}`), each)
        row.push(`+${(grown / 1e6).toFixed(0)} MB`)
      }
      rows.push(row)
    }
    await folder.remove()
  }
  printTable('Memory of a first export (goal: +50 MB at any size)', ['', 'as listed', 'by quantity'], rows)
}
