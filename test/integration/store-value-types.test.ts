// Values of every JSON type in documented fields: shown, searched, sorted, filtered and exported.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { EMPTY_QUERY, type ItemQuery } from '../../electron/contract/query.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { JsonWriter } from '../../electron/export/formats/json/writer.ts'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import type { TableColumn } from '../../electron/export/rows/table.ts'
import { openExportRows } from '../../electron/store/export-rows.ts'
import type { Store } from '../../electron/store/operations.ts'
import { workbookOf } from '../support/workbook.ts'
import { COMPLETE, itemIdOf, sweepRange, temporaryStore } from '../support/store.ts'
import * as sheetjs from '@e965/xlsx'

type Source = string

/** Where each column’s value is in an item (service interface, 2.2). */
const COLUMNS = {
  itemName: (value) => `"itemId":{"name":${value}}`,
  posNumber: (value) => `"itemId":{"posNumber":${value}}`,
  elementName: (value) => `"itemId":{"elementId":{"name":${value}}}`,
  workflowTemplateName: (value) => `"itemId":{"workflowTemplateName":${value}}`,
  campaignName: (value) => `"campaignId":{"_id":"campaign-1","name":${value}}`,
  clientId: (value) => `"clientId":${value}`,
  artworkNames: (value) => `"itemId":{"artworks":[{"_id":"a","name":${value}}]}`,
  status: (value) => `"status":${value}`,
  qty: (value) => `"qty":${value}`,
  isLocked: (value) => `"isLocked":${value}`,
  hasArtwork: (value) => `"hasArtwork":${value}`,
  hasAllocations: (value) => `"hasAllocations":${value}`,
  updatedAt: (value) => `"updatedAt":${value}`,
} as const satisfies Partial<Record<ItemColumnKey, (value: Source) => string>>
type Column = keyof typeof COLUMNS
const KEYS = Object.keys(COLUMNS) as Column[]

async function download(store: Store, bodies: readonly string[]): Promise<void> {
  const ids = bodies.map((_, at) => itemIdOf(at))
  const entities = ids.map((id, at) => `${JSON.stringify(id)}:${bodies[at] ?? '{}'}`)
  const page = `{"campaignItemIds":${JSON.stringify(ids)},"campaignItemEntities":{${entities.join(',')}},"totalCount":${String(ids.length)}}`
  const { downloadId } = await store.beginDownload('campaign-1', 'full', { fresh: true })
  await store.stagePage(downloadId, sweepRange(0), new TextEncoder().encode(page))
  await store.commitDownload(downloadId, COMPLETE)
}

async function rowsOf(store: Store, query: Partial<ItemQuery> = {}): Promise<readonly ItemRow[]> {
  const { resultId, count } = await store.openResult({ ...EMPTY_QUERY, ...query }, 'grid')
  return (await store.readWindow(resultId, 0, Math.max(1, count))).rows
}

const isSafe = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)
/** A value as text: a string’s contents, else JSON. */
function plain(source: Source): string {
  const value: unknown = JSON.parse(source)
  if (typeof value === 'string') return value
  return isSafe(value) ? String(value) : source
}

/** The expected cell of a value; null if empty. */
function model(column: Column, source: Source): ItemRow[Column] {
  const value: unknown = JSON.parse(source)
  if (value === null) return null
  const text = plain(source)
  const kind = columnKindOf(column)
  if (kind === 'text') return text
  const isScalar = typeof value !== 'object'
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (kind === 'boolean') {
    if (isBlank) return null
    if (isScalar && ['true', '1'].includes(text.trim().toLowerCase())) return true
    if (isScalar && ['false', '0'].includes(text.trim().toLowerCase())) return false
    return text
  }
  const isNumber = typeof value !== 'boolean' && isScalar && isNumeric(text.trim())
  if (kind === 'number') {
    if (isBlank) return null
    if (!isNumber) return text
    return digitsOf(text.trim()) === digitsOf(String(Number(text))) ? Number(text) : text.trim()
  }
  const seconds = isNumber ? Number(text) : Number.NaN
  const [first, last] = [Date.UTC(1980, 0, 1), Date.UTC(2100, 0, 1)]
  if (seconds * 1_000 >= first && seconds * 1_000 <= last)
    return new Date(Math.round(seconds * 1_000)).toISOString()
  if (seconds >= first && seconds <= last) return new Date(Math.round(seconds)).toISOString()
  return text
}

function isNumeric(text: string): boolean {
  try {
    return /^[-\d]/u.test(text) && typeof JSON.parse(text) === 'number' && text === text.trim()
  } catch {
    return false
  }
}

/** A number’s digits without outer zeros, and its exponent. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/u, '')
  if (/^0*$/u.test(digits)) return '0'
  const point = Number(exponent) - fraction.length + (digits.length - digits.replace(/0+$/u, '').length)
  return `${mantissa.startsWith('-') ? '-' : ''}${digits.replace(/0+$/u, '')}e${String(point)}`
}

const TRICKY: readonly Source[] = [
  ...['null', 'true', 'false', '0', '1', '-1', '2', '-0', '10003', '1.50', '1e3', '0.1', '1e400', '1e-400'],
  ...['9007199254740993', '-12345678901234567890', '0.10000000000000000555', '1767225600', '1767225600000'],
  ...[
    '20260101',
    '20260101123456',
    '""',
    '" "',
    '"6"',
    '" 6 "',
    '"007"',
    '"+6"',
    '"1,5"',
    '"0x10"',
    '"draft"',
  ],
  ...[
    '"TRUE"',
    '"false"',
    '"yes"',
    '"1767225600"',
    '"2026-01-01T00:00:00.000Z"',
    '"2026-02-30"',
    '"12345678901234567890"',
  ],
  ...['[]', '{}', '[1,"a"]', '{"a":1}', '{"a":{"b":9007199254740993}}', '"=1+1"', '"a\\nb"', '"\\u00e9"'],
]
const source: fc.Arbitrary<Source> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRICKY) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String) },
  {
    weight: 1,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text)) },
)
const cell = fc.record({ column: fc.constantFrom(...KEYS), source })

const tableColumn = (key: Column): TableColumn => ({
  key,
  heading: key,
  kind: columnKindOf(key),
  nameOf: null,
})

describe('values of every type', () => {
  it('are shown and exported by their meaning', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    const cells = [
      ...TRICKY.flatMap((value) => KEYS.map((column) => ({ column, source: value }))),
      ...fc.sample(cell, 1_500),
    ]
    await download(
      store,
      cells.map(({ column, source: value }) => `{${COLUMNS[column](value)}}`),
    )
    const rows = await rowsOf(store)
    const exported = openExportRows(file, { query: EMPTY_QUERY }, KEYS)
    const json: Buffer[] = []
    const writer = new JsonWriter(KEYS.map(tableColumn), true, (bytes) => json.push(Buffer.from(bytes)))
    for (const batch of exported.batches()) writer.writeRows(batch)
    writer.end()
    exported.close()
    const lines = Buffer.concat(json).toString().trimEnd().split('\n')
    for (const [at, { column, source: value }] of cells.entries()) {
      const expected = model(column, value)
      const shown = rows[at]?.[column]
      expect({ column, value, shown }).toEqual({
        column,
        value,
        shown: typeof expected === 'string' ? expected.toWellFormed() : expected,
      })
      const line = lines[at] ?? ''
      const isDigits = typeof shown === 'string' && columnKindOf(column) === 'number' && isNumeric(shown)
      // Digits beyond a double are compared as text.
      if (isDigits) expect(line).toContain(`"${column}":${shown}`)
      else expect(JSON.parse(line)).toHaveProperty(column, shown)
    }
  })

  it('are the same in CSV for packed and unpacked rows', async () => {
    await using opened = await temporaryStore()
    const { store, file } = opened
    await download(
      store,
      TRICKY.flatMap((value) => KEYS.map((column) => `{${COLUMNS[column](value)}}`)),
    )
    const csvText = (packed: boolean): string => {
      const exported = openExportRows(file, { query: EMPTY_QUERY }, KEYS)
      const chunks: Buffer[] = []
      const format = { columns: KEYS.map(tableColumn), hasHeader: true, style: MACHINE_STYLE }
      const writer = new CsvWriter(format, (bytes) => chunks.push(Buffer.from(bytes)))
      writer.begin()
      if (packed) for (const block of exported.packed?.() ?? []) writer.writePackedRows?.(block)
      else for (const batch of exported.batches()) writer.writeRows(batch)
      writer.end()
      exported.close()
      return Buffer.concat(chunks).toString()
    }
    expect(csvText(true)).toBe(csvText(false))
    for (const value of [
      '9007199254740993',
      '-12345678901234567890',
      '10003',
      'draft',
      "'=1+1",
      '1767225600',
    ])
      expect(csvText(true)).toContain(value)
  })

  it('are numbers in a workbook if it keeps their digits, else text', async () => {
    const bytes = await workbookOf(
      [
        ['9007199254740993', '12345678901234567890'],
        [6, 'draft'],
        ['0.10000000000000000555', null],
      ],
      { columns: [tableColumn('qty'), tableColumn('status')] },
    )
    const sheet = sheetjs.read(bytes).Sheets['Items']
    expect(sheet?.['A2']).toMatchObject({ t: 's', v: '9007199254740993' })
    expect(sheet?.['B2']).toMatchObject({ t: 's', v: '12345678901234567890' })
    expect(sheet?.['A3']).toMatchObject({ t: 'n', v: 6 })
    expect(sheet?.['B3']).toMatchObject({ t: 's', v: 'draft' })
    expect(sheet?.['A4']).toMatchObject({ t: 'n', v: 0.1 })
  })

  it('are found, sorted and filtered', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    await download(store, [
      '{"itemId":{"posNumber":10003},"status":"draft","qty":"6","isLocked":1,"updatedAt":1767225600000}',
      '{"itemId":{"posNumber":"A-1"},"status":2,"qty":12,"isLocked":false,"updatedAt":"2026-01-02T00:00:00Z"}',
      '{"itemId":{"name":{"en":"Poster"}},"status":"9007199254740993","qty":{"a":1},"isLocked":"maybe","updatedAt":"2026-02-30"}',
    ])
    const indexesOf = async (query: Partial<ItemQuery>): Promise<readonly number[]> =>
      (await rowsOf(store, query)).map(({ campaignItemId }) =>
        [0, 1, 2].findIndex((at) => itemIdOf(at) === campaignItemId),
      )

    expect(await indexesOf({ search: '10003' })).toEqual([0])
    expect(await indexesOf({ search: '10003', searchMode: 'words' })).toEqual([0])
    expect(await indexesOf({ search: 'poster', searchMode: 'words' })).toEqual([2])
    expect(await indexesOf({ search: 'status:"draft"', searchMode: 'fields' })).toEqual([0])
    expect(await indexesOf({ search: 'status:>5', searchMode: 'fields' })).toEqual([2])
    expect(await indexesOf({ search: 'qty:"a"', searchMode: 'fields' })).toEqual([2])
    expect(await indexesOf({ search: 'updatedAt:"02-30"', searchMode: 'fields' })).toEqual([2])
    expect(await indexesOf({ search: 'locked:yes', searchMode: 'fields' })).toEqual([0])
    expect(await indexesOf({ sort: [{ key: 'status', direction: 1 }] })).toEqual([1, 2, 0])
    expect(await indexesOf({ sort: [{ key: 'qty', direction: 1 }] })).toEqual([0, 1, 2])
    expect(await indexesOf({ sort: [{ key: 'qty', direction: -1 }] })).toEqual([2, 1, 0])
    expect(await indexesOf({ sort: [{ key: 'updatedAt', direction: -1 }] })).toEqual([2, 1, 0])
    expect(await indexesOf({ filters: allOf(hasValue('status', 'draft')) })).toEqual([0])
    expect(await indexesOf({ filters: allOf(hasValue('qty', '{"a":1}')) })).toEqual([2])
    expect(await indexesOf({ filters: allOf(hasValue('qty', 6)) })).toEqual([0])
    expect(await indexesOf({ filters: allOf({ column: 'qty', operator: 'atLeast', value: 6 }) })).toEqual([
      0, 1,
    ])
    expect(await indexesOf({ filters: allOf(hasValue('isLocked', 'maybe')) })).toEqual([2])
    expect(
      await indexesOf({
        filters: allOf({ column: 'updatedAt', operator: 'atMost', value: '2026-01-01T00:00:00Z' }),
      }),
    ).toEqual([0])
    const { values } = await store.columnValues(EMPTY_QUERY, 'status', '', 'values')
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set([2, 'draft', '9007199254740993']))
  })

  it('of other types are counted, and compared by a later download', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const outcome = async (qty: Source, status: Source) => {
      const body = `{"qty":${qty},"status":${status}}`
      const page = `{"campaignItemIds":["x"],"campaignItemEntities":{"x":${body}},"totalCount":1}`
      const { downloadId } = await store.beginDownload('campaign-1', 'full')
      await store.stagePage(downloadId, sweepRange(0), new TextEncoder().encode(page))
      return store.commitDownload(downloadId, COMPLETE)
    }
    expect((await outcome('"6"', '9007199254740993')).otherTypes).toBeUndefined()
    expect((await outcome('{"a":1}', '"draft"')).otherTypes).toEqual({ qty: 1, status: 1 })
    expect((await store.listCampaigns())[0]?.otherTypes).toEqual({ qty: 1, status: 1 })
    expect(await outcome('{"a":2}', '"draft"')).toMatchObject({
      changed: 1,
      otherTypes: { qty: 1, status: 1 },
    })
    expect((await rowsOf(store))[0]).toMatchObject({ qty: '{"a":2}', status: 'draft' })
    expect((await outcome('6', '9007199254740993')).otherTypes).toBeUndefined()
    // As doubles they are equal.
    expect(await outcome('6', '9007199254740992')).toMatchObject({ changed: 1 })
    expect((await rowsOf(store))[0]).toMatchObject({ status: 9007199254740992 })
  })

  it('are listed in the artwork column in any form', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const uuid = '3f2b8c1e-0000-4000-8000-000000000001'
    const cases: readonly (readonly [artworks: Source, shown: string | null])[] = [
      ['[{"_id":"a","name":"Front"},{"_id":"b","name":7}]', 'Front; 7'],
      ['{"_id":"a","name":"Front"}', 'Front'],
      ['{"first":{"name":"Front"},"second":{"name":"Back"}}', 'Front; Back'],
      ['"front.pdf"', 'front.pdf'],
      ['["front.pdf",null,"back.pdf"]', 'front.pdf; back.pdf'],
      [`["${uuid}"]`, null],
      ['[{"_id":"a"}]', null],
      ['[12345678901234567890]', '12345678901234567890'],
      ['{"not":"a list"}', '{"not":"a list"}'],
      ['[]', null],
      ['null', null],
    ]
    await download(
      store,
      cases.map(([artworks]) => `{"itemId":{"artworks":${artworks}}}`),
    )
    expect((await rowsOf(store)).map(({ artworkNames }) => artworkNames)).toEqual(
      cases.map(([, shown]) => shown),
    )
  })

  it('are names and numbers in the list of campaigns', async () => {
    await using opened = await temporaryStore()
    const { store } = opened
    const { downloadId } = await store.beginDownload('campaign-1', 'full')
    const record = '{"name":2026,"reference":true,"number":"12","status":"live","state":9007199254740993}'
    await store.stageRecord(downloadId, { state: 'fetched', bytes: new TextEncoder().encode(record) })
    await store.commitDownload(downloadId, COMPLETE)
    expect((await store.listCampaigns())[0]).toMatchObject({
      name: '2026',
      reference: 'true',
      number: 12,
      status: 'live',
      state: '9007199254740993',
    })
  })
})
