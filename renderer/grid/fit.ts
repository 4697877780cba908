import type { ColumnKey } from '../../electron/contract/columns.ts'
import type { ValueLabel } from '../../electron/contract/connection.ts'
import type { ItemRow } from '../../electron/contract/item.ts'
import { columnLabel } from '../../electron/contract/strings/columns.ts'
import type { CellText } from './cell-text.ts'
import { columnOf } from './columns.ts'

/** Space around the text of a cell, and around the label of a status, in CSS pixels. */
const PADDING = 22
const STATUS_PADDING = 26
/** Beside the name of a column: the arrow of the sort. */
const HEADER_EXTRA = 20

/**
 * The width at which a column shows the rows that are in the page, and its own name, without cutting anything.
 * Measured on a canvas, so that nothing has to be laid out again.
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
      const shown = text.of(row, key)
      const named =
        column.style === 'status' ? labels.find((label) => String(label.value) === shown) : undefined
      const extra = column.style === 'status' ? STATUS_PADDING : 0
      widest = Math.max(
        widest,
        context.measureText(named?.name === '' ? shown : (named?.name ?? shown)).width + extra,
      )
    }
  }
  return Math.ceil(widest) + PADDING
}
