import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS } from '../../electron/contract/columns.ts'
import { MACHINE_STYLE, type CsvStyle } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS } from '../../electron/contract/export-options.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { itemColumns } from '../../electron/export/rows/table.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import { offsetAfterKey, CELL_END } from '../../electron/store/packed-rows.ts'
import { buildInner, buildItem, fillCampaign, temporaryStore } from '../support/store.ts'

/** Edge cases at the ends of a cell or inside it, and UTF-8 of all lengths. */
const FRAGMENTS = [
  ...['', ' ', 'a', 'Z', '9', '=', '+', '-', '@', '"', ',', ';', '|', '\t', '\r', '\n', '\0', "'", '.'],
  ...[
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u3164',
    'é',
    '\u07ff',
    '\u0800',
    '\u1680',
    '\u2003',
    '–',
    '\u200b',
    '\u3000',
    '、',
    '夏',
  ],
  ...['\ud7ff', '\ue000', '\ufeff', '＝', '\uffff', '😀', '\ud83d', '\udc00'],
]
const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((chunks) => chunks.join(''))
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, 0, -1, 0.1, 1e15, 2 ** 53, -(2 ** 60), 1e300),
)
const item = fc.record({ name: text, posNumber: text, qty: number, status: number, updatedAt: text })

const STYLES: Readonly<Record<string, CsvStyle>> = {
  'for programs': MACHINE_STYLE,
  'with semicolons': { ...MACHINE_STYLE, delimiter: ';', decimalMark: ',', guard: false, lineEnd: 'lf' },
  'for people': { ...MACHINE_STYLE, dates: 'local', flags: 'yesNo', encoding: 'utf16' },
}
const QUERIES: Readonly<Record<string, ItemQuery>> = {
  'in service order': EMPTY_QUERY,
  sorted: { ...EMPTY_QUERY, sort: [{ key: 'itemName', direction: -1 }] },
}

/** Returns the bytes of a file with all items, written from packed rows or from values. */
function exportBytes(file: string, query: ItemQuery, style: CsvStyle, usesPackedRows: boolean): Buffer {
  const rows = openExportRows(file, { query }, ITEM_COLUMN_KEYS)
  try {
    const columns = itemColumns({
      options: { columns: ITEM_COLUMN_KEYS, header: 'keys', statuses: 'names', extras: NO_EXTRAS },
      statusLabels: [{ value: 0, name: 'New, unseen', color: 'neutral' }],
    })
    const chunks: Buffer[] = []
    const writer = new CsvWriter({ columns, hasHeader: true, style }, (chunk) =>
      chunks.push(Buffer.from(chunk)),
    )
    if (usesPackedRows) for (const block of rows.packed?.() ?? []) writer.writePackedRows?.(block)
    else for (const batch of rows.batches()) writer.writeRows(batch)
    return Buffer.concat(chunks)
  } finally {
    rows.close()
  }
}

describe('packed rows', () => {
  it('produce the same file as values for any cells', async () => {
    await using opened = await temporaryStore()
    const items = fc
      .sample(item, 1_500)
      .map(({ name, posNumber, ...columns }, index) =>
        buildItem(index, { ...columns, itemId: buildInner(index, { name, posNumber }) }),
      )
    await fillCampaign(opened.store, 'campaign-1', items)

    for (const [order, query] of Object.entries(QUERIES))
      for (const [name, style] of Object.entries(STYLES)) {
        const expected = exportBytes(opened.file, query, style, false)
        const file = exportBytes(opened.file, query, style, true)
        expect(file.equals(expected), `${order}, ${name}`).toBe(true)
      }
  })

  it('have the order of the requested keys', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(
      opened.store,
      'campaign-1',
      Array.from({ length: 3_000 }, (_, index) => buildItem(index)),
    )
    // Consecutive, distant, repeated and descending keys.
    const keys = Int32Array.of(5, 6, 7, 8, 2_900, 3, 3, 1_500, 1_499, 1_498, 40, 41, 43)
    const rows = openExportRows(opened.file, { keys }, ['campaignItemId', 'qty'])
    const values = [...rows.batches()].flat()
    const ids: string[] = []
    for (const { bytes, starts, keys: blockKeys } of rows.packed?.() ?? [])
      for (const [index, key] of blockKeys.entries()) {
        const start = offsetAfterKey(bytes, starts?.[index] ?? 0, key)
        ids.push(bytes.toString('utf8', start, bytes.indexOf(CELL_END, start)))
      }
    rows.close()

    expect(ids).toEqual(values.map(([id]) => id))
  })

  it('fail if an item was deleted', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', [buildItem(1), buildItem(2)])
    const rows = openExportRows(opened.file, { keys: Int32Array.of(2, 77, 1) }, ['qty'])
    const columns = itemColumns({
      options: { columns: ['qty'], header: 'none', statuses: 'numbers', extras: NO_EXTRAS },
      statusLabels: [],
    })
    const writer = new CsvWriter({ columns, hasHeader: false, style: MACHINE_STYLE }, () => undefined)

    expect(() => {
      for (const block of rows.packed?.() ?? []) writer.writePackedRows?.(block)
    }).toThrow(expect.objectContaining({ code: 'notFound' }) as Error)
    rows.close()
  })

  it('are not available for a column of the body', async () => {
    await using opened = await temporaryStore()
    await fillCampaign(opened.store, 'campaign-1', [buildItem(1)])
    const rows = openExportRows(opened.file, { query: EMPTY_QUERY }, ['qty', '/artworkJob/round'])

    expect(rows.packed).toBeNull()
    rows.close()
  })
})
