import * as sheetjs from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LABELS } from '../../electron/contract/connection.ts'
import type { AlteredCells } from '../../electron/contract/jobs.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { MACHINE_STYLE, styleOfPreset } from '../../electron/contract/csv-style.ts'
import { EXPORT_FORMATS } from '../../electron/contract/export-formats.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { exportOutcome, exportOutcomeText, exportResultText } from '../../renderer/state/export-text.ts'
import { createFormat } from '../../renderer/state/format.ts'
import { CLI_MESSAGES } from '../../electron/cli/strings/command-line.ts'
import { csvRequest } from '../support/export-request.ts'
import { createListToExport, type ListToExport } from '../support/list-to-export.ts'
import { makeExport } from '../support/contract-values.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { buildInner, buildItem, fillCampaign } from '../support/store.ts'

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
})
afterAll(() => list.remove())

const NO_ALTERED_CELLS: AlteredCells = { cut: 0, leftOut: 0, guarded: 0, replaced: 0, credentials: 0 }
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

describe('addresses with credentials', () => {
  const WITH = 'https://ann:secret@files.example/'
  const WITHOUT = 'https://files.example/'
  const artworks = (start: string) => [{ _id: 'a-1', name: 'A', fileId: { url: `${start}a.png` } }]
  const fieldsOf = (start: string) => ({
    itemId: buildInner(0, { artworks: artworks(start) }),
    source: `${start}source`,
    contact: 'ann@files.example',
  })
  let addresses: ListToExport
  beforeAll(async () => {
    addresses = await createListToExport([])
    const record = { name: 'Summer', site: `${WITH}site`, sites: [`${WITH}list`], mail: 'ann@files.example' }
    await fillCampaign(addresses.cache.store, 'campaign-1', [buildItem(0, fieldsOf(WITH)), buildItem(1)], {
      record,
    })
  })
  afterAll(() => addresses.remove())

  async function exportFile(name: string, options: Partial<ExportOptions>) {
    const file = join(addresses.folder, name)
    const request = csvRequest(addresses.cache.file, file, { query: EMPTY_QUERY })
    const requestWithOptions = { ...request, options: { ...request.options, ...options } }
    const { altered } = await startExport(requestWithOptions, { thread: EXPORT_WORKER_URL }).done
    return { altered, text: await exportedText(file) }
  }

  it.each(EXPORT_FORMATS)('lose them in fields and in the column of addresses (%s)', async (format) => {
    const { altered, text } = await exportFile(`fields.${format}`, {
      format,
      columns: ['/itemId/artworks', '/source', '/contact'],
      extras: { ...NO_EXTRAS, links: true },
    })
    expect(text).not.toContain('secret')
    expect(text.split(`${WITHOUT}a.png`).length).toBeGreaterThan(2)
    expect(text).toContain(`${WITHOUT}source`)
    expect(text).toContain('ann@files.example')
    expect(altered).toEqual({ ...NO_ALTERED_CELLS, credentials: 3 })
  })

  it.each(['json', 'jsonl'] as const)('lose them in items as received (%s)', async (format) => {
    const extras = { ...NO_EXTRAS, records: 'received' } as const
    const { altered, text } = await exportFile(`received.${format}`, { format, extras })
    const lines = text.split('\n').map((line) => line.replace(/,$/u, ''))
    expect(lines).toContain(JSON.stringify(buildItem(0, fieldsOf(WITHOUT))))
    expect(lines).toContain(JSON.stringify(buildItem(1)))
    expect(altered).toEqual({ ...NO_ALTERED_CELLS, credentials: 1 })
  })

  it('lose them in the sheet of the campaigns', async () => {
    const { altered, text } = await exportFile('campaign.xlsx', {
      format: 'xlsx',
      extras: { ...NO_EXTRAS, campaignSheet: true },
    })
    expect(text).not.toContain('secret')
    for (const shown of [`${WITHOUT}site`, `${WITHOUT}list`, 'ann@files.example'])
      expect(text).toContain(shown)
    expect(altered).toEqual({ ...NO_ALTERED_CELLS, credentials: 2 })
  })

  it.each(EXPORT_FORMATS)('lose them in changes (%s)', async (format) => {
    const { store, file: databaseFile } = addresses.cache
    const campaign = { campaignId: { _id: 'changes', name: 'Changes' } }
    const previous = { ...fieldsOf(WITH), itemId: buildInner(9, { artworks: [] }), ...campaign }
    await fillCampaign(store, 'changes', [buildItem(9, previous)])
    await fillCampaign(store, 'changes', [
      buildItem(9, {
        ...previous,
        itemId: buildInner(9, { artworks: artworks(WITH) }),
        source: `${WITH}other`,
      }),
    ])
    const file = join(addresses.folder, `changes.${format}`)
    const { altered } = await startExport(
      {
        databaseFile,
        changes: { campaignId: 'changes', since: null, kinds: [], field: null, unseenOnly: false },
        labels: NO_LABELS,
        options: { format, style: MACHINE_STYLE, header: 'keys', rowsBeyond: 'oneFile' },
        document: { sheetName: 'Changes', title: 'Changes', description: '' },
        file,
      },
      { thread: EXPORT_WORKER_URL },
    ).done
    const text = await exportedText(file)
    expect(text).not.toContain('secret')
    for (const path of ['a.png', 'source', 'other']) expect(text).toContain(`${WITHOUT}${path}`)
    expect(altered).toEqual({ ...NO_ALTERED_CELLS, credentials: 3 })
  })
})

/** Returns the text of a file; for a workbook, the text of its cells and links. */
async function exportedText(file: string): Promise<string> {
  const bytes = await readFile(file)
  return file.endsWith('.xlsx') ? JSON.stringify(sheetjs.read(bytes).Sheets) : bytes.toString('utf8')
}

describe('the report of an export with altered cells', () => {
  const cells: AlteredCells = { cut: 2, leftOut: 0, guarded: 1, replaced: 0, credentials: 4 }
  const sentence =
    'Changed cells: 7 (2 cut at the limit of a cell, 1 with an apostrophe before a formula, 4 without sign-in data).'

  it('counts them by kind beside the result of the verification', () => {
    const job = makeExport({
      state: 'done',
      rows: 100,
      totalRows: 100,
      bytes: 10_000,
      verifiedRows: 100,
      altered: cells,
    })
    const format = createFormat('en')
    expect(exportOutcomeText(job, format).text).toBe(`100 rows, 10 kB, verified. ${sentence}`)
    expect(exportResultText(job, format).text).toMatch(/ · 10 kB · verified\. /u)
    expect(exportResultText(job, format).text).toContain(sentence)
    expect(exportOutcome(job)).toContain(sentence)
    const message = CLI_MESSAGES.written(100, ['items.csv'], true, cells)
    expect(message).toBe(`Wrote 100 rows to items.csv, verified. ${sentence}`)
  })
})
