import { describe, expect, it } from 'vitest'
import { WorkbookPreview } from '../../electron/export/formats/xlsx/preview.ts'
import { column } from '../support/workbook.ts'

describe('WorkbookPreview', () => {
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
