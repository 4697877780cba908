import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS, columnKindOf, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { isReviewColumnKey, NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import {
  CSV_STYLES,
  MACHINE_STYLE,
  regionOf,
  styleOfPreset,
  type CsvStyle,
} from '../../electron/contract/csv-style.ts'
import { csvFormat as csvModule } from '../../electron/export/formats/csv/format.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { AlterationCount } from '../../electron/export/formats/format.ts'
import {
  itemColumns,
  plainColumn,
  type CellValue,
  type ItemColumnsOptions,
} from '../../electron/export/rows/table.ts'
import type { StoredValue } from '../../electron/store/types.ts'
import { guardFormula } from '../../electron/export/values/formula-guard.ts'

const EMPTY_ROW: ItemRow = {
  key: 1,
  campaignItemId: 'ci-1',
  campaignId: null,
  campaignName: null,
  itemId: null,
  itemName: null,
  posNumber: null,
  elementId: null,
  elementName: null,
  artworkNames: null,
  workflowTemplateName: null,
  clientId: null,
  status: null,
  qty: null,
  isLocked: null,
  hasArtwork: null,
  hasAllocations: null,
  updatedAt: null,
}

const EXCEL = styleOfPreset('excel', regionOf('de-DE'))

interface Format extends ItemColumnsOptions {
  readonly options: ExportOptions
}

function csvFormat(options: Partial<ExportOptions>, more: Partial<Format> = {}): Format {
  return {
    options: {
      format: 'csv',
      columns: ['itemName'],
      style: MACHINE_STYLE,
      header: 'none',
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
      ...options,
    },
    statusLabels: [],
    ...more,
  }
}

/** Returns a writer and the chunks that it writes. */
function openWriter(tableFormat: Format): { readonly writer: CsvWriter; readonly chunks: Uint8Array[] } {
  const chunks: Uint8Array[] = []
  const { options } = tableFormat
  const writer = new CsvWriter(
    { columns: itemColumns(tableFormat), hasHeader: options.header !== 'none', style: options.style },
    (chunk) => chunks.push(chunk),
  )
  return { writer, chunks }
}

/** Returns these rows as a file. */
function bytesOf(rows: readonly (readonly CellValue[])[], tableFormat: Format): Buffer {
  const { writer, chunks } = openWriter(tableFormat)
  writer.begin()
  writer.writeRows(rows)
  writer.end()
  return Buffer.concat(chunks)
}

function writeItemRows(rows: readonly ItemRow[], tableFormat: Format): Buffer {
  const stored = rows.map((each) =>
    tableFormat.options.columns.map((key) =>
      isReviewColumnKey(key) ? null : isFieldKey(key) ? (each.fields?.[key] ?? null) : storedValue(each[key]),
    ),
  )
  return bytesOf(stored, tableFormat)
}

const writeCsv = (rows: readonly ItemRow[], tableFormat: Format): string =>
  writeItemRows(rows, tableFormat).toString('utf8')

/** Returns a value as the cache stores it. */
const storedValue = (value: string | number | boolean | null): StoredValue =>
  typeof value === 'boolean' ? Number(value) : value

const itemRow = (values: Partial<ItemRow>): ItemRow => ({ ...EMPTY_ROW, ...values })

describe('CsvWriter', () => {
  it('writes UTF-8 without a byte order mark, with commas and CRLF, for machines', () => {
    const csv = writeCsv([itemRow({ itemName: 'Überwurf', posNumber: '00123', qty: -5, isLocked: true })], {
      ...csvFormat({ columns: ['itemName', 'posNumber', 'qty', 'isLocked', 'clientId'], header: 'keys' }),
    })
    expect(csv).toBe('itemName,posNumber,qty,isLocked,clientId\r\nÜberwurf,00123,-5,true,\r\n')
  })

  it('writes a byte order mark and no “sep=” line for Excel', () => {
    const csv = writeCsv(
      [itemRow({ itemName: 'A;B', qty: 1.5 })],
      csvFormat({ columns: ['itemName', 'qty'], style: EXCEL, header: 'labels' }),
    )
    expect(csv).toBe('\ufeffItem;Quantity\r\n"A;B";1,5\r\n')
  })

  it('writes the byte order mark even without a header', () => {
    expect(writeCsv([], csvFormat({ style: EXCEL }))).toBe('\ufeff')
    expect(writeCsv([], csvFormat({}))).toBe('')
  })

  it.each([
    [0, '0'],
    [-0, '0'],
    [-12, '-12'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [-1.5e-7, '-0.00000015'],
    [1e-7, '0.0000001'],
    [1.25e22, '12500000000000000000000'],
    [9_007_199_254_740_991, '9007199254740991'],
  ])('writes the number %d in plain digits without a guard', (qty, expected) => {
    expect(writeCsv([itemRow({ qty })], csvFormat({ columns: ['qty'] }))).toBe(`${expected}\r\n`)
  })

  it('accepts true and false instead of 1 and 0', () => {
    const csv = bytesOf([[true, false]], csvFormat({ columns: ['isLocked', 'hasArtwork'] }))
    expect(csv.toString()).toBe('true,false\r\n')
  })

  it('writes chunks that later rows do not change', () => {
    const { writer, chunks } = openWriter(csvFormat({}))
    writer.writeRows([['one']])
    writer.writeRows([['two']])
    expect(chunks.map((chunk) => Buffer.from(chunk).toString())).toEqual(['one\r\n', 'two\r\n'])
  })

  it('formats numbers, flags and dates by the style', () => {
    const style: CsvStyle = {
      ...MACHINE_STYLE,
      decimalMark: ',',
      dates: 'local',
      flags: 'yesNo',
      quotes: 'texts',
      lineEnd: 'lf',
    }
    const moment = new Date(2026, 8, 30, 17, 46, 5)
    const rows = [
      itemRow({ itemName: 'a', qty: 1.5, isLocked: true, updatedAt: moment.toISOString() }),
      itemRow({ itemName: null, qty: null, isLocked: false, updatedAt: '30/09/2026' }),
    ]
    expect(writeCsv(rows, csvFormat({ columns: ['itemName', 'qty', 'isLocked', 'updatedAt'], style }))).toBe(
      '"a","1,5",yes,"2026-09-30 17:46:05"\n,,no,"30/09/2026"\n',
    )
  })

  it.each([
    ['utf8', true, '"ID d’article";A\r\nID;x\r\n'],
    ['utf8', false, '"ID";x\r\n'],
    ['windows1252', true, '"ID d\x92article";A\r\nID;x\r\n'],
    ['utf8Mark', true, '\ufeffID d’article;A\r\nID;x\r\n'],
  ] as const)(
    'quotes a first cell that starts with ID in %s, header: %s',
    (encoding, hasHeader, expected) => {
      const chunks: Uint8Array[] = []
      const writer = csvModule.openWriter(
        {
          columns: [plainColumn('itemId', 'ID d’article', 'text'), plainColumn('a', 'A', 'text')],
          hasHeader,
          style: { ...MACHINE_STYLE, delimiter: ';', encoding },
          document: { sheetName: '', title: '', description: '' },
          rowCount: 1,
          sheets: [],
          pictures: null,
          hasRecords: false,
          leavesOutLongTexts: false,
        },
        (chunk) => chunks.push(chunk),
        new AlterationCount(),
      )
      writer.begin()
      void writer.writeRows([['ID', 'x']])
      void writer.end()
      const bytes = Buffer.concat(chunks)
      expect(bytes.toString(encoding === 'windows1252' ? 'latin1' : 'utf8')).toBe(expected)
    },
  )

  it('guards texts after characters that are not shown', () => {
    const texts = Array.from('\u0085\u00ad\u034f\u061c\u115f\u200e\u3164', (hidden) => `${hidden}=1+1`)
    const file = writeCsv(
      texts.map((itemName) => itemRow({ itemName })),
      csvFormat({}),
    )
    expect(file).toBe(texts.map((text) => `'${text}\r\n`).join(''))
  })

  it('adds no guard if guards are off', () => {
    const style = { ...MACHINE_STYLE, guard: false }
    expect(writeCsv([itemRow({ itemName: '=1+1' })], csvFormat({ style }))).toBe('=1+1\r\n')
  })

  it('writes Windows-1252 with a question mark for unsupported characters', () => {
    const style = { ...MACHINE_STYLE, encoding: 'windows1252' } as const
    const bytes = writeItemRows([itemRow({ itemName: '€ „Ä” – é 漢 😀 ž' })], csvFormat({ style }))
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe('€ „Ä” – é ? ? ž\r\n')
  })

  it('quotes a row with only an empty cell, because readers skip empty lines', () => {
    expect(writeCsv([itemRow({}), itemRow({ itemName: '' })], csvFormat({}))).toBe('""\r\n""\r\n')
    expect(writeCsv([itemRow({})], csvFormat({ columns: ['itemName', 'qty'] }))).toBe(',\r\n')
  })

  it('guards text and dates, not numbers', () => {
    const csv = writeCsv(
      [itemRow({ itemName: '=1+1', posNumber: '-12', updatedAt: '=NOW()', qty: -3, status: -1 })],
      csvFormat({ columns: ['itemName', 'posNumber', 'updatedAt', 'qty', 'status'] }),
    )
    expect(csv).toBe(`'=1+1,-12,'=NOW(),-3,-1\r\n`)
  })

  it('writes a field as it was sent: guarded texts, numbers with all digits', () => {
    const values = ['"=1+1"', '"a \\"b\\""', '-1e3', '12345678901234567890', 'true', '[1,"x"]', undefined]
    const csv = writeCsv(
      values.map((value) =>
        itemRow({ qty: 1, ...(value === undefined ? {} : { fields: { '/a/b': value } }) }),
      ),
      csvFormat({ columns: ['/a/b', 'qty'], header: 'labels' }),
    )
    expect(csv.split('\r\n')).toEqual([
      'a › b,Quantity',
      `'=1+1,1`,
      `"a ""b""",1`,
      '-1e3,1',
      '12345678901234567890,1',
      'true,1',
      `"[1,""x""]",1`,
      ',1',
      '',
    ])
  })

  it.each([
    ['names', `"In print, urgent",\r\nStatus 2,\r\n'=Draft,\r\n,\r\n`],
    ['both', `"In print, urgent (1)",\r\nStatus 2,\r\n'=Draft (3),\r\n,\r\n`],
    ['numbers', '1,\r\n2,\r\n3,\r\n,\r\n'],
  ] as const)('writes statuses as %s', (statuses, expected) => {
    const csv = writeCsv(
      [itemRow({ status: 1 }), itemRow({ status: 2 }), itemRow({ status: 3 }), itemRow({ status: null })],
      csvFormat(
        { columns: ['status', 'qty'], statuses },
        {
          statusLabels: [
            { value: 1, name: 'In print, urgent', color: 'red' },
            { value: 2, name: '', color: 'blue' },
            { value: 3, name: '=Draft', color: 'blue' },
          ],
        },
      ),
    )
    expect(csv).toBe(expected)
  })

  it('replaces a lone surrogate and keeps every other character', () => {
    expect(writeCsv([itemRow({ itemName: 'a\ud800b😀\u0000' })], csvFormat({}))).toBe(
      '"a\ufffdb😀\u0000"\r\n',
    )
  })

  it('accepts cells of any length', () => {
    const long = 'ä"'.repeat(400_000)
    const rows = Array.from({ length: 300 }, () =>
      itemRow({ itemName: 'x'.repeat(1_000), clientId: '漢'.repeat(999) }),
    )
    const csv = writeCsv(
      [...rows, itemRow({ itemName: long })],
      csvFormat({ columns: ['itemName', 'clientId'] }),
    )
    expect(csv.length).toBe(300 * 2_002 + 400_000 * 3 + 5)
    expect(csv.endsWith(`"${'ä""'.repeat(400_000)}",\r\n`)).toBe(true)
  })

  it('writes any text so that a parser reads it back', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('",;\t\r\n =+-@\'\u0000a0é漢😀＝\u00a0\u2003\ufeff')),
      }),
    )
    const cell = (key: ItemColumnKey): fc.Arbitrary<string | number | boolean | null> => {
      const kind = columnKindOf(key)
      if (kind === 'number')
        return fc.option(
          fc.oneof(
            fc.integer(),
            fc.integer().map((n) => n / 1000),
          ),
        )
      return kind === 'boolean' ? fc.option(fc.boolean()) : fc.option(text)
    }
    const rowArbitrary = fc.record(Object.fromEntries(ITEM_COLUMN_KEYS.map((key) => [key, cell(key)])))
    fc.assert(
      fc.property(
        fc.array(rowArbitrary, { maxLength: 4 }),
        fc.subarray([...ITEM_COLUMN_KEYS], { minLength: 1 }),
        styleArbitrary,
        (values, columns, style) => {
          const rows = values.map((value) => itemRow(value as Partial<ItemRow>))
          const bytes = writeItemRows(rows, csvFormat({ columns, style, header: 'keys' }))
          const parsedRows = parse(textOf(bytes, style.encoding), {
            delimiter: style.delimiter,
            bom: true,
            record_delimiter: style.lineEnd === 'lf' ? '\n' : '\r\n',
            skip_empty_lines: true,
          })
          const expected = rows.map((each) => columns.map((key) => expectedCell(each[key], style)))
          expect(parsedRows).toEqual([columns, ...expected])
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

/** Without Windows-1252, which does not support every text and has its own test. */
const styleArbitrary: fc.Arbitrary<CsvStyle> = fc.record({
  delimiter: fc.constantFrom(...CSV_STYLES.delimiter),
  decimalMark: fc.constantFrom(...CSV_STYLES.decimalMark),
  quotes: fc.constantFrom(...CSV_STYLES.quotes),
  lineEnd: fc.constantFrom(...CSV_STYLES.lineEnd),
  encoding: fc.constantFrom('utf8' as const, 'utf8Mark' as const, 'utf16' as const),
  dates: fc.constant('sent' as const),
  flags: fc.constantFrom(...CSV_STYLES.flags),
  guard: fc.boolean(),
})

const FLAGS = { trueFalse: ['true', 'false'], yesNo: ['yes', 'no'], oneZero: ['1', '0'] } as const

function textOf(bytes: Buffer, encoding: CsvStyle['encoding']): string {
  return bytes.toString(encoding === 'utf16' ? 'utf16le' : 'utf8')
}

function expectedCell(value: string | number | boolean | null, style: CsvStyle): string {
  if (value === null) return ''
  if (typeof value === 'string') return style.guard ? guardFormula(value) : value
  if (typeof value === 'boolean') return FLAGS[style.flags][value ? 0 : 1]
  return String(value).replace('.', style.decimalMark)
}
