import type { CellValue, TableColumn } from '../../electron/export/rows/table.ts'
import type { WorkbookOptions } from '../../electron/export/formats/xlsx/types.ts'
import { WorkbookWriter } from '../../electron/export/formats/xlsx/workbook.ts'

export const column = (
  kind: TableColumn['kind'],
  heading: string = kind,
  nameOf: TableColumn['nameOf'] = null,
): TableColumn => ({ key: heading, kind, heading, nameOf })

/** Returns the bytes of a workbook with these rows. */
export async function workbookOf(
  rows: readonly (readonly CellValue[])[],
  options: Partial<WorkbookOptions> & Pick<WorkbookOptions, 'columns'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const writer = new WorkbookWriter(
    {
      rowCount: rows.length,
      sheetName: 'Items',
      hasHeader: true,
      title: 'Items',
      description: '',
      createdAt: new Date(2026, 4, 1, 12, 30),
      ...options,
    },
    (chunk) => chunks.push(chunk),
  )
  writer.begin()
  for (let start = 0; start < rows.length; start += 7) await writer.writeRows(rows.slice(start, start + 7))
  await writer.end()
  return Buffer.concat(chunks)
}
