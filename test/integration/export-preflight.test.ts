import * as sheetjs from '@e965/xlsx'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { styleOfPreset, type CsvStyle, type ExportPreset } from '../../electron/contract/csv-style.ts'
import {
  MAX_FINDING_EXAMPLES,
  MAX_PREVIEW_ROWS,
  type ExportPreview,
  type PreflightFinding,
} from '../../electron/contract/export-preview.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { targetProgramOf } from '../../electron/export/preflight/reading/target-program.ts'
import { readingOf } from '../../electron/export/preflight/reading/reading.ts'
import { timeZoneName } from '../../electron/export/values/timestamps.ts'
import { guardFormula, runsAsFormula } from '../../electron/export/values/formula-guard.ts'
import { startPreflight } from '../../electron/export/preflight/start-preflight.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ItemsToExport } from '../../electron/export/types.ts'
import {
  buildInner,
  buildItem,
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'
import { EXPORT_WORKER_URL, PREFLIGHT_WORKER_URL } from '../support/entries.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'

const REGION = { delimiter: ',', decimalMark: '.' } as const
const PLAIN_ITEMS = 2_000

let cache: TemporaryStore
let folder: string
let removeFolder: () => Promise<void>

beforeAll(async () => {
  cache = await temporaryStore()
  const edgeCaseItems = EDGE_CASE_TEXTS.map((text, number) =>
    buildItem(number, {
      itemId: buildInner(number, { name: text, posNumber: `POS-${String(number)}A` }),
      campaignId: { _id: 'edge-cases', name: 'Edge cases' },
    }),
  )
  await fillCampaign(cache.store, 'edge-cases', edgeCaseItems)
  const plain = Array.from({ length: PLAIN_ITEMS }, (_, index) =>
    buildItem(EDGE_CASE_TEXTS.length + index, { campaignId: { _id: 'plain', name: 'Plain' } }),
  )
  await fillCampaign(cache.store, 'plain', plain)
  const long = ['x'.repeat(40_000), 'a\n'.repeat(300), 'Wobbler'].map((name, index) =>
    buildItem(90_000 + index, {
      itemId: buildInner(90_000 + index, { name }),
      campaignId: { _id: 'long', name: 'Long' },
      half: `x\ud800y${String(index)}`,
      control: 'a\u0001b',
      lines: 'a\r\nb\vc',
      source: `https://ann:secret@files.example/${String(index)}`,
    }),
  )
  await fillCampaign(cache.store, 'long', long)
  await fillCampaign(
    cache.store,
    'noted',
    [buildItem(91_000, { campaignId: { _id: 'noted', name: 'Noted' } })],
    { record: { name: 'Noted', note: 'x'.repeat(40_000), site: 'https://ann:secret@files.example/' } },
  )
  ;({ path: folder, remove: removeFolder } = await temporaryFolder())
})

afterAll(async () => {
  await cache[Symbol.asyncDispose]()
  await removeFolder()
})

function items(campaignId: string, options: Partial<ExportOptions> = {}): ItemsToExport {
  return {
    databaseFile: cache.file,
    rows: { query: { ...EMPTY_QUERY, campaignIds: [campaignId] } },
    options: {
      columns: ['itemName', 'qty', 'isLocked', 'updatedAt'],
      format: 'csv',
      style: styleOfPreset('excel', REGION),
      header: 'labels',
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
      ...options,
    },
    reviewsFile: join(folder, 'reviews.db'),
    picturesFile: '',
    statusLabels: [],
    document: { sheetName: 'Items', title: 'Items', description: '' },
  }
}

const runPreflight = (content: ItemsToExport, preset: ExportPreset = 'excel'): Promise<ExportPreview> =>
  startPreflight({ content, preset, locale: 'en-US' }, { workerUrl: PREFLIGHT_WORKER_URL }).done

const csv = (change: Partial<CsvStyle>): CsvStyle => ({ ...styleOfPreset('excel', REGION), ...change })
const findingOf = (preview: ExportPreview, kind: PreflightFinding['kind']): PreflightFinding | undefined =>
  preview.findings.find((finding) => finding.kind === kind)

describe('the preview of an export', () => {
  it('counts exactly the texts that the program would change', async () => {
    const preview = await runPreflight(items('edge-cases'))
    const program = targetProgramOf('excel', 'en-US')
    const expected = new Map<string, number>()
    const count = (kind: string): void => void expected.set(kind, (expected.get(kind) ?? 0) + 1)
    for (const text of EDGE_CASE_TEXTS) {
      const reading = guardFormula(text) === text ? readingOf(text, program) : { kind: 'guarded' }
      if (reading !== null) count(reading.kind)
    }
    expect(Object.fromEntries(preview.findings.map(({ kind, count: cells }) => [kind, cells]))).toEqual(
      Object.fromEntries(expected),
    )
    expect(preview).toMatchObject({ rows: EDGE_CASE_TEXTS.length, checkedRows: EDGE_CASE_TEXTS.length })
  })

  it('has examples with the cell and its new value', async () => {
    const zeros = findingOf(await runPreflight(items('edge-cases')), 'zeros')
    expect(zeros?.remedies).toEqual(['xlsx'])
    expect(zeros?.examples).toHaveLength(MAX_FINDING_EXAMPLES)
    expect(zeros?.examples[0]).toEqual({
      row: 1,
      posNumber: 'POS-0A',
      itemName: '007',
      column: 'Item',
      text: '007',
      becomes: '7',
    })
  })

  it('shows the first rows with their findings', async () => {
    const { columns, firstRows } = await runPreflight(items('edge-cases'))
    expect(columns).toEqual(['Item', 'Quantity', 'Locked', `Updated (${timeZoneName('local')})`])
    expect(firstRows).toHaveLength(MAX_PREVIEW_ROWS)
    expect(firstRows[0]?.[0]).toEqual({ text: '007', kind: 'text', finding: 'zeros', becomes: '7' })
    expect(firstRows[1]?.slice(1, 3)).toEqual([
      { text: '1', kind: 'number', finding: null },
      { text: expect.stringMatching(/^(true|false)$/u) as string, kind: 'flag', finding: null },
    ])
    // The style lets Excel recognize dates.
    expect(firstRows[0]?.[3]).toMatchObject({ kind: 'moment', finding: null })
  })

  it('shows every example in its row, after the first rows too, and counts it once', async () => {
    const { firstRows, rowsWithFindings, findings } = await runPreflight(items('edge-cases'))
    const examples = findings.flatMap((finding) => finding.examples)
    const rowNumbers = rowsWithFindings.map(({ row }) => row)
    expect(rowNumbers).toEqual(
      [...new Set(examples.map(({ row }) => row).filter((row) => row > firstRows.length))].sort(
        (one, other) => one - other,
      ),
    )
    for (const { row, cells } of rowsWithFindings)
      for (const example of examples.filter((each) => each.row === row))
        expect(cells.map(({ text }) => text).join()).toContain(example.text.slice(0, 20))
    const again = await runPreflight(items('edge-cases'))
    expect(again.findings).toEqual(findings)
  })

  it.each(['json', 'jsonl', 'md'] as const)(
    'shows the start of a %s file as it will be written',
    async (format) => {
      const content = items('plain', { format })
      const { fileLines } = await runPreflight(content)
      const file = join(folder, `start.${format}`)
      await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
      const written = (await readFile(file, 'utf8')).split('\n')
      // A comma after the last of the first objects is written with the next one.
      expect(fileLines?.map((line) => line.replace(/,$/u, ''))).toEqual(
        written.slice(0, fileLines?.length).map((line) => line.replace(/,$/u, '')),
      )
      expect(fileLines?.length).toBeGreaterThanOrEqual(MAX_PREVIEW_ROWS)
      expect((await runPreflight(items('plain', { format: 'csv' }))).fileLines).toBeNull()
    },
  )

  it('finds no changes in a workbook or in plain texts', async () => {
    const workbook = await runPreflight(items('edge-cases', { format: 'xlsx' }))
    expect(workbook.findings).toEqual([])
    expect(workbook.firstRows[0]?.[0]).toEqual({ text: '007', kind: 'text', finding: null })
    expect((await runPreflight(items('plain'))).findings).toEqual([])
    expect((await runPreflight(items('edge-cases', { format: 'json' }))).findings).toEqual([])
  })

  it('finds no changes for machine formats and for quoted texts in LibreOffice', async () => {
    const style = styleOfPreset('libreOffice', REGION)
    const libreOfficePreview = await runPreflight(items('edge-cases', { style }), 'libreOffice')
    expect(libreOfficePreview.findings.map(({ kind }) => kind)).toEqual(['guarded'])
    const unquoted = await runPreflight(
      items('edge-cases', { style: { ...style, quotes: 'needed' } }),
      'libreOffice',
    )
    expect(unquoted.findings.map(({ kind }) => kind)).toContain('zeros')
    const unguarded = csv({ guard: false })
    expect((await runPreflight(items('edge-cases', { style: unguarded }), 'rfc4180')).findings).toEqual([])
    const formulaFinding = findingOf(await runPreflight(items('edge-cases', { style: unguarded })), 'formula')
    expect(formulaFinding?.remedies).toEqual(['xlsx', 'guard'])
    expect(formulaFinding?.count).toBe(EDGE_CASE_TEXTS.filter(runsAsFormula).length)
  })

  it('names characters that the encoding does not support, and suggests UTF-8', async () => {
    const style = csv({ encoding: 'windows1252' })
    const encodingFinding = findingOf(
      await runPreflight(items('edge-cases', { style }), 'rfc4180'),
      'encoding',
    )
    expect(encodingFinding?.remedies).toEqual(['utf8', 'xlsx'])
    expect(encodingFinding?.examples[0]).toMatchObject({ text: '١٢٣', becomes: '???' })
    expect(encodingFinding?.examples.map(({ text }) => text)).not.toContain('äöüß')
    const supportedCharacters = new TextDecoder('windows-1252').decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
    )
    const unsupportedCharacters = Array.from(EDGE_CASE_TEXTS.join('')).filter(
      (character) => !supportedCharacters.includes(character),
    )
    expect(new Set(encodingFinding?.characters)).toEqual(new Set(unsupportedCharacters))
    expect(encodingFinding?.characters).toHaveLength(new Set(unsupportedCharacters).size)
  })

  it.each(['csv', 'xlsx', 'json', 'html', 'md'] as const)(
    'writes a small file in full to determine its size: %s',
    async (format) => {
      const content = items('plain', { format })
      const file = join(folder, `sized.${format}`)
      await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
      const preview = await runPreflight(content)
      expect(preview.bytesAreExact).toBe(true)
      // A workbook contains its creation time.
      const { size } = await stat(file)
      expect(Math.abs((preview.bytes ?? 0) - size)).toBeLessThan(format === 'xlsx' ? 20 : 1)
    },
  )

  it('includes additional sheets in the size', async () => {
    const extras = { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true }
    const content = items('plain', { format: 'xlsx', extras })
    const file = join(folder, 'sheets.xlsx')
    await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
    const preview = await runPreflight(content)
    expect(preview.bytesAreExact).toBe(true)
    expect(Math.abs((preview.bytes ?? 0) - (await stat(file)).size)).toBeLessThan(20)
  })

  it.each(['csv', 'xlsx', 'json', 'jsonl', 'html', 'md'] as const)(
    'estimates the size of a large file from a sample: %s',
    async (format) => {
      const { resultId } = await cache.store.openResult({ ...EMPTY_QUERY, campaignIds: ['plain'] }, 'test')
      const keys = await cache.store.keysOf(resultId, [[0, PLAIN_ITEMS - 1]])
      const rows = { keys: Int32Array.from({ length: 45_000 }, (_, at) => keys[at % PLAIN_ITEMS] ?? 0) }
      const extras = { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true }
      const content = { ...items('plain', { format, extras }), rows }
      const file = join(folder, `large.${format}`)
      await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
      const preview = await runPreflight(content)
      expect(preview.bytesAreExact).toBe(false)
      const { size } = await stat(file)
      expect((preview.bytes ?? 0) / size).toBeGreaterThan(0.9)
      expect((preview.bytes ?? 0) / size).toBeLessThan(1.1)
    },
  )

  it('reports the first rows early, and writes no file', async () => {
    const before = await readdir(folder)
    const previews: ExportPreview[] = []
    const { done } = startPreflight(
      { content: items('plain'), preset: 'excel', locale: 'en-US' },
      { workerUrl: PREFLIGHT_WORKER_URL, onPreview: (preview) => previews.push(preview) },
    )
    const lastPreview = await done
    expect(previews[0]?.firstRows).toEqual(lastPreview.firstRows)
    expect(previews[0]).toMatchObject({ bytes: null, rows: PLAIN_ITEMS })
    expect(await readdir(folder)).toEqual(before)
  })

  it('shows an HTML table with its own labels', async () => {
    const content = items('plain', { format: 'html' })
    const { firstRows, findings } = await runPreflight(content)
    const file = join(folder, 'page.html')
    await startExport({ ...content, file }, { thread: EXPORT_WORKER_URL }).done
    const [, ...rows] = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('<tr>'))
    const written = rows.map((row) =>
      Array.from(row.matchAll(/<td[^>]*>([^<]*)<\/td>/gu), ([, text]) => text),
    )
    expect(firstRows.map((row) => row.map(({ text }) => text))).toEqual(written.slice(0, MAX_PREVIEW_ROWS))
    expect(firstRows[0]?.[2]?.text).toMatch(/^(Yes|No)$/u)
    expect(findings).toEqual([])
  })

  it('shows records as received, artwork rows and addresses as they will be written', async () => {
    const received = await runPreflight(
      items('plain', { format: 'jsonl', extras: { ...NO_EXTRAS, records: 'received' } }),
    )
    expect(received.columns).toHaveLength(1)
    expect(received.firstRows[0]?.[0]?.text).toMatch(/^\{"_id":/u)
    const extras = { ...NO_EXTRAS, artworks: 'rows', links: true } as const
    const withArtworkRows = await runPreflight(
      items('edge-cases', { columns: ['qty', 'artworkNames'], extras }),
    )
    expect(withArtworkRows.columns).toEqual(['Quantity', 'Artwork', 'Artwork address'])
    expect(withArtworkRows.firstRows[1]?.slice(0, 2).map(({ text }) => text)).toEqual(['1', 'Artwork 1'])
  })

  it('reports lone surrogates, which a workbook replaces too', async () => {
    const preview = await runPreflight(items('long', { format: 'xlsx', columns: ['/half'] }))
    expect(preview.findings).toMatchObject([
      { kind: 'encoding', count: 3, characters: ['\ud800'], remedies: [] },
    ])
  })

  it.each(['html', 'md'] as const)('reports characters that %s replaces', async (format) => {
    const content = items('long', { format, columns: ['/half', '/control', '/lines'] })
    const preview = await runPreflight(content)
    const { altered } = await startExport(
      { ...content, file: join(folder, 'replaced') },
      { thread: EXPORT_WORKER_URL },
    ).done
    expect(altered?.replaced).toBe(format === 'md' ? 6 : 9)
    expect(findingOf(preview, 'encoding')).toMatchObject({
      count: altered?.replaced,
      characters: format === 'md' ? ['\u0001', '\ud800'] : ['\u0001', '\v', '\ud800'],
      remedies: [],
    })
  })

  it.each(['csv', 'xlsx', 'html', 'md', 'json', 'jsonl'] as const)(
    'reports addresses that lose their credentials, and shows them without (%s)',
    async (format) => {
      const preview = await runPreflight(items('long', { format, columns: ['/source'] }))
      expect(findingOf(preview, 'credentials')).toMatchObject({ count: 3, remedies: [] })
      expect(preview.firstRows[0]?.[0]).toMatchObject({ finding: 'credentials' })
      expect(preview.firstRows[0]?.[0]?.text).toContain('https://files.example/0')
      expect(JSON.stringify(preview)).not.toContain('secret')
    },
  )

  it('reports texts that are too long for a cell: cut or left out', async () => {
    const exportedNames = async (extras: ExportOptions['extras']): Promise<readonly unknown[]> => {
      const file = join(folder, `long-${extras.longTexts}.xlsx`)
      await startExport({ ...items('long', { format: 'xlsx', extras }), file }, { thread: EXPORT_WORKER_URL })
        .done
      const book = sheetjs.read(await readFile(file))
      const rows = sheetjs.utils.sheet_to_json<Record<string, unknown>>(
        book.Sheets[book.SheetNames[0] ?? ''] ?? {},
      )
      return rows.map((row) => row['Item'])
    }
    const cut = await runPreflight(items('long', { format: 'xlsx' }))
    expect(cut.findings).toMatchObject([
      { kind: 'longText', count: 1, remedies: ['leaveOut'] },
      { kind: 'lineBreaks', count: 1, remedies: ['leaveOut'] },
    ])
    const [characters, lines, short] = await exportedNames(NO_EXTRAS)
    expect(characters).toMatch(/^x{32000,}… \[cut\]$/u)
    expect(String(characters)).toHaveLength(32_767)
    expect(String(lines).split('\n')).toHaveLength(254)
    expect(lines).toMatch(/a… \[cut\]$/u)
    expect(short).toBe('Wobbler')

    const extras = { ...NO_EXTRAS, longTexts: 'leaveOut' } as const
    const leftOut = await runPreflight(items('long', { format: 'xlsx', extras }))
    expect(leftOut.findings.map(({ remedies }) => remedies)).toEqual([['cut'], ['cut']])
    expect(leftOut.firstRows.map(([cell]) => cell?.text)).toEqual(['', '', 'Wobbler'])
    expect(await exportedNames(extras)).toEqual([undefined, undefined, 'Wobbler'])
    // A spreadsheet program cuts such texts in CSV itself.
    expect((await runPreflight(items('long'))).findings.map(({ remedies }) => remedies)).toEqual([
      ['xlsx'],
      ['xlsx'],
    ])
  })

  it.each(['cut', 'leaveOut'] as const)(
    'counts cells of additional sheets as the file does: %s',
    async (longTexts) => {
      const extras = { ...NO_EXTRAS, longTexts, campaignSheet: true, totalsSheet: true }
      const content = items('noted', { format: 'xlsx', extras })
      const preview = await runPreflight(content)
      const { altered } = await startExport(
        { ...content, file: join(folder, `noted-${longTexts}.xlsx`) },
        { thread: EXPORT_WORKER_URL },
      ).done
      expect(altered).toMatchObject({ [longTexts === 'cut' ? 'cut' : 'leftOut']: 1, credentials: 1 })
      expect(preview.findings).toMatchObject([
        { kind: 'longText', count: 1, examples: [] },
        { kind: 'credentials', count: 1, examples: [] },
      ])
    },
  )

  it('stops when canceled, and reports an error', async () => {
    const running = startPreflight(
      { content: items('plain'), preset: 'excel', locale: 'en-US' },
      { workerUrl: PREFLIGHT_WORKER_URL },
    )
    running.cancel()
    await expect(running.done).rejects.toMatchObject({ code: 'cancelled' })
    const missingDatabase = { ...items('plain'), databaseFile: join(folder, 'no', 'cache.db') }
    await expect(runPreflight(missingDatabase)).rejects.toHaveProperty('code')
  })

  it('reports no rows for an empty list', async () => {
    expect(await runPreflight(items('no such campaign'))).toMatchObject({
      rows: 0,
      firstRows: [],
      findings: [],
    })
  })
})
