import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { columnLabels } from '../../electron/contract/strings/columns.ts'
import { startExport } from '../../electron/export/start-export.ts'
import type { ExportProgress } from '../../electron/export/types.ts'
import {
  buildInner,
  buildItem,
  COMPLETE,
  sweepAt,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'

const workerUrl = new URL('../../electron/export/worker.ts', import.meta.url)

const front = {
  _id: 'a-1',
  name: 'Front; blue',
  fileId: { url: 'https://pictures.example/front 1.png?sig=a|b' },
}
const back = { _id: 'a-2', name: 'Back', fileId: { url: 'https://pictures.example/back.png' } }
const nameless = { _id: 'a-3', fileId: { url: 'sample:nowhere' } }

/** Three items as a service might send them: two artworks, none, and one without a name; numbers that no double holds. */
const BODIES = [
  { ...buildItem(0, { itemId: buildInner(0, { artworks: [front, back] }) }), extra: 'LONG' },
  buildItem(1, { itemId: buildInner(1, { artworks: [] }) }),
  buildItem(2, { itemId: buildInner(2, { artworks: [nameless] }), note: 'two\nlines' }),
].map((item) => JSON.stringify(item, null, 2).replace('"LONG"', '12345678901234567890.10'))

let cache: TemporaryStore
beforeAll(async () => {
  cache = await temporaryStore()
  const ids = BODIES.map((body) => (JSON.parse(body) as { _id: string })._id)
  const entities = BODIES.map((body, at) => `${JSON.stringify(ids[at])}: ${body}`).join(', ')
  const page = `{"campaignItemIds": ${JSON.stringify(ids)}, "totalCount": 3, "limit": 3, "skip": 0, "campaignItemEntities": {${entities}}}`
  const { downloadId } = await cache.store.beginDownload('campaign-1', 'full', { fresh: true })
  await cache.store.stagePage(downloadId, sweepAt(0), new TextEncoder().encode(page))
  await cache.store.commitDownload(downloadId, { ...COMPLETE, expectedCount: 3 })
})
afterAll(() => cache[Symbol.asyncDispose]())

/** What is written with these options, and what was told of it. */
async function written(
  options: Partial<ExportOptions>,
): Promise<{ readonly text: string; readonly end: ExportProgress }> {
  const columns = options.columns ?? ['posNumber', 'artworkNames']
  const file = join(cache.file, '..', 'written')
  const end = await startExport(
    {
      databaseFile: cache.file,
      rows: { query: { ...EMPTY_QUERY, sort: [{ key: 'posNumber', direction: 1 }] } },
      options: {
        format: 'csv',
        style: MACHINE_STYLE,
        header: 'none',
        statuses: 'numbers',
        extras: NO_EXTRAS,
        ...options,
        columns,
      },
      columnLabels: columnLabels(columns),
      reviewsFile: '',
      statusLabels: [],
      document: { sheetName: 'Items', title: 'Items', description: '' },
      file,
    },
    { thread: workerUrl },
  ).done
  return { text: await readFile(file, 'utf8'), end }
}

const rowsOf = (text: string): readonly string[][] => parse(text)

describe('the artworks of an item', () => {
  it('stand in one cell, divided as it was chosen', async () => {
    const semicolon = await written({})
    expect(rowsOf(semicolon.text).map((row) => row[1])).toEqual(['Front; blue; Back', '', ''])
    const line = await written({ extras: { ...NO_EXTRAS, artworkSeparator: '\n' } })
    expect(rowsOf(line.text).map((row) => row[1])).toEqual(['Front; blue\nBack', '', ''])
    expect(line.end).toMatchObject({ rows: 3, totalRows: 3 })
  })

  it('or each in a row of its own, which has the other cells as well', async () => {
    const { text, end } = await written({ extras: { ...NO_EXTRAS, artworks: 'rows', links: true } })
    expect(rowsOf(text)).toEqual([
      ['POS-0', 'Front; blue', 'https://pictures.example/front 1.png?sig=a|b'],
      ['POS-0', 'Back', 'https://pictures.example/back.png'],
      ['POS-1', '', ''],
      ['POS-2', '', ''],
    ])
    expect(end).toMatchObject({ rows: 4, totalRows: 4 })
  })

  it('have their rows beside columns of a review, too', async () => {
    const { text } = await written({
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

  it('lead from a page and from Markdown to the address of the first', async () => {
    const extras = { ...NO_EXTRAS, links: true }
    const page = await written({ format: 'html', header: 'labels', extras })
    expect(page.text).toContain('<th scope="col">Artwork address</th>')
    expect(page.text).toContain(
      '<a href="https://pictures.example/front%201.png?sig=a%7Cb" rel="noreferrer">https://pictures.example/front 1.png?sig=a|b</a>',
    )
    expect(page.text).not.toContain('sample:')
    const markdown = await written({ format: 'md', extras })
    expect(markdown.text).toContain('| <https://pictures.example/front%201.png?sig=a%7Cb> |\n')
  })
})

describe('JSON with every field as the service sent it', () => {
  const extras = { ...NO_EXTRAS, records: 'received' } as const

  it('has an item in each line, whole, in the order of the list', async () => {
    const { text, end } = await written({ format: 'jsonl', extras })
    const lines = text.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      BODIES.map((body) => JSON.parse(body) as unknown),
    )
    expect(end).toMatchObject({ rows: 3, totalRows: 3 })
  })

  it('keeps every digit', async () => {
    const { text } = await written({ format: 'jsonl', extras })
    expect(text).toContain('"extra":12345678901234567890.10}')
  })

  it('is a list, too, whatever else was chosen', async () => {
    const { text } = await written({ format: 'json', extras: { ...extras, artworks: 'rows', links: true } })
    expect(JSON.parse(text)).toEqual(BODIES.map((body) => JSON.parse(body) as unknown))
  })

  it('is what was chosen for JSON alone', async () => {
    const { text } = await written({ extras })
    expect(rowsOf(text)[0]).toEqual(['POS-0', 'Front; blue; Back'])
  })
})
