import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlteredCells } from '../../electron/contract/jobs.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { MACHINE_STYLE, styleOfPreset } from '../../electron/contract/csv-style.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { exportOutcomeText, exportOutcome } from '../../renderer/state/export-text.ts'
import { createFormat } from '../../renderer/state/format.ts'
import { CLI_MESSAGES } from '../../electron/contract/strings/command-line.ts'
import { csvRequest } from '../support/export-request.ts'
import { createListToExport, type ListToExport } from '../support/list-to-export.ts'
import { makeExport } from '../support/contract-values.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { buildInner, buildItem } from '../support/store.ts'

let list: ListToExport
beforeAll(async () => {
  const names = [
    '=1+1',
    '-5',
    'x'.repeat(40_000),
    'a\n'.repeat(300),
    'Łódź \u0001',
    'plain',
    'a\r\n'.repeat(100),
  ]
  list = await createListToExport(
    names.map((name, index) =>
      buildItem(index, {
        itemId: buildInner(index, { name }),
        half: `x\ud800y${index < 2 ? '' : '\ud801'.repeat(index * 100)}`,
      }),
    ),
  )
}, 120_000)
afterAll(() => list.remove())

const NO_ALTERED_CELLS: AlteredCells = { cut: 0, leftOut: 0, guarded: 0, replaced: 0 }
const REGION = { delimiter: ',', decimalMark: '.' } as const

async function alteredCells(
  name: string,
  options: Partial<ExportOptions>,
): Promise<AlteredCells | undefined> {
  const request = csvRequest(list.cache.file, join(list.folder, name), { query: EMPTY_QUERY })
  const requestWithOptions = { ...request, options: { ...request.options, ...options } }
  return (await startExport(requestWithOptions, { thread: EXPORT_WORKER_URL }).done).altered
}

describe('an exported file', () => {
  it.each<readonly [string, Partial<ExportOptions>, Partial<AlteredCells> | undefined]>([
    ['excel.csv', { style: styleOfPreset('excel', REGION) }, { guarded: 1 }],
    ['machine.csv', { style: styleOfPreset('rfc4180', REGION) }, undefined],
    ['windows.csv', { style: { ...MACHINE_STYLE, encoding: 'windows1252' } }, { guarded: 1, replaced: 1 }],
    ['cut.xlsx', { format: 'xlsx' }, { cut: 2 }],
    ['left.xlsx', { format: 'xlsx', extras: { ...NO_EXTRAS, longTexts: 'leaveOut' } }, { leftOut: 2 }],
    ['page.html', { format: 'html' }, { replaced: 1 }],
    ['table.md', { format: 'md' }, { replaced: 1 }],
    ['items.json', { format: 'json' }, undefined],
  ])('reports how many cells of %s differ from the data', async (name, options, expected) => {
    expect(await alteredCells(name, options)).toEqual(
      expected === undefined ? undefined : { ...NO_ALTERED_CELLS, ...expected },
    )
  })

  it.each(['csv', 'xlsx', 'html', 'md'] as const)(
    'reports every lone surrogate that %s replaces, in repeated and in long texts',
    async (format) => {
      const altered = await alteredCells(`half.${format}`, { format, columns: ['/half'] })
      expect(altered).toEqual({ ...NO_ALTERED_CELLS, replaced: 7 })
    },
  )
})

describe('the report of an export with altered cells', () => {
  const cells: AlteredCells = { cut: 2, leftOut: 0, guarded: 1, replaced: 0 }
  const sentence =
    '3 cells differ from the data: 2 cut at the limit of a cell, 1 with an apostrophe before a formula.'

  it('counts them by kind and does not call the file verified', () => {
    const job = makeExport({ state: 'done', rows: 100, totalRows: 100, verifiedRows: 100, altered: cells })
    const format = createFormat('en')
    expect(exportOutcomeText(job, format).text).toContain(sentence)
    expect(exportOutcome(job, format)).toContain(sentence)
    const message = CLI_MESSAGES.written(100, ['items.csv'], true, cells)
    expect(message).toBe(`Wrote 100 rows to items.csv, read back. ${sentence}`)
    for (const text of [exportOutcomeText(job, format).text, message]) expect(text).not.toContain('right')
  })
})
