// The maximum growth of a process that writes its first file, in every format and order, each in a separate
// process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../electron/contract/export-formats.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { temporaryFolder } from '../support/store.ts'
import { COLUMNS, exportItems } from './export-items.ts'
import { fillCache } from './filled-cache.ts'
import { memoryGrowth } from './memory-use.ts'
import { ALL_SIZES, itemCount, printTable, sizesFromArguments } from './table.ts'
import '../support/messages-setup.ts'

const SORTED: ItemQuery = { ...EMPTY_QUERY, sort: [{ key: 'qty', direction: -1 }] }

async function measure(
  database: string,
  file: string,
  format: ExportFormat,
  query: ItemQuery,
): Promise<number> {
  return memoryGrowth(() =>
    exportItems(database, file, query, { columns: COLUMNS, format, header: 'labels' }),
  )
}

async function measureInProcess(...parameters: readonly string[]): Promise<number> {
  const child = fork(import.meta.filename, ['--measure', ...parameters])
  const [growthBytes] = (await once(child, 'message')) as [number]
  return growthBytes
}

const [task, database = '', file = '', order] = process.argv.slice(2)
if (task === '--measure') {
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
      for (const rowOrder of ['listed', 'sorted']) {
        const growthBytes = await measureInProcess(cache, join(folder.path, `items.${format}`), rowOrder)
        row.push(`+${(growthBytes / 1e6).toFixed(0)} MB`)
      }
      rows.push(row)
    }
    await folder.remove()
  }
  printTable('Memory of a first export (goal: +50 MB at any size)', ['', 'as listed', 'by quantity'], rows)
}
