import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ValueLabel } from '../../electron/contract/connection.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { messages } from '../../electron/contract/messages.ts'
import { labelName } from '../../electron/contract/value-label.ts'
import type { CellText } from './cell-text.ts'
import { columnOf } from './column-layout.ts'
import type { MeasuredText } from './grid-table.ts'

/** Space around the text of a cell, and around the label of a status, in CSS pixels. */
export const TEXT_PADDING = 18
const STATUS_PADDING = 24
const STATUS_CELL_PADDING = 18
/** Width of the sort arrow next to the name of a column. */
const HEADER_EXTRA = 20

/** Fits a label of about 25 characters; longer ones end with an ellipsis. */
const MAX_STATUS_WIDTH = 220

/** Returns the default width of the status column in CSS pixels, at which all labels fit. */
export function statusWidth(labels: readonly ValueLabel[]): number {
  const { width } = columnOf('status')
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return width
  const style = getComputedStyle(document.documentElement)
  context.font = `${style.getPropertyValue('--weight-medium')} ${style.getPropertyValue('--size-small')} ${getComputedStyle(document.body).fontFamily}`
  const widest = Math.max(0, ...labels.map(({ name }) => context.measureText(name).width))
  return Math.min(Math.max(width, Math.ceil(widest) + STATUS_PADDING + STATUS_CELL_PADDING), MAX_STATUS_WIDTH)
}

/** Returns the text that a cell of an item shows: for a status its name. */
export function shownItemText(
  row: ItemRow,
  key: ColumnKey,
  text: CellText,
  labels: readonly ValueLabel[],
): string {
  return key === 'status' && typeof row.status === 'number'
    ? labelName(row.status, labels)
    : text.of(row, key)
}

/** Returns the text of an item's cell that must fit in its column. */
export function measuredItemText(
  row: ItemRow,
  key: ColumnKey,
  text: CellText,
  labels: readonly ValueLabel[],
): MeasuredText {
  const { style } = columnOf(key)
  if (style === 'mark') return { text: '', extra: 0 }
  if (style === 'status' && row.status === null) return { text: messages.items.footer.noStatus, extra: 0 }
  return { text: shownItemText(row, key, text, labels), extra: style === 'status' ? STATUS_PADDING : 0 }
}

/**
 * Returns a function that measures the width of the text of a cell, in CSS pixels, on a canvas, which needs no
 * layout. Null: there is no canvas.
 * @param weight of the font: that of the grid, or that of frozen identifiers
 */
export function cellMeasure(
  grid: Element,
  weight: 'normal' | 'medium' = 'normal',
): ((text: string) => number) | null {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return null
  const style = getComputedStyle(grid)
  const fontWeight = weight === 'medium' ? style.getPropertyValue('--weight-medium') : style.fontWeight
  context.font = `${fontWeight} ${style.fontSize} ${style.fontFamily}`
  // Cells have tabular figures, which a canvas does not support: each digit is as wide as a zero.
  return (text) => context.measureText(text.replaceAll(/\d/gu, '0')).width
}

/** Returns the width at which a column shows its label and some cells without cutting. */
export function fitWidth(
  grid: Element,
  { width, label }: { readonly width: number; readonly label: string },
  cells: readonly MeasuredText[],
): number {
  const widthOf = cellMeasure(grid)
  if (widthOf === null) return width
  const widest = cells.reduce(
    (sum, { text, extra }) => Math.max(sum, widthOf(text) + extra),
    widthOf(label) + HEADER_EXTRA,
  )
  return Math.ceil(widest) + TEXT_PADDING
}
