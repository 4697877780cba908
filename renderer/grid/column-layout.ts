import {
  DEFAULT_COLUMNS,
  ITEM_COLUMN_KEYS,
  ITEM_COLUMNS,
  type CellStyle,
  type ColumnKey,
  type ItemColumn,
} from '../../electron/contract/columns.ts'
import { isFieldKey, MAX_FIELD_COLUMNS } from '../../electron/contract/fields.ts'
import type { ColumnLayout } from '../../electron/contract/preferences.ts'

export const MIN_WIDTH = 48
export const MAX_WIDTH = 1_200
/** Width of the column of check boxes, which is always shown, in CSS pixels. */
export const CHECK_WIDTH = 28
/** The same for a finger. */
export const COARSE_CHECK_WIDTH = 40
/** Its width with the marks of a review. */
export const REVIEW_WIDTH = 104

export interface GridColumn extends Omit<ItemColumn['grid'], 'style'> {
  readonly key: ColumnKey
  /** `field` is an undocumented field, whose values have any type. */
  readonly style: CellStyle | 'field'
}

const FIELD: Omit<GridColumn, 'key'> = { style: 'field', width: 150, stretchTo: 240 }

/** Returns how a column is drawn, with its default width. */
export function columnOf(key: ColumnKey): GridColumn {
  return { key, ...(isFieldKey(key) ? FIELD : ITEM_COLUMNS[key].grid) }
}

/** A shown column with its width. */
export interface PlacedColumn extends GridColumn {
  readonly width: number
  /** Offset of a frozen column from the left edge of the view, in CSS pixels; null: it scrolls. */
  readonly frozenAt: number | null
}

/** Minimum share of the view for scrolled columns, however many columns are frozen. */
const SCROLLED_SHARE = 0.4

const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

/**
 * Returns the columns with their widths in a view of `available` pixels: those that the person set, else the
 * default. The first columns that fit share the free space; the main column gets the rest of it.
 * @param statusWidth default width of the status column, which depends on the labels
 */
export function placeColumns(
  visibleColumns: readonly ColumnKey[],
  layout: ColumnLayout,
  available: number,
  checkWidth: number = CHECK_WIDTH,
  statusWidth: number = columnOf('status').width,
): readonly PlacedColumn[] {
  const defaultWidth = (key: ColumnKey): number => (key === 'status' ? statusWidth : columnOf(key).width)
  const defaults = visibleColumns.map((key) => ({
    ...columnOf(key),
    width: layout.widths[key] ?? defaultWidth(key),
  }))
  const isStretchable = (key: ColumnKey): boolean => layout.widths[key] === undefined
  const fitting: GridColumn[] = []
  let spare = available - checkWidth
  for (const column of defaults) {
    if (column.width > spare) break
    fitting.push(column)
    spare -= column.width
  }
  const stretchOf = (column: GridColumn): number =>
    fitting.includes(column) && isStretchable(column.key)
      ? Math.max(0, (column.stretchTo ?? 0) - column.width)
      : 0
  const totalStretch = fitting.reduce((sum, column) => sum + stretchOf(column), 0)
  const share = totalStretch > 0 ? Math.min(1, Math.max(0, spare / totalStretch)) : 0
  const widths = defaults.map((column) => Math.floor(column.width + stretchOf(column) * share))
  const main = fitting.findIndex(({ style, key }) => style === 'name' && isStretchable(key))
  if (main >= 0) {
    const used = widths.slice(0, fitting.length).reduce((sum, width) => sum + width, checkWidth)
    widths[main] = (widths[main] ?? 0) + Math.max(0, Math.floor(available) - used)
  }
  let x = checkWidth
  return defaults.map((column, index) => {
    const width = widths[index] ?? column.width
    const left = x
    x += width
    const frozen = index < (layout.frozen ?? 0) && x <= available * (1 - SCROLLED_SHARE)
    return { ...column, width, frozenAt: frozen ? left : null }
  })
}

/** Returns the right edge of the frozen columns, in CSS pixels from the left edge of the view. */
export function frozenWidth(
  columns: readonly Pick<PlacedColumn, 'frozenAt' | 'width'>[],
  checkWidth: number,
): number {
  return columns
    .filter((column) => column.frozenAt !== null)
    .reduce((sum, column) => sum + column.width, checkWidth)
}

/**
 * Returns the scroll offset that shows a whole column in a view of `available` pixels that is scrolled to
 * `scrollLeft`. Columns are counted from 1; 0 is the check box.
 */
export function scrollOffsetFor(
  columns: readonly PlacedColumn[],
  column: number,
  scrollLeft: number,
  available: number,
  checkWidth: number = CHECK_WIDTH,
): number {
  if ((columns[column - 1]?.frozenAt ?? null) !== null) return scrollLeft
  if (column <= 1) return 0
  const begin = columns.slice(0, column - 1).reduce((sum, { width }) => sum + width, checkWidth)
  const end = begin + (columns[column - 1]?.width ?? 0)
  const frozenEdge = frozenWidth(columns, checkWidth)
  // A column that is wider than the view is shown from its start.
  if (begin - frozenEdge < scrollLeft || end - begin > available - frozenEdge) return begin - frozenEdge
  return end > scrollLeft + available ? end - available : scrollLeft
}

/** Freezes the first `frozen` columns. */
export function setFrozen({ order, widths }: ColumnLayout, frozen: number): ColumnLayout {
  return frozen > 0 ? { order, widths, frozen } : { order, widths }
}

/** Returns the width of a row: check boxes and all columns. */
export function widthOf(columns: readonly PlacedColumn[], checkWidth: number = CHECK_WIDTH): number {
  return columns.reduce((sum, column) => sum + column.width, checkWidth)
}

/** Sets widths, and keeps the placed widths of the other columns, so that nothing else moves meanwhile. */
export function setWidths(
  layout: ColumnLayout,
  columns: readonly PlacedColumn[],
  widths: readonly (readonly [key: ColumnKey, width: number])[],
): ColumnLayout {
  const currentWidths = Object.fromEntries(columns.map((column) => [column.key, column.width]))
  const newWidths = Object.fromEntries(widths.map(([key, width]) => [key, clampWidth(width)]))
  return { ...layout, widths: { ...layout.widths, ...currentWidths, ...newWidths } }
}

/**
 * Returns the layout after the shown columns were reordered. A chosen column that is not shown here (the
 * campaign, in a list of one campaign) keeps its position after the column before it.
 */
function arrange(layout: ColumnLayout, visibleColumns: readonly ColumnKey[]): ColumnLayout {
  const order = [...visibleColumns]
  for (const [index, key] of layout.order.entries()) {
    if (order.includes(key)) continue
    const before = layout.order.slice(0, index).findLast((other) => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
  }
  return { ...layout, order }
}

/** Returns whether a list has the maximum number of field columns. */
export function isFull({ order }: ColumnLayout): boolean {
  return order.filter(isFieldKey).length >= MAX_FIELD_COLUMNS
}

/**
 * Shows or hides a column. A column gets its default position, and a field the last one; the last column
 * cannot be hidden.
 */
export function setVisible(layout: ColumnLayout, key: ColumnKey, on: boolean): ColumnLayout {
  const order = layout.order.length > 0 ? layout.order : DEFAULT_COLUMNS
  if (on === order.includes(key)) return layout
  if (!on) {
    if (order.length === 1) return layout
    const frozen = layout.frozen ?? 0
    const remainingFrozen = order.indexOf(key) < frozen ? frozen - 1 : frozen
    const widths = isFieldKey(key) ? withoutWidth(layout, key) : layout.widths
    return setFrozen({ ...layout, order: order.filter((other) => other !== key), widths }, remainingFrozen)
  }
  if (isFieldKey(key)) return isFull(layout) ? layout : { ...layout, order: [...order, key] }
  const rank = ITEM_COLUMN_KEYS.indexOf(key)
  const before = ITEM_COLUMN_KEYS.slice(0, rank).findLast((other) => order.includes(other))
  const index = before === undefined ? 0 : order.indexOf(before) + 1
  return { ...layout, order: order.toSpliced(index, 0, key) }
}

/** Field columns are unlimited in number, so the width of a hidden one is not kept. */
function withoutWidth({ widths }: ColumnLayout, key: ColumnKey): ColumnLayout['widths'] {
  return Object.fromEntries(Object.entries(widths).filter(([other]) => other !== key))
}

/** Moves one of the shown columns before `target`, or with null to the end. */
export function moveBefore(
  layout: ColumnLayout,
  visibleColumns: readonly ColumnKey[],
  key: ColumnKey,
  target: ColumnKey | null,
): ColumnLayout {
  if (key === target || !visibleColumns.includes(key)) return layout
  const rest = visibleColumns.filter((other) => other !== key)
  const index = target === null ? rest.length : rest.indexOf(target)
  return index < 0 ? layout : arrange(layout, rest.toSpliced(index, 0, key))
}

/** Moves one of the shown columns by some positions, as the keyboard does. */
export function moveBy(
  layout: ColumnLayout,
  visibleColumns: readonly ColumnKey[],
  key: ColumnKey,
  by: number,
): ColumnLayout {
  const from = visibleColumns.indexOf(key)
  if (from < 0) return layout
  const to = Math.min(Math.max(from + by, 0), visibleColumns.length - 1)
  return arrange(layout, visibleColumns.toSpliced(from, 1).toSpliced(to, 0, key))
}
