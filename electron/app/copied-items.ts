import type { ColumnKey } from '../contract/columns.ts'
import { CLIPBOARD_STYLE } from '../contract/csv-style.ts'
import { NO_EXTRAS } from '../contract/export-options.ts'
import { isFieldKey } from '../contract/fields.ts'
import type { ItemRow } from '../contract/item.ts'
import type { ValueLabels } from '../contract/connection.ts'
import { countIndexes, type SelectionRanges } from '../contract/query.ts'
import { CsvWriter } from '../export/formats/csv/writer.ts'
import { HtmlTable } from '../export/formats/html/writer.ts'
import { itemColumns, type CellValue } from '../export/rows/table.ts'
import type { Store } from '../store/operations.ts'
import { readRows } from './read-rows.ts'

/** Larger selections are copied as text only, without the HTML table. */
const MAX_HTML_ROWS = 20_000

/** The content of the clipboard for copied rows. */
export interface CopiedItems {
  readonly text: string
  /** Null for too many rows. */
  readonly html: string | null
  readonly rows: number
}

/** Returns rows of a result as a table for other programs. */
export async function copiedItems(
  store: Store,
  resultId: number,
  ranges: SelectionRanges,
  columns: readonly ColumnKey[],
  statusLabels: ValueLabels['itemStatus'],
): Promise<CopiedItems> {
  const table = itemColumns({
    options: { columns, header: 'labels', statuses: 'names', extras: NO_EXTRAS },
    statusLabels,
  })
  const chunks: Uint8Array[] = []
  const writer = new CsvWriter({ columns: table, hasHeader: true, style: CLIPBOARD_STYLE }, (chunk) =>
    chunks.push(chunk),
  )
  writer.begin()
  const hasHtml = countIndexes(ranges) <= MAX_HTML_ROWS
  const html = new HtmlTable(table)
  let rows = 0
  const fields = columns.filter(isFieldKey)
  for await (const batch of readRows(store, resultId, ranges, fields)) {
    const cells = batch.map((row) => columns.map((key) => cellOf(row, key)))
    writer.writeRows(cells)
    if (hasHtml) html.addRows(cells)
    rows += batch.length
  }
  return { text: Buffer.concat(chunks).toString('utf8'), html: hasHtml ? html.html() : null, rows }
}

function cellOf(row: ItemRow, key: ColumnKey): CellValue {
  return isFieldKey(key) ? (row.fields?.[key] ?? null) : row[key]
}
