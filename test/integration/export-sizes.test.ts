import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WorkbookWriter } from '../../electron/export/xlsx/workbook.ts'
import { office, sheetsByOffice } from '../support/libre-office.ts'
import { temporaryFolder } from '../support/store.ts'
import { readStrictly } from '../support/strict-workbook.ts'
import { column } from '../support/workbook.ts'

/** What one sheet can hold, with its line of headings. */
const MOST = 1_048_575
const ROWS_A_BATCH = 1_000

const isLarge = process.env['CAMPAIGN_DESK_LARGE_WORKBOOKS'] !== undefined
if (!isLarge)
  console.log(
    'Workbooks of a million rows and more were left out, which take minutes: CAMPAIGN_DESK_LARGE_WORKBOOKS=1 has them.',
  )

/** Writes a workbook with that many rows to a file, as an export does. */
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
      made: new Date(2026, 4, 1, 12, 30),
    },
    (piece) => {
      written = written.then(() => target.writeFile(piece))
    },
  )
  writer.begin()
  for (let start = 0; start < rowCount; start += ROWS_A_BATCH) {
    const length = Math.min(ROWS_A_BATCH, rowCount - start)
    await writer.rows(
      Array.from({ length }, (_, at) => [
        start + at,
        (start + at) % 3 === 0 ? '00123' : `n ${String(start)}`,
      ]),
    )
    await written
  }
  await writer.end()
  await written
  await target.close()
}

/** Lines of a file, and its last one. */
async function linesOf(file: string): Promise<{ readonly count: number; readonly last: string }> {
  let [count, rest, last] = [0, '', '']
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    count += lines.length
    last = lines.at(-1) ?? last
  }
  return { count, last }
}

describe.each([
  [0, [1]],
  [1, [2]],
  ...(isLarge
    ? ([
        [MOST, [MOST + 1]],
        [MOST + 1, [MOST + 1, 2]],
        [2_000_000, [MOST + 1, 2_000_000 - MOST + 1]],
      ] as const)
    : []),
] as const)('a workbook of %d items', (items, sheets) => {
  it(
    'keeps to the rules, and has as many rows, in as many sheets as it needs',
    { timeout: 600_000 },
    async () => {
      const folder = await temporaryFolder()
      const file = join(folder.path, 'items.xlsx')
      await writeWorkbook(file, items)
      expect(await readStrictly(file)).toEqual({ sheets })
      await folder.remove()
    },
  )

  it.skipIf(office === undefined)(
    'opens in LibreOffice as it is, with all its rows (needs soffice)',
    { timeout: 1_200_000 },
    async () => {
      const folder = await temporaryFolder()
      await writeWorkbook(join(folder.path, 'items.xlsx'), items)
      const files = await sheetsByOffice(folder.path, 'items.xlsx', 1_100_000)
      const read = await Promise.all(files.map(linesOf))
      expect(read.map(({ count }) => count).toSorted((one, other) => other - one)).toEqual(sheets)
      const lasts = read.map(({ last }) => Number(/\d+/u.exec(last)?.[0]))
      if (items > 0) expect(Math.max(...lasts)).toBe(items - 1)
      await folder.remove()
    },
  )
})
