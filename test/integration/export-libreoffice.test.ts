import * as sheetjs from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { HtmlWriter } from '../../electron/export/formats/html/writer.ts'
import { styleOfPreset } from '../../electron/contract/csv-style.ts'
import { targetProgramOf } from '../../electron/export/preflight/reading/target-program.ts'
import { readingOf } from '../../electron/export/preflight/reading/reading.ts'
import { CsvWriter } from '../../electron/export/formats/csv/writer.ts'
import { guardFormula, runsAsFormula } from '../../electron/export/values/formula-guard.ts'
import { serialDate } from '../../electron/export/values/timestamps.ts'
import { libreOffice, readWithLibreOffice, convertCsvToWorkbook } from '../support/libre-office.ts'
import { EDGE_CASE_TEXTS } from '../support/edge-case-texts.ts'
import { column, workbookOf } from '../support/workbook.ts'

describe.skipIf(libreOffice === undefined)('a workbook in LibreOffice (needs soffice)', () => {
  it('keeps every edge case', async () => {
    const rows = EDGE_CASE_TEXTS.map((text, index) => [index, text])
    const read = await readWithLibreOffice(
      await workbookOf(rows, { columns: [column('number', 'Row'), column('text', 'Text')] }),
    )
    const changedTexts = EDGE_CASE_TEXTS.flatMap((text, index) => {
      const actual = read[index + 1]?.[1]
      return actual === text ? [] : [{ text: text.slice(0, 80), actual: actual?.slice(0, 80) }]
    })
    expect(read).toHaveLength(EDGE_CASE_TEXTS.length + 1)
    expect(changedTexts).toEqual([])
  })

  it('keeps texts in an HTML table, and runs nothing', async () => {
    // LibreOffice itself changes spaces, line breaks, long texts and this character in HTML.
    const texts = EDGE_CASE_TEXTS.filter(
      (text) => text === text.trim() && !/\s{2}|[\n\t\u{20000}]/u.test(text) && text.length < 1_000,
    )
    const chunks: Uint8Array[] = []
    const writer = new HtmlWriter(
      {
        columns: [column('number', 'Row'), column('text', '=1+1')],
        hasHeader: true,
        document: { title: '=2+2', description: '' },
      },
      (chunk) => chunks.push(chunk),
    )
    writer.begin()
    writer.writeRows(texts.map((text, index) => [index, text]))
    writer.end()
    const read = await readWithLibreOffice(Buffer.concat(chunks), 'items.html')
    const firstRow = read.findIndex(([row]) => row === '0')
    expect(read.slice(firstRow).map(([, text]) => text)).toEqual(texts)
    expect(read.slice(0, firstRow).flat()).toEqual(expect.arrayContaining(['\u2060=2+2', '=1+1']))
  })

  it('has numbers, flags and dates as values', async () => {
    const timestamp = '2026-09-30T17:46:00.000Z'
    const read = await readWithLibreOffice(
      await workbookOf([[-1.5, 1, timestamp]], {
        columns: [column('number'), column('boolean'), column('dateTime')],
      }),
    )
    expect(read[1]?.slice(0, 2)).toEqual(['-1.5', 'TRUE'])
    // Shown in local time, like the serial number.
    const shownTime = Date.parse(`${read[1]?.[2]?.replace(' ', 'T') ?? ''}Z`)
    expect(shownTime / 86_400_000 + 25_569).toBeCloseTo(serialDate(timestamp) ?? 0, 4)
  })
})

/** Returns the second column of a CSV file as LibreOffice opens it. */
async function cellsInLibreOffice(
  csv: Buffer,
  quotedIsText: boolean,
): Promise<readonly (sheetjs.CellObject | undefined)[]> {
  const book = sheetjs.read(await convertCsvToWorkbook(csv, quotedIsText))
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  return EDGE_CASE_TEXTS.map((_, index) => sheet[`B${String(index + 1)}`] as sheetjs.CellObject | undefined)
}

function csvOf(quotes: 'needed' | 'texts'): Buffer {
  const chunks: Uint8Array[] = []
  const style = { ...styleOfPreset('libreOffice', { delimiter: ',', decimalMark: '.' }), quotes }
  const columns = [column('number', 'Row'), column('text', 'Text')]
  const writer = new CsvWriter({ columns, hasHeader: false, style }, (chunk) => chunks.push(chunk))
  writer.begin()
  writer.writeRows(EDGE_CASE_TEXTS.map((text, index) => [index, text]))
  return Buffer.concat(chunks)
}

describe.skipIf(libreOffice === undefined)('CSV in LibreOffice (needs soffice)', () => {
  it('is changed exactly where the preview predicts it', async () => {
    const program = targetProgramOf('libreOffice', 'en-US')
    const cells = await cellsInLibreOffice(csvOf('needed'), false)
    const changed = EDGE_CASE_TEXTS.filter((text, index) => {
      const cell = cells[index]
      // A number that is shown with the digits of the text counts as unchanged.
      return cell?.t !== 's' && !(cell?.t === 'n' && cell.w === text)
    })
    const predicted = EDGE_CASE_TEXTS.filter(
      (text) => !runsAsFormula(text) && readingOf(text, program) !== null,
    )
    expect(changed).toEqual(predicted)
  })

  it('keeps quoted texts with the option to do so', async () => {
    const cells = await cellsInLibreOffice(csvOf('texts'), true)
    const changedTexts = EDGE_CASE_TEXTS.filter((text, index) => {
      const cell = cells[index]
      return cell?.t !== 's' || cell.v !== guardFormula(text)
    })
    expect(changedTexts).toEqual([])
  })
})
