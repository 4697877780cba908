import * as sheetjs from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { HtmlWriter } from '../../electron/export/formats/html/writer.ts'
import { styleOfPreset } from '../../electron/contract/csv-style.ts'
import { targetProgramOf } from '../../electron/export/preflight/reading/target-program.ts'
import { readingOf } from '../../electron/export/preflight/reading/reading.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { guardFormula, runsAsFormula } from '../../electron/export/values/formula-guard.ts'
import { serialDate } from '../../electron/export/values/timestamps.ts'
import { office, readByOffice, workbookByOffice } from '../support/libre-office.ts'
import { TORTURE } from '../support/torture.ts'
import { column, workbookOf } from '../support/workbook.ts'

describe.skipIf(office === undefined)('a workbook in LibreOffice (needs soffice)', () => {
  it('keeps every text of the torture set', { timeout: 120_000 }, async () => {
    const rows = TORTURE.map((text, index) => [index, text])
    const read = await readByOffice(
      await workbookOf(rows, { columns: [column('number', 'Row'), column('text', 'Text')] }),
    )
    const changedTexts = TORTURE.flatMap((text, index) => {
      const got = read[index + 1]?.[1]
      return got === text ? [] : [{ text: text.slice(0, 80), got: got?.slice(0, 80) }]
    })
    expect(read).toHaveLength(TORTURE.length + 1)
    expect(changedTexts).toEqual([])
  })

  it('keeps texts in an HTML table, and runs nothing', async () => {
    // LibreOffice itself changes spaces, line breaks, long texts and this character in HTML.
    const texts = TORTURE.filter(
      (text) => text === text.trim() && !/\s{2}|[\n\t\u{20000}]/u.test(text) && text.length < 1_000,
    )
    const chunks: Uint8Array[] = []
    const writer = new HtmlWriter(
      {
        columns: [column('number', 'Row'), column('text', 'Text')],
        hasHeader: true,
        document: { title: 'Items', description: '' },
      },
      (piece) => chunks.push(piece),
    )
    writer.begin()
    writer.writeRows(texts.map((text, index) => [index, text]))
    writer.end()
    const read = await readByOffice(Buffer.concat(chunks), 'items.html')
    const first = read.findIndex(([row]) => row === '0')
    expect(read.slice(first).map(([, text]) => text)).toEqual(texts)
  })

  it('has numbers, flags and dates as values', async () => {
    const at = '2026-09-30T17:46:00.000Z'
    const read = await readByOffice(
      await workbookOf([[-1.5, 1, at]], {
        columns: [column('number'), column('boolean'), column('dateTime')],
      }),
    )
    expect(read[1]?.slice(0, 2)).toEqual(['-1.5', 'TRUE'])
    // Shown in local time, like the serial number.
    const shown = Date.parse(`${read[1]?.[2]?.replace(' ', 'T') ?? ''}Z`)
    expect(shown / 86_400_000 + 25_569).toBeCloseTo(serialDate(at) ?? 0, 4)
  })
})

/** The second column of a CSV file as LibreOffice opens it. */
async function cellsInOffice(
  csv: Buffer,
  quotedIsText: boolean,
): Promise<readonly (sheetjs.CellObject | undefined)[]> {
  const book = sheetjs.read(await workbookByOffice(csv, quotedIsText))
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  return TORTURE.map((_, index) => sheet[`B${String(index + 1)}`] as sheetjs.CellObject | undefined)
}

function csvOf(quotes: 'needed' | 'texts'): Buffer {
  const chunks: Uint8Array[] = []
  const style = { ...styleOfPreset('libreOffice', { delimiter: ',', decimalMark: '.' }), quotes }
  const columns = [column('number', 'Row'), column('text', 'Text')]
  const writer = new CsvWriter({ columns, hasHeader: false, style }, (piece) => chunks.push(piece))
  writer.begin()
  writer.writeRows(TORTURE.map((text, index) => [index, text]))
  return Buffer.concat(chunks)
}

describe.skipIf(office === undefined)('CSV in LibreOffice (needs soffice)', () => {
  it('is changed exactly where the preview predicts it', async () => {
    const program = targetProgramOf('libreOffice', 'en-US')
    const cells = await cellsInOffice(csvOf('needed'), false)
    const changed = TORTURE.filter((text, index) => {
      const cell = cells[index]
      // A number that is shown with the digits of the text counts as unchanged.
      return cell?.t !== 's' && !(cell?.t === 'n' && cell.w === text)
    })
    const predicted = TORTURE.filter((text) => !runsAsFormula(text) && readingOf(text, program) !== null)
    expect(changed).toEqual(predicted)
  })

  it('keeps quoted texts with the option to do so', async () => {
    const cells = await cellsInOffice(csvOf('texts'), true)
    const changedTexts = TORTURE.filter((text, index) => {
      const cell = cells[index]
      return cell?.t !== 's' || cell.v !== guardFormula(text)
    })
    expect(changedTexts).toEqual([])
  })
})
