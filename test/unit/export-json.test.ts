import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonWriter } from '../../electron/export/formats/json/writer.ts'
import type { CellValue, TableColumn } from '../../electron/export/rows/table.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { column } from '../support/workbook.ts'

function writeJson(
  rows: readonly (readonly CellValue[])[],
  columns: readonly TableColumn[],
  inLines: boolean,
): string {
  const chunks: Uint8Array[] = []
  const writer = new JsonWriter(columns, inLines, (chunk) => chunks.push(chunk))
  writer.begin()
  for (const row of rows) writer.writeRows([row])
  writer.end()
  return Buffer.concat(chunks).toString('utf8')
}

const COLUMNS = [
  column('text', 'name'),
  column('number', 'status', (status) => (status === 2 ? 'In print' : `Status ${String(status)}`)),
  column('number', 'qty'),
  column('boolean', 'isLocked'),
  column('any', '/a/b'),
]

describe('JsonWriter', () => {
  it('writes columns by key, in order, with their types', () => {
    const rows = [
      ['a "b"', 2, 5, 1, '12345678901234567890'],
      [null, 3, null, 0, '"x"'],
      ['', null, 1e21, null, '{"deep":[1,null]}'],
    ]
    const objects = [
      '{"name":"a \\"b\\"","status":"In print","qty":5,"isLocked":true,"/a/b":12345678901234567890}',
      '{"name":null,"status":"Status 3","qty":null,"isLocked":false,"/a/b":"x"}',
      '{"name":"","status":null,"qty":1000000000000000000000,"isLocked":null,"/a/b":{"deep":[1,null]}}',
    ]
    expect(writeJson(rows, COLUMNS, true)).toBe(`${objects.join('\n')}\n`)
    expect(writeJson(rows, COLUMNS, false)).toBe(`[\n${objects.join(',\n')}\n]\n`)
  })

  it('writes an empty list without rows', () => {
    expect(writeJson([], COLUMNS, false)).toBe('[]\n')
    expect(writeJson([], COLUMNS, true)).toBe('')
  })

  it('keeps every text, one row per line', () => {
    const text = fc.oneof(
      fc.constantFrom(...EDGE_CASE_TEXTS),
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800'),
    )
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const rows = texts.map((each) => [each])
        const columns = [column('text', 'name')]
        const expected = texts.map((name) => ({ name }))
        expect(JSON.parse(writeJson(rows, columns, false))).toEqual(expected)
        const lines = writeJson(rows, columns, true).split('\n').slice(0, -1)
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(expected)
      }),
    )
  })
})
