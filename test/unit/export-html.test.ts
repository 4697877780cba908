// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula } from '../../electron/export/values/formula-guard.ts'
import { HtmlTable, HtmlWriter } from '../../electron/export/formats/html/writer.ts'
import type { CellValue, TableColumn } from '../../electron/export/rows/table.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { column } from '../support/workbook.ts'

type Rows = readonly (readonly CellValue[])[]

function writePage(
  rows: Rows,
  columns: readonly TableColumn[],
  hasHeader = true,
  title = 'Kids Week',
): string {
  const chunks: Uint8Array[] = []
  const writer = new HtmlWriter(
    { columns, hasHeader, document: { title, description: 'Data as of 2026-11-30.' } },
    (chunk) => chunks.push(chunk),
  )
  writer.begin()
  for (const row of rows) writer.writeRows([row])
  writer.end()
  return Buffer.concat(chunks).toString('utf8')
}

function tableHtml(rows: Rows, columns: readonly TableColumn[]): string {
  const table = new HtmlTable(columns)
  for (const row of rows) table.addRows([row])
  return table.html()
}

/** Parses the page as a browser does. */
const parsePage = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')

/** Returns the text of a cell with line feeds as line ends. */
function textOf(cell: Element | undefined): string {
  for (const end of cell?.querySelectorAll('br') ?? []) end.replaceWith('\n')
  return cell?.textContent ?? ''
}

/** Returns the expected cell text: line feeds, and no characters that HTML does not allow. */
function expectedOf(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n|\r/gu, '\n')
      // oxlint-disable-next-line no-control-regex -- matches control characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/gu, '\ufffd')
  )
}

describe('HtmlTable', () => {
  const tableOf = (rows: Rows, columns: readonly TableColumn[]): Document =>
    parsePage(tableHtml(rows, columns))

  it('marks texts as text, so that zeros are kept and formulas do not run', () => {
    const page = tableOf(
      [
        ['007', 12, '=1+1'],
        [null, 1.5, '-12'],
      ],
      [column('text', 'POS'), column('number'), column('text')],
    )
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual([
      'POS',
      'number',
      'text',
    ])
    const rows = [...page.querySelectorAll('tr')].slice(1).map((row) => [...row.querySelectorAll('td')])
    expect(rows.map((cells) => cells.map((cell) => cell.textContent))).toEqual([
      ['007', '12', "'=1+1"],
      ['', '1.5', '-12'],
    ])
    expect(rows[0]?.map((cell) => cell.getAttribute('sdnum'))).toEqual(['1033;0;@', null, '1033;0;@'])
    expect(rows[0]?.[0]?.getAttribute('style')).toContain("mso-number-format:'\\@'")
  })

  it('marks and guards headings like texts', () => {
    const page = tableOf([], [column('any', '007'), column('any', '=1+1')])
    const headings = [...page.querySelectorAll('th')]
    expect(headings.map((heading) => heading.textContent)).toEqual(['007', "'=1+1"])
    expect(headings.map((heading) => heading.getAttribute('sdnum'))).toEqual(['1033;0;@', '1033;0;@'])
    for (const heading of headings) expect(heading.getAttribute('style')).toContain("mso-number-format:'\\@'")
  })

  it('keeps every text in one cell, with its line breaks', () => {
    const texts = EDGE_CASE_TEXTS.filter((text) => guardFormula(text) === text)
    const page = tableOf(
      texts.map((text) => [text]),
      [column('text')],
    )
    expect([...page.querySelectorAll('td')].map(textOf)).toEqual(texts.map(expectedOf))
    expect(page.querySelectorAll('script, img')).toHaveLength(0)
  })
})

const COLUMNS = [
  column('text', 'Name'),
  column('number', 'Status', (status) => (status === 2 ? 'In print' : `Status ${String(status)}`)),
  column('number', 'Quantity'),
  column('boolean', 'Locked'),
  column('any', '/a/b'),
]

describe('HtmlWriter', () => {
  it('writes title, description, language and header cells', () => {
    const page = parsePage(writePage([['A', 2, 1200, 1, '"x"']], COLUMNS, true, 'Kids & <b>Week</b>'))
    expect(page.compatMode).toBe('CSS1Compat')
    expect(page.documentElement.lang).toBe('en')
    expect(page.characterSet).toBe('UTF-8')
    expect(page.title).toBe('Kids & <b>Week</b>')
    expect(page.querySelector('h1')?.textContent).toBe('Kids & <b>Week</b>')
    expect(page.querySelector('p')?.textContent).toBe('Data as of 2026-11-30.')
    const headerCells = [...page.querySelectorAll('thead th')]
    expect(headerCells.map((head) => head.textContent)).toEqual([
      'Name',
      'Status',
      'Quantity',
      'Locked',
      '/a/b',
    ])
    expect(headerCells.every((head) => head.getAttribute('scope') === 'col')).toBe(true)
  })

  it('formats values for people, with numbers right-aligned', () => {
    const page = parsePage(
      writePage(
        [
          ['A', 2, 1200, 1, '123456789012345'],
          [null, 3, null, 0, null],
        ],
        COLUMNS,
      ),
    )
    const rows = [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')])
    expect(rows.map((cells) => cells.map((cell) => textOf(cell)))).toEqual([
      ['A', 'In print', '1200', 'Yes', '123456789012345'],
      ['', 'Status 3', '', 'No', ''],
    ])
    expect(rows.map((cells) => cells.map((cell) => cell.className))).toEqual([
      ['', '', 'n', '', 'n'],
      ['', '', '', '', ''],
    ])
  })

  it('writes numbers of more digits than a spreadsheet keeps as text', () => {
    const rows = [[2 ** 53, '9007199254740993', '9007199254740993']]
    const columns = [column('number'), column('number'), column('any')]
    for (const html of [writePage(rows, columns), tableHtml(rows, columns)]) {
      const cells = [...parsePage(html).querySelectorAll('td')]
      expect(cells.map((cell) => cell.textContent)).toEqual([
        '9007199254740992',
        '9007199254740993',
        '9007199254740993',
      ])
      expect(cells.every((cell) => cell.getAttribute('sdnum') === '1033;0;@')).toBe(true)
    }
  })

  it('marks title and headings as text', () => {
    const page = parsePage(writePage([], [column('any', '=1+1')], true, '=1+1'))
    expect(page.querySelector('style')?.textContent).toContain('h1,th,td{mso-number-format:"\\@"}')
    expect(page.querySelector('th')?.getAttribute('sdnum')).toBe('1033;0;@')
    expect(page.querySelector('h1')?.textContent).toBe('\u2060=1+1')
    expect(page.title).toBe('=1+1')
  })

  it('writes a table without rows or header', () => {
    const page = parsePage(writePage([], COLUMNS, false))
    expect(page.querySelectorAll('table')).toHaveLength(1)
    expect(page.querySelectorAll('tr')).toHaveLength(0)
  })

  it('contains nothing that runs or loads, whatever the texts', () => {
    const html = writePage([['</td><script>alert(1)</script><img src=x onerror=alert(2)>']], [column('text')])
    const page = parsePage(html)
    expect(page.querySelectorAll('script, img, link, a')).toHaveLength(0)
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'")
  })

  it('keeps every text in cells and headers', () => {
    const text = fc.oneof(
      fc.constantFrom(...EDGE_CASE_TEXTS),
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800'),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const columns = texts.map((heading) => column('text', heading))
        const page = parsePage(writePage([texts], columns))
        const cells = (selector: string): readonly string[] =>
          [...page.querySelectorAll(selector)].map((cell) => textOf(cell))
        expect(cells('tbody td')).toEqual(texts.map(expectedOf))
        expect(cells('thead th')).toEqual(texts.map(expectedOf))
      }),
    )
  })
})
