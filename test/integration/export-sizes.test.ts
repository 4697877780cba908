import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { partPaths } from '../../electron/export/files/parts.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ItemsExportRequest } from '../../electron/export/types.ts'
import { WorkbookWriter } from '../../electron/export/formats/xlsx/workbook.ts'
import { csvRequest } from '../support/export-request.ts'
import { libreOffice, convertSheetsToCsv } from '../support/libre-office.ts'
import { hasValidator, openXmlErrors } from '../support/open-xml.ts'
import { buildItem, fillCampaign, temporaryFolder, temporaryStore } from '../support/store.ts'
import { readStrictly } from '../support/strict-workbook.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { column } from '../support/workbook.ts'

/** Maximum number of data rows in a sheet with a header row. */
const MAX_DATA_ROWS = 1_048_575
const BATCH_ROWS = 1_000

const isLarge = process.env['CAMPAIGN_DESK_LARGE_WORKBOOKS'] !== undefined
if (!isLarge)
  console.log(
    'Skipping comparisons of workbooks of a million rows by other programs, and a workbook of two million, which take minutes. CAMPAIGN_DESK_LARGE_WORKBOOKS=1 includes them.',
  )

/** Writes a workbook with this number of rows, as an export does. */
async function writeWorkbook(file: string, rowCount: number): Promise<void> {
  const target = await open(file, 'w')
  let written = Promise.resolve()
  const writer = new WorkbookWriter(
    {
      columns: [column('number', 'Row'), column('text', 'Name')],
      rowCount,
      sheetName: 'Items',
      hasHeader: true,
      title: 'Items',
      description: '',
      createdAt: new Date(2026, 4, 1, 12, 30),
    },
    (chunk) => {
      written = written.then(() => target.writeFile(chunk))
    },
  )
  writer.begin()
  for (let start = 0; start < rowCount; start += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, rowCount - start)
    await writer.writeRows(
      Array.from({ length }, (_, index) => [
        start + index,
        (start + index) % 3 === 0 ? '00123' : `n ${String(start)}`,
      ]),
    )
    await written
  }
  await writer.end()
  await written
  await target.close()
}

/** Returns the number of lines of a file, and its last line. */
async function linesOf(file: string): Promise<{ readonly count: number; readonly last: string }> {
  let [count, rest, last] = [0, '', '']
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    count += lines.length
    last = lines.at(-1) ?? last
  }
  return { count, last }
}

/** Numbers of items, and the rows of each sheet with its header. */
const SIZES: readonly (readonly [items: number, sheets: readonly number[]])[] = [
  [0, [1]],
  [1, [2]],
  [MAX_DATA_ROWS, [MAX_DATA_ROWS + 1]],
  [MAX_DATA_ROWS + 1, [MAX_DATA_ROWS + 1, 2]],
  ...(isLarge ? [[2_000_000, [MAX_DATA_ROWS + 1, 2_000_000 - MAX_DATA_ROWS + 1]] as const] : []),
]

describe.each(SIZES)('a workbook of %d items', (items, sheets) => {
  const isComparable = isLarge || items < MAX_DATA_ROWS

  it('is valid and has all rows in the necessary number of sheets', { timeout: 600_000 }, async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'items.xlsx')
    await writeWorkbook(file, items)
    expect((await readStrictly(file)).sheets).toEqual(sheets)
  })

  it.skipIf(!hasValidator || !isComparable)(
    'is valid in the Open XML SDK validator (needs its program)',
    { timeout: 1_200_000 },
    async () => {
      await using folder = await temporaryFolder()
      const file = join(folder.path, 'items.xlsx')
      await writeWorkbook(file, items)
      expect(await openXmlErrors(file)).toEqual([])
    },
  )

  it.skipIf(libreOffice === undefined || !isComparable)(
    'opens in LibreOffice with all rows (needs soffice)',
    { timeout: 1_200_000 },
    async () => {
      await using folder = await temporaryFolder()
      await writeWorkbook(join(folder.path, 'items.xlsx'), items)
      const files = await convertSheetsToCsv(folder.path, 'items.xlsx', 1_100_000)
      const read = await Promise.all(files.map(linesOf))
      expect(read.map(({ count }) => count).toSorted((one, other) => other - one)).toEqual(sheets)
      const lastNumbers = read.map(({ last }) => Number(/\d+/u.exec(last)?.[0]))
      if (items > 0) expect(Math.max(...lastNumbers)).toBe(items - 1)
    },
  )
})

describe('a list beyond the limit of a sheet', () => {
  const ITEMS = 1_000
  const ROWS = MAX_DATA_ROWS + ITEMS

  it('fills each file up to the limit, or is not written', { timeout: 1_200_000 }, async () => {
    await using cache = await temporaryStore()
    const items = Array.from({ length: ITEMS }, (_, number) => buildItem(number))
    await fillCampaign(cache.store, 'campaign-1', items)
    const { resultId } = await cache.store.openResult(EMPTY_QUERY, 'test')
    const keys = await cache.store.keysOf(resultId, [[0, ITEMS - 1]])
    await using folder = await temporaryFolder()
    const write = (name: string, rows: number, options: Partial<ItemsExportRequest['options']>) => {
      const repeatedKeys = Int32Array.from({ length: rows }, (_, index) => keys[index % ITEMS] ?? 0)
      const request = csvRequest(cache.file, join(folder.path, name), { keys: repeatedKeys })
      return startExport(
        { ...request, options: { ...request.options, ...options } },
        { thread: EXPORT_WORKER_URL },
      ).done
    }

    for (const format of ['csv', 'xlsx'] as const) {
      const end = await write(`items.${format}`, ROWS, { format, rowsBeyond: 'files' })
      expect(end).toMatchObject({ rows: ROWS, verifiedRows: ROWS, parts: { files: 2 } })
    }
    const [first = '', second = ''] = partPaths(join(folder.path, 'items.xlsx'), 2)
    expect((await readStrictly(first)).sheets).toEqual([MAX_DATA_ROWS + 1])
    expect((await readStrictly(second)).sheets).toEqual([ITEMS + 1])
    const lines = await Promise.all(partPaths(join(folder.path, 'items.csv'), 2).map(linesOf))
    expect(lines.map(({ count }) => count)).toEqual([MAX_DATA_ROWS + 1, ITEMS + 1])

    expect(await write('whole.csv', MAX_DATA_ROWS, { rowsBeyond: 'stop' })).toMatchObject({
      rows: MAX_DATA_ROWS,
      parts: null,
    })
    await expect(write('stopped.csv', MAX_DATA_ROWS + 1, { rowsBeyond: 'stop' })).rejects.toMatchObject({
      code: 'tooManyRows',
    })
  })
})
