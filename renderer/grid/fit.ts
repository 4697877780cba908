import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ValueLabel } from '../../electron/contract/connection.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { columnLabel } from '../../electron/contract/strings/columns.ts'
import { labelName } from '../../electron/contract/value-label.ts'
import type { CellText } from './cell-text.ts'
import { columnOf } from './column-layout.ts'

/** Space around the text of a cell, and around the label of a status, in CSS pixels. */
const PADDING = 18
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

/**
 * Returns the width at which a column shows the rows in the page, and its name, without cutting. It measures
 * on a canvas, which needs no layout.
 */
export function fitWidth(
  grid: Element,
  key: ColumnKey,
  rows: readonly ItemRow[],
  text: CellText,
  labels: readonly ValueLabel[],
): number {
  const context = document.createElement('canvas').getContext('2d')
  const column = columnOf(key)
  if (context === null) return column.width
  const style = getComputedStyle(grid)
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  let widest = context.measureText(columnLabel(key)).width + HEADER_EXTRA
  if (column.style !== 'mark') {
    for (const row of rows) {
      const cellText = text.of(row, key)
      const extra = column.style === 'status' ? STATUS_PADDING : 0
      const isStatus = column.style === 'status' && typeof row.status === 'number'
      const label = isStatus ? labelName(row.status, labels) : cellText
      // Cells have tabular figures, which a canvas does not support: each digit is as wide as a zero.
      widest = Math.max(widest, context.measureText(label.replaceAll(/\d/gu, '0')).width + extra)
    }
  }
  return Math.ceil(widest) + PADDING
}
