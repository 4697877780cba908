import * as sheetjs from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { WorkbookPreview } from '../../electron/export/formats/xlsx/preview.ts'
import { column, workbookOf } from '../support/workbook.ts'

describe('WorkbookPreview', () => {
  it('shows texts that fit with the line breaks of a workbook, as the file has them', async () => {
    const text = `${'x'.repeat(158)}\r\n`.repeat(205)
    const columns = [column('text')]
    const findings: string[] = []
    const preview = new WorkbookPreview((kind) => findings.push(kind), true)
    preview.formatValue(text, column('text'))
    expect([preview.text, findings]).toEqual([text, []])
    const book = sheetjs.read(await workbookOf([[text]], { columns, leavesOutLongTexts: true }))
    expect(book.Sheets['Items']?.['A2']).toMatchObject({ v: text.replaceAll('\r\n', '\n') })
  })

  it('shows timestamps outside the calendar of spreadsheets as received, as the file has them', () => {
    const preview = new WorkbookPreview(() => undefined, false, 'utc')
    const shown = ['1900-02-28T00:00:00Z', '1900-03-01T00:00:00Z', '0001-01-01T00:00:00Z'].map((value) => {
      preview.formatValue(value, column('dateTime'))
      return [preview.kind, preview.text]
    })
    expect(shown).toEqual([
      ['text', '1900-02-28T00:00:00Z'],
      ['moment', '1900-03-01 00:00:00'],
      ['text', '0001-01-01T00:00:00Z'],
    ])
  })
})
