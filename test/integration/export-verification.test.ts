import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { CSV_STYLES, MACHINE_STYLE, type CsvStyle } from '../../electron/contract/csv-style.ts'
import { HEADER_STYLES, NO_EXTRAS, type ExportOptions } from '../../electron/contract/export-options.ts'
import { openWriter } from '../../electron/export/open-writer.ts'
import type { CellValue } from '../../electron/export/rows/table.ts'
import type { ExportContent } from '../../electron/export/types.ts'
import { Checksum, verifyFile } from '../../electron/export/files/verify-file.ts'
import { compareFile } from '../support/export-oracle/compare-file.ts'
import { MalformedFile } from '../support/export-oracle/types.ts'
import { temporaryFolder } from '../support/store.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { repetitions } from '../support/repetitions.ts'

const COLUMNS = ['itemName', 'posNumber', 'qty', 'isLocked', 'updatedAt', '/anything'] as const
const FORMATS = ['csv', 'json', 'jsonl', 'xlsx', 'html', 'md'] as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

function requestFor(options: Partial<ExportOptions>): ExportContent {
  return {
    databaseFile: '',
    document: { sheetName: 'Items', title: 'Items', description: '' },
    rows: { keys: new Int32Array() },
    options: {
      format: 'csv',
      columns: COLUMNS,
      style: MACHINE_STYLE,
      header: 'labels',
      rowsBeyond: 'oneFile',
      statuses: 'numbers',
      extras: NO_EXTRAS,
      ...options,
    },
    reviewsFile: '',
    picturesFile: '',
    statusLabels: [],
  }
}

type Rows = readonly (readonly CellValue[])[]

/** Writes rows to a file, and returns a function that compares it with them. */
async function writeExport(rows: Rows, options: Partial<ExportOptions>) {
  const request = requestFor(options)
  const file = join(folder.path, 'written')
  const chunks: Uint8Array[] = []
  const writer = openWriter(request, { count: rows.length, sheets: [] }, (chunk) => chunks.push(chunk))
  writer.begin()
  for (let at = 0; at < rows.length; at += 3) await writer.writeRows(rows.slice(at, at + 3))
  await writer.end()
  writeFileSync(file, Buffer.concat(chunks))
  return { file, check: () => compareFile(file, request, rows) }
}

const textArbitrary = fc.oneof(
  fc.constantFrom(
    ...EDGE_CASE_TEXTS,
    'a"b',
    '"',
    '""',
    ',',
    ';\n',
    '\r',
    '\r\n',
    '\ud800',
    '\udc00x',
    '\u0000',
    '\uffff',
  ),
  fc.constantFrom(
    '_x000D_',
    '_x005F_',
    '&amp;',
    '<t>',
    ']]>',
    '</si>',
    'null',
    '\\',
    '{"a":[1]}',
    '€ ž \u0081',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const orNull = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(values, { freq: 4 })
const fieldArbitrary = fc.oneof(
  textArbitrary.map((value) => JSON.stringify(value)),
  fc
    .jsonValue()
    .filter((value) => value !== null)
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('12345678901234567890', '1e400', '0.10', '-0', '"2026-05-01T10:00:00Z"'),
)
const rowArbitrary: fc.Arbitrary<readonly CellValue[]> = fc.tuple(
  orNull(textArbitrary),
  orNull(textArbitrary),
  orNull(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
  orNull(fc.oneof(fc.boolean(), fc.constantFrom(0, 1))),
  orNull(fc.oneof(textArbitrary, fc.constantFrom('2026-05-01T10:00:00.000Z', '1850-01-01T00:00:00Z'))),
  orNull(fieldArbitrary),
)
const styleArbitrary: fc.Arbitrary<CsvStyle> = fc.record({
  delimiter: fc.constantFrom(...CSV_STYLES.delimiter),
  decimalMark: fc.constantFrom(...CSV_STYLES.decimalMark),
  quotes: fc.constantFrom(...CSV_STYLES.quotes),
  lineEnd: fc.constantFrom(...CSV_STYLES.lineEnd),
  encoding: fc.constantFrom(...CSV_STYLES.encoding),
  dates: fc.constantFrom(...CSV_STYLES.dates),
  flags: fc.constantFrom(...CSV_STYLES.flags),
  guard: fc.boolean(),
})
const optionsArbitrary: fc.Arbitrary<Partial<ExportOptions>> = fc.record({
  format: fc.constantFrom(...FORMATS),
  header: fc.constantFrom(...HEADER_STYLES),
  style: styleArbitrary,
})

const ORDINARY_ROWS: Rows = Array.from({ length: 40 }, (_, index) => [
  `Poster ${String(index)} "large"`,
  String(index).padStart(6, '0'),
  index,
  index % 2 === 0,
  '2026-05-01T10:00:00.000Z',
  '{"a":[1,"x"]}',
])

describe('verification', () => {
  const csvText = 'a,b\r\n'.repeat(400_000)

  async function verify(change: (bytes: Buffer<ArrayBuffer>) => Buffer): Promise<unknown> {
    const expected = new Checksum()
    const bytes = Buffer.from(csvText)
    for (let at = 0; at < bytes.length; at += 70_000) expected.add(bytes.subarray(at, at + 70_000))
    const file = join(folder.path, 'verified')
    await writeFile(file, change(bytes))
    try {
      verifyFile(file, expected, () => undefined)
      return null
    } catch (error) {
      return error
    }
  }

  it('accepts the bytes that were written', async () => {
    expect(await verify((bytes) => bytes)).toBeNull()
  })

  it('detects a single changed bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(csvText.length - 1), fc.nat(7), async (offset, bit) => {
        const result = await verify((bytes) => {
          bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
          return bytes
        })
        expect(result).toMatchObject({ code: 'fileNotAsWritten' })
      }),
      { numRuns: 20 },
    )
  })

  it('detects a missing end and additional bytes', async () => {
    expect((await verify((bytes) => bytes.subarray(0, -1))) as Error).toMatchObject({
      code: 'fileNotAsWritten',
      message: expect.stringContaining('its end is missing') as string,
    })
    expect(await verify((bytes) => Buffer.concat([bytes, Buffer.alloc(1)]))).toMatchObject({
      code: 'fileNotAsWritten',
    })
  })

  it('stops when canceled', async () => {
    const file = join(folder.path, 'canceled')
    await writeFile(file, csvText)
    const stop = (): never => {
      throw new AppError('cancelled')
    }
    expect(() => {
      verifyFile(file, new Checksum(), stop)
    }).toThrow(AppError)
  })
})

describe('an exported file', () => {
  it('contains the cells of any rows in any format and style', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowArbitrary, { maxLength: 8 }),
        optionsArbitrary,
        async (rows, chosenOptions) => {
          const { check } = await writeExport(rows, chosenOptions)
          await check()
        },
      ),
      { numRuns: repetitions(50, 400) },
    )
  })

  it.each(['json', 'jsonl'] as const)('contains records exactly as received (%s)', async (format) => {
    const received = {
      format,
      extras: { ...NO_EXTRAS, records: 'received' },
    } satisfies Partial<ExportOptions>
    const record = fc.dictionary(textArbitrary, fc.jsonValue()).map((value) => [JSON.stringify(value)])
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 5 }), async (rows) => {
        const { file, check } = await writeExport(rows, received)
        await check()
        const originalBytes = readFileSync(file)
        if (rows.length === 0) return
        await writeExport([...rows.slice(1), ['{"other":"}"}']], received)
        if (originalBytes.equals(readFileSync(file))) return
        await expect(check()).rejects.toThrow(MalformedFile)
      }),
      { numRuns: repetitions(25, 100) },
    )
  })

  it.each(CSV_STYLES.encoding)('fails the comparison when a byte of CSV changes (%s)', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowArbitrary, { minLength: 1, maxLength: 4 }),
        styleArbitrary,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (rows, chosenStyle, position, change) => {
          const { file, check } = await writeExport(rows, {
            format: 'csv',
            style: { ...chosenStyle, encoding },
          })
          const bytes = readFileSync(file)
          const at = position % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ change
          writeFileSync(file, bytes)
          await expect(check()).rejects.toThrow(MalformedFile)
        },
      ),
      { numRuns: repetitions(37, 150) },
    )
  })

  it.each(['json', 'jsonl'] as const)('fails the comparison when a byte of %s changes', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowArbitrary, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (rows, position, change) => {
          const { file, check } = await writeExport(rows, { format })
          const bytes = readFileSync(file)
          const at = position % bytes.length
          bytes[at] = (bytes[at] ?? 0) ^ change
          writeFileSync(file, bytes)
          await expect(check()).rejects.toThrow(MalformedFile)
        },
      ),
      { numRuns: repetitions(50, 200) },
    )
  })

  it.each(FORMATS)('fails the comparison when its end is missing (%s)', async (format) => {
    const { file, check } = await writeExport(ORDINARY_ROWS, { format })
    await check()
    const bytes = readFileSync(file)
    for (const part of [0, 1, 2, 20, Math.floor(bytes.length / 2), bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, part))
      await expect(check(), String(part)).rejects.toThrow(MalformedFile)
    }
  })

  it('fails the comparison when part of a workbook is damaged', async () => {
    const { file, check } = await writeExport(ORDINARY_ROWS, { format: 'xlsx' })
    const workbookBytes = readFileSync(file)
    const sheet = workbookBytes.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length
    for (const at of [sheet + 40, sheet + 200, workbookBytes.indexOf('docProps/core.xml') + 60]) {
      const bytes = Buffer.from(workbookBytes)
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      writeFileSync(file, bytes)
      await expect(check(), String(at)).rejects.toThrow(MalformedFile)
    }
  })

  it.each(FORMATS)('fails the comparison with other rows (%s)', async (format) => {
    const [first = [], second = [], ...rest] = ORDINARY_ROWS
    const differentRows: readonly (readonly [string, Rows])[] = [
      ['a missing row', ORDINARY_ROWS.slice(1)],
      ['a repeated row', [first, ...ORDINARY_ROWS]],
      ['two rows in another order', [second, first, ...rest]],
      ['swapped cells', [[first[1] ?? null, first[0] ?? null, ...first.slice(2)], second, ...rest]],
      ['a lost zero', [[first[0] ?? null, '0', ...first.slice(2)], second, ...rest]],
      ['an empty cell', [[null, ...first.slice(1)], second, ...rest]],
    ]
    for (const [what, rows] of differentRows) {
      const { file, check } = await writeExport(ORDINARY_ROWS, { format })
      const originalBytes = readFileSync(file)
      await writeExport(rows, { format })
      await expect(check(), what).rejects.toThrow(MalformedFile)
      writeFileSync(file, originalBytes)
      await check()
    }
  })

  it('distinguishes numbers, flags and dates of a workbook from texts', async () => {
    const { file, check } = await writeExport([['1', '1', 1, true, 'x', '1']], { format: 'xlsx' })
    const originalBytes = readFileSync(file)
    await writeExport([['1', '1', 1, true, 'x', '"1"']], { format: 'xlsx' })
    await expect(check()).rejects.toThrow(MalformedFile)
    writeFileSync(file, originalBytes)
    await check()
  })
})
