import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarkdownWriter } from '../../electron/export/formats/md/writer.ts'
import type { CellValue, TableColumn } from '../../electron/export/rows/table.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { column } from '../support/workbook.ts'

type Rows = readonly (readonly CellValue[])[]

function writeTable(rows: Rows, columns: readonly TableColumn[], hasHeader = true): string {
  const chunks: Uint8Array[] = []
  const writer = new MarkdownWriter({ columns, hasHeader }, (chunk) => chunks.push(chunk))
  writer.begin()
  for (const row of rows) writer.writeRows([row])
  writer.end()
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the cells of a table line (GitHub Flavored Markdown 0.29, 4.10): unescaped pipes separate them. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = []
  let cell = ''
  for (const [token] of line.matchAll(/\\?./gsu)) {
    if (token === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += token
  }
  return cells.slice(1)
}

/** Returns what a reader displays of a cell: escapes, references and `br`; throws at any other markup. */
function displayedText(cell: string): string {
  let text = ''
  for (let rest = cell; rest !== '';) {
    const token = /^(?:\\([!-/:-@[-`{-~])|&#(\d+);|(<br>)|([^\\`*_[\]<>|~$&]))/u.exec(rest)
    if (token === null) throw new Error(`This would be markup: ${rest}`)
    const [whole, escaped, reference, lineEnd, plain] = token
    const code = Number(reference)
    text += escaped ?? (lineEnd === undefined ? (plain ?? String.fromCodePoint(code)) : '\n')
    rest = rest.slice(whole.length)
  }
  return text
}

/** Returns the expected text: line feeds, and no control characters. */
function expectedOf(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/gu, '\n')
      // oxlint-disable-next-line no-control-regex -- matches control characters
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/gu, '\ufffd')
  )
}

describe('MarkdownWriter', () => {
  it('writes headers, and aligns numbers right', () => {
    const columns = [
      column('text', 'Name'),
      column('number', 'Status', (status) => (status === 2 ? 'In print' : `Status ${String(status)}`)),
      column('number', 'Quantity'),
      column('boolean', 'Locked'),
    ]
    expect(
      writeTable(
        [
          ['a|b', 2, 1200, 1],
          [null, 3, -1.5, 0],
        ],
        columns,
      ),
    ).toBe(
      [
        '| Name | Status | Quantity | Locked |',
        '| --- | --- | ---: | --- |',
        '| a\\|b | In print | 1200 | Yes |',
        '|  | Status 3 | -1.5 | No |',
        '',
      ].join('\n'),
    )
  })

  it('writes an empty header line without headers, because tables require one', () => {
    expect(writeTable([['a']], [column('text', 'Name')], false)).toBe('|  |\n| --- |\n| a |\n')
  })

  it('writes a row in one line, and escapes bidirectional controls', () => {
    expect(
      writeTable(
        [['two\r\nlines', '\u202eabc', ' a ']],
        ['a', 'b', 'c'].map((name) => column('text', name)),
      ),
    ).toContain('| two<br>lines | &#8238;abc | &#32;a&#32; |\n')
  })

  it('keeps every text as a reader displays it', () => {
    const text = fc.oneof(
      fc.constantFrom(...EDGE_CASE_TEXTS),
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800'),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (rows) => {
        const columns = [column('text', 'First'), column('text', 'Second')]
        const lines = writeTable(rows, columns).split('\n').slice(2, -1)
        expect(lines.map((line) => cellsOf(line).map(displayedText))).toEqual(
          rows.map((row) => row.map(expectedOf)),
        )
      }),
    )
  })
})
