import * as sheetjs from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS, type ExportOptions, type ItemExtras } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { Totals } from '../../electron/export/rows/totals.ts'
import type { ExportProgress } from '../../electron/export/types.ts'
import { freeSheetName } from '../../electron/export/formats/xlsx/sheet-name.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import {
  buildInner,
  buildItem,
  COMPLETE,
  sweepRange,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'

const frontArtwork = {
  _id: 'a-1',
  name: 'Front; blue',
  fileId: { url: 'https://pictures.example/front 1.png?sig=a|b' },
}
const backArtwork = { _id: 'a-2', name: 'Back', fileId: { url: 'https://pictures.example/back.png' } }
const namelessArtwork = { _id: 'a-3', fileId: { url: 'sample:nowhere' } }

/**
 * Items with two artworks, without artwork and with an artwork without a name; numbers beyond the precision
 * of a double.
 */
const ITEM_BODIES = [
  { ...buildItem(0, { itemId: buildInner(0, { artworks: [frontArtwork, backArtwork] }) }), extra: 'LONG' },
  buildItem(1, { itemId: buildInner(1, { artworks: [] }) }),
  buildItem(2, { itemId: buildInner(2, { artworks: [namelessArtwork] }), note: 'two\nlines' }),
].map((item) => JSON.stringify(item, null, 2).replace('"LONG"', '12345678901234567890.10'))

/** Returns a store with a campaign of these items. */
async function storeWith(bodies: readonly string[]): Promise<TemporaryStore> {
  const temporary = await temporaryStore()
  const { store } = temporary
  const ids = bodies.map((body) => (JSON.parse(body) as { _id: string })._id)
  const entities = bodies.map((body, index) => `${JSON.stringify(ids[index])}: ${body}`).join(', ')
  const count = bodies.length
  const page = `{"campaignItemIds": ${JSON.stringify(ids)}, "totalCount": ${String(count)}, "limit": ${String(count)}, "skip": 0, "campaignItemEntities": {${entities}}}`
  const { downloadId } = await store.beginDownload('campaign-1', 'full', { fresh: true })
  const record =
    '{"_id": "campaign-1", "name": "Summer", "number": 12, "region": ["North", "South"], "defaults": {"fileCopy": 2}, "notes": null, "odd": 12345678901234567890}'
  await store.stageRecord(downloadId, { state: 'fetched', bytes: new TextEncoder().encode(record) })
  await store.stagePage(downloadId, sweepRange(0), new TextEncoder().encode(page))
  await store.commitDownload(downloadId, { ...COMPLETE, expectedCount: count })
  return temporary
}

let cache: TemporaryStore
beforeAll(async () => {
  cache = await storeWith(ITEM_BODIES)
})
afterAll(() => cache[Symbol.asyncDispose]())

/** Exports with these options; returns the file and the last progress. */
async function exportText(
  options: Partial<ExportOptions>,
  source = cache,
): Promise<{ readonly text: string; readonly result: ExportProgress }> {
  const columns = options.columns ?? ['posNumber', 'artworkNames']
  const file = join(source.file, '..', 'written')
  const result = await startExport(
    {
      databaseFile: source.file,
      rows: { query: { ...EMPTY_QUERY, sort: [{ key: 'posNumber', direction: 1 }] } },
      options: {
        format: 'csv',
        style: MACHINE_STYLE,
        header: 'none',
        rowsBeyond: 'oneFile',
        statuses: 'numbers',
        extras: NO_EXTRAS,
        ...options,
        columns,
      },
      reviewsFile: '',
      picturesFile: '',
      statusLabels: [],
      document: { sheetName: 'Items', title: 'Items', description: '' },
      file,
    },
    { thread: EXPORT_WORKER_URL },
  ).done
  return { text: await readFile(file, 'utf8'), result }
}

const rowsOf = (text: string): readonly string[][] => parse(text)

describe('artworks of an item', () => {
  it('are joined with the chosen separator', async () => {
    const semicolon = await exportText({})
    expect(rowsOf(semicolon.text).map((row) => row[1])).toEqual(['Front; blue; Back', '', ''])
    const lineFeed = await exportText({ extras: { ...NO_EXTRAS, artworkSeparator: '\n' } })
    expect(rowsOf(lineFeed.text).map((row) => row[1])).toEqual(['Front; blue\nBack', '', ''])
    expect(lineFeed.result).toMatchObject({ rows: 3, totalRows: 3 })
  })

  it('have a row each with the other cells', async () => {
    const { text, result } = await exportText({ extras: { ...NO_EXTRAS, artworks: 'rows', links: true } })
    expect(rowsOf(text)).toEqual([
      ['POS-0', 'Front; blue', 'https://pictures.example/front 1.png?sig=a|b'],
      ['POS-0', 'Back', 'https://pictures.example/back.png'],
      ['POS-1', '', ''],
      ['POS-2', '', ''],
    ])
    expect(result).toMatchObject({ rows: 4, totalRows: 4 })
  })

  it('have a row each next to review columns', async () => {
    const { text } = await exportText({
      columns: ['reviewMark', 'artworkNames', 'posNumber'],
      extras: { ...NO_EXTRAS, artworks: 'rows' },
    })
    expect(rowsOf(text)).toEqual([
      ['', 'Front; blue', 'POS-0'],
      ['', 'Back', 'POS-0'],
      ['', '', 'POS-1'],
      ['', '', 'POS-2'],
    ])
  })

  it.each(['{"front":"Poster A","back":"Poster B"}', '[{"name":12345678901234567890}]'])(
    'have the stored names however they are exported, also those of another type: %s',
    async (artworks) => {
      const item = buildItem(0, { itemId: buildInner(0, { artworks: 'ARTWORKS' }) })
      await using other = await storeWith([JSON.stringify(item).replace('"ARTWORKS"', artworks)])
      const names = async (extras: Partial<ItemExtras>): Promise<string | undefined> => {
        const { text } = await exportText({ extras: { ...NO_EXTRAS, ...extras } }, other)
        return rowsOf(text)[0]?.[1]
      }
      const stored = await names({})
      expect(stored).toBe(artworks.startsWith('[') ? '12345678901234567890' : artworks)
      expect(await names({ artworkSeparator: ', ' })).toBe(stored)
      expect(await names({ artworks: 'rows' })).toBe(stored)
      expect(await names({ links: true })).toBe(stored)
    },
  )

  it('are linked in HTML and Markdown', async () => {
    const extras = { ...NO_EXTRAS, links: true }
    const html = await exportText({ format: 'html', header: 'labels', extras })
    expect(html.text).toContain('<th scope="col" sdnum="1033;0;@">Artwork address</th>')
    expect(html.text).toContain(
      '<a href="https://pictures.example/front%201.png?sig=a%7Cb" rel="noreferrer">https://pictures.example/front 1.png?sig=a|b</a>',
    )
    expect(html.text).not.toContain('sample:')
    const markdown = await exportText({ format: 'md', extras })
    expect(markdown.text).toContain('| <https://pictures.example/front%201.png?sig=a%7Cb> |\n')
  })
})

describe('additional sheets of a workbook', () => {
  const sheets = { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true }

  async function exportWorkbook(
    options: Partial<ExportOptions>,
  ): Promise<Readonly<Record<string, readonly unknown[][]>>> {
    await exportText({ format: 'xlsx', header: 'labels', ...options })
    const book = sheetjs.read(await readFile(join(cache.file, '..', 'written')))
    return Object.fromEntries(
      book.SheetNames.map((name) => [
        name,
        sheetjs.utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, defval: null }),
      ]),
    )
  }

  it('list the campaign’s fields with their types', async () => {
    const book = await exportWorkbook({ extras: sheets })
    expect(Object.keys(book)).toEqual(['Items', 'Campaign', 'Totals'])
    expect(book['Campaign']).toEqual([
      ['Field', 'Key', 'Summer'],
      ['ID', '/_id', 'campaign-1'],
      ['Name', '/name', 'Summer'],
      ['Number', '/number', 12],
      ['Region', '/region', '["North","South"]'],
      ['Defaults › File copies', '/defaults/fileCopy', 2],
      ['odd', '/odd', '12345678901234567890'],
    ])
  })

  it('add up each item once, however many rows it has', async () => {
    const expected = [
      ['By', 'Value', 'Items', 'Quantity'],
      ['All items', null, 3, 3],
      ['Status', '0', 1, 0],
      ['Status', '1', 1, 1],
      ['Status', '2', 1, 2],
      ['Element', 'Wobbler', 3, 3],
    ]
    expect((await exportWorkbook({ extras: sheets }))['Totals']).toEqual(expected)
    const book = await exportWorkbook({
      extras: { ...sheets, artworks: 'rows' },
      columns: ['itemName', 'reviewMark'],
    })
    expect(book['Items']).toHaveLength(5)
    expect(book['Totals']).toEqual(expected)
  })

  it('have unique names', async () => {
    expect(freeSheetName('Totals', ['TOTALS', 'totals (2)'])).toBe('Totals (3)')
    expect(freeSheetName('Totals', ['Items'])).toBe('Totals')
    expect(Object.keys(await exportWorkbook({ extras: { ...sheets, campaignSheet: false } }))).toEqual([
      'Items',
      'Totals',
    ])
  })
})

describe('Totals', () => {
  const totalRowsOf = (
    rows: readonly (readonly [string, number | null, string | null, string | null, number | null])[],
  ) => {
    const totals = new Totals()
    for (const [campaign, ...values] of rows) totals.add([`id ${campaign}`, campaign, ...values])
    return totals.content('names', [{ value: 2, name: 'In print', color: 'neutral' }]).rows.slice(1)
  }

  it('groups by campaign, status, element and mark, if present', () => {
    expect(
      totalRowsOf([
        ['b', 10, 'Poster 10', null, 5],
        ['b', 2, 'Poster 9', 'Problem', null],
        ['a', null, null, 'OK', 0.5],
      ]),
    ).toEqual([
      ['Campaign', 'a', 1, 0.5],
      ['Campaign', 'b', 2, 5],
      ['Status', 'In print', 1, 0],
      ['Status', 'Status 10', 1, 5],
      ['Status', 'None', 1, 0.5],
      ['Element', 'Poster 9', 1, 0],
      ['Element', 'Poster 10', 1, 5],
      ['Element', 'None', 1, 0.5],
      ['Mark', 'OK', 1, 0.5],
      ['Mark', 'Problem', 1, 0],
      ['Mark', 'None', 1, 5],
    ])
  })

  it('tells campaigns of the same name apart', () => {
    const totals = new Totals()
    totals.add(['c', 'Spring', 1, null, null, 5])
    totals.add(['b', 'Summer', 1, null, null, 1])
    totals.add(['a', 'Spring', 1, null, null, 7])
    totals.add(['c', 'Spring', 1, null, null, 2])
    expect(totals.campaignIds).toEqual(['c', 'b', 'a'])
    expect(totals.content('numbers', []).rows.slice(1, 4)).toEqual([
      ['Campaign', 'Spring', 2, 7],
      ['Campaign', 'Spring', 1, 7],
      ['Campaign', 'Summer', 1, 1],
    ])
  })

  it('limits the values, and adds up the rest', () => {
    const rows = totalRowsOf(
      Array.from({ length: 10_003 }, (_, index) => ['a', 1, String(index), null, 1] as const),
    )
    expect(rows).toHaveLength(1 + 10_000 + 1)
    expect(rows.at(-1)).toEqual(['Element', 'All others', 3, 3])
  })
})

describe('JSON with records as received', () => {
  const extras = { ...NO_EXTRAS, records: 'received' } as const

  it('has a full item per line in the order of the list', async () => {
    const { text, result } = await exportText({ format: 'jsonl', extras })
    const lines = text.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ITEM_BODIES.map((body) => JSON.parse(body) as unknown),
    )
    expect(result).toMatchObject({ rows: 3, totalRows: 3 })
  })

  it('keeps every digit', async () => {
    const { text } = await exportText({ format: 'jsonl', extras })
    expect(text).toContain('"extra":12345678901234567890.10}')
  })

  it('is a list in JSON, ignoring other options', async () => {
    const { text } = await exportText({
      format: 'json',
      extras: { ...extras, artworks: 'rows', links: true },
    })
    expect(JSON.parse(text)).toEqual(ITEM_BODIES.map((body) => JSON.parse(body) as unknown))
  })

  it('does not apply to other formats', async () => {
    const { text } = await exportText({ extras })
    expect(rowsOf(text)[0]).toEqual(['POS-0', 'Front; blue; Back'])
  })
})
