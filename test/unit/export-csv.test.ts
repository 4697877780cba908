import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEM_COLUMN_KEYS, ITEM_COLUMN_KINDS, type ItemColumnKey } from '../../electron/contract/columns.ts'
import { isReviewColumnKey, type ExportOptions } from '../../electron/contract/export-options.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { isFieldKey } from '../../electron/contract/fields.ts'
import { columnLabels, ITEM_COLUMN_LABELS } from '../../electron/contract/strings/columns.ts'
import type { Delimiter } from '../../electron/export/cell-buffer.ts'
import { CsvWriter } from '../../electron/export/csv.ts'
import { itemColumns, type CellValue, type ItemColumnsOptions } from '../../electron/export/table.ts'
import type { StoredValue } from '../../electron/store/types.ts'
import { guardFormula } from '../../electron/export/formula-guard.ts'

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

interface Format extends ItemColumnsOptions {
  readonly options: ExportOptions
  readonly delimiter: Delimiter
}

function format(options: Partial<ExportOptions>, more: Partial<Format> = {}): Format {
  return {
    options: {
      format: 'csv',
      columns: ['itemName'],
      preset: 'rfc4180',
      header: 'none',
      statuses: 'numbers',
      ...options,
    },
    delimiter: ',',
    columnLabels: ITEM_COLUMN_LABELS,
    statusLabels: [],
    ...more,
  }
}

/** A writer of a file, and the pieces that it gives. */
function open(wanted: Format): { readonly writer: CsvWriter; readonly pieces: Uint8Array[] } {
  const pieces: Uint8Array[] = []
  const { options, delimiter } = wanted
  const writer = new CsvWriter(
    { columns: itemColumns(wanted), hasHeader: options.header !== 'none', preset: options.preset, delimiter },
    (piece) => pieces.push(piece),
  )
  return { writer, pieces }
}

/** What these rows are as a file. */
function bytesOf(rows: readonly (readonly CellValue[])[], wanted: Format): Buffer {
  const { writer, pieces } = open(wanted)
  writer.begin()
  writer.rows(rows)
  writer.end()
  return Buffer.concat(pieces)
}

function written(rows: readonly ItemRow[], csvFormat: Format): string {
  const stored = rows.map((each) =>
    csvFormat.options.columns.map((key) =>
      isReviewColumnKey(key) ? null : isFieldKey(key) ? (each.fields?.[key] ?? null) : storedValue(each[key]),
    ),
  )
  return bytesOf(stored, csvFormat).toString('utf8')
}

/** A value as the cache holds it. */
const storedValue = (value: string | number | boolean | null): StoredValue =>
  typeof value === 'boolean' ? Number(value) : value

const row = (values: Partial<ItemRow>): ItemRow => ({ ...EMPTY_ROW, ...values })

describe('CSV', () => {
  it('writes UTF-8 without a byte order mark, commas and CRLF for machines', () => {
    const csv = written([row({ itemName: 'Überwurf', posNumber: '00123', qty: -5, isLocked: true })], {
      ...format({ columns: ['itemName', 'posNumber', 'qty', 'isLocked', 'clientId'], header: 'keys' }),
    })
    expect(csv).toBe('itemName,posNumber,qty,isLocked,clientId\r\nÜberwurf,00123,-5,true,\r\n')
  })

  it('writes a byte order mark, and no “sep=” line, for Excel', () => {
    const csv = written(
      [row({ itemName: 'A;B', qty: 1.5 })],
      format({ columns: ['itemName', 'qty'], preset: 'excel', header: 'labels' }, { delimiter: ';' }),
    )
    expect(csv).toBe('\ufeffItem;Quantity\r\n"A;B";1.5\r\n')
  })

  it('writes the byte order mark even without a header', () => {
    expect(written([], format({ preset: 'excel' }))).toBe('\ufeff')
    expect(written([], format({}))).toBe('')
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
  ])('writes the number %d in plain digits, never guarded', (qty, expected) => {
    expect(written([row({ qty })], format({ columns: ['qty'] }))).toBe(`${expected}\r\n`)
  })

  it('takes true and false as the window has them, too', () => {
    const csv = bytesOf([[true, false]], format({ columns: ['isLocked', 'hasArtwork'] }))
    expect(csv.toString()).toBe('true,false\r\n')
  })

  it('gives bytes that later rows do not change', () => {
    const { writer, pieces } = open(format({}))
    writer.rows([['one']])
    writer.rows([['two']])
    expect(pieces.map((piece) => Buffer.from(piece).toString())).toEqual(['one\r\n', 'two\r\n'])
  })

  it('keeps a row whose only cell is empty, where readers skip empty lines', () => {
    expect(written([row({}), row({ itemName: '' })], format({}))).toBe('""\r\n""\r\n')
    expect(written([row({})], format({ columns: ['itemName', 'qty'] }))).toBe(',\r\n')
  })

  it('guards text and dates, not numbers', () => {
    const csv = written(
      [row({ itemName: '=1+1', posNumber: '-12', updatedAt: '=NOW()', qty: -3, status: -1 })],
      format({ columns: ['itemName', 'posNumber', 'updatedAt', 'qty', 'status'] }),
    )
    expect(csv).toBe(`'=1+1,-12,'=NOW(),-3,-1\r\n`)
  })

  it('writes what is in a field as it was sent: texts guarded, numbers with all their digits', () => {
    const values = ['"=1+1"', '"a \\"b\\""', '-1e3', '12345678901234567890', 'true', '[1,"x"]', undefined]
    const csv = written(
      values.map((value) => row({ qty: 1, ...(value === undefined ? {} : { fields: { '/a/b': value } }) })),
      format({ columns: ['/a/b', 'qty'], header: 'labels' }, { columnLabels: columnLabels(['/a/b', 'qty']) }),
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

  it('writes the names that the person gave to statuses, and the number where there is none', () => {
    const csv = written(
      [row({ status: 1 }), row({ status: 2 }), row({ status: 3 }), row({ status: null })],
      format(
        { columns: ['status', 'qty'], statuses: 'names' },
        {
          statusLabels: [
            { value: 1, name: 'In print, urgent', color: 'red' },
            { value: 2, name: '', color: 'blue' },
            { value: 3, name: '=Draft', color: 'blue' },
          ],
        },
      ),
    )
    expect(csv).toBe(`"In print, urgent",\r\n2,\r\n'=Draft,\r\n,\r\n`)
  })

  it('replaces a lone surrogate and keeps every other character', () => {
    expect(written([row({ itemName: 'a\ud800b😀\u0000' })], format({}))).toBe('"a\ufffdb😀\u0000"\r\n')
  })

  it('takes cells of any length', () => {
    const long = 'ä"'.repeat(400_000)
    const rows = Array.from({ length: 300 }, () =>
      row({ itemName: 'x'.repeat(1_000), clientId: '漢'.repeat(999) }),
    )
    const csv = written([...rows, row({ itemName: long })], format({ columns: ['itemName', 'clientId'] }))
    expect(csv.length).toBe(300 * 2_002 + 400_000 * 3 + 5)
    expect(csv.endsWith(`"${'ä""'.repeat(400_000)}",\r\n`)).toBe(true)
  })

  it('is read back exactly as it was written, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('",;\t\r\n =+-@\'\u0000a0é漢😀＝\u00a0\u2003\ufeff')),
      }),
    )
    const cell = (key: ItemColumnKey): fc.Arbitrary<string | number | boolean | null> => {
      const kind = ITEM_COLUMN_KINDS[key]
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
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.constantFrom('excel' as const, 'rfc4180' as const),
        (values, columns, delimiter, preset) => {
          const rows = values.map((value) => row(value as Partial<ItemRow>))
          const csv = written(rows, format({ columns, preset, header: 'keys' }, { delimiter }))
          const read = parse(csv, { delimiter, bom: true, record_delimiter: '\r\n', skip_empty_lines: true })
          const expected = rows.map((each) => columns.map((key) => expectedCell(each[key])))
          expect(read).toEqual([columns, ...expected])
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

function expectedCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return guardFormula(value)
  return String(value)
}
