import { fieldText, fieldValueKind } from '../../../contract/fields.ts'
import { strings } from '../../../contract/strings/items.ts'
import type { TableColumn } from '../../rows/table.ts'
import { PICTURE_COLUMN_WIDTH } from './drawing.ts'
import type { SheetRow } from './types.ts'

const NARROWEST = 6
const WIDEST = 60
/** Characters beside the text: a margin, and in the header the button of the filter. */
const MARGIN = 2
const FILTER_BUTTON = 3
const DATE_TIME_CHARACTERS = 16
/** Where the fullwidth characters begin, roughly: Hangul, CJK, kana, emoji. */
const FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/** `A` for 0, `AA` for 26: the letters of a column. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** Widths in characters that the headings and these rows, the first of all, fit into. */
export function columnWidths(columns: readonly TableColumn[], rows: readonly SheetRow[]): readonly number[] {
  return columns.map((column, index) => {
    if (column.kind === 'picture') return PICTURE_COLUMN_WIDTH
    const widest = rows.reduce(
      (most, row) => Math.max(most, widthOf(column, row[index] ?? null)),
      textWidth(column.heading) + FILTER_BUTTON,
    )
    return Math.min(Math.max(widest + MARGIN, NARROWEST), WIDEST)
  })
}

function widthOf(column: TableColumn, value: SheetRow[number]): number {
  if (value === null) return 0
  if (column.kind === 'dateTime') return DATE_TIME_CHARACTERS
  if (typeof value === 'boolean' || column.kind === 'boolean') return 5
  if (typeof value === 'number') return textWidth(column.words?.get(value) ?? String(value))
  if (column.kind !== 'any') return textWidth(value)
  return fieldValueKind(value) === 'number' ? value.length : textWidth(fieldText(value, strings))
}

/** The widest line, fullwidth characters counted as two. */
function textWidth(text: string): number {
  const lines = text.length > WIDEST * 4 ? [text.slice(0, WIDEST * 4)] : text.split('\n')
  return Math.max(...lines.map((line) => line.length + (line.match(FULL_WIDTH)?.length ?? 0)))
}
