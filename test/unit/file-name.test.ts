import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPORT_FORMATS } from '../../electron/contract/export-formats.ts'
import { delimiterOfName, formatOfName, withExtension } from '../../electron/contract/export-formats.ts'
import {
  extensionOf,
  fillTemplate,
  foreignExtensionOf,
  isPartName,
  dateAndTimeForNames,
  partName,
  safeFileName,
  unknownTokens,
  type NameValues,
} from '../../electron/contract/file-name.ts'

const VALUES: NameValues = {
  campaign: 'Kids Week',
  view: 'To be approved',
  connection: 'Print Example',
  rows: '260',
  date: '2026-11-30',
  time: '09-05',
}

/** Texts with many characters that file systems reject. */
const hostileNames = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['con', 'NUL', 'com1', 'LPT²', 'aux.txt', '.', '..', ' ', '/', '\\', ':', '*', '?', '"', '<', '>'],
        ...['|', '\u0000', '\n', '\u202e', '\u2066', '\ufeff', '\ud800', '\uffff', '👩‍👩‍👧', 'é', '~', '-'],
      ),
      fc.string({ unit: 'binary', maxLength: 300 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

describe('a file name', () => {
  it('fills known tokens of a template and keeps the rest', () => {
    expect(fillTemplate('{campaign} items {date}', VALUES)).toBe('Kids Week items 2026-11-30')
    expect(fillTemplate('{view}, {rows} of {connection} {time} {toString} {x}', VALUES)).toBe(
      'To be approved, 260 of Print Example 09-05 {toString} {x}',
    )
    // Inserted values are not templates.
    expect(fillTemplate('{campaign}', { ...VALUES, campaign: '{rows} $& {date}' })).toBe('{rows} $& {date}')
  })

  it('has a sortable date and time without a colon', () => {
    expect(dateAndTimeForNames(new Date(2026, 0, 3, 4, 5))).toEqual({ date: '2026-01-03', time: '04-05' })
  })

  it.each([
    ['Spring/Summer: 50% "off"', 'Spring Summer 50% off.xlsx'],
    ['…', '….xlsx'],
    ['.hidden. ', 'hidden.xlsx'],
    ['nul', '_nul.xlsx'],
    ['Con.2026', '_Con.2026.xlsx'],
    ['COM¹ .x', '_COM¹ .x.xlsx'],
    ['console', 'console.xlsx'],
    ['', 'Items.xlsx'],
    [' .. / ', 'Items.xlsx'],
    ['invoice\u202Exslx', 'invoice xslx.xlsx'],
    ['Zeta\u0000\u001f\u007f\u0085end', 'Zeta end.xlsx'],
    ['e\u0301te\u0301', 'été.xlsx'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family.xlsx'],
    ['نمونه‌ها', 'نمونه‌ها.xlsx'],
    ['\ud83d alone', 'alone.xlsx'],
  ])('is valid: %j', (text, name) => {
    expect(safeFileName(text, 'xlsx')).toBe(name)
  })

  it('is cut between user-perceived characters', () => {
    const name = safeFileName('👩‍👩‍👧'.repeat(40), 'csv')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
    expect(name).toBe(`${'👩‍👩‍👧'.repeat(10)}.csv`)
  })

  it.each(['.', ' ', '\u200d', '\u0301\u0316', '/'])('takes no longer for millions of %j', (part) => {
    const name = safeFileName(`a${part.repeat(2_000_000 / part.length)}b`, 'png')
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  })

  it('is valid on every system, whatever the text', () => {
    fc.assert(
      fc.property(hostileNames, fc.constantFrom(...EXPORT_FORMATS, 'pdf', 'cdreview'), (text, ending) => {
        const name = safeFileName(text, ending)
        const stem = name.slice(0, -(ending.length + 1))
        expect(name.endsWith(`.${ending}`)).toBe(true)
        expect(name).not.toMatch(/[<>:"/\\|?*]/u)
        expect(name).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]/u,
        )
        expect(stem).not.toMatch(/^[\s.]|[\s.]$/u)
        expect(stem.length).toBeGreaterThan(0)
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*\./iu)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(name.length).toBeLessThanOrEqual(255)
        // A safe name does not change again.
        expect(safeFileName(stem, ending)).toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('unknownTokens', () => {
  it('returns each unknown token once', () => {
    expect(unknownTokens('{campaign} {Campain} {} {the day} {Campain} {date} {')).toEqual([
      '{Campain}',
      '{}',
      '{the day}',
    ])
    expect(unknownTokens('{campaign} items {date}')).toEqual([])
  })
})

describe('the extension of a file name', () => {
  it.each([
    ['/a.b/items', 'xlsx', '/a.b/items.xlsx'],
    ['items.xlsx', 'xlsx', 'items.xlsx'],
    ['ITEMS.XLSX', 'xlsx', 'ITEMS.XLSX'],
    ['items.', 'csv', 'items.csv'],
    ['items.txt', 'csv', 'items.txt'],
    ['items.ndjson', 'jsonl', 'items.ndjson'],
    ['Spring 2.0', 'csv', 'Spring 2.0.csv'],
    ['items.json', 'jsonl', 'items.json.jsonl'],
    ['report.csv', 'pdf', 'report.csv.pdf'],
  ])('is added once: %s as %s', (path, format, expectedName) => {
    expect(withExtension(path, format)).toBe(expectedName)
    expect(withExtension(expectedName, format)).toBe(expectedName)
  })

  it('selects the format', () => {
    expect(formatOfName('a.TSV')).toBe('csv')
    expect(formatOfName('/x.csv/a.xlsx')).toBe('xlsx')
    expect(formatOfName('a.jsonl')).toBe('jsonl')
    expect(formatOfName('a.json')).toBe('json')
    expect(formatOfName('a.pdf')).toBeNull()
    // A .txt file can have any format.
    expect(formatOfName('a.txt')).toBeNull()
    expect(formatOfName('csv')).toBeNull()
  })
})

describe('an extension that a person enters', () => {
  it('selects tabs, or is reported as foreign', () => {
    expect(delimiterOfName('a.tsv')).toBe('\t')
    expect(delimiterOfName('a.csv')).toBeNull()
    expect(foreignExtensionOf('items.PDF')).toBe('.PDF')
    expect(foreignExtensionOf('Spring 2.0')).toBeNull()
    expect(foreignExtensionOf('items.csv')).toBeNull()
    expect(extensionOf('/a.b/items')).toBeNull()
    expect(extensionOf('items.')).toBeNull()
    expect(extensionOf('.hidden')).toBeNull()
    expect(extensionOf('C:\\a.b\\items.dat')).toBe('.dat')
  })
})

describe('the names of the parts of an export', () => {
  it('have number and total before the extension', () => {
    expect(partName('Kids Week.v2.xlsx', 0, 12)).toBe('Kids Week.v2 (1 of 12).xlsx')
    expect(partName('items', 2, 3)).toBe('items (3 of 3)')
    expect(partName('.csv', 0, 2)).toBe('.csv (1 of 2)')
  })

  it('are recognized, and other names are not', () => {
    expect(isPartName('Kids (3 of 3).csv', 'Kids.csv')).toBe(true)
    expect(isPartName('Kids (3 of 3) (1 of 2).csv', 'Kids (3 of 3).csv')).toBe(true)
    for (const other of [
      'Kids.csv',
      'Kids (3 of 3).xlsx',
      'Kid (3 of 3).csv',
      'Kids (3).csv',
      'Kids (03 of 3).csv',
    ])
      expect(isPartName(other, 'Kids.csv')).toBe(false)
  })

  it('are unique, keep the extension, and are short enough for every file system', () => {
    fc.assert(
      fc.property(hostileNames, fc.integer({ min: 2, max: 3_000 }), (text, count) => {
        const name = `a${text.replaceAll(/[/\0\ud800-\udfff]/gu, '_')}.csv`
        const [first, last] = [partName(name, 0, count), partName(name, count - 1, count)]
        expect(first).not.toBe(last)
        for (const part of [first, last]) {
          expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(255)
          expect(part.endsWith('.csv')).toBe(true)
          expect(isPartName(part, name)).toBe(true)
        }
      }),
    )
  })
})
