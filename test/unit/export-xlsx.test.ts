import * as sheetjs from '@e965/xlsx'
import fc from 'fast-check'
import { readXlsx } from 'hucre'
import { describe, expect, it } from 'vitest'
import type { CellValue } from '../../electron/export/rows/table.ts'
import { serialDate } from '../../electron/export/values/timestamps.ts'
import { sheetNames } from '../../electron/export/formats/xlsx/sheet-name.ts'
import { SHEET_LIMITS } from '../../electron/contract/export-formats.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { column, workbookOf } from '../support/workbook.ts'
import { repetitions } from '../support/repetitions.ts'

type Rows = readonly (readonly unknown[])[]

/** Returns the sheets of a file as SheetJS reads them. */
function readWithSheetJs(bytes: Buffer): readonly { readonly name: string; readonly rows: Rows }[] {
  const book = sheetjs.read(bytes, { cellFormula: true, sheetStubs: true })
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {}
    for (const [reference, cell] of Object.entries(sheet))
      if (!reference.startsWith('!') && (cell as sheetjs.CellObject).f !== undefined)
        throw new Error(`A formula at ${reference}`)
    return {
      name,
      rows: sheetjs.utils.sheet_to_json<unknown[]>(sheet, {
        header: 1,
        raw: true,
        defval: null,
        blankrows: true,
      }),
    }
  })
}

/** Returns the sheets of a file as hucre reads them. */
async function readWithHucre(
  bytes: Buffer,
): Promise<readonly { readonly name: string; readonly rows: Rows }[]> {
  const book = await readXlsx(bytes)
  return book.sheets.map(({ name, rows }) => ({ name, rows }))
}

/** Returns a part of a workbook as text. */
function xmlOf(bytes: Buffer, part: string): string {
  const { files } = sheetjs.read(bytes, { bookFiles: true }) as unknown as {
    readonly files: Readonly<Record<string, { readonly content: Uint8Array }>>
  }
  return Buffer.from(files[part]?.content ?? []).toString()
}

const TEXT = [column('text', 'Name')]

async function readTexts(texts: readonly string[]): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const bytes = await workbookOf(
    texts.map((text) => [text, 1]),
    { columns: [...TEXT, column('number')] },
  )
  const firstColumn = (rows: Rows | undefined): readonly unknown[] =>
    (rows ?? []).slice(1).map((row) => row[0] ?? null)
  return {
    sheetjs: firstColumn(readWithSheetJs(bytes)[0]?.rows),
    hucre: firstColumn((await readWithHucre(bytes))[0]?.rows),
  }
}

describe('a workbook', () => {
  it('has typed values in two independent readers', async () => {
    const timestamp = '2026-09-30T17:46:00.000Z'
    const serial = serialDate(timestamp)
    const bytes = await workbookOf(
      [
        ['00123', -5, 1, timestamp, 2, '"x"'],
        ['=1+1', 1.5, 0, 'soon', 3, '12345678901234567890'],
        [null, 0, null, null, null, 'true'],
        ['-12', 9_007_199_254_740_991, 1, '1850-01-01T00:00:00Z', 2, '{"a":1}'],
        ['é漢😀', 1e21, 1, null, 2, '-0.5'],
      ],
      {
        columns: [
          column('text', 'POS number'),
          column('number', 'Quantity'),
          column('boolean', 'Locked'),
          column('dateTime', 'Updated'),
          column('number', 'Status', (status) => (status === 2 ? 'In print' : `Status ${String(status)}`)),
          column('any', 'Field'),
        ],
      },
    )
    const expected = [
      ['POS number', 'Quantity', 'Locked', 'Updated', 'Status', 'Field'],
      ['00123', -5, true, serial, 'In print', 'x'],
      // A number too long for a spreadsheet becomes a text.
      ['=1+1', 1.5, false, 'soon', 'Status 3', '12345678901234567890'],
      [null, 0, null, null, null, true],
      ['-12', '9007199254740991', true, '1850-01-01T00:00:00Z', 'In print', '{"a":1}'],
      ['é漢😀', 1e21, true, null, 'In print', -0.5],
    ]
    expect(readWithSheetJs(bytes)).toEqual([{ name: 'Items', rows: expected }])
    const [sheet] = await readWithHucre(bytes)
    const rows = sheet?.rows.map((row) => Array.from({ length: 6 }, (_, index) => row[index] ?? null))
    // hucre returns dates, in the time zone of the file.
    const [, second] = rows ?? []
    expect(second?.[3]).toBeInstanceOf(Date)
    expect(rows?.map((row, index) => (index === 1 ? row.with(3, serial) : row))).toEqual(expected)
  })

  it.each([
    ['9007199254740993.0', false],
    ['1234567890123456789.5', false],
    ['-1.2345678901234567e18', false],
    ['0.0012345678901234567e20', false],
    ['1e400', false],
    ['1.5e300', true],
    ['123456789012345.678', true],
    ['-0.12345678901234567', true],
    ['120000000000000000000.5', true],
    ['1e-400', true],
  ])(
    'has %s as a number only if a spreadsheet keeps its digits before the point',
    async (value, isNumber) => {
      const columns = [column('any'), column('number')]
      const [sheet] = readWithSheetJs(await workbookOf([[value, value]], { columns }))
      const expected = isNumber ? Number(value) : value
      expect(sheet?.rows[1]).toEqual([expected, expected])
    },
  )

  it('has no long texts in additional sheets either, if they are left out', async () => {
    const rows = [[JSON.stringify('x'.repeat(40_000)), 'short']]
    const columns = [column('any'), column('text')]
    const bytes = await workbookOf([], {
      columns,
      leavesOutLongTexts: true,
      sheets: [{ name: 'Campaigns', content: () => ({ columns, rows, credentials: 0 }) }],
    })
    expect(readWithSheetJs(bytes)[1]?.rows[1]).toEqual([null, 'short'])
  })

  it('has a frozen header row with a filter, a title and a description', async () => {
    const bytes = await workbookOf([['a'], ['b']], {
      columns: TEXT,
      title: 'Kids <Week>',
      description: 'As it was & is',
      sheetName: 'Kids Week',
    })
    const book = sheetjs.read(bytes, { bookFiles: true }) as sheetjs.WorkBook & {
      readonly files: Readonly<Record<string, { readonly content: Buffer }>>
    }
    expect(book.Props).toMatchObject({
      Title: 'Kids <Week>',
      Comments: 'As it was & is',
      Author: 'Campaign Desk',
    })
    expect(book.Sheets['Kids Week']?.['!autofilter']).toEqual({ ref: 'A1:A3' })
    expect(String(book.files['xl/worksheets/sheet1.xml']?.content)).toContain('<pane ySplit="1"')
    const withoutHeader = readWithSheetJs(await workbookOf([['a']], { columns: TEXT, hasHeader: false }))
    expect(withoutHeader[0]?.rows).toEqual([['a']])
  })

  it('prints headers on every page, on no more pages side by side than are readable', async () => {
    const pageSetupOf = async (columns: number): Promise<string> => {
      const bytes = await workbookOf([Array.from({ length: columns }, () => 'x'.repeat(48))], {
        columns: Array.from({ length: columns }, (_, index) => column('text', String(index))),
      })
      const book = sheetjs.read(bytes, { bookFiles: true }) as sheetjs.WorkBook & {
        readonly files: Readonly<Record<string, { readonly content: Buffer }>>
      }
      const titles = book.Workbook?.Names?.filter(({ Name }) => Name === '_xlnm.Print_Titles')
      expect(titles).toMatchObject([{ Ref: "'Items'!$1:$1", Sheet: 0 }])
      return /<pageSetup[^>]*>/u.exec(String(book.files['xl/worksheets/sheet1.xml']?.content))?.[0] ?? ''
    }
    expect(await pageSetupOf(4)).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"')
    expect(await pageSetupOf(5)).toContain('fitToWidth="2"')
    const withoutHeader = sheetjs.read(await workbookOf([['a']], { columns: TEXT, hasHeader: false }))
    expect(withoutHeader.Workbook?.Names?.map(({ Name }) => Name)).toEqual(['_xlnm.Print_Area'])
  })

  it('formats flags as TRUE or FALSE in any language', async () => {
    const book = sheetjs.read(await workbookOf([[1], [0]], { columns: [column('boolean')] }), {
      cellNF: true,
    })
    expect(book.Sheets['Items']?.['A2']).toMatchObject({ t: 'b', v: true, z: '"TRUE";"TRUE";"FALSE"' })
    expect(book.Sheets['Items']?.['A3']).toMatchObject({ t: 'b', v: false, z: '"TRUE";"TRUE";"FALSE"' })
  })

  it('has addresses as links up to the limit of a sheet, the others as text', async () => {
    const columns = [column('text', 'Name'), column('link', 'Address')]
    const addressOf = (index: number): string =>
      `https://pictures.example/${String(index)} a.png?a=1&b="${String(index)}|`
    const rows = Array.from({ length: SHEET_LIMITS.links + 2 }, (_, at) => ['x', addressOf(at)])
    const book = sheetjs.read(await workbookOf([['y', 'javascript:alert(1)'], ...rows], { columns }))
    const linkAt = (row: number): sheetjs.Hyperlink | undefined =>
      (book.Sheets['Items']?.[`B${String(row)}`] as sheetjs.CellObject | undefined)?.l
    expect(linkAt(2)).toBeUndefined()
    expect(linkAt(3)?.Target).toBe('https://pictures.example/0%20a.png?a=1&b=%220%7C')
    expect(linkAt(SHEET_LIMITS.links + 2)?.Target).toContain(`/${String(SHEET_LIMITS.links - 1)}%20a.png`)
    expect(linkAt(SHEET_LIMITS.links + 3)).toBeUndefined()
    const values = sheetjs.utils.sheet_to_json<unknown[]>(book.Sheets['Items'] ?? {}, { header: 1 })
    expect(values[1]).toEqual(['y', 'javascript:alert(1)'])
    expect(values.slice(2)).toEqual(rows)
  })

  it('has the links of each sheet', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [`https://pictures.example/${String(at)}.png`])
    const bytes = await workbookOf(rows, { columns: [column('link', 'Address')], sheetRows: 4 })
    const book = sheetjs.read(bytes)
    const targets = book.SheetNames.map((name) =>
      ['A2', 'A3', 'A4'].map(
        (cell) => (book.Sheets[name]?.[cell] as sheetjs.CellObject | undefined)?.l?.Target,
      ),
    )
    expect(targets).toEqual([rows.slice(0, 3).flat(), [...rows.slice(3).flat(), undefined]])
  })

  it('is complete without rows', async () => {
    const bytes = await workbookOf([], { columns: TEXT })
    expect(readWithSheetJs(bytes)).toEqual([{ name: 'Items', rows: [['Name']] }])
    expect(await readWithHucre(bytes)).toEqual([{ name: 'Items', rows: [['Name']] }])
  })

  it.each([
    ['with headings', true, 4],
    ['without headings', false, 5],
  ])('continues in further sheets when one is full, %s', async (_, hasHeader, dataRowsPerSheet) => {
    const rows = Array.from({ length: 2 * dataRowsPerSheet + 1 }, (_unused, index) => [
      `row ${String(index)}`,
    ])
    const bytes = await workbookOf(rows, { columns: TEXT, sheetRows: 5, hasHeader })
    const sheets = readWithSheetJs(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['Items', 'Items (2)', 'Items (3)'])
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual(hasHeader ? [5, 5, 2] : [5, 5, 1])
    expect(sheets.flatMap((sheet) => (hasHeader ? sheet.rows.slice(1) : sheet.rows))).toEqual(rows)
    const oneFullSheet = await workbookOf(rows.slice(0, dataRowsPerSheet), {
      columns: TEXT,
      sheetRows: 5,
      hasHeader,
    })
    expect(readWithSheetJs(oneFullSheet)).toHaveLength(1)
  })

  it('cuts a text that is too long for a cell, and marks it as cut', async () => {
    const longestText = 'x'.repeat(SHEET_LIMITS.characters)
    const { sheetjs: read } = await readTexts([longestText, `${longestText}y`])
    expect(read?.[0]).toBe(longestText)
    expect(read?.[1]).toHaveLength(SHEET_LIMITS.characters)
    expect(String(read?.[1]).endsWith('x… [cut]')).toBe(true)
  })

  it.each([
    '_x0041_',
    '_x000D_',
    '__x005F_',
    'tab\there',
    '\u0000\u0001\u001f\ufffe\uffff',
    ' a ',
    '&amp;<b>"\'',
  ])('keeps %j', async (text) => {
    expect((await readTexts([text]))['sheetjs']).toEqual([text])
  })

  it('has line feeds as line breaks', async () => {
    expect((await readTexts(['a\r\nb\nc']))['sheetjs']).toEqual(['a\nb\nc'])
  })

  it('wraps only cells with line breaks', async () => {
    const bytes = await workbookOf([['a\r\nb'], ['c']], { columns: TEXT })
    const styles = xmlOf(bytes, 'xl/styles.xml')
    const cells = /<cellXfs[^>]*>(.*)<\/cellXfs>/su.exec(styles)?.[1] ?? ''
    const wrapped = Array.from(cells.matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/gsu), ([xf]) =>
      xf.includes('wrapText="1"'),
    )
    const sheet = xmlOf(bytes, 'xl/worksheets/sheet1.xml')
    const styleOf = (cell: string): number =>
      Number(new RegExp(`<c r="${cell}" s="(\\d+)"`, 'u').exec(sheet)?.[1])
    expect([wrapped[styleOf('A2')], wrapped[styleOf('A3')]]).toEqual([true, false])
  })

  it('keeps every edge case, in two readers', async () => {
    const read = await readTexts(EDGE_CASE_TEXTS)
    expect(read['sheetjs']).toEqual(EDGE_CASE_TEXTS)
    expect(read['hucre']).toEqual(EDGE_CASE_TEXTS)
  })

  it('keeps any text', async () => {
    // Readers differ on escapes within texts, which have their own test.
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.string({
          unit: fc.constantFrom(...Array.from('",;\t\n =+-@\'é漢😀&<>_x0\u00a0\ufeff')),
          maxLength: 12,
        }),
      )
      .filter((each) => each !== '' && !/_x/iu.test(each))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const read = await readTexts(texts)
        // Line breaks in cells are line feeds.
        expect(read['sheetjs']).toEqual(texts.map((each) => each.toWellFormed().replaceAll('\r\n', '\n')))
      }),
      { numRuns: repetitions(75, 300) },
    )
  })

  it('reads the same with texts in the shared table and in cells', async () => {
    // A column with more different texts than the shared table takes, and one with repeated texts.
    const rows: readonly (readonly CellValue[])[] = Array.from({ length: 6_000 }, (_, index) => [
      `own ${String(index)}`,
      `shared ${String(index % 7)}`,
    ])
    const bytes = await workbookOf(rows, { columns: [column('text', 'A'), column('text', 'B')] })
    expect(readWithSheetJs(bytes)[0]?.rows.slice(1)).toEqual(rows)
    expect((await readWithHucre(bytes))[0]?.rows.slice(1)).toEqual(rows)
  })
})

describe('sheet names', () => {
  it.each([
    ['Kids Week', 'Kids Week'],
    ['a/b\\c?d*e:f[g]h', 'a b c d e f g h'],
    ["'quoted'", 'quoted'],
    ['', 'Items'],
    ['History', 'Items'],
    ['😀'.repeat(20), '😀'.repeat(15)],
    ["'History'", 'Items'],
    ["' 'Kids' '", 'Kids'],
  ])('replace %j by %j', (requestedName, name) => {
    expect(sheetNames(requestedName, 1)).toEqual([name])
  })

  it('are valid and unique for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 120 }),
        (requestedName, count) => {
          const names = sheetNames(requestedName, count)
          expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(count)
          for (const name of names) {
            expect(name.length).toBeGreaterThan(0)
            expect(name.length).toBeLessThanOrEqual(31)
            expect(name).not.toMatch(/[[\]:*?/\\]|^'|'$/u)
            expect(name.isWellFormed()).toBe(true)
          }
        },
      ),
    )
  })
})

it('a workbook has the same size whenever it is written, as the preview states it exactly', async () => {
  const start = Date.UTC(2026, 0, 1)
  const sizes = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const createdAt = new Date(start + number * 7_777_777_000)
      return (await workbookOf([['a']], { columns: TEXT, createdAt })).byteLength
    }),
  )
  expect(new Set(sizes).size).toBe(1)
})

describe('serialDate', () => {
  it('returns days since 1900, in local time', () => {
    const moment = new Date(2026, 8, 30, 17, 45)
    expect(serialDate(moment.toISOString())).toBeCloseTo(46_295 + 17.75 / 24, 9)
  })

  it.each([
    '2026-09-30',
    '30/09/2026',
    '2026-09-30T10:00:00',
    'T',
    '',
    '1899-12-31T00:00:00Z',
    '2026-13-30T00:00:00Z',
  ])('returns null for %j', (text) => {
    expect(serialDate(text)).toBeNull()
  })
})
