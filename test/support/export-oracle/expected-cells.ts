import { fieldText, fieldValueKind } from '../../../electron/contract/fields.ts'
import { isNumberText } from '../../../electron/contract/json-text.ts'
import { messages } from '../../../electron/contract/messages.ts'
import { cellText, plainDecimal } from '../../../electron/export/values/cell-text.ts'
import { CsvValues } from '../../../electron/export/formats/csv/values.ts'
import { representableText } from '../../../electron/export/formats/csv/encoding.ts'
import { guardFormula } from '../../../electron/export/values/formula-guard.ts'
import { htmlTextInLines } from '../../../electron/export/values/html-text.ts'
import { formatJsonValue } from '../../../electron/export/formats/json/writer.ts'
import { markdownText } from '../../../electron/export/formats/md/writer.ts'
import { isRecordExport, tableColumns } from '../../../electron/export/open-writer.ts'
import { isShownAsNumber, type CellValue, type TableColumn } from '../../../electron/export/rows/table.ts'
import type { ExportContent } from '../../../electron/export/types.ts'
import { fitText, keepsAllDigits } from '../../../electron/export/values/sheet-limits.ts'
import { serialDate } from '../../../electron/export/values/timestamps.ts'
import { CELL_KINDS, CellChecksum, hashOfText } from './cell-checksum.ts'

type Rows = readonly (readonly CellValue[])[]
type Value = Exclude<CellValue, null>

/** Adds the cell of a value or heading to a checksum. */
interface CellHasher {
  value(value: Value, column: TableColumn, index: number): void
  heading(text: string, index: number): void
}

/** Returns the checksum of the cells that a reader must find in a file with these rows. */
export function expectedCells(request: ExportContent, rows: Rows): CellChecksum {
  const { header, format } = request.options
  const columns = tableColumns(request)
  const checksum = new CellChecksum()
  const cells = hasherFor(request, checksum)
  if (format !== 'json' && format !== 'jsonl' && (header !== 'none' || format === 'md')) {
    for (const [index, { heading }] of columns.entries())
      cells.heading(header === 'none' ? '' : heading, index)
    checksum.endRow()
  }
  for (const row of rows) {
    if (isRecordExport(request)) checksum.addCell(hashOfText(String(row[0])))
    else
      for (const [index, column] of columns.entries()) {
        const value = row[index] ?? null
        if (value !== null) cells.value(value, column, index)
        else if (format !== 'xlsx') checksum.skipCell()
      }
    checksum.endRow()
  }
  return checksum
}

function hasherFor({ options }: ExportContent, checksum: CellChecksum): CellHasher {
  const { style } = options
  const add = (text: string, kind = 0): void => {
    if (text === '') checksum.skipCell()
    else checksum.addCell(hashOfText(text) ^ kind)
  }
  switch (options.format) {
    case 'csv': {
      const text = (plain: string): void =>
        add(representableText(style.guard ? guardFormula(plain) : plain, style.encoding))
      const values = new CsvValues(style, { text, timestamp: text, literal: add })
      return { value: (value, column) => values.write(value, column), heading: text }
    }
    case 'json':
    case 'jsonl':
      return {
        value: (value, column) => {
          const text = formatJsonValue(value, column)
          add(text === 'null' ? '' : text)
        },
        heading: add,
      }
    case 'html':
      return {
        value: (value, column) => {
          const html = htmlTextInLines(cellText(value, column))
          add(html, html !== '' && isShownAsNumber(value, column) ? CELL_KINDS.number : 0)
        },
        heading: (text) => add(htmlTextInLines(text)),
      }
    case 'md':
      return {
        value: (value, column) => add(markdownText(cellText(value, column))),
        heading: (text) => add(markdownText(text)),
      }
    case 'xlsx': {
      // A workbook has no empty cells: each cell states its column.
      const addAt = (index: number, { text, kind }: WorkbookCell): void => {
        if (text !== '') checksum.addAt(index, hashOfText(text) ^ kind)
      }
      return {
        value: (value, column, index) => addAt(index, workbookCell(value, column)),
        heading: (heading, index) => addAt(index, text(heading)),
      }
    }
  }
}

interface WorkbookCell {
  readonly text: string
  readonly kind: number
}

function workbookCell(value: Value, { kind, nameOf }: TableColumn): WorkbookCell {
  if (typeof value === 'boolean') return flag(value)
  if (typeof value === 'number') {
    if (kind === 'boolean') return flag(value === 1)
    return nameOf === null ? number(plainDecimal(value)) : text(nameOf(value))
  }
  if (kind === 'any') {
    const fieldKind = fieldValueKind(value)
    if (fieldKind === 'number') return number(value)
    return fieldKind === 'boolean' ? flag(value === 'true') : moment(fieldText(value, messages.items))
  }
  if (kind === 'dateTime') return moment(value)
  return kind === 'number' && isNumberText(value) ? number(value) : text(value)
}

const text = (value: string): WorkbookCell => ({ text: fitText(value), kind: 0 })
const flag = (value: boolean): WorkbookCell => ({ text: value ? '1' : '0', kind: CELL_KINDS.flag })
const number = (digits: string): WorkbookCell =>
  keepsAllDigits(digits) ? { text: digits, kind: CELL_KINDS.number } : text(digits)

function moment(value: string): WorkbookCell {
  const serial = serialDate(value)
  return serial === null ? text(value) : { text: String(serial), kind: CELL_KINDS.moment }
}
