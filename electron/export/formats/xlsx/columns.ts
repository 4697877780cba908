import { fieldText, fieldValueKind } from '../../../contract/fields.ts'
import { messages } from '../../../contract/messages.ts'
import type { TableColumn } from '../../rows/table.ts'
import { PICTURE_COLUMN_WIDTH } from './drawing.ts'
import type { SheetRow } from './types.ts'

const MIN_WIDTH = 6
const MAX_WIDTH = 60
/** Width of the margin, and of the filter button in the header, in characters. */
const MARGIN_WIDTH = 2
const FILTER_BUTTON_WIDTH = 3
const DATE_TIME_CHARACTERS = 16
/** Approximate ranges of full-width characters: Hangul, CJK, kana, emoji. */
const FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/** Returns the letters of a column: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** Returns column widths in characters that fit the headings and the first rows. */
export function columnWidths(columns: readonly TableColumn[], rows: readonly SheetRow[]): readonly number[] {
  return columns.map((column, index) => {
    if (column.kind === 'picture') return PICTURE_COLUMN_WIDTH
    const widest = rows.reduce(
      (width, row) => Math.max(width, widthOf(column, row[index] ?? null)),
      textWidth(column.heading) + FILTER_BUTTON_WIDTH,
    )
    return Math.min(Math.max(widest + MARGIN_WIDTH, MIN_WIDTH), MAX_WIDTH)
  })
}

function widthOf(column: TableColumn, value: SheetRow[number]): number {
  if (value === null) return 0
  if (column.kind === 'dateTime') return DATE_TIME_CHARACTERS
  if (typeof value === 'boolean' || column.kind === 'boolean') return 5
  if (typeof value === 'number') return textWidth(column.nameOf?.(value) ?? String(value))
  if (column.kind !== 'any') return textWidth(value)
  return fieldValueKind(value) === 'number' ? value.length : textWidth(fieldText(value, messages.items))
}

/** Returns the width of the widest line. Full-width characters count as two. */
function textWidth(text: string): number {
  const lines = text.length > MAX_WIDTH * 4 ? [text.slice(0, MAX_WIDTH * 4)] : text.split('\n')
  return Math.max(...lines.map((line) => line.length + (line.match(FULL_WIDTH)?.length ?? 0)))
}
