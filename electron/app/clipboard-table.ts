import { CLIPBOARD_STYLE } from '../contract/csv-style.ts'
import { CsvWriter } from '../export/formats/csv/writer.ts'
import { HtmlTable } from '../export/formats/html/writer.ts'
import type { CellValue, TableColumn } from '../export/rows/table.ts'

/** The content of the clipboard for a table with a header row: for plain text, and for spreadsheets. */
export interface ClipboardTable {
  readonly text: string
  readonly html: string
}

/** Returns a table for the clipboard, in which no value is run as a formula (decision 4). */
export function clipboardTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly CellValue[])[],
): ClipboardTable {
  const chunks: Uint8Array[] = []
  const writer = new CsvWriter({ columns, hasHeader: true, style: CLIPBOARD_STYLE }, (chunk) =>
    chunks.push(chunk),
  )
  writer.begin()
  writer.writeRows(rows)
  const html = new HtmlTable(columns)
  html.addRows(rows)
  return { text: Buffer.concat(chunks).toString('utf8'), html: html.html() }
}
