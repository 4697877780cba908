import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { csvRequest } from '../support/export-request.ts'
import { hasValidator, openXmlErrors } from '../support/open-xml.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore, type TemporaryStore } from '../support/store.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'

let cache: TemporaryStore

beforeAll(async () => {
  cache = await temporaryStore()
  await fillCampaign(
    cache.store,
    'edge-cases',
    EDGE_CASE_TEXTS.map((text, number) => {
      const fileId = { url: `https://pictures.example/${String(number)}?a=<"&'>` }
      const artworks = [
        { _id: 'front', name: text, fileId },
        { _id: 'back', name: 'Back' },
      ]
      return buildItem(number, {
        itemId: buildInner(number, { name: text, posNumber: text, artworks: artworks.slice(number % 3) }),
        qty: [0, -5, 3.25, 1e21][number % 4] ?? 0,
        campaignId: { _id: 'edge-cases', name: 'Edge cases' },
      })
    }),
  )
})

afterAll(() => cache[Symbol.asyncDispose]())

async function exportWorkbook(
  options: Partial<ExportOptions>,
  sheetName = 'Items',
  search = '',
): Promise<string> {
  const file = join(cache.file, '..', 'workbook.xlsx')
  const request = csvRequest(cache.file, file, {
    query: { ...EMPTY_QUERY, campaignIds: ['edge-cases'], search },
  })
  await startExport(
    {
      ...request,
      options: { ...request.options, format: 'xlsx', columns: ITEM_COLUMN_KEYS, ...options },
      document: { sheetName, title: '<"&\' \u0001\ufffe', description: 'a\nb' },
    },
    { thread: EXPORT_WORKER_URL },
  ).done
  return file
}

describe.skipIf(!hasValidator)('a workbook in the validator of the Open XML SDK (needs its program)', () => {
  it.each<[string, Partial<ExportOptions>]>([
    ['all columns', {}],
    ['labels', { header: 'labels', statuses: 'names' }],
    ['no header', { header: 'none' }],
    ['links', { extras: { ...NO_EXTRAS, links: true } }],
    ['a row for each artwork', { extras: { ...NO_EXTRAS, artworks: 'rows', links: true } }],
    ['additional sheets', { extras: { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true } }],
    ['long texts left out', { extras: { ...NO_EXTRAS, longTexts: 'leaveOut' } }],
    [
      'fields and reviews',
      { columns: ['/itemId/artworks', '/qty', 'reviewMark', 'reviewedAt', 'updatedAt'] },
    ],
  ])('is valid with %s', async (_, options) => {
    expect(await openXmlErrors(await exportWorkbook(options))).toEqual([])
  })

  it('is valid without rows, and with an unsupported sheet name', async () => {
    expect(
      await openXmlErrors(await exportWorkbook({}, "'[2026] History/*?:\\'", 'nothing has this name')),
    ).toEqual([])
  })

  it('is reported as invalid if it is a file of another kind', async () => {
    const file = join(cache.file, '..', 'other.xlsx')
    await writeFile(file, 'itemName,qty\r\n')
    expect(await openXmlErrors(file)).not.toEqual([])
  })
})
